// Contact kernels over their lane type `Real`. Include impulse_changes-inl.h and contact_yield-inl.h before.
//
// Impulse space: an impulse on one row changes the velocities of the others by a coupling K that is computed
// beforehand. The same Gauss-Seidel iteration as updating the bodies after each row, with shorter chains.

/// Gathers the velocity half (x, y, w, inverse mass) of the bodies whose states begin at `offsets`.
template <class Real>
DRYSTONE_LANE_INLINE void gather_velocities(const BodySolverState* states, const std::int32_t* offsets,
                                            BodyRows<Real>& rows) {
    gather_rows<1, 0>(reinterpret_cast<const float*>(states), offsets, rows);
}

/// Gathers the movement half (dx, dy, sin, cos - 1); `m` receives cos - 1.
template <class Real>
DRYSTONE_LANE_INLINE void gather_movements(const BodySolverState* states, const std::int32_t* offsets,
                                           BodyRows<Real>& rows) {
    gather_rows<1, 4>(reinterpret_cast<const float*>(states), offsets, rows);
}

/// Writes the velocity half back. Bodies of one block are distinct, except for the unchanged dummy.
template <class Real>
DRYSTONE_LANE_INLINE void scatter_velocities(BodySolverState* states, const std::int32_t* offsets,
                                             const BodyRows<Real>& rows) {
    scatter_rows<1, 0>(reinterpret_cast<float*>(states), offsets, rows);
}

template <class Real>
struct ContactFrame {
    Real normal_x, normal_y;
    BodyRows<Real> a, b;
};

/// Normal rows of both points.
template <class Real>
struct NormalRows {
    Real arm_a[2], arm_b[2];
    Real velocity[2];
    Real coupling;  ///< Change of one point's normal velocity by a unit impulse at the other.
};

template <class Real>
DRYSTONE_LANE_INLINE ContactFrame<Real> load_frame(const ContactBlock& block, int lane,
                                                   const BodySolverState* states) {
    ContactFrame<Real> frame{Real::load(block.normal_x + lane), Real::load(block.normal_y + lane), {}, {}};
    gather_velocities(states, block.state_a + lane, frame.a);
    gather_velocities(states, block.state_b + lane, frame.b);
    return frame;
}

template <class Real>
DRYSTONE_LANE_INLINE NormalRows<Real> load_normal_rows(const ContactBlock& block, int lane,
                                                       const ContactFrame<Real>& frame) {
    NormalRows<Real> rows;
    const Real approach = frame.normal_x * (frame.b.x - frame.a.x) + frame.normal_y * (frame.b.y - frame.a.y);
    for (int i = 0; i < 2; ++i) {
        rows.arm_a[i] = Real::load(block.normal_arm_a[i] + lane);
        rows.arm_b[i] = Real::load(block.normal_arm_b[i] + lane);
        rows.velocity[i] = approach + (frame.b.w * rows.arm_b[i] - frame.a.w * rows.arm_a[i]);
    }
    rows.coupling = (frame.a.m + frame.b.m) +
                    (frame.a.m * rows.arm_a[0] * rows.arm_a[1] + frame.b.m * rows.arm_b[0] * rows.arm_b[1]);
    return rows;
}

/// Adds the impulses `first` and `second` along the normal to both bodies.
template <class Real>
DRYSTONE_LANE_INLINE void apply_normal(ContactFrame<Real>& frame, const NormalRows<Real>& rows, Real first,
                                       Real second) {
    const Real sum = first + second;
    const Real push_a = frame.a.m * sum;
    const Real push_b = frame.b.m * sum;
    frame.a.x = frame.a.x - push_a * frame.normal_x;
    frame.a.y = frame.a.y - push_a * frame.normal_y;
    frame.a.w = frame.a.w - frame.a.m * (rows.arm_a[0] * first + rows.arm_a[1] * second);
    frame.b.x = frame.b.x + push_b * frame.normal_x;
    frame.b.y = frame.b.y + push_b * frame.normal_y;
    frame.b.w = frame.b.w + frame.b.m * (rows.arm_b[0] * first + rows.arm_b[1] * second);
}

template <class Real>
DRYSTONE_LANE_INLINE void store_velocities(const ContactBlock& block, int lane,
                                           const ContactFrame<Real>& frame, BodySolverState* states) {
    if (!block.fixed_a) {
        scatter_velocities(states, block.state_a + lane, frame.a);
    }
    scatter_velocities(states, block.state_b + lane, frame.b);
}

/// Adds the accumulated impulses to the velocities. About 30 operations per contact.
template <class Real>
DRYSTONE_LANE_INLINE void warm_start_lanes(const ContactBlock& block, int lane, BodySolverState* states) {
    ContactFrame<Real> frame = load_frame<Real>(block, lane, states);
    const Real normal[2] = {Real::load(block.normal_impulse[0] + lane),
                            Real::load(block.normal_impulse[1] + lane)};
    const Real friction[2] = {Real::load(block.friction_impulse[0] + lane),
                              Real::load(block.friction_impulse[1] + lane)};
    const Real along = normal[0] + normal[1];
    const Real across = friction[0] + friction[1];
    const Real impulse_x = along * frame.normal_x + across * frame.normal_y;
    const Real impulse_y = along * frame.normal_y - across * frame.normal_x;
    Real turn_a = Real::zero();
    Real turn_b = Real::zero();
    for (int i = 0; i < 2; ++i) {
        turn_a = turn_a + (Real::load(block.normal_arm_a[i] + lane) * normal[i] +
                           Real::load(block.tangent_arm_a[i] + lane) * friction[i]);
        turn_b = turn_b + (Real::load(block.normal_arm_b[i] + lane) * normal[i] +
                           Real::load(block.tangent_arm_b[i] + lane) * friction[i]);
    }
    frame.a.x = frame.a.x - frame.a.m * impulse_x;
    frame.a.y = frame.a.y - frame.a.m * impulse_y;
    frame.a.w = frame.a.w - frame.a.m * turn_a;
    frame.b.x = frame.b.x + frame.b.m * impulse_x;
    frame.b.y = frame.b.y + frame.b.m * impulse_y;
    frame.b.w = frame.b.w + frame.b.m * turn_b;
    store_velocities(block, lane, frame, states);
}

/// Factors of the soft constraint, and of the bias speed from the separation. `gap_*` apply where the
/// surfaces are apart: the gap may be closed within the sub-step, rigidly.
template <class Real>
struct BiasLanes {
    Real gap_rate, gap_mass_scale, gap_impulse_scale;
    Real lowest_bias, bias_rate, shallow_bias, mass_scale, impulse_scale, fastest;
    YieldLanes<Real> yield;
};

template <class Real>
DRYSTONE_LANE_INLINE BiasLanes<Real> bias_of(const Softness& softness, const SolverConstants& constants) {
    return {Real::splat(constants.inverse_h),
            Real::splat(1.0f),
            Real::zero(),
            Real::splat(-constants.max_bias),
            Real::splat(softness.mass_scale * softness.bias_rate),
            Real::splat(softness.impulse_scale * constants.shallow_speed),
            Real::splat(softness.mass_scale),
            Real::splat(softness.impulse_scale),
            Real::splat(constants.max_push_out_velocity),
            yield_of<Real>(constants.yield)};
}

/// Returns the friction impulse that stops the slip, at most `limit` in both directions.
template <class Real>
DRYSTONE_LANE_INLINE Real friction_impulse(Real velocity, Real mass, Real limit, Real impulse) {
    const Real wanted = impulse - mass * velocity;
    const Real below = select(wanted > limit, limit, wanted);
    return greater_of(below, Real::zero() - limit);
}

/// Surface properties of a block without a `SurfaceBlock`: they have no effect.
template <class Real>
struct DefaultSurfaces {
    [[nodiscard]] DRYSTONE_LANE_INLINE Real relaxed_mass(Real mass, Real, Real) const { return mass; }
    [[nodiscard]] DRYSTONE_LANE_INLINE Real slip(Real velocity) const { return velocity; }
    [[nodiscard]] DRYSTONE_LANE_INLINE Real grip(Real, Real, Real) const { return Real::zero(); }
    /// Returns the friction impulse of a point with a coefficient and a normal impulse.
    [[nodiscard]] DRYSTONE_LANE_INLINE Real friction(Real velocity, Real mass, Real coefficient, Real normal,
                                                     Real impulse, Real /*grip*/) const {
        return friction_impulse(velocity, mass, coefficient * normal, impulse);
    }
    DRYSTONE_LANE_INLINE void resist_rolling(ContactFrame<Real>&, const Real (&)[2]) const {}
};

/// A value for each of the two points of a contact.
template <class Real>
struct PointPair {
    Real first, second;
};

/// Returns the new impulses of both points, neither of which pulls. `wanted` is the change that each point
/// needs alone; an impulse at one point reduces the need of the other by `cross` times as much.
///
/// Both equations are solved together: solved one after the other, every flat impact would tilt a box a
/// little, and stacks would lean. If an impulse would pull, they are solved one after the other. If in that
/// case an impulse at one point increases the need of the other, the first one starts as if the second
/// impulse were zero, which leads to the correct result. From the old impulses, the points would give back
/// those of an impact unevenly, and spin a body that was hit flat.
template <class Real>
DRYSTONE_LANE_INLINE PointPair<Real> solve_together(const PointPair<Real>& old, const PointPair<Real>& wanted,
                                                    const PointPair<Real>& cross) {
    const Real zero = Real::zero();
    const Real one = Real::splat(1.0f);
    const Real helped = cross.first * old.second;
    const Real alone = select(helped < zero, helped, zero);
    const Real first = greater_of(old.first + wanted.first + alone, zero);
    const Real second = greater_of(old.second + (wanted.second - cross.second * (first - old.first)), zero);
    const Real determinant = one - cross.first * cross.second;
    const auto solvable = determinant > Real::splat(1e-3f);
    const Real inverse = one / select(solvable, determinant, one);
    const Real both_first = old.first + (wanted.first - cross.first * wanted.second) * inverse;
    const Real both_second = old.second + (wanted.second - cross.second * wanted.first) * inverse;
    const auto together = both(both(both_first > zero, both_second > zero), solvable);
    return {select(together, both_first, first), select(together, both_second, second)};
}

/// Returns the change of a point's impulse by the soft constraint: a gap may be closed in the sub-step, and
/// overlap parts at `fastest` at most, under a load as well. `scaled_mass` receives the softened mass.
template <class Real>
DRYSTONE_LANE_INLINE Real wanted_softly(const BiasLanes<Real>& soft, const ContactBlock& block, int lane,
                                        int point, Real velocity, Real mass, Real impulse,
                                        Real& scaled_mass) {
    const Real separation = Real::load(block.current_separation[point] + lane);
    const auto apart = separation > Real::zero();
    const Real overlap_bias = bias_of_overlap_lanes(soft.bias_rate * separation, soft.shallow_bias);
    const Real bias = select(apart, separation * soft.gap_rate, greater_of(overlap_bias, soft.lowest_bias));
    const Real mass_scale = select(apart, soft.gap_mass_scale, soft.mass_scale);
    const Real impulse_scale = select(apart, soft.gap_impulse_scale, soft.impulse_scale);
    scaled_mass = mass * mass_scale;
    const Real yields = impulse_scale * given_back(block, lane, point, impulse, mass, soft.yield);
    const Real wanted = Real::zero() - (mass * (mass_scale * velocity + bias) + yields);
    return lesser_of(wanted, scaled_mass * (soft.fastest - velocity));
}

/// Runs one Gauss-Seidel pass over the normals with the soft bias. About 80 operations and 16 bytes of each
/// body per contact.
template <class Real, class Changes>
DRYSTONE_LANE_INLINE void solve_lanes(ContactBlock& block, int lane, BodySolverState* states,
                                      const BiasLanes<Real>& soft, Changes& changes) {
    ContactFrame<Real> frame = load_frame<Real>(block, lane, states);
    const NormalRows<Real> rows = load_normal_rows(block, lane, frame);

    const Real old_first = Real::load(block.normal_impulse[0] + lane);
    const Real old_second = Real::load(block.normal_impulse[1] + lane);
    const Real whole_mass[2] = {Real::load(block.normal_mass[0] + lane),
                                Real::load(block.normal_mass[1] + lane)};
    PointPair<Real> mass;
    const PointPair<Real> wanted{
        wanted_softly(soft, block, lane, 0, rows.velocity[0], whole_mass[0], old_first, mass.first),
        wanted_softly(soft, block, lane, 1, rows.velocity[1], whole_mass[1], old_second, mass.second)};
    const PointPair<Real> impulse = solve_together<Real>(
        {old_first, old_second}, wanted, {mass.first * rows.coupling, mass.second * rows.coupling});
    impulse.first.store(block.normal_impulse[0] + lane);
    impulse.second.store(block.normal_impulse[1] + lane);

    const Real change[2] = {impulse.first - old_first, impulse.second - old_second};
    changes.add(change[0], whole_mass[0]);
    changes.add(change[1], whole_mass[1]);
    apply_normal(frame, rows, change[0], change[1]);
    store_velocities(block, lane, frame, states);
}

/// Returns the movement of a contact point along the normal by the turn of its body. Below the centre of a
/// round shape there is always another point as deep, so only the first-order term counts there.
template <class Real, bool round>
DRYSTONE_LANE_INLINE Real way_of_turn(const BodyRows<Real>& moved, Real normal_arm, Real tangent_arm) {
    const Real lowered = moved.m * tangent_arm;
    const auto below = absolute(normal_arm) < Real::splat(1e-4f) * absolute(tangent_arm);
    return moved.w * normal_arm - (round ? select(below, Real::zero(), lowered) : lowered);
}

/// Updates the separations of both points to the current poses: the arms turn with the bodies, the normal
/// does not.
template <class Real, bool round>
DRYSTONE_LANE_INLINE void update_separations(ContactBlock& block, int lane, const BodySolverState* states,
                                             const ContactFrame<Real>& frame, Real (&separation)[2]) {
    BodyRows<Real> moved_a, moved_b;
    gather_movements(states, block.state_a + lane, moved_a);
    gather_movements(states, block.state_b + lane, moved_b);
    const Real shift = frame.normal_x * (moved_b.x - moved_a.x) + frame.normal_y * (moved_b.y - moved_a.y);
    for (int i = 0; i < 2; ++i) {
        const Real turned_a = way_of_turn<Real, round>(moved_a, Real::load(block.normal_arm_a[i] + lane),
                                                       Real::load(block.tangent_arm_a[i] + lane));
        const Real turned_b = way_of_turn<Real, round>(moved_b, Real::load(block.normal_arm_b[i] + lane),
                                                       Real::load(block.tangent_arm_b[i] + lane));
        separation[i] = Real::load(block.separation[i] + lane) + (shift + (turned_b - turned_a));
        separation[i].store(block.current_separation[i] + lane);
    }
}

/// Returns the change of a point's impulse without bias, except that a gap may still be closed.
template <class Real>
DRYSTONE_LANE_INLINE Real wanted_rigidly(Real inverse_h, Real velocity, Real separation, Real mass) {
    const Real bias = select(separation > Real::zero(), separation * inverse_h, Real::zero());
    return Real::zero() - mass * (velocity + bias);
}

/// Returns the effective mass of a point in a relax pass: zero if it is apart and only the other point has a
/// load. The next sub-step stops it; if this one did, a block that rocks would lose its support too early.
template <class Real>
DRYSTONE_LANE_INLINE Real mass_unless_landing(Real mass, Real separation, Real impulse, Real other) {
    const Real zero = Real::zero();
    return select(both(separation > zero, without(other > zero, impulse > zero)), zero, mass);
}

/// Motion before the normal impulses changed: velocity of B relative to A along the tangent, and the angular
/// velocities.
template <class Real>
struct TangentMotion {
    Real approach, w_a, w_b;
};

/// Solves the friction of both points after the normal impulses changed by `change`, and applies it to the
/// bodies.
template <class Real, class Surfaces, class Changes>
DRYSTONE_LANE_INLINE void relax_friction(ContactBlock& block, int lane, ContactFrame<Real>& frame,
                                         const NormalRows<Real>& normals, const TangentMotion<Real>& before,
                                         const Real (&impulse)[2], const Real (&change)[2],
                                         const Surfaces& surfaces, Changes& changes) {
    const Real friction = Real::load(block.friction + lane);
    Real arm_a[2], arm_b[2], velocity[2], old_impulse[2];
    for (int i = 0; i < 2; ++i) {
        arm_a[i] = Real::load(block.tangent_arm_a[i] + lane);
        arm_b[i] = Real::load(block.tangent_arm_b[i] + lane);
        old_impulse[i] = Real::load(block.friction_impulse[i] + lane);
        const Real from_first =
            frame.a.m * arm_a[i] * normals.arm_a[0] + frame.b.m * arm_b[i] * normals.arm_b[0];
        const Real from_second =
            frame.a.m * arm_a[i] * normals.arm_a[1] + frame.b.m * arm_b[i] * normals.arm_b[1];
        velocity[i] = surfaces.slip((before.approach + (before.w_b * arm_b[i] - before.w_a * arm_a[i])) +
                                    (from_first * change[0] + from_second * change[1]));
    }
    const Real coupling =
        (frame.a.m + frame.b.m) + (frame.a.m * arm_a[0] * arm_a[1] + frame.b.m * arm_b[0] * arm_b[1]);

    // Both points are on about one line along the tangent: either can take over what the other one holds.
    const Real mass = Real::load(block.tangent_mass[0] + lane);
    const Real grip = surfaces.grip((old_impulse[0] + old_impulse[1]) - mass * velocity[0], friction,
                                    impulse[0] + impulse[1]);
    const Real first = surfaces.friction(velocity[0], mass, friction, impulse[0], old_impulse[0], grip);
    const Real change_first = first - old_impulse[0];
    const Real second_mass = Real::load(block.tangent_mass[1] + lane);
    const Real second = surfaces.friction(velocity[1] + coupling * change_first, second_mass, friction,
                                          impulse[1], old_impulse[1], grip);
    const Real change_second = second - old_impulse[1];
    changes.add(change_first, mass);
    changes.add(change_second, second_mass);
    first.store(block.friction_impulse[0] + lane);
    second.store(block.friction_impulse[1] + lane);

    // The tangent is the normal turned by -90 degrees.
    const Real sum = change_first + change_second;
    const Real push_a = frame.a.m * sum;
    const Real push_b = frame.b.m * sum;
    frame.a.x = frame.a.x - push_a * frame.normal_y;
    frame.a.y = frame.a.y + push_a * frame.normal_x;
    frame.a.w = frame.a.w - frame.a.m * (arm_a[0] * change_first + arm_a[1] * change_second);
    frame.b.x = frame.b.x + push_b * frame.normal_y;
    frame.b.y = frame.b.y - push_b * frame.normal_x;
    frame.b.w = frame.b.w + frame.b.m * (arm_b[0] * change_first + arm_b[1] * change_second);
}

/// Runs one Gauss-Seidel pass over normals and friction without bias. About 170 operations and 32 bytes of
/// each body per contact.
template <class Real, bool round, class Surfaces, class Changes>
DRYSTONE_LANE_INLINE void relax_lanes(ContactBlock& block, int lane, BodySolverState* states, Real inverse_h,
                                      const Surfaces& surfaces, Changes& changes) {
    ContactFrame<Real> frame = load_frame<Real>(block, lane, states);
    Real separation[2];
    update_separations<Real, round>(block, lane, states, frame, separation);

    const NormalRows<Real> rows = load_normal_rows(block, lane, frame);
    const TangentMotion<Real> before{
        frame.normal_y * (frame.b.x - frame.a.x) - frame.normal_x * (frame.b.y - frame.a.y), frame.a.w,
        frame.b.w};

    const Real old_first = Real::load(block.normal_impulse[0] + lane);
    const Real old_second = Real::load(block.normal_impulse[1] + lane);
    const Real whole_mass[2] = {Real::load(block.normal_mass[0] + lane),
                                Real::load(block.normal_mass[1] + lane)};
    const PointPair<Real> mass{
        surfaces.relaxed_mass(mass_unless_landing(whole_mass[0], separation[0], old_first, old_second),
                              rows.velocity[0], separation[0]),
        surfaces.relaxed_mass(mass_unless_landing(whole_mass[1], separation[1], old_second, old_first),
                              rows.velocity[1], separation[1])};
    const PointPair<Real> pair =
        solve_together<Real>({old_first, old_second},
                             {wanted_rigidly(inverse_h, rows.velocity[0], separation[0], mass.first),
                              wanted_rigidly(inverse_h, rows.velocity[1], separation[1], mass.second)},
                             {mass.first * rows.coupling, mass.second * rows.coupling});
    const Real impulse[2] = {pair.first, pair.second};
    const Real change[2] = {pair.first - old_first, pair.second - old_second};
    for (int i = 0; i < 2; ++i) {
        impulse[i].store(block.normal_impulse[i] + lane);
        changes.add(change[i], whole_mass[i]);
    }
    apply_normal(frame, rows, change[0], change[1]);
    relax_friction(block, lane, frame, rows, before, impulse, change, surfaces, changes);
    surfaces.resist_rolling(frame, impulse);
    store_velocities(block, lane, frame, states);
}

/// Records the largest normal impulse of each point.
template <class Real>
DRYSTONE_LANE_INLINE void track_impacts(const ContactBlock& block, ImpactBlock& impacts, int lane) {
    for (int i = 0; i < 2; ++i) {
        greater_of(Real::load(impacts.max_impulse[i] + lane), Real::load(block.normal_impulse[i] + lane))
            .store(impacts.max_impulse[i] + lane);
    }
}
