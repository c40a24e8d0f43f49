#pragma once

#include <drystone/collision/active_edges.h>

#include <vector>

namespace drystone {

/// Largest distance of two flush shapes [m].
inline constexpr float internal_edge_tolerance = 1e-3f;

/// Edges of a shape that has neighbours: a segment of a chain has its neighbours in the chain, and a tile of
/// a floor has edges that other tiles cover.
struct InternalEdges {
    /// Edges that can be hit; for a segment, the segment itself.
    std::vector<ActiveEdge> edges;
    FaceBits hidden = 0;    ///< Faces that are not in `edges`.
    bool of_chain = false;  ///< Given by the user, and not updated.

    /// Returns whether this is a segment that lets shapes through from its left.
    [[nodiscard]] bool is_one_sided() const {
        return of_chain && edges.front().segment.sides == ChainSides::Right;
    }
};

}  // namespace drystone
