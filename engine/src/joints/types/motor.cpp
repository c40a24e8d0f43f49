#include "joints/types/joint_types.h"

namespace drystone {

JointRows make_rows(const MotorJoint& joint) {
    JointRows rows = make_frame(joint.anchor_a, joint.anchor_b, Vec2{1.0f, 0.0f}, joint.reference_angle);
    rows.degrees[0] = make_degree(std::nullopt, JointMotor{joint.linear_velocity.x, joint.maximum_force},
                                  joint.linear_spring);
    rows.degrees[1] = make_degree(std::nullopt, JointMotor{joint.linear_velocity.y, joint.maximum_force},
                                  joint.linear_spring);
    rows.degrees[2] = make_degree(std::nullopt, JointMotor{joint.angular_velocity, joint.maximum_torque},
                                  joint.angular_spring);
    for (JointDegree& degree : rows.degrees) {
        degree.spring.target = 0.0f;
    }
    rows.isotropic = true;
    return rows;
}

}  // namespace drystone
