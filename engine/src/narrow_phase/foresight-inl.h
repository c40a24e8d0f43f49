// Which points of a manifold may touch within the step, see foresight.h; written once over the lane type
// `Real`; to be included after narrow_phase/lane_manifold-inl.h. About 60 operations and four gathers a pair,
// where something is fast.

/// How far surfaces may be apart before it is asked who is fast.
template <class Real>
DRYSTONE_LANE_INLINE Real greatest_reach(const FrameInput& input) {
    return Real::splat(input.velocities != nullptr ? 1e30f : input.margin);
}

/// Leaves of the points those that are nearer than the margin, and those that would meet within the step.
/// `radius` is that of both shapes together.
template <class Real>
DRYSTONE_LANE_INLINE void drop_far_points(const std::int32_t* body_a, const std::int32_t* body_b, Real radius,
                                          const FrameInput& input, LaneManifold<Real>& manifold) {
    if (input.velocities == nullptr) {
        return;
    }
    BodyRows<Real> pose_a, pose_b, velocity_a, velocity_b;
    gather_rows<4, 0>(input.poses, body_a, pose_a);
    gather_rows<4, 0>(input.poses, body_b, pose_b);
    gather_rows<4, 0>(input.velocities, body_a, velocity_a);
    gather_rows<4, 0>(input.velocities, body_b, velocity_b);
    const Real time_step = Real::splat(input.time_step);
    const Real margin = Real::splat(input.margin);
    const LaneVector<Real>& n = manifold.normal;
    // Aside, the points may go as far as the faces face each other, or as far as makes the margin's
    // difference: so much all contacts may be wrong by. Beside the top of a circle that is the root of 2 r
    // margin.
    const LaneVector<Real> between{manifold.arm_a[1].x - manifold.arm_a[0].x,
                                   manifold.arm_a[1].y - manifold.arm_a[0].y};
    const auto face = both(manifold.feature[0] > Real::zero(), manifold.feature[1] > Real::zero());
    const Real width = select(face, absolute(between.x * n.y - between.y * n.x), Real::zero());
    const Real corner = greater_of(square_root(Real::splat(2.0f) * margin * radius), margin);
    const Real room = greater_of(width, corner);
    for (int i = 0; i < 2; ++i) {
        const LaneVector<Real>& arm_a = manifold.arm_a[i];
        const LaneVector<Real> arm_b{arm_a.x + (pose_a.x - pose_b.x), arm_a.y + (pose_a.y - pose_b.y)};
        const Real x = (velocity_a.x - velocity_a.w * arm_a.y) - (velocity_b.x - velocity_b.w * arm_b.y);
        const Real y = (velocity_a.y + velocity_a.w * arm_a.x) - (velocity_b.y + velocity_b.w * arm_b.x);
        const Real nearer = time_step * (x * n.x + y * n.y);
        const Real aside = time_step * absolute(x * n.y - y * n.x);
        const Real separation = manifold.separation[i];
        const auto misses = either(separation > nearer, separation * aside > nearer * room);
        manifold.feature[i] = select(both(separation > margin, misses), Real::zero(), manifold.feature[i]);
    }
}
