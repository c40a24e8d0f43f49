#pragma once

#include <drystone/collision/active_edges.h>

#include <vector>

namespace drystone {

/// Shapes that are no farther apart than this are flush [m].
inline constexpr float internal_edge_tolerance = 1e-3f;

/// What a shape knows of those that continue it: the segments of a chain know their neighbours, and a tile of
/// a floor which of its edges others cover.
struct InternalEdges {
    /// Of a segment: the segment itself.
    std::vector<ActiveEdge> edges;
    FaceBits hidden = 0;    ///< The faces that are not among the edges.
    bool of_chain = false;  ///< Given by the user, and stays as it is.

    /// Is it a segment that lets through what comes from its left?
    [[nodiscard]] bool is_one_sided() const {
        return of_chain && edges.front().segment.sides == ChainSides::Right;
    }
};

}  // namespace drystone
