// Locked coordinates of joints with an axis, in lanes, written once over the lane type `Real`. Include it
// after joints/iterative/joint_points-inl.h.
//
// A frame has three coordinates: along an axis fixed to A, across it, and the angle. Each is locked or free.

/// Rows and coordinates [m], [rad] of a frame at the current poses.
template <class Real>
struct FrameRows {
    RowLanes<Real> rows[3];  ///< Along, across, angle.
    Real coordinates[3];
};

/// Returns the inverse mass that couples two rows of the same bodies.
template <class Real>
DRYSTONE_LANE_INLINE Real coupling_of(const RowLanes<Real>& p, const RowLanes<Real>& q,
                                      const JointBodies<Real>& bodies) {
    return (bodies.a.m + bodies.b.m) * dot_lanes(p.direction, q.direction) +
           (bodies.a.m * p.arm_a * q.arm_a + bodies.b.m * p.arm_b * q.arm_b);
}

/// Finds the velocity of each row that its impulse must cancel, with the bias of errors and `curve`, see
/// `predicted_in_frame`, if `biased`.
template <bool biased, class Real>
DRYSTONE_LANE_INLINE void find_speeds(const FrameRows<Real>& frame, const LaneVector<Real>& curve,
                                      const JointSoftness<Real>& soft, const JointBodies<Real>& bodies,
                                      Real (&speed)[3]) {
    for (int i = 0; i < 3; ++i) {
        speed[i] = row_velocity(frame.rows[i], bodies);
        if constexpr (biased) {
            speed[i] = speed[i] +
                       (soft.bias_rate * frame.coordinates[i] + dot_lanes(curve, frame.rows[i].direction));
        }
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

/// Returns the velocity of the anchors' separation that axes which turn with A see in the sub-step [m/s]:
/// along locked axes none, and along driven ones the motor's speed unless it is saturated.
template <class Real>
DRYSTONE_LANE_INLINE LaneVector<Real> velocity_in_frame(const FrameBlock& own, const DegreeBlock* degrees,
                                                        int lane, const FrameRows<Real>& frame,
                                                        const JointBodies<Real>& bodies) {
    const LaneVector<Real> velocity = anchor_velocity(bodies);
    const Real w = bodies.scale_a * bodies.a.w;
    LaneVector<Real> seen{velocity.x + w * bodies.separation.y, velocity.y - w * bodies.separation.x};
    const FrameLocks<Real> locks = all_locks<Real>(own, lane);
    const Real lock[2] = {locks.along, locks.across};
    for (int i = 0; i < 2; ++i) {
        const LaneVector<Real>& axis = frame.rows[i].direction;
        const Real now = dot_lanes(seen, axis);
        const auto driven = absolute(Real::load(degrees[i].motor_impulse + lane)) <
                            Real::load(degrees[i].motor_maximum + lane);
        const Real due = select(lock[i] > Real::zero(), Real::zero(),
                                select(driven, Real::load(degrees[i].motor_speed + lane), now));
        seen = {seen.x + (due - now) * axis.x, seen.y + (due - now) * axis.y};
    }
    return seen;
}

/// Returns what the bodies' turning adds to the velocity of the anchors' separation as axes that turn with A
/// see it, in the mean over the sub-step [m/s]: what A sees moving at the velocity `seen`, moves on an arc.
/// The series of sine and cosine hold up to 2 rad; faster bodies count as turning by that.
template <class Real>
DRYSTONE_LANE_INLINE LaneVector<Real> predicted_in_frame(const JointBodies<Real>& bodies,
                                                         const LaneVector<Real>& seen, Real half_h) {
    const LaneVector<Real> bend = predicted_curve(bodies, half_h);
    const LaneVector<Real>& from = bodies.separation;
    const Real h = half_h + half_h;
    const Real w = bounded(bodies.scale_a * bodies.a.w, Real::splat(2.0f) / h);
    const Real turn = h * w;
    const Real sixth = Real::splat(1.0f / 6.0f) * turn * turn;
    const Real one = Real::splat(1.0f);
    // (1 - cos turn) / h, (turn - sin turn) / h and sin turn
    const Real cosine = half_h * w * w * (one - Real::splat(0.5f) * sixth);
    const Real excess = w * sixth;
    const Real sine = turn * (one - sixth);
    return {bend.x + cosine * (from.x + h * seen.x) - excess * from.y + sine * seen.y,
            bend.y + cosine * (from.y + h * seen.y) + excess * from.x - sine * seen.x};
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
                                      const FrameRows<Real>& frame, const LaneVector<Real>& curve,
                                      const JointSoftness<Real>& soft, JointBodies<Real>& bodies) {
    Real speed[3];
    Real x[3];
    find_speeds<biased>(frame, curve, soft, bodies, speed);
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

/// Replaces a row by `plain` in the lanes that are not `where`.
template <class Real>
DRYSTONE_LANE_INLINE void select_row(const typename Real::Mask& where, const RowLanes<Real>& plain,
                                     RowLanes<Real>& row) {
    row = {{select(where, row.direction.x, plain.direction.x),
            select(where, row.direction.y, plain.direction.y)},
           select(where, row.arm_a, plain.arm_a),
           select(where, row.arm_b, plain.arm_b),
           select(where, row.inverse_mass, plain.inverse_mass),
           select(where, row.mass, plain.mass)};
}

/// Makes these rows of the degrees of freedom with motors or limits, in the lanes `where`; the others are
/// those of the frame.
template <class Real>
DRYSTONE_LANE_INLINE HeldRows<Real> hold_rows(const JointParts& parts, const FrameBlock& own, int lane,
                                              const FrameRows<Real>& frame, const JointBodies<Real>& bodies,
                                              const typename Real::Mask& where) {
    HeldRows<Real> held{};
    const FrameLocks<Real> locks = all_locks<Real>(own, lane);
    for (int i = 0; i < 3; ++i) {
        held.rows[i] = frame.rows[i];
        if (parts.holds && parts.degrees[i].drives()) {
            hold_row(locks, frame, i, bodies, held);
            select_row(where, frame.rows[i], held.rows[i]);
        }
    }
    return held;
}

/// Adds to the impulses of the locks, in the lanes `where`, what the `changes` of the impulses of motors and
/// limits brought along.
template <class Real>
DRYSTONE_LANE_INLINE void add_held(const HeldRows<Real>& held, const Real (&changes)[3],
                                   const typename Real::Mask& where, int lane, JointBlock& block,
                                   FrameBlock& own) {
    float* const impulses[3] = {block.impulse_x + lane, block.impulse_y + lane, own.angle_impulse + lane};
    for (int k = 0; k < 3; ++k) {
        const Real share = (changes[0] * held.shares[0][k] + changes[1] * held.shares[1][k]) +
                           changes[2] * held.shares[2][k];
        const Real old = Real::load(impulses[k]);
        select(where, old + share, old).store(impulses[k]);
    }
}

/// Sets the impulses of the locks that elimination solves, which begins from zero in every sub-step, to what
/// the accumulated impulses of motors and limits demand.
template <class Real>
DRYSTONE_LANE_INLINE void begin_held(const JointParts& parts, JointBlock& block, FrameBlock& own,
                                     const DegreeBlock* degrees, int lane, const FrameRows<Real>& frame,
                                     const JointBodies<Real>& bodies) {
    const auto eliminated = eliminated_lanes<Real>(own, lane);
    Real impulses[3];
    for (int i = 0; i < 3; ++i) {
        impulses[i] = select(eliminated, driven_impulse<Real>(degrees[i], lane), Real::zero());
    }
    float* const stored[3] = {block.impulse_x + lane, block.impulse_y + lane, own.angle_impulse + lane};
    for (int k = 0; k < 3; ++k) {
        select(eliminated, Real::zero(), Real::load(stored[k])).store(stored[k]);
    }
    const auto pushed =
        (absolute(impulses[0]) + (absolute(impulses[1]) + absolute(impulses[2]))) > Real::zero();
    if (!none_of(pushed)) {
        add_held(hold_rows(parts, own, lane, frame, bodies, pushed), impulses, pushed, lane, block, own);
    }
}
