#include "joints/types/joint_types.h"

namespace drystone {

JointRows make_rows(const WeldJoint& joint) {
    JointRows rows = make_frame(joint.anchor_a, joint.anchor_b, Vec2{1.0f, 0.0f}, joint.reference_angle);
    const auto hold = [](const std::optional<JointSpring>& spring) {
        JointDegree degree = spring ? make_degree(std::nullopt, std::nullopt, spring) : locked_degree();
        degree.spring.target = 0.0f;
        return degree;
    };
    rows.degrees[0] = hold(joint.linear_spring);
    rows.degrees[1] = rows.degrees[0];
    rows.degrees[2] = hold(joint.angular_spring);
    rows.isotropic = true;
    return rows;
}

}  // namespace drystone
