#pragma once

#include <drystone/settings.h>

#include "solver/solver.h"

namespace drystone {

/// Returns the constants of a step with these settings of a world.
StepConstants make_step_constants(const WorldDefinition& settings, float time_step, int sub_steps);

}  // namespace drystone
