#pragma once

#include <drystone/collision/math.h>

#include <functional>
#include <vector>

namespace explorer {

using Points = std::vector<drystone::Vec2>;

/// Traces the border of a convex shape, counter-clockwise, from its support points: an inscribed polygon that
/// no point of the shape lies more than `tolerance` [m] outside of. Exact for polygons with longer edges
/// (there may be additional points on an edge); returns two points for a segment and one for a point.
///
/// Each edge is pushed outward to the support point along its normal until nothing lies beyond it.
Points trace_border(const std::function<drystone::Vec2(const drystone::Vec2&)>& support, float tolerance);

/// Returns whether the point is inside a convex polygon, counter-clockwise, or within `margin` [m] of it.
bool covers(const Points& border, const drystone::Vec2& point, float margin);

/// Returns the part of a convex polygon in which (x - point) . direction >= 0.
Points clip(const Points& polygon, const drystone::Vec2& point, const drystone::Vec2& direction);

}  // namespace explorer
