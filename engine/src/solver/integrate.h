#pragma once

#include "parallel/team.h"
#include "solver/solver_kernels.h"
#include "store/body_store.h"
#include "store/solver_state.h"

#include <vector>

namespace drystone {

/// The bodies' arrays as lanes gather from them.
BodyRowsOf<const float> read_rows(const BodyStore& bodies);

/// Fills the solver's arrays from the bodies that move: slot `first_slot` + k holds `bodies.awake[k]`, the
/// slots before are dummies, and so are those that fill up the last block of lanes. False where a body starts
/// with a number that is not finite: it must not be solved.
bool load_bodies(const SolverKernels& kernels, const BodyStore& bodies, const IntegrationConstants& constants,
                 std::vector<BodySolverState>& states, std::vector<IntegrationBlock>& integration,
                 Team& team);

/// Writes poses and velocities back to the bodies, clears their forces and counts how long they have been
/// still. False where a body got a number that is not finite: it stays where it was and stops, and is marked
/// by a still time of -1.
bool store_bodies(const SolverKernels& kernels, BodyStore& bodies, const IntegrationConstants& constants,
                  const std::vector<BodySolverState>& states,
                  const std::vector<IntegrationBlock>& integration, Team& team);

}  // namespace drystone
