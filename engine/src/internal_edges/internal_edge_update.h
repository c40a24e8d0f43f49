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
    MovingSeams& moving_seams;
    SeamChanges& seam_changes;
};

/// Finds anew which edges of static shapes, and of the pieces of outlines, are covered by others and how the
/// rest continue, wherever that may have changed since the last step; see `ShapeSeams`. Contacts of shapes
/// that are continued leave the lanes, those of shapes that no longer are may return to them.
///
/// Static shapes whose filters are equal, those of the solver included, continue each other, on whatever
/// bodies, and so do those of kinematic bodies that move as one, or rest beside static ones: the step moves
/// them against each other by less than a quarter of `seam_slack`. Cost: nothing while nothing static
/// changes; else some microseconds for each static shape near a change; and see `MovingSeams`.
///
/// \param time_step  of the step that begins [s]
void update_seams(const InternalEdgeContext& context, float time_step);

}  // namespace drystone
