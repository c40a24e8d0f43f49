#pragma once

#include <drystone/collision/chain.h>
#include <drystone/collision/export.h>
#include <drystone/collision/manifold.h>

#include <cstdint>
#include <span>

namespace drystone {

/// An exposed edge of a polygon, with ghost vertices that describe the next edges: the polygon's own, or
/// those of a polygon that lies flush against it. Solid from the right, as all edges of a polygon.
struct ActiveEdge {
    ChainSegment segment;  ///< Segment of the core's outline with its neighbours.
    int face = 0;          ///< Index of the edge's face in the core.
};

/// A convex core of which other shapes cover some edges; only the rest can be touched.
///
/// Used for a floor of tiles: a body that slides over it must not hit the internal edges between the tiles.
struct PolygonWithActiveEdges {
    ConvexCore core;  ///< Polygon.
    /// All edges that are not covered, in the order of their faces.
    std::span<const ActiveEdge> edges;
    /// Allowed position error of a corner that continues in a neighbour [m]: a vertex between the two edges
    /// touches both.
    float slack = 0.0f;
};

/// Set of faces of a core, one bit each. Faces from number 64 on have no bit.
using FaceBits = std::uint64_t;

/// Finds the contact points of a partly covered core (A) and a core (B).
///
/// The normal is the best separating axis among those of the active edges, see
/// `collide(const ChainSegment&, ...)`; so a covered face is never the reference face. Unlike a chain, A is
/// solid: a shape inside it is pushed out through the nearest active edge. A core whose edges are all covered
/// touches nothing. There is no contact either where B came in through a covered face alone: the neighbour
/// handles that.
///
/// Features are counted as in `collide(const ConvexCore&, ...)`.
/// \param hidden_b  faces of B that are covered in the same way and are no separating axes
/// Cost             O(edges * vertices^2), in double precision; no allocation
DRYSTONE_COLLISION_API Manifold collide(const PolygonWithActiveEdges& a, const ConvexCore& b,
                                        const Pose& b_in_a, float margin, FaceBits hidden_b = 0);

/// Finds the contact points of a segment of a chain and a core with covered faces.
DRYSTONE_COLLISION_API Manifold collide(const ChainSegment& segment, const ConvexCore& b, const Pose& b_in_a,
                                        float margin, FaceBits hidden_b);

/// Returns the manifold of the same two shapes with A and B exchanged.
/// \param b_in_a  the frame of the former B seen from the former A
DRYSTONE_COLLISION_API Manifold flipped(const Manifold& manifold, const Pose& b_in_a);

}  // namespace drystone
