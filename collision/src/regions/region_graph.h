#pragma once

#include "regions/edge_noding.h"
#include "regions/edge_soup.h"
#include "regions/region_rule.h"

namespace drystone::detail {

inline constexpr std::uint32_t no_index = ~std::uint32_t{0};

/// Loops with the inside to their left. A loop may visit a point more than once, where corners of the inside
/// meet in it; it does not cross itself.
struct BorderLoops {
    std::vector<Vec2> points;
    std::vector<std::uint32_t> nodes;  ///< Number of the meeting point that each point is; `no_index`: none.
    std::vector<std::uint32_t> starts{0};  ///< Loop i has the points [starts[i], starts[i + 1]).
    std::uint32_t node_count = 0;

    [[nodiscard]] std::size_t loop_count() const { return starts.size() - 1; }
};

/// Returns the border of the inside of edges that `node_edges` has split.
///
/// The edges between meeting points are a planar graph. The winding numbers of one face of each connected
/// part are those of a ray from its smallest point; those of the others follow from the edges between them.
/// Cost: O(n + m log m) for n points and m meeting points, and a ray for each connected part.
BorderLoops trace_border(const EdgeSoup& soup, const OperandBoxes& boxes, const RegionRule& rule);

}  // namespace drystone::detail
