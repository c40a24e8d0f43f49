#pragma once

#include <drystone/collision/math.h>

#include <span>
#include <vector>

namespace drystone::detail {

/// Returns the cells of the plane that are nearer to each of the sites than to others, within a box, in their
/// order: convex up to rounding, counter-clockwise. Corners that cells share have the same coordinates. Sites
/// must differ and lie in the box. Cost: O(n^1.5) for sites that are spread out.
std::vector<std::vector<Vec2>> voronoi_cells(std::span<const Vec2> sites, const Aabb& box);

}  // namespace drystone::detail
