#pragma once

#include "store/joint_store.h"

namespace drystone {

// Conversion of each joint type to rows; one source file per type.

JointRows make_rows(const DistanceJoint& joint);
JointRows make_rows(const RevoluteJoint& joint);
JointRows make_rows(const PrismaticJoint& joint);
JointRows make_rows(const WheelJoint& joint);
JointRows make_rows(const WeldJoint& joint);
JointRows make_rows(const MotorJoint& joint);
JointRows make_rows(const MouseJoint& joint);
JointRows make_rows(const FrictionJoint& joint);
JointRows make_rows(const RatchetJoint& joint);
JointRows make_rows(const GenericJoint& joint);

/// Makes a degree of freedom with the given limit, motor and spring; it is free where they are absent.
JointDegree make_degree(const std::optional<JointLimit>& limit, const std::optional<JointMotor>& motor,
                        const std::optional<JointSpring>& spring);
/// Makes a locked degree of freedom.
JointDegree locked_degree();
/// Returns the direction of a vector, which must not be zero.
Rot direction_of(const Vec2& axis);
/// Makes the rows of a frame with the given anchors [m], axis and reference angle [rad]; all degrees are
/// free.
JointRows make_frame(const Vec2& anchor_a, const Vec2& anchor_b, const Vec2& axis_a, float reference_angle);

}  // namespace drystone
