#pragma once

#include "broad_phase/broad_phase.h"
#include "contacts/contact_context.h"
#include "internal_edges/internal_edge_changes.h"
#include "internal_edges/kinematic_neighbors.h"

namespace drystone {

/// Stores in which internal edges are found, and the changes since the last update.
struct InternalEdgeContext {
    const ContactContext& lifecycle;  ///< Reclassifies the contacts of changed shapes.
    const BodyStore& bodies;
    ShapeStore& shapes;
    const BroadPhase& broad_phase;
    KinematicNeighbors& kinematic_neighbors;
    InternalEdgeChanges& internal_edge_changes;
};

/// Updates which edges of static shapes and of outline pieces are covered by other shapes, and how the
/// remaining edges continue, wherever that may have changed since the last step; see `InternalEdges`.
/// Contacts of shapes that became continued leave the lanes where lanes cannot collide them; contacts of
/// shapes that no longer are may return.
///
/// Static shapes continue each other, also across bodies, if their filters, solver filters included, are
/// equal. So do shapes of kinematic bodies that move as one with each other or with static ones: the step
/// moves them relative to each other by at most a quarter of `internal_edge_tolerance`. Cost: none while
/// nothing static changes, else some microseconds for each static shape near a change; in addition, see
/// `KinematicNeighbors`.
///
/// \param time_step  length of the coming step [s]
void update_internal_edges(const InternalEdgeContext& context, float time_step);

}  // namespace drystone
