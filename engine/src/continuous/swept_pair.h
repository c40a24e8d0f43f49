#pragma once

#include <drystone/collision/time_of_impact.h>

#include "continuous/continuous_context.h"

#include <cstdint>

namespace drystone {

/// Two moving shapes, with the geometry that the first one is to meet: the other shape as it is or, for a
/// segment with neighbours, extended beyond ends that are hidden behind these. The sweeps must outlive the
/// object.
class SweptPair {
public:
    SweptPair(const ContinuousContext& context, std::uint32_t first_shape, const Sweep& first_sweep,
              std::uint32_t other_shape, const Sweep& sweep_of_other);
    SweptPair(const SweptPair&) = delete;
    SweptPair& operator=(const SweptPair&) = delete;
    SweptPair(SweptPair&&) = delete;
    SweptPair& operator=(SweptPair&&) = delete;
    ~SweptPair() = default;

    /// Returns the pose of the other body at the start.
    [[nodiscard]] Pose other_start() const {
        const Rot& rotation = other_sweep.rotation_start;
        return {other_sweep.center_start - rotate(rotation, other_sweep.local_center), rotation};
    }

    std::uint32_t shape;
    const Sweep& sweep;
    std::uint32_t other;
    const Sweep& other_sweep;
    ConvexCore core;  ///< Core of the first shape.
    ConvexCore wall;  ///< Core that it is to meet.

private:
    SmallCore drawn_;
};

}  // namespace drystone
