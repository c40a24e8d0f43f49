// Kernels of impacts with restitution, written once over the lane type `Real`. Include it after
// contact_kernels-inl.h.

/// Surface properties `Base` of a block with restitution: a relax pass leaves gaps that close fast to the
/// impacts of the next sub-step.
template <class Real, class Base>
struct BouncingSurfaces : Base {
    const ImpactBlock& impacts;
    int impact_lane;
    Real threshold;  ///< Speed from which an approach is an impact.

    [[nodiscard]] DRYSTONE_LANE_INLINE Real relaxed_mass(Real mass, Real velocity, Real separation) const {
        const Real zero = Real::zero();
        const auto bounces =
            both(Real::load(impacts.restitution + impact_lane) > zero, (velocity + threshold) < zero);
        return select(both(bounces, separation > zero), zero, Base::relaxed_mass(mass, velocity, separation));
    }
};

/// Masks of lanes.
template <class Real>
struct MeetingLanes {
    typename Real::Mask meets;   ///< Gaps close in this sub-step.
    typename Real::Mask impact;  ///< ... after an approach that began within a step, and are not under load.
};

/// Finds the lanes whose surfaces meet in this sub-step. About 40 operations and 16 bytes of each body per
/// contact.
template <class Real>
DRYSTONE_LANE_INLINE MeetingLanes<Real> find_meeting_lanes(const ContactBlock& block,
                                                           const ImpactBlock& impacts, int lane,
                                                           const BodySolverState* states,
                                                           const SolverConstants& constants) {
    const ContactFrame<Real> frame = load_frame<Real>(block, lane, states);
    const NormalRows<Real> rows = load_normal_rows(block, lane, frame);
    const Real zero = Real::zero();
    const Real h = Real::splat(constants.h);
    const Real step = Real::splat(constants.time_step);
    const Real slow = Real::splat(slow_impact * constants.restitution_threshold);
    const auto bounces = Real::load(impacts.restitution + lane) > zero;
    MeetingLanes<Real> found{zero > zero, zero > zero};
    for (int i = 0; i < 2; ++i) {
        const Real velocity = rows.velocity[i];
        const Real gap = Real::load(block.current_separation[i] + lane);
        const Real mass = Real::load(block.normal_mass[i] + lane);
        const auto closes = without(both(mass > zero, (velocity + slow) < zero), (gap + velocity * h) > zero);
        // A load would stop the approach by itself, or has not stopped it before.
        const auto loaded = either((velocity * mass + Real::load(block.normal_impulse[i] + lane)) > zero,
                                   gap < velocity * step);
        const auto meets = both(closes, bounces);
        found.meets = either(found.meets, meets);
        found.impact = either(found.impact, without(meets, loaded));
    }
    return found;
}

/// Restores the part of the approach speed that restitution demands, at points of the lanes `left_out` that
/// were hit fast enough.
template <class Real>
DRYSTONE_LANE_INLINE void rebound_lanes(ContactBlock& block, ImpactBlock& impacts, int lane,
                                        BodySolverState* states, Real left_out, Real threshold) {
    ContactFrame<Real> frame = load_frame<Real>(block, lane, states);
    const NormalRows<Real> rows = load_normal_rows(block, lane, frame);
    const Real restitution = Real::load(impacts.restitution + lane);
    const auto bounces = both(restitution > Real::zero(), left_out > Real::zero());
    const auto has_bounced = either(Real::load(impacts.bounce_normal[0] + lane) > Real::zero(),
                                    Real::load(impacts.bounce_normal[1] + lane) > Real::zero());

    Real old_impulse[2], mass[2], missing[2];
    for (int i = 0; i < 2; ++i) {
        const Real approach = Real::load(impacts.approach_speed[i] + lane);
        const auto fast = (approach + threshold) < Real::zero();
        const auto hit = Real::load(impacts.max_impulse[i] + lane) > Real::zero();
        old_impulse[i] = Real::load(block.normal_impulse[i] + lane);
        mass[i] = select(both(without(fast, has_bounced), both(hit, bounces)),
                         Real::load(block.normal_mass[i] + lane), Real::zero());
        missing[i] = rows.velocity[i] + restitution * approach;
    }
    const PointPair<Real> impulse =
        solve_together<Real>({old_impulse[0], old_impulse[1]},
                             {Real::zero() - mass[0] * missing[0], Real::zero() - mass[1] * missing[1]},
                             {mass[0] * rows.coupling, mass[1] * rows.coupling});
    impulse.first.store(block.normal_impulse[0] + lane);
    impulse.second.store(block.normal_impulse[1] + lane);
    const Real change[2] = {impulse.first - old_impulse[0], impulse.second - old_impulse[1]};
    for (int i = 0; i < 2; ++i) {
        (Real::load(impacts.bounce_normal[i] + lane) + change[i]).store(impacts.bounce_normal[i] + lane);
    }
    apply_normal(frame, rows, change[0], change[1]);
    store_velocities(block, lane, frame, states);
}
