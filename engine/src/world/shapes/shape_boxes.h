#pragma once

#include "step/world_state.h"

#include <cstdint>
#include <span>

namespace drystone {

/// Validated shape geometry, and the mass of the shape.
struct NewShape {
    const ShapeGeometry& geometry;
    MassProperties mass;
    const CustomShape* custom = nullptr;
};

/// Throws unless the geometry is valid and not too large. Returns its reach from the origin of its frame [m].
float check_extent(const char* function, const char* argument, const ShapeGeometry& geometry);

/// Throws unless the definition is valid and the world may be changed.
void check_shape(const WorldState& world, const char* function, const ShapeDefinition& definition);

/// Throws unless mass and inertia are finite: finite size and density may have an infinite product.
void check_mass(const char* function, const MassProperties& mass);

/// Adds a shape to a body and to its tree, and updates the mass. Returns its slot.
std::uint32_t add_shape(WorldState& world, const char* function, std::uint32_t owner, const NewShape& made,
                        const ShapeDefinition& definition);

/// Sets the material of shapes of one body, at least one, wakes what touches them, and updates their
/// contacts. If the mixing callback fails or returns a bad value, throws and changes nothing.
void replace_materials(WorldState& world, std::span<const std::uint32_t> shapes, const Material& material);

/// Destroys shapes that the call which now fails has added to a body, from the last to the first: they have
/// no contacts. Wakes nothing, and leaves the mass as it was, which counted them as not yet added:
/// `mass_was_stale` says whether other shapes were not counted.
void take_back_shapes(WorldState& world, std::span<const std::uint32_t> shapes, bool mass_was_stale);

/// Destroys a shape with its contacts.
void drop_shape(WorldState& world, std::uint32_t index, bool update_mass);

/// Contacts that end with some shapes of a body, in the order of the shapes and then of the body's list.
class ContactsOfShapes {
public:
    /// Finds them. Cost: one pass over the contacts of the body.
    ContactsOfShapes(const WorldState& world, std::uint32_t body, std::span<const std::uint32_t> shapes);
    [[nodiscard]] std::span<const std::uint32_t> all() const { return contacts_; }

private:
    std::vector<std::uint32_t> contacts_;
};

/// Destroys some shapes of a body, of which all contacts are given, and updates the mass. Cost: linear,
/// whereas `drop_shape` looks at the whole body for each shape.
void drop_shapes(WorldState& world, std::uint32_t body, std::span<const std::uint32_t> shapes,
                 const ContactsOfShapes& contacts);

/// Marks a shape that was added or changed: it may share internal edges with others.
void mark_internal_edges_dirty(WorldState& world, std::uint32_t shape);

/// Marks a shape that is about to be removed: others may lose internal edges. Skips static shapes if no shape
/// has internal edges and no face is crowded.
void mark_internal_edges_before_removal(WorldState& world, std::uint32_t shape);

/// Adds a shape to the tree of its body's type: all its overlaps count as new.
void insert_box(WorldState& world, std::uint32_t shape);

/// Removes a shape from its tree.
void remove_box(WorldState& world, std::uint32_t shape);

/// Add or remove the boxes of all shapes of a body.
void insert_boxes(WorldState& world, std::uint32_t body);
void remove_boxes(WorldState& world, std::uint32_t body);

/// Disables an enabled body: ends its contacts and removes it from trees and solver; bodies that rest on it
/// wake.
void disable_body(WorldState& world, std::uint32_t body);

/// Removes a shape from the sensors and from the shapes that ask for forces.
void forget_shape(WorldState& world, std::uint32_t shape);

/// Ends all contacts of a body or a shape; they are reported after the next step.
void destroy_contacts_of_body(WorldState& world, std::uint32_t body);
void destroy_contacts_of_shape(WorldState& world, std::uint32_t shape);

/// Wakes the bodies that touch one of the shapes of a body, which are sorted, and makes the next step test
/// their contacts again.
void recheck_contacts_of_shapes(WorldState& world, std::uint32_t body, std::span<const std::uint32_t> shapes);

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
