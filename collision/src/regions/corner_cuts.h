#pragma once

#include "regions/region_graph.h"

namespace drystone::detail {

/// Cuts off corners of loops that visit a point more than once, so that no loop touches itself: all but the
/// widest one. The cuts are a few units long, and longer where those would meet other edges [m].
///
/// Returns whether that was possible. If not, the loops that still touch themselves are removed.
/// Cost: O(n log n) for n points, nothing if there are no such corners.
bool cut_touching_corners(BorderLoops& loops, double unit);

}  // namespace drystone::detail
