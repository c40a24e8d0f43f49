#pragma once

#include "outlines/outline_loops.h"

#include <utility>
#include <vector>

namespace drystone::detail {

/// Returns whether a sweep from top to bottom reaches `a` before `b`. Of two points at the same height, the
/// left one comes first.
inline bool comes_first(const Vec2& a, const Vec2& b) { return a.y != b.y ? a.y > b.y : a.x < b.x; }

/// Finds diagonals that cut the inside of the loops into polygons that are monotone in y. Cost: O(n log n).
std::vector<std::pair<int, int>> find_monotone_diagonals(const OutlineLoops& loops);

/// Returns the polygons into which the diagonals, which must not cross, cut the inside of the loops: indices
/// of points, counter-clockwise.
std::vector<std::vector<int>> cut_along(const OutlineLoops& loops,
                                        const std::vector<std::pair<int, int>>& diagonals);

}  // namespace drystone::detail
