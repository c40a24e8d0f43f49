#pragma once

#include <drystone/collision/math.h>

#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// How a simplification ended, and why where it refused.
enum class SimplificationStatus : std::uint8_t {
    Ok,
    TooFewPoints,  ///< Fewer distinct points than three (an outline) or two (a path).
    NotFinite,     ///< A coordinate is NaN or infinite.
    NoArea,        ///< All points of an outline lie on one line.
};

/// What the status says, as the end of a sentence: "all points lie on a line".
const char* describe(SimplificationStatus status);

/// The points that were kept, in their order; empty unless `status` is `SimplificationStatus::Ok`.
struct Simplification {
    SimplificationStatus status = SimplificationStatus::TooFewPoints;
    std::vector<Vec2> points;  ///< A subset of the input, unchanged [m].
    std::vector<int> indices;  ///< Where each of them stands in the input, ascending.
};

/// Leaves out points of a closed outline (the last one is joined to the first) that deviate by `tolerance`
/// [m] at most: always the one that deviates least, until none is left that may go.
///
/// - The old outline lies within `tolerance` of the new one and the new one of the old.
/// - No new crossings or touches: an outline that is simple stays simple. That is exact, not to rounding.
/// - Repeated points and points exactly on a line go, at any tolerance. At least three points stay.
///
/// Throws `Error` unless `tolerance` is finite and >= 0. Cost: O(n log n) for outlines as they come, O(n^2)
/// at worst; allocates. Source: Visvalingam and Whyatt, Line Generalisation by Repeated Elimination of
/// Points, 1993, here with the distance in place of the area and without the moves that would cross.
Simplification simplify_outline(std::span<const Vec2> points, float tolerance);

/// The same for an open path: its two ends stay.
Simplification simplify_path(std::span<const Vec2> points, float tolerance);

}  // namespace drystone
