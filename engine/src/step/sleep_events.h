#pragma once

#include "step/world_state.h"

namespace drystone {

/// Writes which bodies sleep now and did not when it was last told, and which no longer do. The last thing in
/// a step: to disable bodies that are put into quarantine wakes others.
void publish_sleep_events(WorldState& world);

}  // namespace drystone
