#pragma once

#include <drystone/collision/math.h>

#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// How `compute_hull` ended, and why where it refused.
enum class HullStatus : std::uint8_t {
    Ok,
    TooFewPoints,  ///< Fewer than three points were given.
    NotFinite,     ///< A coordinate is NaN or infinite.
    NoArea,        ///< All points lie on one line (or on one spot) within 5e-7 of their extent.
};

/// What the status says, as the end of a sentence: "all points lie on a line".
const char* describe(HullStatus status);

/// A convex hull: counter-clockwise and strictly convex; empty unless `status` is `HullStatus::Ok`.
struct Hull {
    HullStatus status = HullStatus::TooFewPoints;
    std::vector<Vec2>
        points;  ///< A subset of the input, unchanged [m]; begins with the one that came first there.
};

/// Convex hull of any number of points in any order [m].
///
/// Points that lie within 5e-7 of the whole extent of an edge are left out, so that no edge is too short or
/// too flat for the rest of the library; every input point stays within that distance of the hull.
/// Orientation is decided in double precision. Nothing but the extent sets the scale: thin cards and small
/// squares are as welcome as planets. The points of a hull have a hull again.
///
/// Cost: O(n log n); allocates.
/// Source: Andrew, Another Efficient Algorithm for Convex Hulls in Two Dimensions, 1979.
Hull compute_hull(std::span<const Vec2> points);

}  // namespace drystone
