#include "joints/types/joint_types.h"

#include <cmath>

namespace drystone {

JointDegree make_degree(const std::optional<JointLimit>& limit, const std::optional<JointMotor>& motor,
                        const std::optional<JointSpring>& spring) {
    JointDegree degree;
    degree.limit = limit.value_or(degree.limit);
    degree.motor = motor.value_or(degree.motor);
    if (spring) {
        degree.spring = {spring->frequency, spring->damping_ratio, spring->target, spring->maximum};
        degree.sense = spring->sense;
    }
    return degree;
}

JointDegree locked_degree() {
    JointDegree degree;
    degree.locked = true;
    return degree;
}

Rot direction_of(const Vec2& axis) {
    const double x = static_cast<double>(axis.x);
    const double y = static_cast<double>(axis.y);
    const double length = std::sqrt(x * x + y * y);
    return {static_cast<float>(x / length), static_cast<float>(y / length)};
}

JointRows make_frame(const Vec2& anchor_a, const Vec2& anchor_b, const Vec2& axis_a, float reference_angle) {
    JointRows rows;
    rows.kind = JointKind::Frame;
    rows.anchor_a = anchor_a;
    rows.anchor_b = anchor_b;
    rows.axis = direction_of(axis_a);
    rows.reference_angle = reference_angle;
    return rows;
}

}  // namespace drystone
