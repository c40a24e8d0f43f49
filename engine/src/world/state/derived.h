#pragma once

#include "step/world_state.h"

namespace drystone {

/// Forgets what was computed for the bodies and shapes that have just been replaced.
void forget_derived(WorldState& world);

}  // namespace drystone
