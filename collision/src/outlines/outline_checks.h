#pragma once

#include "outlines/outline_loops.h"

#include <drystone/collision/decomposition.h>

namespace drystone::detail {

/// What keeps the loops from being a simple outline with simple holes apart from one another inside; `Ok`
/// where nothing does. Exact. Every loop has at least three points. Cost: O(n log n) where the edges are
/// spread out, O(n^2) at worst.
OutlineFault find_fault(const OutlineLoops& loops);

}  // namespace drystone::detail
