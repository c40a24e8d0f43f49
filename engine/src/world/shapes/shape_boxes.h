#pragma once

#include "step/world_state.h"

#include <cstdint>

namespace drystone {

/// What a shape is made of, by somebody who has checked it.
struct NewShape {
    const ShapeGeometry& geometry;
    MassProperties mass;
    const CustomShape* custom = nullptr;
};

/// Throws unless the geometry is usable and not too large. Returns how far it reaches from the origin of its
/// frame [m].
float check_extent(const char* function, const char* argument, const ShapeGeometry& geometry);

/// Throws unless the definition is usable and the world may be changed.
void check_shape(const WorldState& world, const char* function, const ShapeDefinition& definition);

/// Hangs a new shape on a body and puts it into the tree; the mass follows. Returns its slot.
std::uint32_t add_shape(WorldState& world, const char* function, std::uint32_t owner, const NewShape& made,
                        const ShapeDefinition& definition);

/// Takes a shape out of the world, with its contacts.
void drop_shape(WorldState& world, std::uint32_t index, bool update_mass);

/// The shape was put there, or changed: it may continue others.
void mark_internal_edges_dirty(WorldState& world, std::uint32_t shape);

/// The shape is about to be taken away from there: others may end where it continued them. Nothing to note
/// of a static one where no shape is continued.
void mark_internal_edges_before_removal(WorldState& world, std::uint32_t shape);

/// Puts a shape into the tree of its body's type: all its overlaps count as new.
void insert_box(WorldState& world, std::uint32_t shape);

/// Takes a shape out of its tree.
void remove_box(WorldState& world, std::uint32_t shape);

/// The same for all shapes of a body.
void insert_boxes(WorldState& world, std::uint32_t body);
void remove_boxes(WorldState& world, std::uint32_t body);

/// Takes an enabled body out of everything; what rests on it wakes.
void disable_body(WorldState& world, std::uint32_t body);

/// A sensor is gone, or a shape that asks for forces.
void forget_shape(WorldState& world, std::uint32_t shape);

/// Ends all contacts of a body or a shape; reported after the next step.
void destroy_contacts_of_body(WorldState& world, std::uint32_t body);
void destroy_contacts_of_shape(WorldState& world, std::uint32_t shape);

/// Calls `visitor(shape)` for each shape of the body.
template <class Visitor>
void visit_shapes_of_body(const WorldState& world, std::uint32_t body, Visitor&& visitor) {
    for (std::uint32_t shape = world.stores.bodies.records[body].first_shape; shape != no_index;
         shape = world.stores.shapes.records[shape].next) {
        visitor(shape);
    }
}

/// Calls `visitor(contact number)` for each contact of the shape; the visitor may destroy the contact.
template <class Visitor>
void visit_contacts_of_shape(WorldState& world, std::uint32_t shape, Visitor&& visitor) {
    visit_contacts_of_body(world.stores.bodies, world.stores.contacts, world.stores.shapes.cores[shape].body,
                           [&](std::uint32_t contact) {
                               const Contact& own = world.stores.contacts.contacts[contact];
                               if (own.shape_a == shape || own.shape_b == shape) {
                                   visitor(contact);
                               }
                           });
}

}  // namespace drystone
