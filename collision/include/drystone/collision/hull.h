#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/math.h>

#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Result of `compute_hull`; all values except `Ok` are reasons for a refusal.
enum class HullStatus : std::uint8_t {
    Ok,
    TooFewPoints,  ///< Fewer than three points were given.
    NotFinite,     ///< A coordinate is NaN or infinite.
    NoArea,        ///< All points lie on one line (or at one point) within 5e-7 of their extent.
};

/// Returns the status as the end of a sentence: "all points lie on a line".
DRYSTONE_COLLISION_API const char* describe(HullStatus status);

/// A convex hull: counter-clockwise and strictly convex; empty unless `status` is `HullStatus::Ok`.
struct Hull {
    HullStatus status = HullStatus::TooFewPoints;  ///< Kind of the result.
    /// A subset of the input, unchanged [m]; begins with the point that comes first in the input.
    std::vector<Vec2> points;
};

/// Computes the convex hull of any number of points in any order [m].
///
/// Points within 5e-7 of the whole extent of an edge are left out, so that no edge is too short or too flat
/// for the rest of the library. This is repeated until there are none; the border moves by at most 5e-7 each
/// time. Mostly the first time is the last; the most that was seen in a million sets of flat or nearly
/// collinear points is three times, and 1.02e-6 between an input point and the hull. Orientation is decided
/// in double precision. Only the extent sets the scale, so shapes of any size, and thin ones, are valid. The
/// hull of a hull is the same points in the same order.
///
/// Cost: O(n log n); allocates.
/// Source: Andrew, Another Efficient Algorithm for Convex Hulls in Two Dimensions, 1979.
DRYSTONE_COLLISION_API Hull compute_hull(std::span<const Vec2> points);

}  // namespace drystone
