// Bounds of the errors at the end of a sub-step, from changes of velocity: often they are so small that the
// errors themselves need not be computed.
#include "joints/direct/direct_joints.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

/// Returns a bound of the vector's length.
double bound_of(const DoubleVector& v) { return std::abs(v.x) + std::abs(v.y); }
double bound_of(const Twist& v) { return std::abs(v.x) + std::abs(v.y); }

/// Bounds of the motion of a joint's bodies in a sub-step, from velocities or from their changes.
struct MotionBound {
    double turn_a, turn_b;  ///< [rad]
    double apart;           ///< Way of B's anchor relative to A's [m].
};

MotionBound motion_bound(double h, const JointArms& arms, const Twist& a, const Twist& b) {
    const double turn_a = h * std::abs(a.w);
    const double turn_b = h * std::abs(b.w);
    return {turn_a, turn_b,
            h * bound_of(Twist{b.x - a.x, b.y - a.y, 0.0}) + turn_a * bound_of(arms.a) +
                turn_b * bound_of(arms.b)};
}

}  // namespace

/// Returns a bound of the error of a link at the end of the sub-step that its rows do not see in `changes_`:
/// they are those of the start of the sub-step, and anchors move along arcs.
double DirectJoints::bend_bound(double h, const Link& link) const {
    if (link.own.kind == JointKind::Distance) {
        return std::numeric_limits<double>::max();
    }
    const auto change_of = [&](std::int32_t node) {
        return node == Link::massless ? Twist{} : changes_[static_cast<std::size_t>(node)];
    };
    const MotionBound before =
        motion_bound(h, link.arms, bodies_[link.body_a].velocity, bodies_[link.body_b].velocity);
    const MotionBound change = motion_bound(h, link.arms, change_of(link.node_a), change_of(link.node_b));
    const double turn_a = before.turn_a + change.turn_a;
    const double turn_b = before.turn_b + change.turn_b;
    const double arcs =
        change.turn_a * turn_a * bound_of(link.arms.a) + change.turn_b * turn_b * bound_of(link.arms.b);
    if (link.own.kind != JointKind::Frame) {
        return arcs;
    }
    // The axis turns with A.
    return arcs + change.apart * turn_a + before.apart * change.turn_a +
           bound_of(link.arms.separation) * change.turn_a * turn_a;
}

}  // namespace drystone
