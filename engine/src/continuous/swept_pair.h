#pragma once

#include "continuous/continuous.h"

#include <cstdint>

namespace drystone {

/// Two moving shapes, and how the first is to meet the other: as it is or, a segment of a chain, drawn out
/// beyond ends that are hidden behind its neighbours. The sweeps must stay.
class SweptPair {
public:
    SweptPair(const ContinuousContext& context, std::uint32_t first_shape, const Sweep& first_sweep,
              std::uint32_t other_shape, const Sweep& sweep_of_other);
    SweptPair(const SweptPair&) = delete;
    SweptPair& operator=(const SweptPair&) = delete;
    SweptPair(SweptPair&&) = delete;
    SweptPair& operator=(SweptPair&&) = delete;
    ~SweptPair() = default;

    /// The pose of the other body at the start.
    [[nodiscard]] Pose other_start() const {
        const Rot& rotation = other_sweep.rotation_start;
        return {other_sweep.center_start - rotate(rotation, other_sweep.local_center), rotation};
    }

    std::uint32_t shape;
    const Sweep& sweep;
    std::uint32_t other;
    const Sweep& other_sweep;
    ConvexCore core;  ///< Of the shape.
    ConvexCore wall;  ///< What it is to meet.

private:
    SmallCore drawn_;
};

}  // namespace drystone
