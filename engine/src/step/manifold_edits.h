#pragma once

#include "step/world_state.h"

namespace drystone {

/// After the lanes have their points: writes the manifolds that the user has edited into their lanes. Cost:
/// nothing where there are none.
void edit_manifolds(WorldState& world, const SolverConstants& constants);

}  // namespace drystone
