#pragma once

#include "step/world_state.h"

namespace drystone {

/// Writes which bodies sleep now and did not when it was last told, and which no longer do.
void publish_sleep_events(WorldState& world);

/// What touched a body that was taken out when the step was done has woken: it is as if it had never slept.
void retract_sleep_events(WorldState& world);

}  // namespace drystone
