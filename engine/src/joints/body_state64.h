#pragma once

#include "store/body_store.h"
#include "store/solver_state.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// A vector in double precision, for joints that are solved one by one or by elimination.
struct DoubleVector {
    double x = 0.0;
    double y = 0.0;
};

inline DoubleVector operator+(const DoubleVector& a, const DoubleVector& b) { return {a.x + b.x, a.y + b.y}; }
inline DoubleVector operator-(const DoubleVector& a, const DoubleVector& b) { return {a.x - b.x, a.y - b.y}; }
inline DoubleVector operator*(double s, const DoubleVector& v) { return {s * v.x, s * v.y}; }
inline double dot(const DoubleVector& a, const DoubleVector& b) { return a.x * b.x + a.y * b.y; }
inline double cross(const DoubleVector& a, const DoubleVector& b) { return a.x * b.y - a.y * b.x; }

/// State of a body within a step, in double precision: centre of mass, rotation, velocity and inverse masses.
struct BodyState64 {
    DoubleVector center{};
    DoubleVector rotation{1.0, 0.0};
    DoubleVector velocity{};
    double angular_velocity = 0.0;
    double inverse_mass = 0.0;
    double inverse_inertia = 0.0;

    /// Returns the arm [m], in world axes, from the centre of mass to `anchor`, a point in the body's frame.
    [[nodiscard]] DoubleVector arm(const BodyMass& mass, const Vec2& anchor) const {
        const DoubleVector own{static_cast<double>(anchor.x) - static_cast<double>(mass.center_x),
                               static_cast<double>(anchor.y) - static_cast<double>(mass.center_y)};
        return {rotation.x * own.x - rotation.y * own.y, rotation.y * own.x + rotation.x * own.y};
    }
};

/// Returns the current velocity and inverse masses of a body, without its place. Bodies outside the solver
/// are at rest, with infinite mass.
inline BodyState64 body_motion64(const BodyStore& bodies, const std::vector<BodySolverState>& states,
                                 std::uint32_t body) {
    const BodyMass& mass = bodies.masses[body];
    const BodySolverState& state = states[bodies.solver_slots[body]];
    BodyState64 moving;
    moving.velocity = {static_cast<double>(state.velocity_x), static_cast<double>(state.velocity_y)};
    moving.angular_velocity =
        static_cast<double>(state.angular_velocity) * static_cast<double>(mass.normalisation);
    moving.inverse_mass = static_cast<double>(state.inverse_mass);
    moving.inverse_inertia = moving.inverse_mass > 0.0 ? static_cast<double>(mass.inverse_inertia) : 0.0;
    return moving;
}

/// Returns the current solver state of a body, with its place.
inline BodyState64 body_state64(const BodyStore& bodies, const std::vector<BodySolverState>& states,
                                std::uint32_t body) {
    const BodyPose& pose = bodies.poses[body];
    const BodySolverState& state = states[bodies.solver_slots[body]];
    const double g = static_cast<double>(bodies.masses[body].normalisation);
    const double c = 1.0 + static_cast<double>(state.delta_cos) * g;
    const double s = static_cast<double>(state.delta_sin) * g;
    const double pose_c = static_cast<double>(pose.c);
    const double pose_s = static_cast<double>(pose.s);
    BodyState64 placed = body_motion64(bodies, states, body);
    placed.center = {static_cast<double>(pose.x) + static_cast<double>(state.delta_x),
                     static_cast<double>(pose.y) + static_cast<double>(state.delta_y)};
    placed.rotation = {pose_c * c - pose_s * s, pose_s * c + pose_c * s};
    return placed;
}

/// Adds to a body's velocity [m/s] and angular velocity [rad/s].
inline void push_body(const BodyStore& bodies, std::vector<BodySolverState>& states, std::uint32_t body,
                      const DoubleVector& change, double angular_change) {
    BodySolverState& state = states[bodies.solver_slots[body]];
    state.velocity_x = static_cast<float>(static_cast<double>(state.velocity_x) + change.x);
    state.velocity_y = static_cast<float>(static_cast<double>(state.velocity_y) + change.y);
    state.angular_velocity =
        static_cast<float>(static_cast<double>(state.angular_velocity) +
                           angular_change / static_cast<double>(bodies.masses[body].normalisation));
}

}  // namespace drystone
