#pragma once

#include "broad_phase/broad_phase.h"
#include "contacts/contact_context.h"
#include "internal_edges/internal_edge_changes.h"
#include "internal_edges/kinematic_neighbors.h"

namespace drystone {

/// Stores that internal edges are found in, and what has changed since they were.
struct InternalEdgeContext {
    const ContactContext& lifecycle;  ///< Contacts of changed shapes are classified again through it.
    const BodyStore& bodies;
    ShapeStore& shapes;
    const BroadPhase& broad_phase;
    KinematicNeighbors& kinematic_neighbors;
    InternalEdgeChanges& internal_edge_changes;
};

/// Finds again which edges of static shapes, and of the pieces of outlines, are covered by others and how the
/// rest continue, wherever that may have changed since the last step; see `InternalEdges`. Contacts of shapes
/// that are continued leave the lanes, those of shapes that no longer are may return to them.
///
/// Static shapes whose filters are equal, those of the solver included, continue each other, on whatever
/// bodies, and so do those of kinematic bodies that move as one, or rest beside static ones: the step moves
/// them against each other by less than a quarter of `internal_edge_tolerance`. Cost: nothing while nothing
/// static changes; else some microseconds for each static shape near a change; and see `KinematicNeighbors`.
///
/// \param time_step  of the step that begins [s]
void update_internal_edges(const InternalEdgeContext& context, float time_step);

}  // namespace drystone
