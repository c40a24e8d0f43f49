#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/polygons.h>
#include <drystone/collision/shapes.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace drystone {

/// Result of a decomposition; all values except `Ok` are reasons for a refusal.
enum class DecompositionStatus : std::uint8_t {
    Ok,
    TooFewPoints,      ///< An outline or a hole has fewer than three distinct points.
    NotFinite,         ///< A coordinate is NaN or infinite.
    NoArea,            ///< An outline or a hole lies on a line within rounding, or has only slivers.
    SelfIntersecting,  ///< Two edges of the outline, or of one hole, cross, touch, or run back on each other.
    LoopsIntersect,    ///< An edge of a hole crosses or touches one of the outline or of another hole.
    HoleOutside,       ///< A hole lies outside of the outline.
    HoleInHole,        ///< A hole lies inside another one.
};

/// An edge of the input, from point `edge` of the loop to the next one. Loop 0 is the outline, loop i is hole
/// i - 1; -1 means none.
struct OutlineEdge {
    int loop = -1;  ///< Number of the outline (0) or hole (from 1); -1: none.
    int edge = -1;  ///< Number of the edge, from its vertex to the next; -1: none.
};

/// A fault of an outline and its holes, and its position.
///
/// `first` and `second` are the offending edges where two meet (one such pair if there are several). For the
/// other faults `first` names the loop and, for `NotFinite`, the point; for `HoleInHole`, `second` names the
/// outer hole.
struct OutlineFault {
    DecompositionStatus status = DecompositionStatus::Ok;  ///< Kind of the fault.
    OutlineEdge first;                                     ///< Edge where the fault is.
    OutlineEdge second;                                    ///< Other edge, if two are at fault.
};

/// Returns the fault as the end of a sentence: "edges 2 and 5 of the outline cross or touch".
DRYSTONE_COLLISION_API std::string describe(const OutlineFault& fault);

/// Options of a decomposition.
struct DecompositionOptions {
    /// Maximum deviation of the pieces from the outline, >= 0 [m]; a larger one gives fewer pieces. The
    /// rounding of the coordinates, 2.5e-7 of (largest coordinate + extent), is always allowed.
    float tolerance = 0.0f;
    /// Maximum number of vertices of a piece, >= 3; 0 for no limit.
    int max_vertices = 0;
};

/// Convex pieces; none unless the status of `fault` is `DecompositionStatus::Ok`.
struct Decomposition {
    OutlineFault fault;  ///< Fault of the outline, if any.
    /// Points of all pieces in sequence [m]; each piece is valid for `make_polygon`.
    std::vector<Vec2> points;
    std::vector<int> starts{0};  ///< Piece i has the points [starts[i], starts[i + 1]).
    int dropped_pieces = 0;      ///< Slivers that are too thin for a polygon and fit no neighbour.
    double dropped_area = 0.0;   ///< Area of the dropped pieces [m^2], missing from the result.

    /// Returns the kind of the fault, or `Ok`.
    [[nodiscard]] DecompositionStatus status() const { return fault.status; }
    /// Returns the number of pieces.
    [[nodiscard]] int size() const { return static_cast<int>(starts.size()) - 1; }
    /// Returns the vertices of a piece [m]: counter-clockwise, strictly convex, taken from the input
    /// unchanged.
    [[nodiscard]] std::span<const Vec2> piece(int i) const {
        const auto begin = static_cast<std::size_t>(starts[static_cast<std::size_t>(i)]);
        const auto end = static_cast<std::size_t>(starts[static_cast<std::size_t>(i) + 1]);
        return std::span<const Vec2>(points).subspan(begin, end - begin);
    }
};

/// Decomposes the inside of a simple outline, less its holes, into convex pieces along straight lines between
/// its points.
///
/// The outline and each hole may have either orientation; repeated points and points on an edge are allowed.
/// The pieces cover the inside and do not overlap, except for rounding and `tolerance`. Their number is
/// within a few percent of the minimum, and they are no thinner than necessary. A sliver too thin for a
/// polygon joins a neighbour if that stays convex within rounding; otherwise it is counted in
/// `dropped_pieces`.
///
/// Every decision about crossing, turning and order is exact, so no valid outline is refused or torn. An
/// outline that touches itself, even in one point, is refused.
///
/// Throws `Error` unless the options are valid. Cost: O(n log n) for typical outlines, O(n^2) at worst
/// (10,000 points: 10 to 100 ms); allocates.
///
/// Source: sweep into monotone polygons (Garey, Johnson, Preparata and Tarjan, Triangulating a Simple
/// Polygon, 1978), edge flips to the constrained Delaunay triangulation (Lawson, Software for C1 Surface
/// Interpolation, 1977), removal of edges (Hertel and Mehlhorn, Fast Triangulation of Simple Polygons, 1983:
/// at most four times the minimum number of pieces), then moves of single edges that make others redundant.
DRYSTONE_COLLISION_API Decomposition decompose(std::span<const Vec2> outline,
                                               std::span<const std::vector<Vec2>> holes = {},
                                               const DecompositionOptions& options = {});

}  // namespace drystone
