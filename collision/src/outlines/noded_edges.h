#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone::detail {

/// Point of a grid on which all arithmetic is exact; coordinates are at most 2^24.
struct NodePoint {
    std::int64_t x = 0;
    std::int64_t y = 0;

    friend auto operator<=>(const NodePoint&, const NodePoint&) = default;
    NodePoint operator-(const NodePoint& o) const { return {x - o.x, y - o.y}; }
};

inline std::int64_t cross(const NodePoint& a, const NodePoint& b) { return a.x * b.y - a.y * b.x; }

/// Edge between two points in which edges meet, from the smaller point to the larger one.
struct NodedEdge {
    NodePoint from;
    NodePoint to;
    int winding = 0;  ///< Number of times that the outline runs from `from` to `to`, less those back.
    int count = 0;    ///< Number of times that it runs along the edge at all.
};

/// Edges that meet in their ends only, sorted by their points.
struct SplitEdges {
    std::vector<NodedEdge> edges;
    bool is_too_complex = false;  ///< There would be too many: there are none.
};

/// Splits the edges of a closed outline where they cross or touch, until they meet in their ends only;
/// crossings are rounded to the grid. \param limit  largest number of edges
SplitEdges split_edges(std::span<const NodePoint> outline, std::size_t limit);

}  // namespace drystone::detail
