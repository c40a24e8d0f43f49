#pragma once

#include <drystone/collision/aabb_tree.h>
#include <drystone/collision/time_of_impact.h>
#include <drystone/events.h>

#include "store/body_store.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// A sensor, the shapes inside, and the results of the current step.
struct Sensor {
    ShapeId shape;
    AabbTree::Proxy proxy = 0;
    std::vector<ShapeId> inside;  ///< After the last step, sorted by slot.

    // Data of the current step.
    bool moves_far = false;
    Sweep sweep;
    std::vector<ShapeId> found;         ///< Shapes that are inside now, sorted by slot.
    std::vector<std::uint32_t> beside;  ///< Shapes that are not inside, but may have met the sensor.
    std::vector<ShapeId> crossed;       ///< Shapes of `beside` that passed through, sorted by slot.
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.shape, self.proxy, self.inside);
    }
};

/// The sensors of a world, in no special order, and their events.
struct SensorStore {
    /// A shape that may have passed through the sensor with this number.
    struct Passage {
        std::uint32_t sensor = 0;
        std::uint32_t visitor = 0;

        friend auto operator<=>(const Passage&, const Passage&) = default;
    };

    std::vector<Sensor> sensors;
    std::vector<std::uint32_t> places;  ///< Number of a shape's sensor; may be shorter than the shapes.
    AabbTree tree;  ///< Swept boxes of the sensors, if some shape is fast; user data: number.
    std::vector<Passage> passages;
    std::vector<SensorBegin> begins;
    std::vector<SensorEnd> ends;
    /// Ends at sensors that were destroyed or are no longer sensors; published by the next step.
    std::vector<SensorEnd> pending_ends;

    [[nodiscard]] bool empty() const { return sensors.empty(); }
    /// Makes room for the shape with this slot: adding it cannot run out of memory afterwards.
    void prepare(std::uint32_t slot);
    void add(ShapeId shape);
    /// Removes a shape, which must be a sensor; its overlaps end.
    void remove(ShapeId shape);
    [[nodiscard]] const Sensor& find(std::uint32_t shape) const { return sensors[places[shape]]; }
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.sensors, self.places, self.tree, self.pending_ends);
    }
    [[nodiscard]] std::size_t bytes() const;
};

}  // namespace drystone
