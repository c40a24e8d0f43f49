#pragma once

#include "parallel/team.h"
#include "solver/solver_kernels.h"
#include "store/body_store.h"
#include "store/solver_state.h"

#include <vector>

namespace drystone {

/// Returns the bodies' arrays as lanes gather from them.
BodyRowsOf<const float> read_rows(const BodyStore& bodies);

/// Fills the solver's arrays from the awake bodies: slot `first_slot` + k holds `bodies.awake[k]`. The slots
/// before it, and those that pad the last block of lanes, are dummies. Returns false if a body has a value
/// that is not finite: it must not be solved.
bool load_bodies(const SolverKernels& kernels, const BodyStore& bodies, const IntegrationConstants& constants,
                 std::vector<BodySolverState>& states, std::vector<IntegrationBlock>& integration,
                 Team& team);

/// Writes poses and velocities back to the bodies, clears their forces and updates their still times. Returns
/// false if a body got a value that is not finite: it keeps its old pose, stops, and gets a still time of -1.
bool store_bodies(const SolverKernels& kernels, BodyStore& bodies, const IntegrationConstants& constants,
                  std::vector<BodySolverState>& states, std::vector<IntegrationBlock>& integration,
                  Team& team);

}  // namespace drystone
