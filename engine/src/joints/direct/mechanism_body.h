#pragma once

#include "joints/body_state64.h"
#include "joints/direct/block_matrix.h"
#include "store/body_store.h"
#include "store/solver_state.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// Centre of mass and rotation of a body in double precision.
struct Place64 {
    DoubleVector center{};
    DoubleVector rotation{1.0, 0.0};
};

/// Returns a vector of the body's frame in world axes.
inline DoubleVector turned(const DoubleVector& rotation, const DoubleVector& v) {
    return {rotation.x * v.x - rotation.y * v.y, rotation.y * v.x + rotation.x * v.y};
}

/// Returns the place that the body reaches within h. Sine and cosine are computed from the tangent of half
/// the angle.
inline Place64 advanced(const Place64& place, const Twist& velocity, double h) {
    const double half = 0.5 * h * velocity.w;
    const double square = half * half;
    const double tangent =
        half * (1.0 + square * (1.0 / 3.0 + square * (2.0 / 15.0 + square * (17.0 / 315.0))));
    const double sine = 2.0 * tangent / (1.0 + tangent * tangent);
    const double cosine = 1.0 - tangent * sine;
    return {place.center + h * DoubleVector{velocity.x, velocity.y},
            {place.rotation.x * cosine - place.rotation.y * sine,
             place.rotation.y * cosine + place.rotation.x * sine}};
}

/// A body as the solves of a mechanism see it, in double precision: gathered once and not for each row. The
/// masses hold for a step, the place for a sub-step. Solves change the velocity here, and `store_velocity`
/// rounds it once for the other passes.
struct MechanismBody {
    std::uint32_t slot = 0;  ///< Slot of the solver's state.
    double inverse_mass = 0.0;
    double inverse_inertia = 0.0;
    double mass = 0.0;           ///< Reciprocal of the inverse mass.
    double half_inertia = 0.0;   ///< Half the reciprocal of the inverse inertia; 0 if the body does not turn.
    double normalisation = 1.0;  ///< Factor on the angular velocity of the solver's state.
    Place64 place{};             ///< Place that the rows are evaluated at.
    Place64 later{};             ///< Place at the end of the sub-step.
    Twist velocity{};

    /// Gathers the masses; at the start of a step.
    void load_masses(const BodyStore& bodies, const std::vector<BodySolverState>& states,
                     std::uint32_t body) {
        const BodyState64 moving = body_motion64(bodies, states, body);
        slot = bodies.solver_slots[body];
        inverse_mass = moving.inverse_mass;
        inverse_inertia = moving.inverse_inertia;
        mass = inverse_mass > 0.0 ? 1.0 / inverse_mass : 0.0;
        half_inertia = inverse_inertia > 0.0 ? 0.5 / inverse_inertia : 0.0;
        normalisation = static_cast<double>(bodies.masses[body].normalisation);
    }
    /// Gathers the place and the velocity; after the bodies have moved.
    void load_place(const BodyStore& bodies, const std::vector<BodySolverState>& states, std::uint32_t body) {
        const BodyState64 placed = body_state64(bodies, states, body);
        place = later = {placed.center, placed.rotation};
        velocity = {placed.velocity.x, placed.velocity.y, placed.angular_velocity};
    }
    /// Gathers the velocity after other passes.
    void load_velocity(const BodySolverState& state) {
        velocity = {static_cast<double>(state.velocity_x), static_cast<double>(state.velocity_y),
                    static_cast<double>(state.angular_velocity) * normalisation};
    }
    void store_velocity(BodySolverState& state) const {
        state.velocity_x = static_cast<float>(velocity.x);
        state.velocity_y = static_cast<float>(velocity.y);
        state.angular_velocity = static_cast<float>(velocity.w / normalisation);
    }
    [[nodiscard]] BodyState64 state() const {
        return {place.center, place.rotation, {velocity.x, velocity.y},
                velocity.w,   inverse_mass,   inverse_inertia};
    }
    void move_later(double h) { later = advanced(place, velocity, h); }
    [[nodiscard]] bool moves() const { return velocity.x != 0.0 || velocity.y != 0.0 || velocity.w != 0.0; }
};

}  // namespace drystone
