#pragma once

#include <drystone/collision/aabb_tree.h>
#include <drystone/collision/time_of_impact.h>
#include <drystone/events.h>

#include "store/body_store.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// A sensor, what is inside, and what a step finds out.
struct Sensor {
    ShapeId shape;
    AabbTree::Proxy proxy = 0;
    std::vector<ShapeId> inside;  ///< After the last step, by slot.

    // Of the step.
    bool moves_far = false;
    Sweep sweep;
    std::vector<ShapeId> found;         ///< What is inside now, by slot.
    std::vector<std::uint32_t> beside;  ///< Shapes that are not, but may have been on the way.
    std::vector<ShapeId> crossed;       ///< Of them, those that were; by slot.
};

/// The sensors of a world, in no special order, and their events.
struct SensorStore {
    /// A shape that may have passed through the sensor of that number.
    struct Passage {
        std::uint32_t sensor = 0;
        std::uint32_t visitor = 0;

        friend auto operator<=>(const Passage&, const Passage&) = default;
    };

    std::vector<Sensor> sensors;
    std::vector<std::uint32_t> places;  ///< Number of a shape's sensor, as far as there are any.
    AabbTree tree;  ///< The ways of the sensors, where something is fast; user data: number.
    std::vector<Passage> passages;
    std::vector<SensorBegin> begins;
    std::vector<SensorEnd> ends;
    /// Of sensors that were destroyed or are none any more: published by the next step.
    std::vector<SensorEnd> pending_ends;

    [[nodiscard]] bool empty() const { return sensors.empty(); }
    void add(ShapeId shape);
    /// The shape must be a sensor; its overlaps end.
    void remove(ShapeId shape);
    [[nodiscard]] const Sensor& find(std::uint32_t shape) const { return sensors[places[shape]]; }
    [[nodiscard]] std::size_t bytes() const;
};

}  // namespace drystone
