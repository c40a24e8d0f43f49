#pragma once

#include <drystone/collision/chain.h>
#include <drystone/collision/manifold.h>

#include <cstdint>
#include <span>

namespace drystone {

/// An edge of a polygon that something can touch, and how it continues: in its own next edge or in that of
/// another polygon that lies flush against this one. Solid from the right, as the edges of a polygon are.
struct ActiveEdge {
    ChainSegment segment;
    int face = 0;  ///< The edge's number in the core.
};

/// A convex core of which other shapes cover some edges, so that nothing can touch it there.
///
/// A floor of tiles is made of these: what slides over it must not meet the sides by which they lie against
/// each other.
struct PolygonWithActiveEdges {
    ConvexCore core;
    /// All edges that are not covered, in the order of their faces.
    std::span<const ActiveEdge> edges;
    /// How far a corner that continues in a neighbour may be off: a vertex between the two touches both [m].
    float slack = 0.0f;
};

/// Faces of a core as bits, those from 64 on left out.
using FaceBits = std::uint64_t;

/// Contact points of a core (A) that others cover in part, and a core (B).
///
/// The normal is the best separating axis of those that the active edges have, see
/// `collide(const ChainSegment&, ...)`; so a covered face is never the reference. Unlike a chain, A is solid:
/// what is inside is pushed out through the active edge that is nearest. Nothing touches a core whose every
/// edge is covered, nor one into which it came through a covered edge alone: that is the neighbour's
/// business.
///
/// Features are counted as in `collide(const ConvexCore&, ...)`.
/// \param hidden_b  faces of B that are covered likewise and no separating axes
/// Cost             O(edges * vertices^2), in double precision; no allocation
Manifold collide(const PolygonWithActiveEdges& a, const ConvexCore& b, const Pose& b_in_a, float margin,
                 FaceBits hidden_b = 0);

/// The same for a segment of a chain.
Manifold collide(const ChainSegment& segment, const ConvexCore& b, const Pose& b_in_a, float margin,
                 FaceBits hidden_b);

/// The manifold of the same two shapes the other way round: what was B is A.
/// \param b_in_a  the frame of what was B, seen from what was A
Manifold flipped(const Manifold& manifold, const Pose& b_in_a);

}  // namespace drystone
