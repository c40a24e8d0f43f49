#pragma once

#include <drystone/contact.h>

#include "constraint_graph/constraint_graph.h"
#include "narrow_phase/narrow_phase.h"
#include "store/body_store.h"
#include "store/contact_store.h"
#include "store/shape_store.h"

#include <cstdint>

namespace drystone {

/// Stores that a contact view is built from.
struct ContactViewContext {
    const BodyStore& bodies;
    const ShapeStore& shapes;
    const ContactStore& contacts;
    const ConstraintGraph& graph;
    const NarrowKernels& narrow_kernels;
    float speculative_distance;  ///< [m]
    std::uint16_t number;        ///< Number of the world, part of every handle.
};

/// Impulses of a contact point in a sub-step [N s], and its feature id; 0: no point.
struct PointImpulses {
    float normal_impulse = 0.0f;
    float friction_impulse = 0.0f;
    float feature = 0.0f;
};

/// Returns impulses and feature id of a contact's point, from its lane of the graph, or as saved when it fell
/// asleep.
PointImpulses point_impulses(const ContactViewContext& context, const Contact& contact, int i);

/// Returns the position of point `i` of a contact of the graph in the world [m].
Vec2 lane_point(const ContactViewContext& context, const Contact& contact, int i);

/// Builds the user's view of a contact.
ContactView make_contact_view(const ContactViewContext& context, std::uint32_t index);

}  // namespace drystone
