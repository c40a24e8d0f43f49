#pragma once

#include "regions/edge_boxes.h"
#include "regions/edge_soup.h"

namespace drystone::detail {

/// Boxes around the edges of operands A and B.
struct OperandBoxes {
    EdgeBoxes of[2];

    void build(const EdgeSoup& soup) {
        of[0].build(soup, 0, soup.points_of_a);
        of[1].build(soup, soup.points_of_a, soup.size());
    }
};

/// Options of `node_edges`.
struct NodingOptions {
    /// Edges of an operand that is simple meet other edges of their own in no point.
    bool is_simple[2] = {false, false};
    /// Crossings are rounded to multiples of this power of two; to the nearest floats if it is zero [m].
    double unit = 0.0;
    double snap = 0.0;   ///< Distance within which edges that cross again and again are joined [m].
    int max_rounds = 0;  ///< Number of rounds after which it gives up.
};

/// Splits edges where they cross or touch, until they meet in their ends only, and marks all points in which
/// they do. Decides exactly. Crossings are rounded; edges that a crossing moves may cross others again, which
/// is resolved in further rounds. Since each part of an edge lies in a smaller box of floats than the edge,
/// the rounds end; mostly there are two.
///
/// Takes the boxes of the edges, and sets them to those of the split edges. Returns whether the rounds were
/// enough. Cost: O((n + k) log n) for n edges and k crossings if the edges are spread out.
bool node_edges(EdgeSoup& soup, const NodingOptions& options, OperandBoxes& boxes);

/// Moves all points to multiples of the unit, and removes loops that become too short.
EdgeSoup round_to_units(const EdgeSoup& soup, double unit);

/// Rounds to a multiple of the unit; to the nearest floats if it is zero.
Vec2 round_point(const Vec2d& point, double unit);

/// Returns whether two edges of a soup meet anywhere except in the point that neighbours share. Exact.
bool edges_meet(const EdgeSoup& soup, std::uint32_t e, std::uint32_t f);

}  // namespace drystone::detail
