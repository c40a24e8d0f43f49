#pragma once

#include "border.h"

#include <drystone/collision/math.h>

#include <utility>

namespace explorer {

/// Closed smooth curve, the border of a convex shape: a uniform quadratic B-spline over the corners of a
/// convex polygon. It passes through the middle of each edge, along it.
///
/// Its support point is exact: on each piece, a parabola, the farthest point is known in closed form.
/// Source: de Boor, A Practical Guide to Splines, 1978.
class ConvexSpline {
public:
    /// `corners`: convex, at least three [m].
    explicit ConvexSpline(Points corners) : corners_(std::move(corners)) {}
    [[nodiscard]] drystone::Vec2 support(const drystone::Vec2& direction) const;

private:
    Points corners_;
};

/// Returns the border of the intersection of two convex polygons, counter-clockwise; empty if they share
/// none.
[[nodiscard]] Points intersect_borders(Points a, const Points& b);

}  // namespace explorer
