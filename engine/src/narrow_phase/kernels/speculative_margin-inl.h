// Contact margins of sixteen pairs. Written once over the lane type `Real`; include after
// simd/lane_math-inl.h. Six to eight gathers and about 80 operations per pair; the gathers are the
// bottleneck.

/// Returns whether the fat boxes, as rows of lower and upper corner, have no point in common.
template <class Real>
DRYSTONE_LANE_INLINE typename Real::Mask have_parted(const BodyRows<Real>& a, const BodyRows<Real>& b) {
    return either(either(a.x > b.w, b.x > a.w), either(a.y > b.m, b.y > a.m));
}

/// Motion of sixteen pairs of bodies within the step.
template <class Real>
struct PairMotion {
    Real x, y;            ///< From the centre of mass of A to that of B [m].
    Real way_x, way_y;    ///< Displacement of B relative to A [m].
    Real spin_a, spin_b;  ///< Upper bounds for the speeds of points by the turns [m/s].
    Real extents;         ///< Sum of the radii of the bounding circles [m].
};

template <class Real>
DRYSTONE_LANE_INLINE PairMotion<Real> find_motion(const std::int32_t* bodies_a, const std::int32_t* bodies_b,
                                                  const CandidateInput& input) {
    BodyRows<Real> pose_a, pose_b, velocity_a, velocity_b, rest_a, rest_b;
    gather_rows<4, 0>(input.poses, bodies_a, pose_a);
    gather_rows<4, 0>(input.poses, bodies_b, pose_b);
    gather_rows<4, 0>(input.velocities, bodies_a, velocity_a);
    gather_rows<4, 0>(input.velocities, bodies_b, velocity_b);
    gather_rows<4, 0>(input.damping_and_sleep, bodies_a, rest_a);
    gather_rows<4, 0>(input.damping_and_sleep, bodies_b, rest_b);
    const Real time_step = Real::splat(input.time_step);
    return {pose_b.x - pose_a.x,
            pose_b.y - pose_a.y,
            time_step * (velocity_b.x - velocity_a.x),
            time_step * (velocity_b.y - velocity_a.y),
            absolute(velocity_a.w) * rest_a.m,
            absolute(velocity_b.w) * rest_b.m,
            rest_a.m + rest_b.m};
}

/// Returns the margins of bodies, see `SpeculativeMargin`, with the operations of `sweep_candidates`.
template <class Real>
DRYSTONE_LANE_INLINE Real margin_of(const PairMotion<Real>& motion, const CandidateInput& input) {
    const Real zero = Real::zero();
    const Real margin = Real::splat(input.margin);
    const Real maximum = Real::splat(circle_tolerance) * (motion.extents + margin);
    const Real way_x = motion.way_x;
    const Real way_y = motion.way_y;
    const Real squared_way = way_x * way_x + way_y * way_y;
    const Real turning = Real::splat(input.time_step) * (motion.spin_a + motion.spin_b);
    const Real left = margin - turning;
    const auto slow = both(left > zero, squared_way < left * left);
    // Closest approach of the centres within the step; slow bodies are tested where they are.
    const Real nearest =
        (zero - (motion.x * way_x + motion.y * way_y)) / greater_of(squared_way, Real::splat(1e-12f));
    const Real t = select(slow, zero, lesser_of(greater_of(nearest, zero), Real::splat(1.0f)));
    const Real x = motion.x + t * way_x;
    const Real y = motion.y + t * way_y;
    const auto apart = x * x + y * y > maximum * maximum;
    const Real swept = greater_of(square_root(squared_way) + turning, margin);
    return select(apart, Real::splat(SpeculativeMargin::apart), select(slow, margin, swept));
}

/// Computes the margins of candidates, see `SpeculativeMargin`.
template <class Real>
void find_speculative_margins(const CandidateLanes& candidates, const CandidateInput& input, Row& reach,
                              int lanes) {
    for (int lane = 0; lane < lanes; lane += Real::width) {
        BodyRows<Real> box_a, box_b;
        gather_rows<4, 0>(input.fat_boxes, candidates.shape_a + lane, box_a);
        gather_rows<4, 0>(input.fat_boxes, candidates.shape_b + lane, box_b);
        const Real found =
            margin_of(find_motion<Real>(candidates.body_a + lane, candidates.body_b + lane, input), input);
        select(have_parted(box_a, box_b), Real::splat(SpeculativeMargin::parted), found).store(reach + lane);
    }
}

/// Computes how far the bodies of contacts move towards each other within the step, see
/// `NarrowKernels::find_motions`.
template <class Real>
void find_motions(const LanePairs& pairs, const CandidateInput& input, Row& moved, int lanes) {
    for (int lane = 0; lane < lanes; lane += Real::width) {
        const PairMotion<Real> motion = find_motion<Real>(pairs.body_a + lane, pairs.body_b + lane, input);
        margin_of(motion, input).store(moved + lane);
    }
}
