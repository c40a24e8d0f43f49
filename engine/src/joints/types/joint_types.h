#pragma once

#include "store/joint_store.h"

namespace drystone {

// Each joint type in the terms of its rows; a file a type.

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

/// A degree of freedom that is free except for what is given.
JointDegree make_degree(const std::optional<JointLimit>& limit, const std::optional<JointMotor>& motor,
                        const std::optional<JointSpring>& spring);
/// One that is locked.
JointDegree locked_degree();
/// The direction of a vector that is not zero.
Rot direction_of(const Vec2& axis);
/// A frame with the given anchors, everything free.
JointRows make_frame(const Vec2& anchor_a, const Vec2& anchor_b, const Vec2& axis_a, float reference_angle);

}  // namespace drystone
