#include "casts/turning_axis.h"

#include <algorithm>
#include <cmath>

namespace drystone::detail {

namespace {

constexpr int max_advances = 96;
constexpr int max_evaluations = 8;
constexpr double half_turn = 3.1415926;

/// Returns the vector turned by a quarter turn counter-clockwise.
Vec2d left_of(const Vec2d& v) { return {-v.y, v.x}; }

}  // namespace

TurningAxis::State TurningAxis::state_at(double time, double end) const {
    const double w = first_.angle;
    const DoubleRot rotation = first_.rotation_at(time);
    const DoubleRot other = other_.rotation_at(time);
    const DoubleRot other_in_first{rotation.c * other.c + rotation.s * other.s,
                                   rotation.c * other.s - rotation.s * other.c};
    // The vector between the centres and its motion, in the frame that turns: D' = U - w J D and U' = -w J U,
    // J being the quarter turn.
    const Vec2d between = inverse_rotate(rotation, gap_ + time * travel_);
    const Vec2d motion = inverse_rotate(rotation, travel_);
    const double farthest = std::max(length(gap_ + time * travel_), length(gap_ + end * travel_));
    State state;
    state.distance = dot(axis_, between);
    state.speed = dot(axis_, motion - w * left_of(between));
    state.acceleration = dot(axis_, -2.0 * w * left_of(motion) - w * w * between);
    state.jerk = w * w * (3.0 * length(travel_) + std::abs(w) * farthest);
    state.axis_in_other = -inverse_rotate(other_in_first, axis_);
    return state;
}

/// Returns a lower bound of the separation up to a time h later.
Bound TurningAxis::bound_of(const State& state, double h) const {
    Bound bound{state.distance - height_, state.speed,
                std::max(0.0, state.jerk * h / 6.0 - 0.5 * state.acceleration)};
    other_.lower(bound, state.axis_in_other, other_.angle - first_.angle, h);
    return bound;
}

/// Returns an advance of at most h that keeps the separation from becoming negative; see
/// `ConservativeAdvancement::step`.
double TurningAxis::advance(const State& state, double now, double h, double slack) const {
    double last = 0.0;
    for (int k = 0; k < max_evaluations; ++k) {
        Bound bound = bound_of(state, h);
        bound.value -= slack;
        last = bound.at(h);
        if (last >= -slack) {
            return h;
        }
        const double root = bound.value > 0.0 ? bound.root() : 0.0;
        h = std::min(h, root);
    }
    const double left = now - slack;
    return last < -slack && left > 0.0 ? h * left / (left - last) : 0.0;
}

double TurningAxis::free_until(double from, double end, double enough) const {
    const double spin = std::abs(other_.angle - first_.angle);
    const double longest = spin * (end - from) > half_turn ? half_turn / spin : end - from;
    const double slack = 2e-3 * enough;
    double time = from;
    double h = longest;
    for (int k = 0; k < max_advances && time < end; ++k) {
        const State state = state_at(time, end);
        const double now = state.distance - height_ -
                           other_.height(other_.highest(state.axis_in_other), state.axis_in_other);
        if (!(now > enough)) {
            break;
        }
        h = std::min({h, longest, end - time});
        const double most = h;
        h = advance(state, now, h, slack);
        if (h < 0.5 * most) {
            // The bound is tighter over a shorter time.
            h = std::max(h, advance(state, now, std::min(most, 2.0 * h), slack));
        }
        if (!(h > 0.0)) {
            break;
        }
        time = h == end - time ? end : time + h;
        h *= 2.0;
    }
    return time;
}

}  // namespace drystone::detail
