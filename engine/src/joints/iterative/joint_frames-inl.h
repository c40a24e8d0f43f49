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

template <class Real>
DRYSTONE_LANE_INLINE FrameRows<Real> make_frame_rows(const FrameBlock& frame, const DegreeBlock* degrees,
                                                     int lane, const JointBlock& block,
                                                     const BodySolverState* states,
                                                     const JointBodies<Real>& bodies) {
    BodyRows<Real> moved_a;
    gather_rows<1, 4>(reinterpret_cast<const float*>(states), block.state_a + lane, moved_a);
    const Real c = Real::splat(1.0f) + moved_a.m * bodies.scale_a;
    const Real s = moved_a.w * bodies.scale_a;
    const LaneVector<Real> along =
        turned(c, s, LaneVector<Real>{Real::load(frame.axis_x + lane), Real::load(frame.axis_y + lane)});
    const LaneVector<Real> across{Real::zero() - along.y, along.x};
    return {{axis_row(bodies, along), axis_row(bodies, across), angle_row(bodies)},
            {dot_lanes(bodies.separation, along), dot_lanes(bodies.separation, across),
             Real::load(degrees[2].angle + lane) + angle_of(bodies.cosine, bodies.sine)}};
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

/// Solves K x = speed for all locked rows together, by elimination. Skips rows that are free or have no
/// inverse mass.
template <class Real>
DRYSTONE_LANE_INLINE void eliminate_locks(const FrameBlock& own, int lane, const FrameRows<Real>& frame,
                                          const JointBodies<Real>& bodies, const Real (&speed)[3],
                                          Real (&x)[3]) {
    const Real one = Real::splat(1.0f);
    const Real lock[3] = {Real::load(own.lock_along + lane), Real::load(own.lock_across + lane),
                          Real::load(own.lock_angle + lane)};
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
    eliminate_locks(own, lane, frame, bodies, speed, x);
    const Real one = Real::splat(1.0f);
    const Real old_0 = Real::load(block.impulse_x + lane);
    const Real old_1 = Real::load(block.impulse_y + lane);
    const Real old_2 = Real::load(own.angle_impulse + lane);
    const Real keep = one - soft.impulse_scale;
    Real new_0 = keep * old_0 - soft.mass_scale * x[0];
    Real new_1 = keep * old_1 - soft.mass_scale * x[1];
    const Real new_2 = bounded(keep * old_2 - soft.mass_scale * x[2], Real::load(own.maximum_torque + lane));
    const Real maximum = Real::load(own.maximum_force + lane);
    const Real squared = new_0 * new_0 + new_1 * new_1;
    const auto over = squared > maximum * maximum;
    const Real scale = select(over, maximum / square_root(select(over, squared, one)), one);
    new_0 = scale * new_0;
    new_1 = scale * new_1;
    new_0.store(block.impulse_x + lane);
    new_1.store(block.impulse_y + lane);
    new_2.store(own.angle_impulse + lane);
    apply_row(frame.rows[0], new_0 - old_0, bodies);
    apply_row(frame.rows[1], new_1 - old_1, bodies);
    apply_row(frame.rows[2], new_2 - old_2, bodies);
}

/// Bounds of an impulse [N s].
template <class Real>
struct ImpulseRange {
    Real minimum, maximum;
};

/// Clamps the impulses of both axes to their bounds: each to its own or, if they share a maximum, by length.
template <class Real>
DRYSTONE_LANE_INLINE void hold_to_bounds(Real shared, const ImpulseRange<Real> (&ranges)[2], Real& first,
                                         Real& second) {
    const Real one = Real::splat(1.0f);
    const Real maximum = ranges[0].maximum;
    const Real squared = first * first + second * second;
    const auto over = squared > maximum * maximum;
    const Real scale = select(over, maximum / square_root(select(over, squared, one)), one);
    const auto together = shared > Real::zero();
    first = select(together, scale * first, bounded(first, ranges[0].minimum, maximum));
    second = select(together, scale * second, bounded(second, ranges[1].minimum, ranges[1].maximum));
}

/// Solves the springs, then the motors, of both axes at once: neither axis sees the other's change of
/// impulse.
template <bool biased, class Real>
DRYSTONE_LANE_INLINE void drive_axes(const FrameBlock& own, DegreeBlock* degrees, int lane,
                                     const FrameRows<Real>& frame, JointBodies<Real>& bodies) {
    const Real shared = Real::load(own.isotropic + lane);
    const auto apply_both = [&](Real first, Real second, float* stored_first, float* stored_second) {
        const Real old_first = Real::load(stored_first);
        const Real old_second = Real::load(stored_second);
        first.store(stored_first);
        second.store(stored_second);
        apply_row(frame.rows[0], first - old_first, bodies);
        apply_row(frame.rows[1], second - old_second, bodies);
    };
    if constexpr (biased) {
        Real springs[2];
        for (int i = 0; i < 2; ++i) {
            springs[i] = wanted_by_spring(degrees[i], lane, frame.rows[i], frame.coordinates[i],
                                          row_velocity(frame.rows[i], bodies));
        }
        const auto range_of = [&](int i) {
            return ImpulseRange<Real>{Real::load(degrees[i].spring_minimum + lane),
                                      Real::load(degrees[i].spring_maximum + lane)};
        };
        hold_to_bounds(shared, {range_of(0), range_of(1)}, springs[0], springs[1]);
        apply_both(springs[0], springs[1], degrees[0].spring_impulse + lane,
                   degrees[1].spring_impulse + lane);
    }
    Real motors[2];
    for (int i = 0; i < 2; ++i) {
        motors[i] = wanted_by_motor(degrees[i], lane, frame.rows[i], row_velocity(frame.rows[i], bodies));
    }
    const auto range_of = [&](int i) {
        const Real maximum = Real::load(degrees[i].motor_maximum + lane);
        return ImpulseRange<Real>{Real::zero() - maximum, maximum};
    };
    hold_to_bounds(shared, {range_of(0), range_of(1)}, motors[0], motors[1]);
    apply_both(motors[0], motors[1], degrees[0].motor_impulse + lane, degrees[1].motor_impulse + lane);
}

template <class Real>
DRYSTONE_LANE_INLINE void warm_start_frames(JointBlock& block, FrameBlock& own, DegreeBlock* degrees,
                                            int lane, BodySolverState* states) {
    JointBodies<Real> bodies = load_joint<Real>(block, lane, states);
    const FrameRows<Real> frame = make_frame_rows(own, degrees, lane, block, states, bodies);
    const Real locked[3] = {Real::load(block.impulse_x + lane), Real::load(block.impulse_y + lane),
                            Real::load(own.angle_impulse + lane)};
    for (int i = 0; i < 3; ++i) {
        apply_row(frame.rows[i], locked[i] + degree_impulse<Real>(degrees[i], lane), bodies);
    }
    store_joint(block, lane, bodies, states);
}

template <bool biased, class Real>
DRYSTONE_LANE_INLINE void solve_frames(JointBlock& block, FrameBlock& own, DegreeBlock* degrees, int lane,
                                       BodySolverState* states, Real half_h, Real inverse_h) {
    JointBodies<Real> bodies = load_joint<Real>(block, lane, states);
    const FrameRows<Real> frame = make_frame_rows(own, degrees, lane, block, states, bodies);
    const JointSoftness<Real> soft = load_softness<biased, Real>(block, lane);
    drive_axes<biased>(own, degrees, lane, frame, bodies);
    solve_limits(degrees[0], lane, frame.rows[0], frame.coordinates[0], inverse_h, soft, bodies);
    solve_limits(degrees[1], lane, frame.rows[1], frame.coordinates[1], inverse_h, soft, bodies);
    solve_degree<biased>(degrees[2], lane, frame.rows[2], frame.coordinates[2], inverse_h, soft, bodies);
    solve_locks<biased>(block, own, lane, frame, half_h, soft, bodies);
    store_joint(block, lane, bodies, states);
}
