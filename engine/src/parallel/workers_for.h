#pragma once

#include <algorithm>
#include <climits>
#include <cstddef>

namespace drystone {

/// Returns how many workers an amount of work is worth, >= 1, when each must get at least `per_worker` of it.
///
/// To share a loop and wait for its end takes about a microsecond, and a worker that takes over data fetches
/// it from the cache of another core. So `per_worker` is about 5 us of work, the same for any machine: fewer
/// workers finish a smaller loop sooner.
constexpr int workers_for(std::size_t work, std::size_t per_worker) {
    return static_cast<int>(std::clamp<std::size_t>(work / per_worker, 1, INT_MAX));
}

}  // namespace drystone
