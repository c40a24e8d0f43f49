#pragma once

#include "step/world_state.h"

#include <memory>

namespace drystone {

/// Throws for a step of negative length and for a number of sub-steps out of range.
void check_step(const char* function, float time_step, int sub_steps);

/// Replaces the threads of a world by those of a pool, or by the calling one alone without a pool.
void use_pool(WorldState& world, std::unique_ptr<TaskScheduler> pool, int threads);

/// Publishes what is known only after all stages of a step, and disables bodies that the step has
/// quarantined.
void publish_step(WorldState& world);

}  // namespace drystone
