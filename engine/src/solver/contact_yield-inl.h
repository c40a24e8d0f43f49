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

/// Moves what the points have settled under towards their shares of the load that they yield to, and never
/// beyond all of it: a contact that loses its load yields at once. Each point settles soon under
/// `soon_settled_share`, and both alike, and slower, under the rest; both take longer the greater the load
/// is, as what sways on it does: by powers of the part that yields, the first found by measuring.
///
/// To settle lifts what lies on the contact. Where contacts hold each other, as in a pile, one that never
/// ended would jack up its load until something slips. So a contact stops after `settling_time`, and begins
/// again only when it has more than `settling_slack` of its load left to settle under. About 35 operations
/// per point.
template <class Real>
DRYSTONE_LANE_INLINE void settle_lanes(ContactBlock& block, int lane, const SolverConstants& constants) {
    const Real zero = Real::zero();
    const Real time_step = Real::splat(constants.time_step);
    const YieldLanes<Real> yield = yield_of<Real>(constants.yield);
    const Real bearable = Real::load(block.bearable + lane);
    Real settled[2], yielding[2], part[2];
    Real loads = zero, lack = zero, points = zero;
    Real slowest = Real::splat(1.0f);
    for (int i = 0; i < 2; ++i) {
        const Real mass = Real::load(block.normal_mass[i] + lane);
        const Real load = load_of_lanes(Real::load(block.normal_impulse[i] + lane), mass, bearable, yield);
        part[i] = yielding_part_of_lanes(load, mass, yield);
        yielding[i] = load * part[i];
        const Real kept = Real::load(block.settled[i] + lane);
        settled[i] = lesser_of(
            select(kept < zero, settled_at_overlap(block, lane, i, mass, yielding[i], constants), kept),
            yielding[i]);
        loads = loads + load;
        lack = lack + (yielding[i] - settled[i]);
        points = points + select(zero < mass, Real::splat(1.0f), zero);
        slowest = select(zero < mass, lesser_of(slowest, part[i]), slowest);
    }
    const Real age =
        select(lack < Real::splat(settling_slack) * loads, Real::load(block.settling_age + lane), zero);
    (age + slowest * time_step).store(block.settling_age + lane);
    const auto settles = age < Real::splat(settling_time);
    const Real settling = select(settles, Real::splat(constants.settling), zero);
    const Real slow_settling = select(settles, Real::splat(constants.slow_settling), zero);
    Real end[2];
    Real slowly = zero;
    for (int i = 0; i < 2; ++i) {
        const Real soon = Real::splat(soon_settled_share) * yielding[i];
        end[i] = Real::splat(settled_share) * yielding[i];
        const Real rate = settling * square_root(part[i] * square_root(part[i]));
        settled[i] = settled[i] + rate * greater_of(soon - settled[i], zero);
        slowly = slowly + slow_settling * part[i] * greater_of(end[i] - settled[i], zero);
    }
    slowly = slowly / greater_of(points, Real::splat(1.0f));
    for (int i = 0; i < 2; ++i) {
        greater_of(settled[i], lesser_of(settled[i] + slowly, end[i])).store(block.settled[i] + lane);
    }
    // The search for loads writes it again while there are some, in every fourth step at the latest.
    const Real half = Real::splat(0.5f) * bearable;
    select(half > Real::splat(std::numeric_limits<float>::min()), half, Real::zero())
        .store(block.bearable + lane);
}
