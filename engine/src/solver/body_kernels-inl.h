// Integration of bodies in lanes, written once over the lane type `Real`; to be included after
// simd/lane_math-inl.h, which tells how. Lanes are consecutive slots. About 60 operations a body and
// sub-step; bound by loading and storing.

template <class Real>
DRYSTONE_LANE_INLINE Real clamped(Real value, Real limit) {
    const Real below = select(value > limit, limit, value);
    return greater_of(below, Real::zero() - limit);
}

template <class Real>
DRYSTONE_LANE_INLINE void integrate_velocity_lanes(BodySolverState* states, BodyIntegration* integration,
                                                   const std::int32_t* slots,
                                                   const IntegrationConstants& constants, bool first) {
    float* const state_rows = reinterpret_cast<float*>(states);
    float* const own_rows = reinterpret_cast<float*>(integration);
    BodyRows<Real> velocity, start, gain, damping;
    gather_rows<8, 0>(state_rows, slots, velocity);
    gather_rows<16, 0>(own_rows, slots, start);    // (x, y, w, g)
    gather_rows<16, 4>(own_rows, slots, gain);     // (x, y, w, linear keep)
    gather_rows<16, 8>(own_rows, slots, damping);  // (angular keep, arm scale, inverse mass, unused)

    // What the accumulated impulses add: nothing yet in the first sub-step.
    const Real warm = first ? Real::zero() : Real::splat(1.0f);
    const Real warm_x = warm * (velocity.x - start.x);
    const Real warm_y = warm * (velocity.y - start.y);
    const Real warm_w = warm * (velocity.w - start.w);

    // Held where its square is finite.
    const Real huge = Real::splat(1e18f);
    const Real x = clamped(velocity.x * gain.m + gain.x, huge);
    const Real y = clamped(velocity.y * gain.m + gain.y, huge);
    const Real w = velocity.w * damping.x + gain.w;
    const Real fastest = Real::splat(constants.maximum_linear_speed);
    const Real squared = x * x + y * y;
    const auto too_fast = squared > fastest * fastest;
    const Real scale = select(too_fast, fastest / square_root(select(too_fast, squared, Real::splat(1.0f))),
                              Real::splat(1.0f));
    start.x = x * scale;
    start.y = y * scale;
    start.w = clamped(w, Real::splat(constants.maximum_angular_speed) / start.m);
    velocity.x = start.x + warm_x;
    velocity.y = start.y + warm_y;
    velocity.w = start.w + warm_w;
    scatter_rows<8, 0>(state_rows, slots, velocity);
    scatter_rows<16, 0>(own_rows, slots, start);
}

/// Turns by sine and cosine minus one of a small angle, made from the tangent of half of it, which gives a
/// rotation whatever the tangent's error is. |angle| <= pi / 4; the angle's error is below 1e-8.
template <class Real>
DRYSTONE_LANE_INLINE void integrate_position_lanes(BodySolverState* states,
                                                   const BodyIntegration* integration,
                                                   const std::int32_t* slots, float h) {
    float* const state_rows = reinterpret_cast<float*>(states);
    BodyRows<Real> velocity, movement, start;
    gather_rows<8, 0>(state_rows, slots, velocity);
    gather_rows<8, 4>(state_rows, slots, movement);
    gather_rows<16, 0>(reinterpret_cast<const float*>(integration), slots, start);
    const Real step = Real::splat(h);
    const Real g = start.m;
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
void integrate_velocity_blocks(BodySolverState* states, BodyIntegration* integration, std::size_t count,
                               const IntegrationConstants& constants, bool first) {
    std::int32_t slots[block_lanes];
    for (std::size_t i = 0; i < count; i += block_lanes) {
        fill_slots(static_cast<std::int32_t>(i), slots);
        for (int lane = 0; lane < block_lanes; lane += Real::width) {
            integrate_velocity_lanes<Real>(states, integration, slots + lane, constants, first);
        }
    }
}

template <class Real>
void integrate_position_blocks(BodySolverState* states, const BodyIntegration* integration, std::size_t count,
                               float h) {
    std::int32_t slots[block_lanes];
    for (std::size_t i = 0; i < count; i += block_lanes) {
        fill_slots(static_cast<std::int32_t>(i), slots);
        for (int lane = 0; lane < block_lanes; lane += Real::width) {
            integrate_position_lanes<Real>(states, integration, slots + lane, h);
        }
    }
}
