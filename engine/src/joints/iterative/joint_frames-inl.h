// Passes over joints with an axis, in lanes, written once over the lane type `Real`. Include it after
// joints/iterative/joint_points-inl.h.
//
// A frame has three coordinates: along an axis fixed to A, across it, and the angle. Each is locked or free.

/// Rows and coordinates [m], [rad] of a frame at the current poses.
template <class Real>
struct FrameRows {
    RowLanes<Real> rows[3];  ///< Along, across, angle.
    Real coordinates[3];
};

/// Returns whether motors or limits of the run act against locks.
DRYSTONE_LANE_INLINE bool holds_any(const JointParts& parts) {
    const DegreeParts* const degrees = parts.degrees;
    return parts.holds && (degrees[0].drives() || degrees[1].drives() || degrees[2].drives());
}

/// Makes the rows that some joints of the run use.
template <class Real>
DRYSTONE_LANE_INLINE FrameRows<Real> make_frame_rows(const JointParts& parts, const FrameBlock& frame,
                                                     const DegreeBlock* degrees, int lane,
                                                     const JointBlock& block, const BodySolverState* states,
                                                     const JointBodies<Real>& bodies) {
    FrameRows<Real> made{};
    const bool all = parts.locks || holds_any(parts);
    if (all || parts.degrees[2].any()) {
        made.rows[2] = angle_row(bodies);
        made.coordinates[2] = Real::load(degrees[2].angle + lane) + angle_of(bodies.cosine, bodies.sine);
    }
    if (!all && !parts.degrees[0].any() && !parts.degrees[1].any()) {
        return made;
    }
    BodyRows<Real> moved_a;
    gather_rows<1, 4>(reinterpret_cast<const float*>(states), block.state_a + lane, moved_a);
    const Real c = Real::splat(1.0f) + moved_a.m * bodies.scale_a;
    const Real s = moved_a.w * bodies.scale_a;
    const LaneVector<Real> along =
        turned(c, s, LaneVector<Real>{Real::load(frame.axis_x + lane), Real::load(frame.axis_y + lane)});
    if (all || parts.degrees[0].any()) {
        made.rows[0] = axis_row(bodies, along);
        made.coordinates[0] = dot_lanes(bodies.separation, along);
    }
    if (all || parts.degrees[1].any()) {
        const LaneVector<Real> across{Real::zero() - along.y, along.x};
        made.rows[1] = axis_row(bodies, across);
        made.coordinates[1] = dot_lanes(bodies.separation, across);
    }
    return made;
}

/// Returns half the acceleration of the coordinates along and across by the turning of both bodies and of the
/// axis, times h [m/s].
template <class Real>
DRYSTONE_LANE_INLINE LaneVector<Real> predicted_in_frame(const FrameRows<Real>& frame,
                                                         const JointBodies<Real>& bodies, Real half_h) {
    const LaneVector<Real> curve = predicted_curve(bodies, half_h);
    const LaneVector<Real> velocity = anchor_velocity(bodies);
    const LaneVector<Real>& along = frame.rows[0].direction;
    const LaneVector<Real>& across = frame.rows[1].direction;
    const Real w = bodies.scale_a * bodies.a.w;
    const Real twice = w + w;
    return {dot_lanes(curve, along) +
                half_h * (twice * dot_lanes(velocity, across) - w * w * frame.coordinates[0]),
            dot_lanes(curve, across) -
                half_h * (twice * dot_lanes(velocity, along) + w * w * frame.coordinates[1])};
}

/// Returns the inverse mass that couples two rows of the same bodies.
template <class Real>
DRYSTONE_LANE_INLINE Real coupling_of(const RowLanes<Real>& p, const RowLanes<Real>& q,
                                      const JointBodies<Real>& bodies) {
    return (bodies.a.m + bodies.b.m) * dot_lanes(p.direction, q.direction) +
           (bodies.a.m * p.arm_a * q.arm_a + bodies.b.m * p.arm_b * q.arm_b);
}

/// Finds the velocity of each row that its impulse must cancel, with the bias of errors if `biased`.
template <bool biased, class Real>
DRYSTONE_LANE_INLINE void find_speeds(const FrameRows<Real>& frame, Real half_h,
                                      const JointSoftness<Real>& soft, const JointBodies<Real>& bodies,
                                      Real (&speed)[3]) {
    for (int i = 0; i < 3; ++i) {
        speed[i] = row_velocity(frame.rows[i], bodies);
        if constexpr (biased) {
            speed[i] = speed[i] + soft.bias_rate * frame.coordinates[i];
        }
    }
    if constexpr (biased) {
        const LaneVector<Real> curve = predicted_in_frame(frame, bodies, half_h);
        speed[0] = speed[0] + curve.x;
        speed[1] = speed[1] + curve.y;
    }
}

/// Locks of a frame as numbers: positive where there is one.
template <class Real>
struct FrameLocks {
    Real along, across, angle;
};

/// Returns the locks that are solved in lanes.
template <class Real>
DRYSTONE_LANE_INLINE FrameLocks<Real> own_locks(const FrameBlock& own, int lane) {
    return {Real::load(own.lock_along + lane), Real::load(own.lock_across + lane),
            Real::load(own.lock_angle + lane)};
}

/// Returns all locks.
template <class Real>
DRYSTONE_LANE_INLINE FrameLocks<Real> all_locks(const FrameBlock& own, int lane) {
    const FrameLocks<Real> locks = own_locks<Real>(own, lane);
    return {absolute(locks.along), absolute(locks.across), absolute(locks.angle)};
}

/// Returns the lanes whose locks are solved by elimination of the whole mechanism.
template <class Real>
DRYSTONE_LANE_INLINE auto eliminated_lanes(const FrameBlock& own, int lane) {
    const FrameLocks<Real> locks = own_locks<Real>(own, lane);
    return (locks.along + locks.across + locks.angle) < Real::zero();
}

/// Solves K x = speed for all rows of `locks` together, by elimination. Skips rows that are free or have no
/// inverse mass.
template <class Real>
DRYSTONE_LANE_INLINE void eliminate_locks(const FrameLocks<Real>& locks, const FrameRows<Real>& frame,
                                          const JointBodies<Real>& bodies, const Real (&speed)[3],
                                          Real (&x)[3]) {
    const Real one = Real::splat(1.0f);
    const Real lock[3] = {locks.along, locks.across, locks.angle};
    const auto row_is_there = [&](int i) {
        return both(lock[i] > Real::zero(), frame.rows[i].inverse_mass > Real::zero());
    };
    const auto present_0 = row_is_there(0);
    const auto present_1 = row_is_there(1);
    const auto present_2 = row_is_there(2);
    const Real zero = Real::zero();
    const Real k_00 = select(present_0, frame.rows[0].inverse_mass, one);
    const Real k_11 = select(present_1, frame.rows[1].inverse_mass, one);
    const Real k_22 = select(present_2, frame.rows[2].inverse_mass, one);
    const Real k_01 =
        select(both(present_0, present_1), coupling_of(frame.rows[0], frame.rows[1], bodies), zero);
    const Real k_02 =
        select(both(present_0, present_2), coupling_of(frame.rows[0], frame.rows[2], bodies), zero);
    const Real k_12 =
        select(both(present_1, present_2), coupling_of(frame.rows[1], frame.rows[2], bodies), zero);
    const Real b_0 = select(present_0, speed[0], zero);
    const Real b_1 = select(present_1, speed[1], zero);
    const Real b_2 = select(present_2, speed[2], zero);
    const Real l_10 = k_01 / k_00;
    const Real l_20 = k_02 / k_00;
    const Real d_1 = k_11 - l_10 * k_01;
    const Real inverse_d_1 = inverse_or_zero(d_1);
    const Real e_12 = k_12 - l_20 * k_01;
    const Real l_21 = e_12 * inverse_d_1;
    const Real inverse_d_2 = inverse_or_zero(k_22 - (l_20 * k_02 + l_21 * e_12));
    const Real y_1 = b_1 - l_10 * b_0;
    const Real y_2 = b_2 - (l_20 * b_0 + l_21 * y_1);
    x[2] = y_2 * inverse_d_2;
    x[1] = y_1 * inverse_d_1 - l_21 * x[2];
    x[0] = b_0 / k_00 - (l_10 * x[1] + l_20 * x[2]);
}

template <bool biased, class Real>
DRYSTONE_LANE_INLINE void solve_locks(JointBlock& block, FrameBlock& own, int lane,
                                      const FrameRows<Real>& frame, Real half_h,
                                      const JointSoftness<Real>& soft, JointBodies<Real>& bodies) {
    Real speed[3];
    Real x[3];
    find_speeds<biased>(frame, half_h, soft, bodies, speed);
    eliminate_locks(own_locks<Real>(own, lane), frame, bodies, speed, x);
    const Real one = Real::splat(1.0f);
    const Real old_0 = Real::load(block.impulse_x + lane);
    const Real old_1 = Real::load(block.impulse_y + lane);
    const Real old_2 = Real::load(own.angle_impulse + lane);
    const Real keep = one - soft.impulse_scale;
    Real new_0 = keep * old_0 - soft.mass_scale * x[0];
    Real new_1 = keep * old_1 - soft.mass_scale * x[1];
    Real new_2 = bounded(keep * old_2 - soft.mass_scale * x[2], Real::load(own.maximum_torque + lane));
    const Real maximum = Real::load(own.maximum_force + lane);
    const Real squared = new_0 * new_0 + new_1 * new_1;
    const auto over = squared > maximum * maximum;
    const Real scale = select(over, maximum / square_root(select(over, squared, one)), one);
    const auto eliminated = eliminated_lanes<Real>(own, lane);
    new_0 = select(eliminated, old_0, scale * new_0);
    new_1 = select(eliminated, old_1, scale * new_1);
    new_2 = select(eliminated, old_2, new_2);
    new_0.store(block.impulse_x + lane);
    new_1.store(block.impulse_y + lane);
    new_2.store(own.angle_impulse + lane);
    apply_row(frame.rows[0], new_0 - old_0, bodies);
    apply_row(frame.rows[1], new_1 - old_1, bodies);
    apply_row(frame.rows[2], new_2 - old_2, bodies);
}

/// Rows of the degrees of freedom whose impulses come with those of the locks that keep what these hold, see
/// `hold_angle`.
template <class Real>
struct HeldRows {
    RowLanes<Real> rows[3];
    Real shares[3][3];  ///< Impulse of each lock, along, across and angle, by a unit impulse of the row.
};

template <class Real>
DRYSTONE_LANE_INLINE void hold_row(const FrameLocks<Real>& locks, const FrameRows<Real>& frame, int i,
                                   const JointBodies<Real>& bodies, HeldRows<Real>& held) {
    Real coupling[3], x[3];
    for (int k = 0; k < 3; ++k) {
        coupling[k] = coupling_of(frame.rows[i], frame.rows[k], bodies);
    }
    eliminate_locks(locks, frame, bodies, coupling, x);
    RowLanes<Real>& row = held.rows[i];
    for (int k = 0; k < 3; ++k) {
        held.shares[i][k] = Real::zero() - x[k];
        row.direction = {row.direction.x - x[k] * frame.rows[k].direction.x,
                         row.direction.y - x[k] * frame.rows[k].direction.y};
        row.arm_a = row.arm_a - x[k] * frame.rows[k].arm_a;
        row.arm_b = row.arm_b - x[k] * frame.rows[k].arm_b;
    }
    finish_row(row, bodies);
}

/// Makes these rows where there is a motor or a limit; the others are those of the frame.
template <class Real>
DRYSTONE_LANE_INLINE HeldRows<Real> hold_rows(const JointParts& parts, const FrameBlock& own, int lane,
                                              const FrameRows<Real>& frame, const JointBodies<Real>& bodies) {
    HeldRows<Real> held{};
    const FrameLocks<Real> locks = all_locks<Real>(own, lane);
    for (int i = 0; i < 3; ++i) {
        held.rows[i] = frame.rows[i];
        if (parts.holds && parts.degrees[i].drives()) {
            hold_row(locks, frame, i, bodies, held);
        }
    }
    return held;
}

/// Adds to the impulses of the locks what the `changes` of the impulses of motors and limits brought along.
template <class Real>
DRYSTONE_LANE_INLINE void add_held(const HeldRows<Real>& held, const Real (&changes)[3], int lane,
                                   JointBlock& block, FrameBlock& own) {
    float* const impulses[3] = {block.impulse_x + lane, block.impulse_y + lane, own.angle_impulse + lane};
    for (int k = 0; k < 3; ++k) {
        const Real share = (changes[0] * held.shares[0][k] + changes[1] * held.shares[1][k]) +
                           changes[2] * held.shares[2][k];
        (Real::load(impulses[k]) + share).store(impulses[k]);
    }
}

/// Sets the impulses of the locks that elimination solves, which begins from zero in every sub-step, to what
/// the accumulated impulses of motors and limits demand.
template <class Real>
DRYSTONE_LANE_INLINE void begin_held(const JointParts& parts, JointBlock& block, FrameBlock& own,
                                     const DegreeBlock* degrees, int lane, const FrameRows<Real>& frame,
                                     const JointBodies<Real>& bodies) {
    const HeldRows<Real> held = hold_rows(parts, own, lane, frame, bodies);
    const auto eliminated = eliminated_lanes<Real>(own, lane);
    Real impulses[3];
    for (int i = 0; i < 3; ++i) {
        impulses[i] = select(eliminated, driven_impulse<Real>(degrees[i], lane), Real::zero());
    }
    float* const stored[3] = {block.impulse_x + lane, block.impulse_y + lane, own.angle_impulse + lane};
    for (int k = 0; k < 3; ++k) {
        select(eliminated, Real::zero(), Real::load(stored[k])).store(stored[k]);
    }
    add_held(held, impulses, lane, block, own);
}

/// Bounds of an impulse [N s].
template <class Real>
struct ImpulseRange {
    Real minimum, maximum;
};

/// Clamps the impulses of both axes to a maximum that they share: by length.
template <class Real>
DRYSTONE_LANE_INLINE void hold_together(Real shared, Real maximum, const ImpulseRange<Real> (&ranges)[2],
                                        Real (&impulses)[2]) {
    const Real one = Real::splat(1.0f);
    const Real squared = impulses[0] * impulses[0] + impulses[1] * impulses[1];
    const auto over = squared > maximum * maximum;
    const Real scale = select(over, maximum / square_root(select(over, squared, one)), one);
    const auto together = shared > Real::zero();
    for (int i = 0; i < 2; ++i) {
        impulses[i] =
            select(together, scale * impulses[i], bounded(impulses[i], ranges[i].minimum, ranges[i].maximum));
    }
}

/// Solves one part, the spring or the motor, of both axes at once: neither axis sees the other's change of
/// impulse. `wanted(i)` and `range(i)` return the impulse before its bounds and the bounds.
template <class Real, class Wanted, class Range>
DRYSTONE_LANE_INLINE void drive_both(const JointParts& parts, const bool (&has)[2], const FrameBlock& own,
                                     int lane, const RowLanes<Real> (&rows)[3], float* const (&stored)[2],
                                     JointBodies<Real>& bodies, Wanted&& wanted, Range&& range) {
    Real impulses[2] = {Real::zero(), Real::zero()};
    for (int i = 0; i < 2; ++i) {
        if (has[i]) {
            impulses[i] = wanted(i);
        }
    }
    if (parts.isotropic) {
        const ImpulseRange<Real> ranges[2] = {range(0), range(1)};
        hold_together(Real::load(own.isotropic + lane), ranges[0].maximum, ranges, impulses);
    }
    for (int i = 0; i < 2; ++i) {
        if (has[i]) {
            const ImpulseRange<Real> own_range = range(i);
            const Real impulse =
                parts.isotropic ? impulses[i] : bounded(impulses[i], own_range.minimum, own_range.maximum);
            const Real old = Real::load(stored[i]);
            impulse.store(stored[i]);
            apply_row(rows[i], impulse - old, bodies);
        }
    }
}

/// Solves the springs, then the motors, of both axes.
template <bool biased, class Real>
DRYSTONE_LANE_INLINE void drive_axes(const JointParts& parts, const FrameBlock& own, DegreeBlock* degrees,
                                     int lane, const FrameRows<Real>& frame, const HeldRows<Real>& held,
                                     JointBodies<Real>& bodies) {
    const bool springs[2] = {parts.degrees[0].spring, parts.degrees[1].spring};
    if (biased && (springs[0] || springs[1])) {
        drive_both<Real>(
            parts, springs, own, lane, frame.rows,
            {degrees[0].spring_impulse + lane, degrees[1].spring_impulse + lane}, bodies,
            [&](int i) {
                return wanted_by_spring(degrees[i], lane, frame.rows[i], frame.coordinates[i],
                                        row_velocity(frame.rows[i], bodies));
            },
            [&](int i) {
                return ImpulseRange<Real>{Real::load(degrees[i].spring_minimum + lane),
                                          Real::load(degrees[i].spring_maximum + lane)};
            });
    }
    const bool motors[2] = {parts.degrees[0].motor, parts.degrees[1].motor};
    if (motors[0] || motors[1]) {
        drive_both<Real>(
            parts, motors, own, lane, held.rows,
            {degrees[0].motor_impulse + lane, degrees[1].motor_impulse + lane}, bodies,
            [&](int i) {
                return wanted_by_motor(degrees[i], lane, held.rows[i], row_velocity(held.rows[i], bodies));
            },
            [&](int i) {
                const Real maximum = Real::load(degrees[i].motor_maximum + lane);
                return ImpulseRange<Real>{Real::zero() - maximum, maximum};
            });
    }
}

template <class Real>
DRYSTONE_LANE_INLINE void warm_start_frames(const JointParts& parts, JointBlock& block, FrameBlock& own,
                                            DegreeBlock* degrees, int lane, BodySolverState* states) {
    JointBodies<Real> bodies = load_joint<Real>(block, lane, states);
    const FrameRows<Real> frame = make_frame_rows(parts, own, degrees, lane, block, states, bodies);
    const bool holds = holds_any(parts);
    if (holds) {
        begin_held(parts, block, own, degrees, lane, frame, bodies);
    }
    const Real locked[3] = {Real::load(block.impulse_x + lane), Real::load(block.impulse_y + lane),
                            Real::load(own.angle_impulse + lane)};
    for (int i = 0; i < 3; ++i) {
        if (parts.locks || holds || parts.degrees[i].any()) {
            apply_row(frame.rows[i], locked[i] + degree_impulse<Real>(degrees[i], lane), bodies);
        }
    }
    store_joint(block, lane, bodies, states);
}

template <bool biased, class Real>
DRYSTONE_LANE_INLINE void solve_frames(const JointParts& parts, JointBlock& block, FrameBlock& own,
                                       DegreeBlock* degrees, int lane, BodySolverState* states, Real half_h,
                                       Real inverse_h) {
    JointBodies<Real> bodies = load_joint<Real>(block, lane, states);
    const FrameRows<Real> frame = make_frame_rows(parts, own, degrees, lane, block, states, bodies);
    const JointSoftness<Real> soft = load_softness<biased, Real>(block, lane);
    const HeldRows<Real> held = hold_rows(parts, own, lane, frame, bodies);
    Real changes[3];
    for (int i = 0; i < 3; ++i) {
        changes[i] = Real::zero() - driven_impulse<Real>(degrees[i], lane);
    }
    drive_axes<biased>(parts, own, degrees, lane, frame, held, bodies);
    for (int i = 0; i < 2; ++i) {
        if (parts.degrees[i].limits) {
            solve_limits(degrees[i], lane, held.rows[i], frame.coordinates[i], inverse_h, soft, bodies);
        }
    }
    solve_degree<biased>(parts.degrees[2], degrees[2], lane, frame.rows[2], held.rows[2],
                         frame.coordinates[2], inverse_h, soft, bodies);
    if (holds_any(parts)) {
        for (int i = 0; i < 3; ++i) {
            changes[i] = changes[i] + driven_impulse<Real>(degrees[i], lane);
        }
        add_held(held, changes, lane, block, own);
    }
    if (parts.locks) {
        solve_locks<biased>(block, own, lane, frame, half_h, soft, bodies);
    }
    store_joint(block, lane, bodies, states);
}
