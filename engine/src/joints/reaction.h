#pragma once

#include "store/body_store.h"
#include "store/joint_store.h"

namespace drystone {

/// Force and torque of a joint on body B.
struct JointReaction {
    Vec2 force{0.0f, 0.0f};  ///< [N]
    float torque = 0.0f;     ///< [N m]
};

/// Computes a joint's reaction from the impulses of the last sub-step and the current poses. `record` is the
/// joint's record or a copy, with the impulses from its lane.
JointReaction find_reaction(const BodyStore& bodies, const JointStore& joints, std::uint32_t joint,
                            const JointRecord& record, float inverse_h);

/// Returns the vector from A's anchor to B's in the world [m].
Vec2 anchor_separation(const BodyStore& bodies, const JointRecord& record);

}  // namespace drystone
