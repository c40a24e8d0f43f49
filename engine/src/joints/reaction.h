#pragma once

#include "store/body_store.h"
#include "store/joint_store.h"

namespace drystone {

/// What a joint does to body B.
struct JointReaction {
    Vec2 force{0.0f, 0.0f};  ///< [N]
    float torque = 0.0f;     ///< [N m]
};

/// From the impulses of the last sub-step, with the directions that the bodies' poses give.
/// `record` is that of the joint, with the impulses that its lane holds.
JointReaction find_reaction(const BodyStore& bodies, const JointStore& joints, std::uint32_t joint,
                            const JointRecord& record, float inverse_h);

/// From A's anchor to B's in the world [m].
Vec2 anchor_separation(const BodyStore& bodies, const JointRecord& record);

}  // namespace drystone
