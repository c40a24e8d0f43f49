#pragma once

#include "islands/islands.h"

namespace drystone {

/// Resets the still time of bodies whose overlap the solver is still pushing out, however slowly: asleep,
/// they would stay in each other. Overlaps that do not shrink, as those under a heavy load or of wedged
/// bodies, let bodies sleep. Cost: linear in touching contacts.
void keep_awake_by_overlap(const SleepContext& context, const SleepLimits& limits);

}  // namespace drystone
