#pragma once

#include "outlines/outline_loops.h"

#include <array>
#include <vector>

namespace drystone::detail {

/// Corners of a triangle, counter-clockwise, as indices of the points of the loops.
using Triangle = std::array<int, 3>;

/// Cuts the inside of the loops into triangles between their points; none is flat. n points and h holes give
/// n + 2 h - 2 triangles. The loops must have no fault and be oriented (`find_fault`, `orient_loops`). Cost:
/// O(n log n).
///
/// Source: Garey, Johnson, Preparata and Tarjan, Triangulating a Simple Polygon, 1978; de Berg, van Kreveld,
/// Overmars and Schwarzkopf, Computational Geometry, 1997, chapter 3, here with exact signs and with holes.
std::vector<Triangle> triangulate(const OutlineLoops& loops);

}  // namespace drystone::detail
