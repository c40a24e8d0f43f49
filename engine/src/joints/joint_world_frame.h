#pragma once

#include "store/body_store.h"
#include "store/joint_store.h"

#include <vector>

namespace drystone {

/// Anchors [m] and axis of a joint in the world.
struct JointWorldFrame {
    Vec2 anchor_a{0.0f, 0.0f};
    Vec2 anchor_b{0.0f, 0.0f};
    Rot axis{};  ///< Direction of the first coordinate: along the axis, or from A's anchor to B's.
};

/// Returns the frame of a joint. The anchors of a cable are its first and its last point; those of a gear are
/// the origins of body A of its first joint and body B of its second.
JointWorldFrame world_frame_of(const BodyStore& bodies, const JointRecord& record,
                               const std::vector<CablePoint>& cable);

/// Returns a point of a cable in the world [m].
Vec2 world_point_of(const BodyStore& bodies, const CablePoint& point);

}  // namespace drystone
