#pragma once

#include "step/world_state.h"

namespace drystone {

/// Throws for a step of negative length and for less than one sub-step.
void check_step(const char* function, float time_step, int sub_steps);

/// Publishes what is known only after all stages of a step, and disables bodies that the step has
/// quarantined.
void publish_step(WorldState& world);

}  // namespace drystone
