#pragma once

#include "outlines/noded_edges.h"

#include <cstddef>
#include <span>
#include <vector>

namespace drystone::detail {

/// Loop of edges around a connected part of the inside, which is to the left of each edge.
struct FaceLoop {
    std::size_t part = 0;  ///< Number of the part of the inside.
    std::vector<NodePoint> points;
};

/// Returns the loops around the inside of edges that meet in their ends only and are connected.
/// \param is_even_odd  the inside is where the number of edges to the outside is odd; else where those of one
/// direction are not as many as those of the other
std::vector<FaceLoop> trace_inside(std::span<const NodedEdge> edges, bool is_even_odd);

}  // namespace drystone::detail
