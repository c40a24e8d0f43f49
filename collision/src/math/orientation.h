#pragma once

#include <drystone/collision/math.h>

namespace drystone::detail {

/// The turn of the way a, b, c: +1 to the left (counter-clockwise), -1 to the right, 0 straight on or back.
/// Exact for all finite points, so whatever is decided by it is never contradicted later.
///
/// Source: the determinant of three float points is a sum of six products, each of them exact in double
/// precision, and Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
/// Predicates, 1997, for the sign of an exact sum.
int orientation(const Vec2& a, const Vec2& b, const Vec2& c);

/// Do the closed segments ab and cd have a point in common? Exact.
bool segments_touch(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d);

/// Do b and c lie in exactly the same direction from a? Exact; neither may coincide with a.
bool same_direction(const Vec2& a, const Vec2& b, const Vec2& c);

/// Does the closed triangle hold the point? Exact; the triangle may turn either way or be flat.
bool triangle_holds(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& point);

}  // namespace drystone::detail
