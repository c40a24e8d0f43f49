// Rows that joints are composed of, written once over the lane type `Real`. Include it after
// simd/lane_math-inl.h, which explains how.
//
// A row is a direction in the space of both bodies' velocities. Angular velocities and arms are normalised by
// g (see BodySolverState). Impulses are applied immediately, row after row: the gathers limit the speed, not
// this chain of dependent operations.

/// States of both bodies of a joint in a pass.
template <class Real>
struct JointBodies {
    BodyRows<Real> a, b;            ///< Velocities and inverse masses.
    LaneVector<Real> arm_a, arm_b;  ///< Current arms of the anchors, times g.
    LaneVector<Real> separation;    ///< Vector from A's anchor to B's [m].
    Real scale_a, scale_b;          ///< g
    Real sine, cosine;              ///< Rotation of B relative to A since the start of the step.
};

/// One row: a unit direction (zero for an angle), and arms times g.
template <class Real>
struct RowLanes {
    LaneVector<Real> direction;
    Real arm_a, arm_b;
    Real inverse_mass;  ///< Inverse effective mass; 0 if no body moves.
    Real mass;          ///< Effective mass; 0 if the inverse mass is 0.
};

/// Softness of locked rows and limits in a pass.
template <class Real>
struct JointSoftness {
    Real bias_rate, mass_scale, impulse_scale;
};

template <class Real>
DRYSTONE_LANE_INLINE Real cross_lanes(const LaneVector<Real>& a, const LaneVector<Real>& b) {
    return a.x * b.y - a.y * b.x;
}

template <class Real>
DRYSTONE_LANE_INLINE Real dot_lanes(const LaneVector<Real>& a, const LaneVector<Real>& b) {
    return a.x * b.x + a.y * b.y;
}

/// Returns 1 / value, or 0 where the value is not positive.
template <class Real>
DRYSTONE_LANE_INLINE Real inverse_or_zero(Real value) {
    const auto usable = value > Real::zero();
    return select(usable, Real::splat(1.0f) / select(usable, value, Real::splat(1.0f)), Real::zero());
}

/// Returns the angle of (c, s) in [-pi, pi], with an error below 3e-7.
template <class Real>
DRYSTONE_LANE_INLINE Real angle_of(Real c, Real s) {
    const Real one = Real::splat(1.0f);
    const Real width = absolute(c);
    const Real height = absolute(s);
    const auto steep = height > width;
    const Real larger = select(steep, height, width);
    const Real t = select(steep, width, height) / select(larger > Real::zero(), larger, one);
    const auto reduced = t > Real::splat(0.41421356f);  // tan(pi / 8)
    const Real u = select(reduced, (t - one) / (t + one), t);
    const Real q = u * u;
    Real sum = Real::splat(1.0f / 17.0f);
    for (int k = 15; k >= 1; k -= 2) {
        sum = Real::splat(1.0f / static_cast<float>(k)) - q * sum;
    }
    Real angle = u * sum;
    angle = select(reduced, Real::splat(0.25f * pi) + angle, angle);
    angle = select(steep, Real::splat(0.5f * pi) - angle, angle);
    angle = select(c < Real::zero(), Real::splat(pi) - angle, angle);
    return select(s < Real::zero(), Real::zero() - angle, angle);
}

/// Returns `angle` plus the whole turns that bring it nearest to `before`.
template <class Real>
DRYSTONE_LANE_INLINE Real unwrapped(Real angle, Real before) {
    // Rounds to an integer: floats beyond 2^23 are integers.
    const Real magic = Real::splat(12582912.0f);
    const Real turns = ((before - angle) * Real::splat(0.5f / pi) + magic) - magic;
    return angle + turns * Real::splat(2.0f * pi);
}

/// Returns the change [m] of an arm by the body's turn since the start of the step; `arm` is the arm times g.
template <class Real>
DRYSTONE_LANE_INLINE LaneVector<Real> turn_of_arm(const LaneVector<Real>& arm,
                                                  const BodyRows<Real>& movement) {
    return {movement.m * arm.x - movement.w * arm.y, movement.m * arm.y + movement.w * arm.x};
}

/// Gathers both bodies and turns the anchors to their current poses. About 60 operations and 32 bytes of each
/// body.
template <class Real>
DRYSTONE_LANE_INLINE JointBodies<Real> load_joint(const JointBlock& block, int lane,
                                                  const BodySolverState* states) {
    const float* const rows = reinterpret_cast<const float*>(states);
    JointBodies<Real> bodies;
    BodyRows<Real> moved_a, moved_b;
    gather_rows<1, 0>(rows, block.state_a + lane, bodies.a);
    gather_rows<1, 0>(rows, block.state_b + lane, bodies.b);
    gather_rows<1, 4>(rows, block.state_a + lane, moved_a);
    gather_rows<1, 4>(rows, block.state_b + lane, moved_b);
    bodies.scale_a = Real::load(block.scale_a + lane);
    bodies.scale_b = Real::load(block.scale_b + lane);
    const LaneVector<Real> arm_a{Real::load(block.arm_a_x + lane), Real::load(block.arm_a_y + lane)};
    const LaneVector<Real> arm_b{Real::load(block.arm_b_x + lane), Real::load(block.arm_b_y + lane)};
    const LaneVector<Real> turn_a = turn_of_arm(arm_a, moved_a);
    const LaneVector<Real> turn_b = turn_of_arm(arm_b, moved_b);
    bodies.arm_a = {arm_a.x + bodies.scale_a * turn_a.x, arm_a.y + bodies.scale_a * turn_a.y};
    bodies.arm_b = {arm_b.x + bodies.scale_b * turn_b.x, arm_b.y + bodies.scale_b * turn_b.y};
    bodies.separation = {
        Real::load(block.offset_x + lane) + ((moved_b.x - moved_a.x) + (turn_b.x - turn_a.x)),
        Real::load(block.offset_y + lane) + ((moved_b.y - moved_a.y) + (turn_b.y - turn_a.y))};
    // conj(A) * B, each as (1 + m g, w g).
    const Real one = Real::splat(1.0f);
    const Real c_a = one + moved_a.m * bodies.scale_a;
    const Real c_b = one + moved_b.m * bodies.scale_b;
    const Real s_a = moved_a.w * bodies.scale_a;
    const Real s_b = moved_b.w * bodies.scale_b;
    bodies.cosine = c_a * c_b + s_a * s_b;
    bodies.sine = c_a * s_b - s_a * c_b;
    return bodies;
}

/// Writes velocities back, except those of the dummy at slot 0. Threads share it and would write it at the
/// same time, although with unchanged values.
template <class Real>
DRYSTONE_LANE_INLINE void store_moving(const std::int32_t* items, const BodyRows<Real>& rows,
                                       BodySolverState* states) {
    float* const to = reinterpret_cast<float*>(states);
    // The shared state has inverse mass 0. Bodies with a tiny inverse mass may also take the slow path.
    if (none_of(rows.m < Real::splat(1e-37f))) {
        scatter_rows<1, 0>(to, items, rows);
        return;
    }
    alignas(64) float held[8 * Real::width];
    std::int32_t own[Real::width];
    for (int lane = 0; lane < Real::width; ++lane) {
        own[lane] = state_offset(static_cast<std::uint32_t>(lane));
    }
    scatter_rows<1, 0>(held, own, rows);
    for (int lane = 0; lane < Real::width; ++lane) {
        for (int k = 0; k < 4 && items[lane] != 0; ++k) {
            to[items[lane] + k] = held[own[lane] + k];
        }
    }
}

template <class Real>
DRYSTONE_LANE_INLINE void store_joint(const JointBlock& block, int lane, const JointBodies<Real>& bodies,
                                      BodySolverState* states) {
    store_moving(block.state_a + lane, bodies.a, states);
    store_moving(block.state_b + lane, bodies.b, states);
}

template <class Real>
DRYSTONE_LANE_INLINE void finish_row(RowLanes<Real>& row, const JointBodies<Real>& bodies) {
    row.inverse_mass = (bodies.a.m + bodies.b.m) * dot_lanes(row.direction, row.direction) +
                       (bodies.a.m * row.arm_a * row.arm_a + bodies.b.m * row.arm_b * row.arm_b);
    row.mass = inverse_or_zero(row.inverse_mass);
}

/// Makes the row of the translation along `axis`, a unit vector that turns with A.
template <class Real>
DRYSTONE_LANE_INLINE RowLanes<Real> axis_row(const JointBodies<Real>& bodies, const LaneVector<Real>& axis) {
    const LaneVector<Real> reach{bodies.arm_a.x + bodies.scale_a * bodies.separation.x,
                                 bodies.arm_a.y + bodies.scale_a * bodies.separation.y};
    RowLanes<Real> row{axis, cross_lanes(reach, axis), cross_lanes(bodies.arm_b, axis), Real::zero(),
                       Real::zero()};
    finish_row(row, bodies);
    return row;
}

template <class Real>
DRYSTONE_LANE_INLINE RowLanes<Real> angle_row(const JointBodies<Real>& bodies) {
    RowLanes<Real> row{
        {Real::zero(), Real::zero()}, bodies.scale_a, bodies.scale_b, Real::zero(), Real::zero()};
    finish_row(row, bodies);
    return row;
}

template <class Real>
DRYSTONE_LANE_INLINE Real row_velocity(const RowLanes<Real>& row, const JointBodies<Real>& bodies) {
    return (row.direction.x * (bodies.b.x - bodies.a.x) + row.direction.y * (bodies.b.y - bodies.a.y)) +
           (row.arm_b * bodies.b.w - row.arm_a * bodies.a.w);
}

template <class Real>
DRYSTONE_LANE_INLINE void apply_row(const RowLanes<Real>& row, Real impulse, JointBodies<Real>& bodies) {
    const Real push_a = bodies.a.m * impulse;
    const Real push_b = bodies.b.m * impulse;
    bodies.a.x = bodies.a.x - push_a * row.direction.x;
    bodies.a.y = bodies.a.y - push_a * row.direction.y;
    bodies.a.w = bodies.a.w - push_a * row.arm_a;
    bodies.b.x = bodies.b.x + push_b * row.direction.x;
    bodies.b.y = bodies.b.y + push_b * row.direction.y;
    bodies.b.w = bodies.b.w + push_b * row.arm_b;
}

template <class Real>
DRYSTONE_LANE_INLINE Real bounded(Real impulse, Real minimum, Real maximum) {
    return greater_of(lesser_of(impulse, maximum), minimum);
}

/// Clamps an impulse to [-limit, limit].
template <class Real>
DRYSTONE_LANE_INLINE Real bounded(Real impulse, Real limit) {
    return bounded(impulse, Real::zero() - limit, limit);
}

/// Replaces the impulse of a spring by the first guess of the sub-step, before its bounds, see
/// `SpringFactors`. Statically, it carries its load at once.
template <class Real>
DRYSTONE_LANE_INLINE Real guessed_by_spring(DegreeBlock& degree, int lane, const RowLanes<Real>& row,
                                            Real coordinate) {
    const Real stretch = coordinate - Real::load(degree.spring_target + lane);
    const Real speed = Real::load(degree.spring_gain + lane) * stretch +
                       Real::load(degree.spring_last_scale + lane) * Real::load(degree.spring_speed + lane);
    const Real push = Real::zero() - row.mass * speed;
    push.store(degree.spring_push + lane);
    return push + Real::load(degree.spring_kept + lane) * (Real::load(degree.spring_impulse + lane) - push);
}

/// Returns the spring's new impulse, before its bounds: it replaces the old impulse, whose effect is in the
/// velocity. Springs are solved only in passes with bias: a relax pass would read positions after the move.
template <class Real>
DRYSTONE_LANE_INLINE Real wanted_by_spring(const DegreeBlock& degree, int lane, const RowLanes<Real>& row,
                                           Real velocity) {
    const Real push = Real::load(degree.spring_push + lane);
    const Real without = Real::load(degree.spring_impulse + lane) - row.mass * velocity;
    return push + Real::load(degree.spring_mass_scale + lane) * (without - push);
}

template <class Real>
DRYSTONE_LANE_INLINE Real wanted_by_motor(const DegreeBlock& degree, int lane, const RowLanes<Real>& row,
                                          Real velocity) {
    return Real::load(degree.motor_impulse + lane) -
           row.mass * (velocity - Real::load(degree.motor_speed + lane));
}

/// Returns the new impulse of one side of a limit. `room` is the distance to the limit, negative beyond it; a
/// negative `velocity` reduces it.
template <class Real>
DRYSTONE_LANE_INLINE Real limit_impulse(const RowLanes<Real>& row, Real room, Real velocity, Real old_impulse,
                                        Real inverse_h, const JointSoftness<Real>& soft) {
    const auto apart = room > Real::zero();
    const Real bias = select(apart, room * inverse_h, soft.mass_scale * soft.bias_rate * room);
    const Real mass_scale = select(apart, Real::splat(1.0f), soft.mass_scale);
    const Real impulse_scale = select(apart, Real::zero(), soft.impulse_scale);
    const Real change = row.mass * (mass_scale * velocity + bias) + impulse_scale * old_impulse;
    return greater_of(old_impulse - change, Real::zero());
}

/// Solves the lower and the upper limit of a degree of freedom.
template <class Real>
DRYSTONE_LANE_INLINE void solve_limits(DegreeBlock& degree, int lane, const RowLanes<Real>& row,
                                       Real coordinate, Real inverse_h, const JointSoftness<Real>& soft,
                                       JointBodies<Real>& bodies) {
    const Real old_lower = Real::load(degree.lower_impulse + lane);
    const Real lower = limit_impulse(row, coordinate - Real::load(degree.lower + lane),
                                     row_velocity(row, bodies), old_lower, inverse_h, soft);
    lower.store(degree.lower_impulse + lane);
    apply_row(row, lower - old_lower, bodies);

    const Real old_upper = Real::load(degree.upper_impulse + lane);
    const Real upper = limit_impulse(row, Real::load(degree.upper + lane) - coordinate,
                                     Real::zero() - row_velocity(row, bodies), old_upper, inverse_h, soft);
    upper.store(degree.upper_impulse + lane);
    apply_row(row, old_upper - upper, bodies);
}

/// Solves the spring (only if `biased`), the motor and the limits of one degree of freedom. `held` is the row
/// of the motor and the limits, see `hold_row`: `row` itself where nothing is locked. `curve`: half the
/// acceleration of the coordinate by the bodies' turning, times h; zero after the move.
template <bool biased, class Real>
DRYSTONE_LANE_INLINE void solve_degree(const DegreeParts& parts, DegreeBlock& degree, int lane,
                                       const RowLanes<Real>& row, const RowLanes<Real>& held, Real coordinate,
                                       Real curve, Real inverse_h, const JointSoftness<Real>& soft,
                                       JointBodies<Real>& bodies) {
    if (biased && parts.spring) {
        const Real spring =
            bounded(wanted_by_spring(degree, lane, row, row_velocity(row, bodies) + curve),
                    Real::load(degree.spring_minimum + lane), Real::load(degree.spring_maximum + lane));
        const Real change = spring - Real::load(degree.spring_impulse + lane);
        spring.store(degree.spring_impulse + lane);
        apply_row(row, change, bodies);
    }
    if (parts.motor) {
        const Real motor = bounded(wanted_by_motor(degree, lane, held, row_velocity(held, bodies) + curve),
                                   Real::load(degree.motor_maximum + lane));
        const Real change = motor - Real::load(degree.motor_impulse + lane);
        motor.store(degree.motor_impulse + lane);
        apply_row(held, change, bodies);
    }
    if (parts.limits) {
        solve_limits(degree, lane, held, coordinate, inverse_h, soft, bodies);
    }
}

/// Guesses the impulse of the spring of one degree of freedom; at the start of a sub-step.
template <class Real>
DRYSTONE_LANE_INLINE void begin_spring(const DegreeParts& parts, DegreeBlock& degree, int lane,
                                       const RowLanes<Real>& row, Real coordinate) {
    if (parts.spring) {
        bounded(guessed_by_spring(degree, lane, row, coordinate), Real::load(degree.spring_minimum + lane),
                Real::load(degree.spring_maximum + lane))
            .store(degree.spring_impulse + lane);
    }
}

/// Keeps the speed that the next sub-step starts with; `speed` after the last relax pass. Bodies that are not
/// finite are quarantined: others must not see their speed.
template <class Real>
DRYSTONE_LANE_INLINE void keep_spring_speed(DegreeBlock& degree, int lane, Real speed) {
    select(absolute(speed) < Real::splat(1e30f), speed, Real::zero()).store(degree.spring_speed + lane);
}

/// Returns the accumulated impulse of the motor and the limits of a degree of freedom.
template <class Real>
DRYSTONE_LANE_INLINE Real driven_impulse(const DegreeBlock& degree, int lane) {
    return Real::load(degree.motor_impulse + lane) +
           (Real::load(degree.lower_impulse + lane) - Real::load(degree.upper_impulse + lane));
}

/// Returns the accumulated impulse of a degree of freedom.
template <class Real>
DRYSTONE_LANE_INLINE Real degree_impulse(const DegreeBlock& degree, int lane) {
    return (Real::load(degree.spring_impulse + lane) + Real::load(degree.motor_impulse + lane)) +
           (Real::load(degree.lower_impulse + lane) - Real::load(degree.upper_impulse + lane));
}
