#pragma once

#include <drystone/collision/math.h>

#include <span>

namespace drystone::detail {

/// Returns whether a loop is convex, without points on straight edges, counter-clockwise, and sure to be
/// valid as an outline. Exact. Cost: linear.
bool is_convex_outline(std::span<const Vec2> loop);

/// Returns whether a loop of at most 16 points is simple, without points on straight edges,
/// counter-clockwise, and sure to be valid as an outline. Exact. Cost: quadratic.
bool is_small_outline(std::span<const Vec2> loop);

}  // namespace drystone::detail
