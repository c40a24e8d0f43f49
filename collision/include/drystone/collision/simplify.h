#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/math.h>

#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Result of a simplification; all values except `Ok` are reasons for a refusal.
enum class SimplificationStatus : std::uint8_t {
    Ok,
    TooFewPoints,  ///< Fewer than three distinct points (an outline) or two (a path).
    NotFinite,     ///< A coordinate is NaN or infinite.
    NoArea,        ///< All points of an outline lie on one line.
};

/// Returns the status as the end of a sentence: "all points lie on a line".
DRYSTONE_COLLISION_API const char* describe(SimplificationStatus status);

/// The kept points, in their order; empty unless `status` is `SimplificationStatus::Ok`.
struct Simplification {
    SimplificationStatus status = SimplificationStatus::TooFewPoints;  ///< Kind of the result.
    std::vector<Vec2> points;  ///< A subset of the input, unchanged [m].
    std::vector<int> indices;  ///< Index of each of them in the input, ascending.
};

/// Removes points of a closed outline (the last one is joined to the first) that deviate by at most
/// `tolerance` [m]: always the one with the smallest deviation, until no other may be removed.
///
/// - The old outline lies within `tolerance` of the new one and the new one of the old.
/// - No new crossings or contacts: an outline that is simple stays simple. This is exact, not up to rounding.
/// - Repeated points and points exactly on a line are removed at any tolerance. At least three points remain.
///
/// Throws `Error` unless `tolerance` is finite and >= 0. Cost: O(n log n) for typical outlines, O(n^2) at
/// worst; allocates.
/// Source: Visvalingam and Whyatt, Line Generalisation by Repeated Elimination of Points, 1993, here with the
/// distance in place of the area and without removals that would cause crossings.
DRYSTONE_COLLISION_API Simplification simplify_outline(std::span<const Vec2> points, float tolerance);

/// Removes points of an open path in the same way; its two ends stay.
DRYSTONE_COLLISION_API Simplification simplify_path(std::span<const Vec2> points, float tolerance);

}  // namespace drystone
