// Passes over joints with an axis, in lanes, written once over the lane type `Real`. Include it after
// joints/iterative/joint_locks-inl.h.

/// Returns whether motors or limits of the run act against locks.
DRYSTONE_LANE_INLINE bool holds_any(const JointParts& parts) {
    const DegreeParts* const degrees = parts.degrees;
    return parts.holds && (degrees[0].drives() || degrees[1].drives() || degrees[2].drives());
}

/// Makes the rows that some joints of the run use, or `all`.
template <class Real>
DRYSTONE_LANE_INLINE FrameRows<Real> make_frame_rows(const JointParts& parts, bool all,
                                                     const FrameBlock& frame, const DegreeBlock* degrees,
                                                     int lane, const JointBlock& block,
                                                     const BodySolverState* states,
                                                     const JointBodies<Real>& bodies) {
    FrameRows<Real> made{};
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

/// Guesses the impulses of the springs; at the start of a sub-step.
template <class Real>
DRYSTONE_LANE_INLINE void begin_frame_springs(const JointParts& parts, const FrameBlock& own,
                                              DegreeBlock* degrees, int lane, const FrameRows<Real>& frame) {
    begin_spring(parts.degrees[2], degrees[2], lane, frame.rows[2], frame.coordinates[2]);
    if (!parts.degrees[0].spring && !parts.degrees[1].spring) {
        return;
    }
    Real impulses[2] = {Real::zero(), Real::zero()};
    ImpulseRange<Real> ranges[2];
    for (int i = 0; i < 2; ++i) {
        ranges[i] = {Real::load(degrees[i].spring_minimum + lane),
                     Real::load(degrees[i].spring_maximum + lane)};
        if (parts.degrees[i].spring) {
            impulses[i] = guessed_by_spring(degrees[i], lane, frame.rows[i], frame.coordinates[i]);
        }
    }
    hold_together(Real::load(own.isotropic + lane), ranges[0].maximum, ranges, impulses);
    for (int i = 0; i < 2; ++i) {
        if (parts.degrees[i].spring) {
            impulses[i].store(degrees[i].spring_impulse + lane);
        }
    }
}

/// Solves the springs, then the motors, of both axes. `curve`: see `predicted_in_frame`; zero after the move.
template <bool biased, class Real>
DRYSTONE_LANE_INLINE void drive_axes(const JointParts& parts, const FrameBlock& own, DegreeBlock* degrees,
                                     int lane, const FrameRows<Real>& frame, const RowLanes<Real> (&held)[3],
                                     const LaneVector<Real>& curve, JointBodies<Real>& bodies) {
    const auto velocity_of = [&](const RowLanes<Real>& row) {
        return row_velocity(row, bodies) + dot_lanes(curve, row.direction);
    };
    const bool springs[2] = {parts.degrees[0].spring, parts.degrees[1].spring};
    if (biased && (springs[0] || springs[1])) {
        drive_both<Real>(
            parts, springs, own, lane, frame.rows,
            {degrees[0].spring_impulse + lane, degrees[1].spring_impulse + lane}, bodies,
            [&](int i) {
                return wanted_by_spring(degrees[i], lane, frame.rows[i], velocity_of(frame.rows[i]));
            },
            [&](int i) {
                return ImpulseRange<Real>{Real::load(degrees[i].spring_minimum + lane),
                                          Real::load(degrees[i].spring_maximum + lane)};
            });
    }
    const bool motors[2] = {parts.degrees[0].motor, parts.degrees[1].motor};
    if (motors[0] || motors[1]) {
        drive_both<Real>(
            parts, motors, own, lane, held,
            {degrees[0].motor_impulse + lane, degrees[1].motor_impulse + lane}, bodies,
            [&](int i) { return wanted_by_motor(degrees[i], lane, held[i], velocity_of(held[i])); },
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
    const bool holds = holds_any(parts);
    const FrameRows<Real> frame =
        make_frame_rows(parts, parts.locks || holds, own, degrees, lane, block, states, bodies);
    if (holds) {
        begin_held(parts, block, own, degrees, lane, frame, bodies);
    }
    begin_frame_springs(parts, own, degrees, lane, frame);
    const Real locked[3] = {Real::load(block.impulse_x + lane), Real::load(block.impulse_y + lane),
                            Real::load(own.angle_impulse + lane)};
    for (int i = 0; i < 3; ++i) {
        if (parts.locks || holds || parts.degrees[i].any()) {
            apply_row(frame.rows[i], locked[i] + degree_impulse<Real>(degrees[i], lane), bodies);
        }
    }
    store_joint(block, lane, bodies, states);
}

/// Returns the lanes in which a motor or a limit may have an impulse in this sub-step.
template <class Real>
DRYSTONE_LANE_INLINE typename Real::Mask driven_lanes(const JointParts& parts, const DegreeBlock* degrees,
                                                      int lane, const FrameRows<Real>& frame,
                                                      const JointBodies<Real>& bodies, Real h) {
    const Real zero = Real::zero();
    auto driven = zero > zero;
    for (int i = 0; i < 3; ++i) {
        if (!parts.degrees[i].drives()) {
            continue;
        }
        const DegreeBlock& degree = degrees[i];
        const Real impulses =
            (Real::load(degree.motor_maximum + lane) + absolute(Real::load(degree.motor_impulse + lane))) +
            (Real::load(degree.lower_impulse + lane) + Real::load(degree.upper_impulse + lane));
        const Real way = h * absolute(row_velocity(frame.rows[i], bodies));
        const Real room = lesser_of(frame.coordinates[i] - Real::load(degree.lower + lane),
                                    Real::load(degree.upper + lane) - frame.coordinates[i]);
        driven = either(driven, either(impulses > zero, room < way + way));
    }
    return driven;
}

template <bool biased, class Real>
DRYSTONE_LANE_INLINE void solve_frames(const JointParts& parts, JointBlock& block, FrameBlock& own,
                                       DegreeBlock* degrees, int lane, BodySolverState* states, Real half_h,
                                       Real inverse_h) {
    JointBodies<Real> bodies = load_joint<Real>(block, lane, states);
    FrameRows<Real> frame = make_frame_rows(parts, parts.locks, own, degrees, lane, block, states, bodies);
    const JointSoftness<Real> soft = load_softness<biased, Real>(block, lane);
    LaneVector<Real> curve{Real::zero(), Real::zero()};
    if constexpr (biased) {
        curve = predicted_in_frame(bodies, velocity_in_frame(own, degrees, lane, frame, bodies), half_h);
    }
    const auto solve_free = [&](const RowLanes<Real>(&held)[3]) {
        drive_axes<biased>(parts, own, degrees, lane, frame, held, curve, bodies);
        for (int i = 0; i < 2; ++i) {
            if (parts.degrees[i].limits) {
                solve_limits(degrees[i], lane, held[i], frame.coordinates[i], inverse_h, soft, bodies);
            }
        }
        solve_degree<biased>(parts.degrees[2], degrees[2], lane, frame.rows[2], held[2], frame.coordinates[2],
                             Real::zero(), inverse_h, soft, bodies);
    };
    const bool holds = holds_any(parts);
    const auto driven = holds ? driven_lanes(parts, degrees, lane, frame, bodies, half_h + half_h)
                              : Real::zero() > Real::zero();
    if (holds && !none_of(driven)) {
        if (!parts.locks) {
            frame = make_frame_rows(parts, true, own, degrees, lane, block, states, bodies);
        }
        const HeldRows<Real> held = hold_rows(parts, own, lane, frame, bodies, driven);
        Real changes[3];
        for (int i = 0; i < 3; ++i) {
            changes[i] = Real::zero() - driven_impulse<Real>(degrees[i], lane);
        }
        solve_free(held.rows);
        for (int i = 0; i < 3; ++i) {
            changes[i] = changes[i] + driven_impulse<Real>(degrees[i], lane);
        }
        add_held(held, changes, driven, lane, block, own);
    } else {
        solve_free(frame.rows);
    }
    if (parts.locks) {
        solve_locks<biased>(block, own, lane, frame, curve, soft, bodies);
    }
    for (int i = 0; i < 3; ++i) {
        if (!biased && parts.degrees[i].spring) {
            keep_spring_speed(degrees[i], lane, row_velocity(frame.rows[i], bodies));
        }
    }
    store_joint(block, lane, bodies, states);
}
