#pragma once

#include "store/body_store.h"
#include "store/joint_store.h"

#include <vector>

namespace drystone {

/// Where a joint is in the world.
struct JointWorldFrame {
    Vec2 anchor_a{0.0f, 0.0f};
    Vec2 anchor_b{0.0f, 0.0f};
    Rot axis{};  ///< The direction in which translations count.
};

/// Of cables the first and the last point; of gears the middles of the joints that they couple are not known
/// here, so they are at the bodies' origins.
JointWorldFrame world_frame_of(const BodyStore& bodies, const JointRecord& record,
                               const std::vector<CablePoint>& cable);

/// Where a cable runs through.
Vec2 world_point_of(const BodyStore& bodies, const CablePoint& point);

}  // namespace drystone
