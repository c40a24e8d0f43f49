#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/regions.h>

#include <vector>

namespace drystone {

/// A straight line through two points that differ, without ends [m].
struct Line {
    Vec2 from;  ///< A point of the line.
    Vec2 to;    ///< Another one.
};

/// Cuts an outline along a line: returns its parts on the left of the line, seen along it, then those on the
/// right. It is the only part if the line passes by; what has no area has none.
///
/// Parts are valid for `World::create_outline`, share the rounded points on the line, and keep all others.
/// The outline may be anything that `Region` takes.
/// Throws `Error` if a coordinate is not finite, or the points of the line are the same.
/// Cost: below 1 us for an outline of up to 16 points of which the line crosses two edges, or a convex one;
/// otherwise as of two times `intersect`.
DRYSTONE_COLLISION_API std::vector<Outline> slice(const Outline& outline, const Line& line);

/// Cuts a region along a line. It cuts a region of many outlines faster than one by one.
DRYSTONE_COLLISION_API std::vector<Outline> slice(const Region& region, const Line& line);

}  // namespace drystone
