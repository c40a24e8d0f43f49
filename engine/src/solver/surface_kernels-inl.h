// Additions to the contact kernels for blocks with a `SurfaceBlock`, written once over the lane type `Real`.
// Include it after contact_kernels-inl.h. Lanes of default surfaces give the same bits as the plain kernels:
// the additions there subtract a positive zero.

/// Returns the softness of each lane. A spring pushes only while the surfaces overlap, not across a gap.
template <class Real>
DRYSTONE_LANE_INLINE BiasLanes<Real> softness_of_lanes(const SurfaceBlock& surfaces, int lane,
                                                       const SolverConstants& constants) {
    const Real zero = Real::zero();
    const Real one = Real::splat(1.0f);
    const auto spring = Real::load(surfaces.is_spring + lane) > zero;
    return {select(spring, zero, Real::splat(constants.inverse_h)),
            select(spring, zero, one),
            select(spring, one, zero),
            Real::load(surfaces.lowest_bias + lane),
            Real::load(surfaces.bias_rate + lane),
            select(spring, zero,
                   Real::load(surfaces.impulse_scale + lane) * Real::splat(constants.shallow_speed)),
            Real::load(surfaces.mass_scale + lane),
            Real::load(surfaces.impulse_scale + lane),
            select(spring, Real::splat(std::numeric_limits<float>::max()),
                   Real::splat(constants.max_push_out_velocity)),
            {select(spring, zero, Real::splat(constants.yield.hardening)),
             Real::splat(constants.yield.min_load_speed)}};
}

/// Surface properties of the lanes in a relax pass.
template <class Real>
struct LaneSurfaces {
    SurfaceBlock& block;
    int lane;

    /// Returns the effective mass of a normal row; 0 for springs, whose motion a relax pass must not remove.
    [[nodiscard]] DRYSTONE_LANE_INLINE Real relaxed_mass(Real mass, Real, Real) const {
        return select(Real::load(block.is_spring + lane) > Real::zero(), Real::zero(), mass);
    }
    /// Returns the slip speed from B's velocity relative to A along the tangent, which is n turned by -90
    /// degrees. The surface of A runs along the tangent, that of B against it.
    [[nodiscard]] DRYSTONE_LANE_INLINE Real slip(Real velocity) const {
        return velocity - Real::load(block.tangent_speed + lane);
    }
    /// Returns what static friction adds to the coefficients: nothing where both points slide. They do where
    /// the impulse that would stop them exceeds static friction by half. A load that begins at once leaves
    /// some slip for the next sub-steps, since the effective mass of a friction row does not know that the
    /// normal impulses keep the body from turning: it is the part p of that along the tangent, and the
    /// impulse of sub-step k is 1 - cos(a)^k cos(k a) times the load, with cos(a)^2 = 1 - p. For a
    /// homogeneous box p is at least 1/4, and the impulse at most 1.42 times the load.
    [[nodiscard]] DRYSTONE_LANE_INLINE Real grip(Real wanted, Real coefficient, Real normal) const {
        const Real extra = Real::load(block.static_friction + lane);
        const Real reach = Real::splat(1.5f) * normal;
        const Real upper = (reverse_of(coefficient) + extra) * reach;
        const Real lower = Real::zero() - (coefficient + extra) * reach;
        return select(both(wanted < upper, lower < wanted), extra, Real::zero());
    }
    /// Returns the friction impulse of a point: against B's slip along the tangent at most that of the
    /// coefficient, against the tangent that of both together. About 10 operations.
    [[nodiscard]] DRYSTONE_LANE_INLINE Real friction(Real velocity, Real mass, Real coefficient, Real normal,
                                                     Real impulse, Real grip) const {
        const Real wanted = impulse - mass * velocity;
        const Real upper = (reverse_of(coefficient) + grip) * normal;
        const Real lower = Real::zero() - (coefficient + grip) * normal;
        return greater_of(select(wanted > upper, upper, wanted), lower);
    }
    [[nodiscard]] DRYSTONE_LANE_INLINE Real reverse_of(Real coefficient) const {
        return greater_of(coefficient + Real::load(block.reverse_friction + lane), Real::zero());
    }
    /// Applies a torque against the relative rotation, limited by the normal impulses. About 20 operations.
    DRYSTONE_LANE_INLINE void resist_rolling(ContactFrame<Real>& frame, const Real (&impulse)[2]) const {
        const Real turn_a = Real::load(block.turn_a + lane);
        const Real turn_b = Real::load(block.turn_b + lane);
        const Real old = Real::load(block.rolling_impulse + lane);
        const Real limit = Real::load(block.rolling_length + lane) * (impulse[0] + impulse[1]);
        const Real resisted = friction_impulse(frame.b.w * turn_b - frame.a.w * turn_a,
                                               Real::load(block.rolling_mass + lane), limit, old);
        resisted.store(block.rolling_impulse + lane);
        frame.a.w = frame.a.w - frame.a.m * turn_a * (resisted - old);
        frame.b.w = frame.b.w - frame.b.m * turn_b * (old - resisted);
    }
};

/// Adds the accumulated rolling impulses to the velocities.
template <class Real>
DRYSTONE_LANE_INLINE void warm_start_rolling(const ContactBlock& block, const SurfaceBlock& surfaces,
                                             int lane, BodySolverState* states) {
    ContactFrame<Real> frame = load_frame<Real>(block, lane, states);
    const Real impulse = Real::load(surfaces.rolling_impulse + lane);
    const Real back = Real::zero() - impulse;
    frame.a.w = frame.a.w - frame.a.m * Real::load(surfaces.turn_a + lane) * impulse;
    frame.b.w = frame.b.w - frame.b.m * Real::load(surfaces.turn_b + lane) * back;
    store_velocities(block, lane, frame, states);
}
