// How far contacts yield, see contact_yield.h, written once over their lane type `Real`. Include it before
// contact_kernels-inl.h.

template <class Real>
struct YieldLanes {
    Real hardening, min_load_speed;
};

template <class Real>
DRYSTONE_LANE_INLINE YieldLanes<Real> yield_of(const ContactYield& yield) {
    return {Real::splat(yield.hardening), Real::splat(yield.min_load_speed)};
}

/// See `load_of`.
template <class Real>
DRYSTONE_LANE_INLINE Real load_of_lanes(Real impulse, Real mass, Real bearable,
                                        const YieldLanes<Real>& yield) {
    return lesser_of(impulse, greater_of(bearable, mass * yield.min_load_speed));
}

/// See `yielding_part`; 0 for an absent point.
template <class Real>
DRYSTONE_LANE_INLINE Real yielding_part_of_lanes(Real load, Real mass, const YieldLanes<Real>& yield) {
    const Real least = Real::splat(std::numeric_limits<float>::min());
    return mass / greater_of(mass + yield.hardening * load, least);
}

/// Returns what of its impulse a point gives back in a pass, before it is scaled: what it yields to, see
/// `yielding_impulse`, less what it has settled under. About 10 operations.
template <class Real>
DRYSTONE_LANE_INLINE Real given_back(const ContactBlock& block, int lane, int point, Real impulse, Real mass,
                                     const YieldLanes<Real>& yield) {
    const Real load = load_of_lanes(impulse, mass, Real::load(block.bearable + lane), yield);
    const Real yielding = (impulse - load) + load * yielding_part_of_lanes(load, mass, yield);
    return greater_of(yielding - Real::load(block.settled[point] + lane), Real::zero());
}

/// See `bias_of_overlap`; `whole` is the separation times the rate.
template <class Real>
DRYSTONE_LANE_INLINE Real bias_of_overlap_lanes(Real whole, Real shallow_bias) {
    return lesser_of(Real::splat(shallow_part) * whole, whole + shallow_bias);
}

/// Returns what a point that wakes has settled under: so much that it rests at the overlap that it has.
template <class Real>
DRYSTONE_LANE_INLINE Real settled_at_overlap(const ContactBlock& block, int lane, int point, Real mass,
                                             Real yielding, const SolverConstants& constants) {
    const Softness& softness = block.softness;
    const Real rate = Real::splat(softness.mass_scale * softness.bias_rate);
    const Real whole = rate * Real::load(block.separation[point] + lane);
    const Real bias =
        bias_of_overlap_lanes(whole, Real::splat(softness.impulse_scale * constants.shallow_speed));
    const Real scale = Real::splat(softness.impulse_scale > 0.0f ? 1.0f / softness.impulse_scale : 0.0f);
    return greater_of(yielding + bias * mass * scale, Real::zero());
}

/// Moves what each point has settled under towards its share of the load that it yields to, but never back,
/// except that it never exceeds that: a contact that loses its load yields at once, and one whose load hardly
/// changes stays as it is. Each point settles soon under `soon_settled_share`, and both alike, and slowly,
/// under the rest. It takes longer the greater the load is, as what sways on it does: by the part that
/// yields, to the power of 3/4 at first, found by measuring. About 30 operations per point.
template <class Real>
DRYSTONE_LANE_INLINE void settle_lanes(ContactBlock& block, int lane, const SolverConstants& constants) {
    const Real zero = Real::zero();
    const YieldLanes<Real> yield = yield_of<Real>(constants.yield);
    const Real settling = Real::splat(constants.settling);
    const Real slow_settling = Real::splat(constants.slow_settling);
    const Real bearable = Real::load(block.bearable + lane);
    Real settled[2], end[2];
    Real lack = zero;
    Real points = zero;
    for (int i = 0; i < 2; ++i) {
        const Real mass = Real::load(block.normal_mass[i] + lane);
        const Real load = load_of_lanes(Real::load(block.normal_impulse[i] + lane), mass, bearable, yield);
        const Real part = yielding_part_of_lanes(load, mass, yield);
        const Real yielding = load * part;
        const Real soon = Real::splat(soon_settled_share) * yielding;
        end[i] = Real::splat(settled_share) * yielding;
        const Real kept = Real::load(block.settled[i] + lane);
        const Real before =
            select(kept < zero, settled_at_overlap(block, lane, i, mass, yielding, constants), kept);
        const Real change =
            settling * square_root(part * square_root(part)) * greater_of(soon - before, zero);
        settled[i] = lesser_of(before + change, yielding);
        lack = lack + slow_settling * part * greater_of(end[i] - settled[i], zero);
        points = points + select(zero < mass, Real::splat(1.0f), zero);
    }
    const Real slowly = lack / greater_of(points, Real::splat(1.0f));
    for (int i = 0; i < 2; ++i) {
        greater_of(settled[i], lesser_of(settled[i] + slowly, end[i])).store(block.settled[i] + lane);
    }
    // The search for loads writes it again while there are some, in every fourth step at the latest.
    const Real half = Real::splat(0.5f) * bearable;
    select(half > Real::splat(std::numeric_limits<float>::min()), half, Real::zero())
        .store(block.bearable + lane);
}
