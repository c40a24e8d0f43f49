#include "constraint_graph/constraint_graph.h"
#include "core/arrays.h"

namespace drystone {

namespace {

/// Writes the values of a lane. Keeps the rows that are rewritten in every step, and the rolling impulse if
/// the surface resists rolling.
void write_values(const PairSurface& surface, SurfaceBlock& block, int lane) {
    block.rolling_length[lane] = surface.rolling_length;
    block.tangent_speed[lane] = surface.tangent_speed;
    block.frequency[lane] = surface.frequency;
    block.damping_ratio[lane] = surface.damping_ratio;
    block.static_friction[lane] = surface.static_friction;
    block.reverse_friction[lane] = surface.reverse_friction;
    if (surface.rolling_length == 0.0f) {
        block.rolling_impulse[lane] = 0.0f;
    }
}

}  // namespace

void ConstraintGraph::set_surface(std::uint32_t index, Contact& contact, const PairSurface& surface) {
    contact.surface = surface.acts();
    if (contact.surface && index >= surfaces_.size()) {
        grow_resize(surfaces_, index + 1);
    }
    if (index < surfaces_.size()) {
        surfaces_[index] = surface;
    }
}

PairSurface ConstraintGraph::surface_of(std::uint32_t index, const Contact& contact) const {
    if (!contact.surface) {
        return {};
    }
    PairSurface surface = surfaces_[index];
    if (contact.state == ContactState::Touching) {
        const ContactList& list = list_of(contact);
        surface.rolling_impulse = list.surfaces[ContactList::block(contact.place)]
                                      .rolling_impulse[ContactList::lane(contact.place)] *
                                  (reference_sub_step_ / sub_step_);
    }
    return surface;
}

void ConstraintGraph::write_surface(std::uint32_t index, const Contact& contact) {
    ContactList& list = list_of(contact);
    if (contact.surface) {
        list.open_surfaces();
    }
    if (!list.surfaces.empty()) {
        const std::size_t block = ContactList::block(contact.place);
        write_values(contact.surface ? surfaces_[index] : PairSurface{}, list.surfaces[block],
                     ContactList::lane(contact.place));
        list.blocks[block].has_surfaces = list.blocks[block].has_surfaces || contact.surface;
    }
}

void ConstraintGraph::save_surface(std::uint32_t index, const Contact& contact) {
    if (contact.surface) {
        surfaces_[index].rolling_impulse = surface_of(index, contact).rolling_impulse;
    }
}

void ConstraintGraph::write_material(std::uint32_t index, const Contact& contact) {
    write_surface(index, contact);
    write_material(contact, contact.friction, contact.restitution, surface_of(index, contact).tangent_speed);
}

void ConstraintGraph::write_material(const Contact& contact, float friction, float restitution,
                                     float tangent_speed) {
    ContactList& list = list_of(contact);
    const std::size_t i = ContactList::block(contact.place);
    const int lane = ContactList::lane(contact.place);
    ContactBlock& block = list.blocks[i];
    block.friction[lane] = friction;
    list.write_impacts(contact.place, restitution, contact.hit_events);
    if (tangent_speed != 0.0f) {
        list.open_surfaces();
        block.has_surfaces = true;
    }
    if (!list.surfaces.empty()) {
        list.surfaces[i].tangent_speed[lane] = tangent_speed;
    }
}

}  // namespace drystone
