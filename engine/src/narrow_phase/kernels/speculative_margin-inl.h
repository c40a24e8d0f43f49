// Contact margins of sixteen candidates. Written once over the lane type `Real`; include after
// simd/lane_math-inl.h. Eight gathers and about 80 operations per pair; the gathers are the bottleneck.

/// Returns whether the fat boxes, as rows of lower and upper corner, have no point in common.
template <class Real>
DRYSTONE_LANE_INLINE typename Real::Mask have_parted(const BodyRows<Real>& a, const BodyRows<Real>& b) {
    return either(either(a.x > b.w, b.x > a.w), either(a.y > b.m, b.y > a.m));
}

/// Computes the margins, see `SpeculativeMargin`, with the operations of `sweep_candidates`.
template <class Real>
void find_speculative_margins(const CandidateLanes& candidates, const CandidateInput& input, Row& reach) {
    for (int lane = 0; lane < block_lanes; lane += Real::width) {
        BodyRows<Real> box_a, box_b, pose_a, pose_b, velocity_a, velocity_b, rest_a, rest_b;
        gather_rows<4, 0>(input.fat_boxes, candidates.shape_a + lane, box_a);
        gather_rows<4, 0>(input.fat_boxes, candidates.shape_b + lane, box_b);
        gather_rows<4, 0>(input.poses, candidates.body_a + lane, pose_a);
        gather_rows<4, 0>(input.poses, candidates.body_b + lane, pose_b);
        gather_rows<4, 0>(input.velocities, candidates.body_a + lane, velocity_a);
        gather_rows<4, 0>(input.velocities, candidates.body_b + lane, velocity_b);
        gather_rows<4, 0>(input.damping_and_sleep, candidates.body_a + lane, rest_a);
        gather_rows<4, 0>(input.damping_and_sleep, candidates.body_b + lane, rest_b);
        const Real zero = Real::zero();
        const Real margin = Real::splat(input.margin);
        const Real extent_a = rest_a.m;
        const Real extent_b = rest_b.m;
        const Real maximum = Real::splat(circle_tolerance) * (extent_a + extent_b + margin);
        const Real x = pose_b.x - pose_a.x;
        const Real y = pose_b.y - pose_a.y;

        const Real time_step = Real::splat(input.time_step);
        const Real way_x = time_step * (velocity_b.x - velocity_a.x);
        const Real way_y = time_step * (velocity_b.y - velocity_a.y);
        const Real squared_way = way_x * way_x + way_y * way_y;
        const Real turning =
            time_step * (absolute(velocity_a.w) * extent_a + absolute(velocity_b.w) * extent_b);
        const Real left = Real::splat(input.min_speculative_motion) - turning;
        const auto slow = both(left > zero, squared_way < left * left);
        // Closest approach of the centres within the step; slow bodies are tested where they are.
        const Real nearest = (zero - (x * way_x + y * way_y)) / greater_of(squared_way, Real::splat(1e-12f));
        const Real t = select(slow, zero, lesser_of(greater_of(nearest, zero), Real::splat(1.0f)));
        const Real then_x = x + t * way_x;
        const Real then_y = y + t * way_y;
        const auto apart = then_x * then_x + then_y * then_y > maximum * maximum;
        const Real swept = greater_of(square_root(squared_way) + turning, margin);
        const Real near = select(slow, margin, swept);
        const Real found = select(apart, Real::splat(SpeculativeMargin::apart), near);
        select(have_parted(box_a, box_b), Real::splat(SpeculativeMargin::parted), found).store(reach + lane);
    }
}
