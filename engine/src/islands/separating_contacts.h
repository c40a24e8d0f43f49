#pragma once

#include "islands/islands.h"

namespace drystone {

/// Keeps bodies awake whose overlap is greater than at rest and is being pushed out, however slowly: asleep,
/// they would stay in each other, and rise when they wake. Overlaps that do not shrink, as those of wedged
/// bodies, let bodies sleep. Cost: linear in touching contacts.
void keep_awake_by_overlap(const SleepContext& context, const SleepLimits& limits);

}  // namespace drystone
