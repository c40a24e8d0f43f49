#pragma once

#include "step/world_state.h"

namespace drystone {

/// Reports the contacts that were hit in the step: those that ask for it, approached faster than the
/// threshold and were pushed. Cost: nothing for blocks in which no contact asks.
void report_hits(WorldState& world);

}  // namespace drystone
