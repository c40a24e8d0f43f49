// Approach speeds of the bodies of a contact block, for restitution. Written once over the lane type `Real`;
// include after simd/lane_math-inl.h. Two gathers, about 30 operations and two square roots per contact.

/// Computes the change of the lanes' normal velocity by forces in a sub-step [m/s]. Uses scalar loads because
/// the deltas are stored in blocks of slots.
inline void write_leaving_gains(const ContactBlock& block, const IntegrationBlock* integration, Row& gains,
                                int lanes) {
    for (int lane = 0; lane < lanes; ++lane) {
        const std::size_t slot_a = slot_of_state(block.state_a[lane]);
        const std::size_t slot_b = slot_of_state(block.state_b[lane]);
        const IntegrationBlock& a = integration[slot_a / block_lanes];
        const IntegrationBlock& b = integration[slot_b / block_lanes];
        gains[lane] =
            block.normal_x[lane] *
                (b.velocity_delta_x[slot_b % block_lanes] - a.velocity_delta_x[slot_a % block_lanes]) +
            block.normal_y[lane] *
                (b.velocity_delta_y[slot_b % block_lanes] - a.velocity_delta_y[slot_a % block_lanes]);
    }
}

/// Returns the normal velocity after the gap has closed: v^2 - 2 a s of the fall through it.
template <class Real>
DRYSTONE_LANE_INLINE Real speed_of_impact(Real approach, Real acceleration, Real gap) {
    const auto falls = both(approach<Real::zero(), gap> Real::zero());
    const Real squared = approach * approach - Real::splat(2.0f) * acceleration * gap;
    const Real after = Real::zero() - square_root(select(squared > Real::zero(), squared, Real::zero()));
    return select(falls, after, approach);
}

/// Computes the normal velocities with which the bodies would meet in this step.
template <class Real>
void write_approach_speeds(const ApproachInput& input, const ContactBlock& block, ImpactBlock& impacts,
                           int lanes) {
    alignas(64) Row gains{};
    write_leaving_gains(block, input.integration, gains, lanes);
    const auto* const states = reinterpret_cast<const float*>(input.states);
    for (int lane = 0; lane < lanes; lane += Real::width) {
        BodyRows<Real> a, b;  // (velocity, angular velocity, inverse mass)
        gather_rows<1, 0>(states, block.state_a + lane, a);
        gather_rows<1, 0>(states, block.state_b + lane, b);
        const Real approach =
            Real::load(block.normal_x + lane) * (b.x - a.x) + Real::load(block.normal_y + lane) * (b.y - a.y);
        const Real acceleration = Real::splat(input.inverse_h) * Real::load(gains + lane);
        for (int i = 0; i < 2; ++i) {
            const Real of_point = approach + (b.w * Real::load(block.normal_arm_b[i] + lane) -
                                              a.w * Real::load(block.normal_arm_a[i] + lane));
            Real::zero().store(impacts.max_impulse[i] + lane);
            Real::zero().store(impacts.bounce_normal[i] + lane);
            Real::zero().store(impacts.bounce_friction[i] + lane);
            speed_of_impact(of_point, acceleration, Real::load(block.separation[i] + lane))
                .store(impacts.approach_speed[i] + lane);
        }
    }
}
