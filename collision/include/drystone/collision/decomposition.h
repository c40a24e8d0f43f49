#pragma once

#include <drystone/collision/polygons.h>
#include <drystone/collision/shapes.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace drystone {

/// How a decomposition ended, and why where it refused.
enum class DecompositionStatus : std::uint8_t {
    Ok,
    TooFewPoints,      ///< An outline or a hole has fewer than three distinct points.
    NotFinite,         ///< A coordinate is NaN or infinite.
    NoArea,            ///< An outline or a hole lies on a line except for rounding, or is all slivers.
    SelfIntersecting,  ///< Two edges of the outline, or of one hole, cross or touch, or run back on each
                       ///< other.
    LoopsIntersect,    ///< An edge of a hole crosses or touches one of the outline or of another hole.
    HoleOutside,       ///< A hole lies outside of the outline.
    HoleInHole,        ///< A hole lies in another one.
};

/// An edge of the input: from point `edge` of the loop to the one after it. Loop 0 is the outline, loop i is
/// hole i - 1; -1 stands for none.
struct OutlineEdge {
    int loop = -1;
    int edge = -1;
};

/// What is wrong with an outline and its holes, and where.
///
/// `first` and `second` are the offending edges where two meet (where several do, one pair of them). Of the
/// other kinds, `first` names the loop and, for `NotFinite`, the point; `second` the other loop of
/// `HoleInHole`, the one around it.
struct OutlineFault {
    DecompositionStatus status = DecompositionStatus::Ok;
    OutlineEdge first;
    OutlineEdge second;
};

/// The fault as the end of a sentence: "edges 2 and 5 of the outline cross or touch".
std::string describe(const OutlineFault& fault);

struct DecompositionOptions {
    /// How far the pieces may deviate from the outline, so that there are fewer of them, >= 0 [m]. The
    /// rounding of the coordinates, 2.5e-7 of the greatest one and of the extent, is always allowed.
    float tolerance = 0.0f;
    /// The greatest number of vertices of a piece, >= 3; 0 for any number.
    int max_vertices = 0;
};

/// Convex pieces; none unless the status of `fault` is `DecompositionStatus::Ok`.
struct Decomposition {
    OutlineFault fault;
    std::vector<Vec2> points;    ///< The pieces one after the other, each valid for `make_polygon` [m].
    std::vector<int> starts{0};  ///< Piece i has the points [starts[i], starts[i + 1]).
    int dropped_pieces = 0;      ///< Slivers too thin for a polygon that fit no neighbour either.
    double dropped_area = 0.0;   ///< Their area [m^2], which the pieces lack.

    [[nodiscard]] DecompositionStatus status() const { return fault.status; }
    [[nodiscard]] int size() const { return static_cast<int>(starts.size()) - 1; }
    /// The vertices of a piece: counter-clockwise, strictly convex, taken from the input unchanged [m].
    [[nodiscard]] std::span<const Vec2> piece(int i) const {
        const auto begin = static_cast<std::size_t>(starts[static_cast<std::size_t>(i)]);
        const auto end = static_cast<std::size_t>(starts[static_cast<std::size_t>(i) + 1]);
        return std::span<const Vec2>(points).subspan(begin, end - begin);
    }
};

/// Cuts the inside of a simple outline, less its holes, into convex pieces along straight lines between its
/// points.
///
/// The outline and each hole may turn either way; repeated points and points on an edge are welcome. The
/// pieces cover the inside and do not overlap, except for rounding and `tolerance`. They are few (within some
/// percent of the fewest possible) and no thinner than need be. What is too thin for a polygon joins a
/// neighbour if that stays convex to rounding, else it is counted in `dropped_pieces`.
///
/// Every decision about crossing, turning and order is exact, so there is no outline that is valid but
/// refused or torn. An outline that touches itself, even in one point, is refused.
///
/// Throws `Error` unless the options are valid. Cost: O(n log n) for outlines as they come, O(n^2) at worst
/// (10,000 points: 10 to 100 ms); allocates.
///
/// Source: sweep into monotone polygons (Garey, Johnson, Preparata and Tarjan, Triangulating a Simple
/// Polygon, 1978), edge flips to the constrained Delaunay triangulation (Lawson, Software for C1 Surface
/// Interpolation, 1977), removal of edges (Hertel and Mehlhorn, Fast Triangulation of Simple Polygons, 1983:
/// at most four times the fewest pieces), then turns of single edges that make others redundant.
Decomposition decompose(std::span<const Vec2> outline, std::span<const std::vector<Vec2>> holes = {},
                        const DecompositionOptions& options = {});

}  // namespace drystone
