#pragma once

#include <drystone/collision/math.h>

namespace drystone::detail {

/// Returns the turn of the path a, b, c: +1 to the left (counter-clockwise), -1 to the right, 0 straight on
/// or back. Exact for all finite points, so decisions based on it never contradict each other.
///
/// Source: the determinant of three float points is a sum of six products, each of them exact in double
/// precision, and Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
/// Predicates, 1997, for the sign of an exact sum.
int orientation(const Vec2& a, const Vec2& b, const Vec2& c);

/// Returns whether the closed segments ab and cd have a point in common. Exact.
bool segments_touch(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d);

/// Returns whether b and c lie in exactly the same direction from a. Exact; neither may coincide with a.
bool same_direction(const Vec2& a, const Vec2& b, const Vec2& c);

/// Returns whether the closed triangle contains the point. Exact; the triangle may turn either way or be
/// flat.
bool triangle_holds(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& point);

}  // namespace drystone::detail
