#include "joints/types/joint_types.h"

namespace drystone {

JointRows make_rows(const FrictionJoint& joint) {
    JointRows rows = make_frame(joint.anchor_a, joint.anchor_b, Vec2{1.0f, 0.0f}, 0.0f);
    rows.degrees[0] = make_degree(std::nullopt, JointMotor{0.0f, joint.maximum_force}, std::nullopt);
    rows.degrees[1] = rows.degrees[0];
    rows.degrees[2] = make_degree(std::nullopt, JointMotor{0.0f, joint.maximum_torque}, std::nullopt);
    rows.isotropic = true;
    return rows;
}

}  // namespace drystone
