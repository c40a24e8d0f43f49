#pragma once

#include "step/world_state.h"
#include "world/state/snapshot_state.h"

namespace drystone {

/// Forgets what was computed for the bodies and shapes that have just been replaced.
void forget_derived(WorldState& world);

/// Prepares a world, broken or not, for another state.
void prepare_return(WorldState& world);
/// Computes what follows from the state that has just been read, and clears the events of the step before.
/// `place`: where the state is in the world's recording, if it is.
void finish_return(WorldState& world, const RecordedPlace& place);

}  // namespace drystone
