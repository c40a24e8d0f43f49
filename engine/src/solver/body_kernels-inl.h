// Integration of bodies in lanes, written once over the lane type `Real`. Include it after
// simd/lane_math-inl.h, which explains how. Lanes are consecutive slots. About 60 operations per body and
// sub-step; limited by loads and stores.

template <class Real>
struct BodyMotion {
    Real x, y, w;
};

/// Limits velocities to the world's maximum speeds. Usually all lanes are slower, which saves a square root
/// and two divisions.
template <class Real>
DRYSTONE_LANE_INLINE BodyMotion<Real> held_to_limits(const BodyMotion<Real>& motion, Real normalisation,
                                                     const IntegrationConstants& constants) {
    const Real fastest = Real::splat(constants.maximum_linear_speed);
    const Real too_much = fastest * fastest;
    const Real huge = Real::splat(1e18f);
    const auto slow =
        both(motion.x * motion.x + motion.y * motion.y < lesser_of(too_much, huge * huge),
             absolute(motion.w) * normalisation < Real::splat(0.99f * constants.maximum_angular_speed));
    if (none_of(negated(slow))) {
        return motion;
    }
    // Clamped so that the square is finite.
    const Real x = clamped(motion.x, huge);
    const Real y = clamped(motion.y, huge);
    const Real squared = x * x + y * y;
    const auto too_fast = squared > too_much;
    const Real scale = select(too_fast, fastest / square_root(select(too_fast, squared, Real::splat(1.0f))),
                              Real::splat(1.0f));
    return {x * scale, y * scale,
            clamped(motion.w, Real::splat(constants.maximum_angular_speed) / normalisation)};
}

template <class Real>
DRYSTONE_LANE_INLINE void integrate_velocity_lanes(BodySolverState* states, IntegrationBlock& own, int lane,
                                                   const ItemsFrom& slots,
                                                   const IntegrationConstants& constants, bool first) {
    float* const state_rows = reinterpret_cast<float*>(states);
    BodyRows<Real> velocity;
    gather_rows<8, 0>(state_rows, slots, velocity);
    // Velocity from the accumulated impulses; zero if a warm-start pass applies them.
    const Real warm = first ? Real::zero() : Real::splat(1.0f);
    const Real warm_x = warm * (velocity.x - Real::load(own.start_x + lane));
    const Real warm_y = warm * (velocity.y - Real::load(own.start_y + lane));
    const Real warm_w = warm * (velocity.w - Real::load(own.start_w + lane));

    const Real linear_damping_factor = Real::load(own.linear_damping_factor + lane);
    const Real early = Real::splat(1.0f) - Real::load(own.verlet_fraction + lane);
    const BodyMotion<Real> gained{
        velocity.x * linear_damping_factor + early * Real::load(own.velocity_delta_x + lane),
        velocity.y * linear_damping_factor + early * Real::load(own.velocity_delta_y + lane),
        velocity.w * Real::load(own.angular_damping_factor + lane) +
            early * Real::load(own.velocity_delta_w + lane)};
    const BodyMotion<Real> start = held_to_limits(gained, Real::load(own.normalisation + lane), constants);
    start.x.store(own.start_x + lane);
    start.y.store(own.start_y + lane);
    start.w.store(own.start_w + lane);
    velocity.x = start.x + warm_x;
    velocity.y = start.y + warm_y;
    velocity.w = start.w + warm_w;
    scatter_rows<8, 0>(state_rows, slots, velocity);
}

/// Advances positions and rotations by h. Sine and cosine minus one are computed from the tangent of half the
/// angle, which gives a rotation whatever the error of the tangent. |angle| <= pi / 4 per sub-step; the error
/// of the angle is below 1e-8.
template <class Real>
DRYSTONE_LANE_INLINE void integrate_position_lanes(BodySolverState* states, const IntegrationBlock& own,
                                                   int lane, const ItemsFrom& slots, float h) {
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

/// Adds the part of the velocity change that follows the move, for bodies without contacts and iterative
/// joints. No accumulated impulse of a contact is in their velocity, so the start velocity becomes the new
/// one.
template <class Real>
DRYSTONE_LANE_INLINE void add_verlet_part_lanes(BodySolverState* states, IntegrationBlock& own, int lane,
                                                const ItemsFrom& slots,
                                                const IntegrationConstants& constants) {
    BodyRows<Real> velocity;
    gather_rows<8, 0>(reinterpret_cast<const float*>(states), slots, velocity);
    const Real verlet_fraction = Real::load(own.verlet_fraction + lane);
    const auto has_verlet_part = verlet_fraction > Real::zero();
    const BodyMotion<Real> gained{velocity.x + verlet_fraction * Real::load(own.velocity_delta_x + lane),
                                  velocity.y + verlet_fraction * Real::load(own.velocity_delta_y + lane),
                                  velocity.w + verlet_fraction * Real::load(own.velocity_delta_w + lane)};
    const BodyMotion<Real> held = held_to_limits(gained, Real::load(own.normalisation + lane), constants);
    velocity.x = select(has_verlet_part, held.x, velocity.x);
    velocity.y = select(has_verlet_part, held.y, velocity.y);
    velocity.w = select(has_verlet_part, held.w, velocity.w);
    select(has_verlet_part, velocity.x, Real::load(own.start_x + lane)).store(own.start_x + lane);
    select(has_verlet_part, velocity.y, Real::load(own.start_y + lane)).store(own.start_y + lane);
    select(has_verlet_part, velocity.w, Real::load(own.start_w + lane)).store(own.start_w + lane);
    scatter_rows<8, 0>(reinterpret_cast<float*>(states), slots, velocity);
}

/// Returns the number of lanes in use in block `i` of those that hold `items` items.
DRYSTONE_LANE_INLINE int lanes_in_use(std::size_t items, std::size_t i) {
    const std::size_t left = items - i * block_lanes;
    return left < block_lanes ? static_cast<int>(left) : block_lanes;
}

inline ItemsFrom slots_of(std::size_t first, int lane) { return {static_cast<std::int32_t>(first) + lane}; }

template <class Real>
void integrate_velocity_blocks(BodySolverState* states, IntegrationBlock* integration, std::size_t count,
                               const IntegrationConstants& constants, bool first) {
    for (std::size_t i = 0; i < count; i += block_lanes) {
        const int lanes = lanes_in_use(count, i / block_lanes);
        for (int lane = 0; lane < lanes; lane += Real::width) {
            integrate_velocity_lanes<Real>(states, integration[i / block_lanes], lane, slots_of(i, lane),
                                           constants, first);
        }
    }
}

template <class Real>
void integrate_position_blocks(BodySolverState* states, IntegrationBlock* integration, std::size_t count,
                               const IntegrationConstants& constants) {
    for (std::size_t i = 0; i < count; i += block_lanes) {
        IntegrationBlock& own = integration[i / block_lanes];
        const int lanes = lanes_in_use(count, i / block_lanes);
        for (int lane = 0; lane < lanes; lane += Real::width) {
            integrate_position_lanes<Real>(states, own, lane, slots_of(i, lane), constants.h);
            if (!none_of(Real::load(own.verlet_fraction + lane) > Real::zero())) {
                add_verlet_part_lanes<Real>(states, own, lane, slots_of(i, lane), constants);
            }
        }
    }
}

/// Returns zero where the value is finite, else NaN.
template <class Real>
DRYSTONE_LANE_INLINE Real finite_part(Real value) {
    return value - value;  // NOLINT(misc-redundant-expression): infinity minus infinity is NaN
}

/// Loads states, velocity changes and damping factors of a sub-step. Forces, gravity and damping do not act
/// on bodies with inverse mass 0. Returns zero where all values are finite, else NaN.
template <class Real>
DRYSTONE_LANE_INLINE Real load_body_lanes(const std::int32_t* bodies, const BodyRowsOf<const float>& rows,
                                          const IntegrationConstants& constants, const ItemsFrom& slots,
                                          BodySolverState* states, IntegrationBlock& own, int lane) {
    BodyRows<Real> remainder, velocity, mass, scales, force, rest;
    gather_rows<4, 0>(rows.pose_remainders, bodies, remainder);  // (x, y, turn, unused)
    gather_rows<4, 0>(rows.velocities, bodies, velocity);        // (x, y, w, still time)
    gather_rows<8, 0>(rows.masses, bodies, mass);                // (centre x, centre y, 1/m, 1/I)
    gather_rows<8, 4>(rows.masses, bodies, scales);              // (g, arm scale, 1/m, constraints)
    gather_rows<4, 0>(rows.forces, bodies, force);               // (x, y, torque, gravity scale)
    gather_rows<4, 0>(rows.damping_and_sleep, bodies, rest);     // (linear damping, angular damping, ...)
    const Real one = Real::splat(1.0f);
    const Real zero = Real::zero();
    const Real h = Real::splat(constants.h);
    const auto has_mass = mass.w > zero;
    const Real g = scales.x;
    const BodyRows<Real> state{velocity.x, velocity.y, velocity.w / g, mass.w};
    scatter_rows<8, 0>(reinterpret_cast<float*>(states), slots, state);
    const BodyRows<Real> missing{remainder.x, remainder.y, remainder.w / g, zero};
    scatter_rows<8, 4>(reinterpret_cast<float*>(states), slots, missing);

    const Real velocity_delta_x =
        select(has_mass, h * (mass.w * force.x + force.m * Real::splat(constants.gravity_x)), zero);
    const Real velocity_delta_y =
        select(has_mass, h * (mass.w * force.y + force.m * Real::splat(constants.gravity_y)), zero);
    const Real velocity_delta_w = select(has_mass, h * (mass.m * force.w) / g, zero);
    zero.store(own.start_x + lane);
    zero.store(own.start_y + lane);
    zero.store(own.start_w + lane);
    g.store(own.normalisation + lane);
    velocity_delta_x.store(own.velocity_delta_x + lane);
    velocity_delta_y.store(own.velocity_delta_y + lane);
    velocity_delta_w.store(own.velocity_delta_w + lane);
    select(has_mass, one / (one + h * rest.x), one).store(own.linear_damping_factor + lane);
    select(has_mass, one / (one + h * rest.y), one).store(own.angular_damping_factor + lane);
    select(scales.m == zero, Real::splat(0.5f), zero).store(own.verlet_fraction + lane);
    return ((finite_part(state.x) + finite_part(state.y)) + (finite_part(state.w) + finite_part(state.m))) +
           ((finite_part(velocity_delta_x) + finite_part(velocity_delta_y)) +
            (finite_part(velocity_delta_w) + (finite_part(g) + finite_part(scales.y))));
}

/// Turns a rotation (c, s) by an angle, given as its cosine minus one and its sine, and makes its length 1
/// again. `turn` becomes the angle that rounding has cut off [rad]. About 35 operations.
template <class Real>
DRYSTONE_LANE_INLINE void turn_rotation(Real& c, Real& s, Real& turn, Real cosine, Real sine) {
    const Real change_c = c * cosine - s * sine;
    const Real change_s = s * cosine + c * sine;
    const Real turned_c = c + change_c;
    const Real turned_s = s + change_s;
    const Real one = Real::splat(1.0f);
    const Real stretch = one / square_root(turned_c * turned_c + turned_s * turned_s) - one;
    const Real stretch_c = turned_c * stretch;
    const Real stretch_s = turned_s * stretch;
    const Real new_c = turned_c + stretch_c;
    const Real new_s = turned_s + stretch_s;
    const Real missing_c = rounding_error(c, change_c, turned_c) + rounding_error(turned_c, stretch_c, new_c);
    const Real missing_s = rounding_error(s, change_s, turned_s) + rounding_error(turned_s, stretch_s, new_s);
    c = new_c;
    s = new_s;
    turn = new_c * missing_s - new_s * missing_c;
}

/// Stores poses, velocities and still times after the step, and clears forces. What contacts and joints have
/// made faster than the world's maximum speeds is limited to them. The limit of a turn in a sub-step does not
/// count: continuous collision needs the turns that impacts have left. Where a value is not finite, the body
/// keeps its old pose and stops. Returns zero where all values are finite, else NaN.
template <class Real>
DRYSTONE_LANE_INLINE Real store_body_lanes(const std::int32_t* bodies, const BodySolverState* states,
                                           const IntegrationBlock& own, int lane, const ItemsFrom& slots,
                                           const IntegrationConstants& constants,
                                           const BodyRowsOf<float>& rows) {
    BodyRows<Real> pose, before, velocity, movement, force, rest;
    gather_rows<4, 0>(rows.poses, bodies, pose);  // (x, y, c, s)
    gather_rows<4, 0>(rows.velocities, bodies, before);
    gather_rows<4, 0>(rows.forces, bodies, force);
    gather_rows<4, 0>(rows.damping_and_sleep, bodies, rest);
    gather_rows<8, 0>(reinterpret_cast<const float*>(states), slots, velocity);
    gather_rows<8, 4>(reinterpret_cast<const float*>(states), slots, movement);
    const Real g = Real::load(own.normalisation + lane);
    BodyRows<Real> moved{pose.x + movement.x, pose.y + movement.y, pose.w, pose.m};
    const Real zero = Real::zero();
    BodyRows<Real> missing{rounding_error(pose.x, movement.x, moved.x),
                           rounding_error(pose.y, movement.y, moved.y), zero, zero};
    turn_rotation(moved.w, moved.m, missing.w, movement.m * g, movement.w * g);
    const Real w = velocity.w * g;
    // Tests squares, so that lengths and speeds are finite as well.
    const Real non_finite_part =
        ((finite_part(moved.x * moved.x) + finite_part(moved.y * moved.y)) +
         (finite_part(moved.w) + finite_part(moved.m))) +
        (finite_part(w * w) + (finite_part(velocity.x * velocity.x) + finite_part(velocity.y * velocity.y)));
    const auto finite = non_finite_part == Real::zero();
    pose = {select(finite, moved.x, pose.x), select(finite, moved.y, pose.y), select(finite, moved.w, pose.w),
            select(finite, moved.m, pose.m)};
    scatter_rows<4, 0>(rows.poses, bodies, pose);
    missing = {select(finite, missing.x, zero), select(finite, missing.y, zero),
               select(finite, missing.w, zero), zero};
    scatter_rows<4, 0>(rows.pose_remainders, bodies, missing);

    const BodyMotion<Real> held = held_to_limits<Real>({velocity.x, velocity.y, velocity.w}, g, constants);
    const Real held_w = clamped(w, Real::splat(constants.stored_angular_speed));
    BodyRows<Real> after{select(finite, held.x, zero), select(finite, held.y, zero),
                         select(finite, held_w, zero), zero};
    // Upper bound of the speed of all points of the body, by the distance of the farthest one.
    const Real speed = square_root(after.x * after.x + after.y * after.y) + absolute(after.w) * rest.m;
    const Real longest = Real::splat(std::numeric_limits<float>::max());
    after.m = select(speed < rest.w, lesser_of(before.m + Real::splat(constants.time_step), longest), zero);
    after.m = select(finite, after.m, Real::splat(-1.0f));
    scatter_rows<4, 0>(rows.velocities, bodies, after);
    const BodyRows<Real> spent{zero, zero, zero, force.m};
    scatter_rows<4, 0>(rows.forces, bodies, spent);
    return non_finite_part;
}

template <class Real>
bool load_body_blocks(const std::int32_t* order, std::size_t first, std::size_t count,
                      const BodyRowsOf<const float>& rows, const IntegrationConstants& constants,
                      BodySolverState* states, IntegrationBlock* integration) {
    Real non_finite_part = Real::zero();
    for (std::size_t i = first; i < first + count; i += Real::width) {
        const std::size_t slot = first_slot + i;
        const ItemsFrom slots = slots_of(slot, 0);
        non_finite_part = non_finite_part + load_body_lanes<Real>(order + i, rows, constants, slots, states,
                                                                  integration[slot / block_lanes],
                                                                  static_cast<int>(slot % block_lanes));
    }
    return none_of(negated(non_finite_part == Real::zero()));
}

template <class Real>
bool store_body_blocks(const std::int32_t* order, std::size_t first, std::size_t count,
                       const BodySolverState* states, const IntegrationBlock* integration,
                       const IntegrationConstants& constants, const BodyRowsOf<float>& rows) {
    Real non_finite_part = Real::zero();
    for (std::size_t i = first; i < first + count; i += Real::width) {
        const std::size_t slot = first_slot + i;
        const ItemsFrom slots = slots_of(slot, 0);
        non_finite_part = non_finite_part + store_body_lanes<Real>(
                                                order + i, states, integration[slot / block_lanes],
                                                static_cast<int>(slot % block_lanes), slots, constants, rows);
    }
    return none_of(negated(non_finite_part == Real::zero()));
}
