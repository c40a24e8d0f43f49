#pragma once

#include "step/world_state.h"

namespace drystone {

/// Before the narrow phase: contacts in which A dominates B find A's own state again.
void release_shadows(WorldState& world);

/// After it, when no lane moves any more: those contacts see A's shadow, which has infinite mass, in its
/// place, see `Shadows`. Cost: nothing where there are none, else a look at each, by one thread.
void cast_shadows(WorldState& world, const SolverConstants& constants);

}  // namespace drystone
