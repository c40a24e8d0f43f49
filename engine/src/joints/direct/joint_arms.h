#pragma once

#include "joints/direct/direct_rows.h"

namespace drystone {

/// Returns the arms of a joint's anchors and their separation, at the given places.
inline JointArms arms_of(const DirectJoint& joint, const Place64& a, const Place64& b) {
    JointArms arms{turned(a.rotation, joint.anchor_a), turned(b.rotation, joint.anchor_b), {}};
    arms.separation = (b.center - a.center) + (arms.b - arms.a);
    return arms;
}

/// Returns the velocity of B's anchor relative to A's.
inline DoubleVector point_velocity(const JointArms& arms, const Twist& a, const Twist& b) {
    return {(b.x - arms.b.y * b.w) - (a.x - arms.a.y * a.w), (b.y + arms.b.x * b.w) - (a.y + arms.a.x * a.w)};
}

/// Returns whether the rows are those of a point, along x and y, and no others but maybe one of limits:
/// then most of the products with them are zero.
inline bool is_pin(const DirectJoint& joint) {
    return (joint.kind == JointKind::Point || joint.kind == JointKind::Hinge) && !joint.has_row[2];
}

}  // namespace drystone
