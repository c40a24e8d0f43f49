#pragma once

#include "outlines/outline_loops.h"

#include <drystone/collision/decomposition.h>

namespace drystone::detail {

/// Returns the fault that keeps the loops from being a simple outline with simple, disjoint holes inside it;
/// `Ok` if there is none. Exact. Every loop must have at least three points. Cost: O(n log n) if the edges
/// are spread out, O(n^2) at worst.
OutlineFault find_fault(const OutlineLoops& loops);

}  // namespace drystone::detail
