#include "joints/types/joint_types.h"

namespace drystone {

JointRows make_rows(const MouseJoint& joint) {
    JointRows rows = make_frame(joint.target, joint.anchor_b, Vec2{1.0f, 0.0f}, 0.0f);
    const JointSpring spring{joint.frequency, joint.damping_ratio, 0.0f, joint.maximum_force};
    rows.degrees[0] = make_degree(std::nullopt, std::nullopt, spring);
    rows.degrees[1] = rows.degrees[0];
    rows.isotropic = true;
    return rows;
}

}  // namespace drystone
