// Integration of bodies in lanes, written once over the lane type `Real`; to be included after
// simd/lane_math-inl.h, which tells how. Lanes are consecutive slots. About 60 operations a body and
// sub-step; bound by loading and storing.

template <class Real>
DRYSTONE_LANE_INLINE Real clamped(Real value, Real limit) {
    const Real below = select(value > limit, limit, value);
    return greater_of(below, Real::zero() - limit);
}

template <class Real>
DRYSTONE_LANE_INLINE void integrate_velocity_lanes(BodySolverState* states, IntegrationBlock& own, int lane,
                                                   const std::int32_t* slots,
                                                   const IntegrationConstants& constants, bool first) {
    float* const state_rows = reinterpret_cast<float*>(states);
    BodyRows<Real> velocity;
    gather_rows<8, 0>(state_rows, slots, velocity);
    // What the accumulated impulses add: nothing yet in the first sub-step.
    const Real warm = first ? Real::zero() : Real::splat(1.0f);
    const Real warm_x = warm * (velocity.x - Real::load(own.start_x + lane));
    const Real warm_y = warm * (velocity.y - Real::load(own.start_y + lane));
    const Real warm_w = warm * (velocity.w - Real::load(own.start_w + lane));

    // Held where its square is finite.
    const Real huge = Real::splat(1e18f);
    const Real linear_keep = Real::load(own.linear_keep + lane);
    const Real x = clamped(velocity.x * linear_keep + Real::load(own.gain_x + lane), huge);
    const Real y = clamped(velocity.y * linear_keep + Real::load(own.gain_y + lane), huge);
    const Real w = velocity.w * Real::load(own.angular_keep + lane) + Real::load(own.gain_w + lane);
    const Real fastest = Real::splat(constants.maximum_linear_speed);
    const Real squared = x * x + y * y;
    const auto too_fast = squared > fastest * fastest;
    const Real scale = select(too_fast, fastest / square_root(select(too_fast, squared, Real::splat(1.0f))),
                              Real::splat(1.0f));
    const Real start_x = x * scale;
    const Real start_y = y * scale;
    const Real start_w =
        clamped(w, Real::splat(constants.maximum_angular_speed) / Real::load(own.normalisation + lane));
    start_x.store(own.start_x + lane);
    start_y.store(own.start_y + lane);
    start_w.store(own.start_w + lane);
    velocity.x = start_x + warm_x;
    velocity.y = start_y + warm_y;
    velocity.w = start_w + warm_w;
    scatter_rows<8, 0>(state_rows, slots, velocity);
}

/// Turns by sine and cosine minus one of a small angle, made from the tangent of half of it, which gives a
/// rotation whatever the tangent's error is. |angle| <= pi / 4; the angle's error is below 1e-8.
template <class Real>
DRYSTONE_LANE_INLINE void integrate_position_lanes(BodySolverState* states, const IntegrationBlock& own,
                                                   int lane, const std::int32_t* slots, float h) {
    float* const state_rows = reinterpret_cast<float*>(states);
    BodyRows<Real> velocity, movement;
    gather_rows<8, 0>(state_rows, slots, velocity);
    gather_rows<8, 4>(state_rows, slots, movement);
    const Real step = Real::splat(h);
    const Real g = Real::load(own.normalisation + lane);
    movement.x = movement.x + step * velocity.x;
    movement.y = movement.y + step * velocity.y;

    const Real half = Real::splat(0.5f) * (step * (velocity.w * g));
    const Real square = half * half;
    const Real series =
        Real::splat(1.0f / 3.0f) +
        square * (Real::splat(2.0f / 15.0f) +
                  square * (Real::splat(17.0f / 315.0f) + square * Real::splat(62.0f / 2835.0f)));
    const Real tangent = half + half * square * series;
    const Real sine = (tangent + tangent) / (Real::splat(1.0f) + tangent * tangent);
    const Real cosine = Real::zero() - tangent * sine;
    const Real old_sine = movement.w * g;
    const Real old_cosine = movement.m * g;
    movement.w = (old_sine + sine + (old_sine * cosine + old_cosine * sine)) / g;
    movement.m = (old_cosine + cosine + (old_cosine * cosine - old_sine * sine)) / g;
    scatter_rows<8, 4>(state_rows, slots, movement);
}

/// Consecutive slots from `first` on.
inline void fill_slots(std::int32_t first, std::int32_t (&slots)[block_lanes]) {
    for (std::int32_t i = 0; i < block_lanes; ++i) {
        slots[i] = first + i;
    }
}

template <class Real>
void integrate_velocity_blocks(BodySolverState* states, IntegrationBlock* integration, std::size_t count,
                               const IntegrationConstants& constants, bool first) {
    std::int32_t slots[block_lanes];
    for (std::size_t i = 0; i < count; i += block_lanes) {
        fill_slots(static_cast<std::int32_t>(i), slots);
        for (int lane = 0; lane < block_lanes; lane += Real::width) {
            integrate_velocity_lanes<Real>(states, integration[i / block_lanes], lane, slots + lane,
                                           constants, first);
        }
    }
}

template <class Real>
void integrate_position_blocks(BodySolverState* states, const IntegrationBlock* integration,
                               std::size_t count, float h) {
    std::int32_t slots[block_lanes];
    for (std::size_t i = 0; i < count; i += block_lanes) {
        fill_slots(static_cast<std::int32_t>(i), slots);
        for (int lane = 0; lane < block_lanes; lane += Real::width) {
            integrate_position_lanes<Real>(states, integration[i / block_lanes], lane, slots + lane, h);
        }
    }
}

/// What a sub-step adds to the velocities and keeps of them. Without mass nothing acts on a body.
template <class Real>
DRYSTONE_LANE_INLINE void load_body_lanes(const std::int32_t* bodies, const BodyRowsOf<const float>& rows,
                                          const IntegrationConstants& constants, const std::int32_t* slots,
                                          BodySolverState* states, IntegrationBlock& own, int lane) {
    BodyRows<Real> velocity, mass, scales, force, rest;
    gather_rows<4, 0>(rows.velocities, bodies, velocity);  // (x, y, w, still time)
    gather_rows<8, 0>(rows.masses, bodies, mass);          // (centre x, centre y, 1/m, 1/I)
    gather_rows<8, 4>(rows.masses, bodies, scales);        // (g, arm scale, 1/m, unused)
    gather_rows<4, 0>(rows.forces, bodies, force);         // (x, y, torque, gravity scale)
    gather_rows<4, 0>(rows.rests, bodies, rest);           // (linear damping, angular damping, ...)
    const Real one = Real::splat(1.0f);
    const Real zero = Real::zero();
    const Real h = Real::splat(constants.h);
    const auto has_mass = mass.w > zero;
    const Real g = scales.x;
    const BodyRows<Real> state{velocity.x, velocity.y, velocity.w / g, mass.w};
    scatter_rows<8, 0>(reinterpret_cast<float*>(states), slots, state);
    const BodyRows<Real> still{zero, zero, zero, zero};
    scatter_rows<8, 4>(reinterpret_cast<float*>(states), slots, still);

    const Real gain_x = h * (mass.w * force.x + force.m * Real::splat(constants.gravity_x));
    const Real gain_y = h * (mass.w * force.y + force.m * Real::splat(constants.gravity_y));
    const Real gain_w = h * (mass.m * force.w) / g;
    zero.store(own.start_x + lane);
    zero.store(own.start_y + lane);
    zero.store(own.start_w + lane);
    g.store(own.normalisation + lane);
    select(has_mass, gain_x, zero).store(own.gain_x + lane);
    select(has_mass, gain_y, zero).store(own.gain_y + lane);
    select(has_mass, gain_w, zero).store(own.gain_w + lane);
    select(has_mass, one / (one + h * rest.x), one).store(own.linear_keep + lane);
    select(has_mass, one / (one + h * rest.y), one).store(own.angular_keep + lane);
}

/// Zero where the value is finite, else not a number.
template <class Real>
DRYSTONE_LANE_INLINE Real finite_part(Real value) {
    return value - value;
}

/// Pose and velocity of bodies after the step; what they had before, and rest, where a number is not finite.
template <class Real>
DRYSTONE_LANE_INLINE void store_body_lanes(const std::int32_t* bodies, const BodySolverState* states,
                                           const IntegrationBlock& own, int lane, const std::int32_t* slots,
                                           const IntegrationConstants& constants,
                                           const BodyRowsOf<float>& rows) {
    BodyRows<Real> pose, before, velocity, movement, force, rest;
    gather_rows<4, 0>(rows.poses, bodies, pose);  // (x, y, c, s)
    gather_rows<4, 0>(rows.velocities, bodies, before);
    gather_rows<4, 0>(rows.forces, bodies, force);
    gather_rows<4, 0>(rows.rests, bodies, rest);
    gather_rows<8, 0>(reinterpret_cast<const float*>(states), slots, velocity);
    gather_rows<8, 4>(reinterpret_cast<const float*>(states), slots, movement);
    const Real g = Real::load(own.normalisation + lane);
    const Real sine = movement.w * g;
    const Real cosine = movement.m * g;
    const Real c = pose.w + (pose.w * cosine - pose.m * sine);
    const Real s = pose.m + (pose.m * cosine + pose.w * sine);
    const Real scale = Real::splat(1.0f) / square_root(c * c + s * s);
    const BodyRows<Real> moved{pose.x + movement.x, pose.y + movement.y, c * scale, s * scale};
    const Real w = velocity.w * g;
    const Real doubt =
        ((finite_part(moved.x) + finite_part(moved.y)) + (finite_part(moved.w) + finite_part(moved.m))) +
        (finite_part(w) + (finite_part(velocity.x) + finite_part(velocity.y)));
    const auto finite = doubt == Real::zero();
    pose = {select(finite, moved.x, pose.x), select(finite, moved.y, pose.y), select(finite, moved.w, pose.w),
            select(finite, moved.m, pose.m)};
    scatter_rows<4, 0>(rows.poses, bodies, pose);

    const Real zero = Real::zero();
    BodyRows<Real> after{select(finite, velocity.x, zero), select(finite, velocity.y, zero),
                         select(finite, w, zero), zero};
    // The fastest point is as far from the centre as any.
    const Real speed = square_root(after.x * after.x + after.y * after.y) + absolute(after.w) * rest.m;
    after.m = select(speed < rest.w, before.m + Real::splat(constants.time_step), zero);
    scatter_rows<4, 0>(rows.velocities, bodies, after);
    const BodyRows<Real> spent{zero, zero, zero, force.m};
    scatter_rows<4, 0>(rows.forces, bodies, spent);
}

template <class Real>
void load_body_blocks(const std::int32_t* order, std::size_t first, std::size_t count,
                      const BodyRowsOf<const float>& rows, const IntegrationConstants& constants,
                      BodySolverState* states, IntegrationBlock* integration) {
    std::int32_t slots[block_lanes];
    for (std::size_t i = first; i < first + count; i += Real::width) {
        const std::size_t slot = first_slot + i;
        fill_slots(static_cast<std::int32_t>(slot), slots);
        load_body_lanes<Real>(order + i, rows, constants, slots, states, integration[slot / block_lanes],
                              static_cast<int>(slot % block_lanes));
    }
}

template <class Real>
void store_body_blocks(const std::int32_t* order, std::size_t first, std::size_t count,
                       const BodySolverState* states, const IntegrationBlock* integration,
                       const IntegrationConstants& constants, const BodyRowsOf<float>& rows) {
    std::int32_t slots[block_lanes];
    for (std::size_t i = first; i < first + count; i += Real::width) {
        const std::size_t slot = first_slot + i;
        fill_slots(static_cast<std::int32_t>(slot), slots);
        store_body_lanes<Real>(order + i, states, integration[slot / block_lanes],
                               static_cast<int>(slot % block_lanes), slots, constants, rows);
    }
}
