#pragma once

#include "store/body_store.h"
#include "store/solver_state.h"

#include <vector>

namespace drystone {

/// What integration needs to know of a step.
struct IntegrationConstants {
    Vec2 gravity{0.0f, 0.0f};
    float h = 0.0f;  ///< Sub-step [s].
    float maximum_linear_speed = 0.0f;
    float maximum_angular_speed = 0.0f;  ///< A quarter turn over two in a sub-step.
};

/// Fills the solver's arrays from the bodies that move: slot k + 1 holds `bodies.awake[k]`, slot 0 the dummy.
/// Their size is rounded up to whole blocks of lanes with more dummies.
void load_bodies(const BodyStore& bodies, const IntegrationConstants& constants,
                 std::vector<BodySolverState>& states, std::vector<BodyIntegration>& integration);

/// Writes poses and velocities back to the bodies and clears their forces. A body with a number that is not
/// finite stays where it was and stops.
void store_bodies(BodyStore& bodies, const std::vector<BodySolverState>& states,
                  const std::vector<BodyIntegration>& integration);

}  // namespace drystone
