#pragma once

#include <drystone/collision/active_edges.h>

#include <cstdint>
#include <vector>

namespace drystone {

/// Largest distance of two flush shapes [m].
inline constexpr float internal_edge_tolerance = 1e-3f;

/// Edges of a shape that has neighbours: a segment of a chain has its neighbours in the chain, and a tile of
/// a floor has edges that other tiles cover.
struct InternalEdges {
    /// Edges that can be hit; for a segment, the segment itself.
    std::vector<ActiveEdge> edges;
    FaceBits hidden = 0;  ///< Faces that are not in `edges`.
    /// One-way shapes that lie flush with a solid polygon, in slot order. What passes one of them meets all
    /// normals of the polygon: inside of it, no level surface continues the polygon's edges.
    std::vector<std::uint32_t> one_way_neighbors;
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.edges, self.hidden, self.one_way_neighbors);
    }
};

/// A segment of a chain as the user gave it. Its `InternalEdges` take other shapes at its ends into account.
struct GivenSegment {
    ChainSegment segment;
    bool has_own_before = false;  ///< `ghost_before` is the user's, not a vertex of the chain.
    bool has_own_after = false;   ///< `ghost_after` is the user's, not a vertex of the chain.
};

}  // namespace drystone
