#pragma once

#include "core/finite.h"
#include "loaded_contacts/loaded_components.h"
#include "store/contact_yield.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

/// Sums over the bodies of a component.
struct ComponentLoad {
    double mass = 0.0;    ///< [kg]
    double forces = 0.0;  ///< Impulse of all forces on them in a sub-step [N s].
    double energy = 0.0;  ///< Twice the kinetic energy of the motion along both axes [J].

    void add(const LoadSearch& search, std::uint32_t body) {
        const BodySolverState& state = search.states[search.bodies.solver_slots[body]];
        const float inverse_mass = search.bodies.masses[body].inverse_mass;
        const double own = inverse_mass > 0.0f ? 1.0 / static_cast<double>(inverse_mass)
                                               : std::numeric_limits<double>::infinity();
        const BodyForce& force = search.bodies.forces[body];
        mass += own;
        forces += std::max(1.0, std::abs(double{force.gravity_scale})) * own * double{search.weight} +
                  double{search.h} *
                      std::sqrt(double{force.x} * double{force.x} + double{force.y} * double{force.y});
        energy += own * (double{state.velocity_x} * double{state.velocity_x} +
                         double{state.velocity_y} * double{state.velocity_y});
    }
    /// Returns the impulse that stops all bodies at once, and bears some times the forces on them [N s].
    [[nodiscard]] float bearable() const {
        return nearest_finite(
            static_cast<float>(static_cast<double>(borne_forces) * forces + std::sqrt(mass * energy)));
    }
};

}  // namespace drystone
