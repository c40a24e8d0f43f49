#include <drystone/world.h>

#include "step/contacts.h"
#include "step/finalize.h"
#include "world/body_mass.h"
#include "world/checks.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

void check(const char* function, const Material& material) {
    check_not_negative(function, "material.friction", material.friction);
    if (!(material.restitution >= 0.0f && material.restitution <= 1.0f)) {
        fail(function, "material.restitution", "in [0, 1]", static_cast<double>(material.restitution));
    }
}

/// Calls `visitor(contact number)` for each contact of the shape; the visitor may destroy the contact.
template <class Visitor>
void visit_contacts_of_shape(WorldState& world, std::uint32_t shape, Visitor&& visitor) {
    visit_contacts_of_body(world.bodies, world.contacts, world.shapes.cores[shape].body,
                           [&](std::uint32_t contact) {
                               const Contact& own = world.contacts.contacts[contact];
                               if (own.shape_a == shape || own.shape_b == shape) {
                                   visitor(contact);
                               }
                           });
}

void destroy_contacts_of_shape(WorldState& world, std::uint32_t shape) {
    visit_contacts_of_shape(
        world, shape, [&](std::uint32_t contact) { destroy_contact(world, contact, world.pending_ends); });
}

void hang_on_body(WorldState& world, std::uint32_t shape, std::uint32_t body) {
    BodyRecord& record = world.bodies.records[body];
    world.shapes.records[shape].next = record.first_shape;
    if (record.first_shape != no_index) {
        world.shapes.records[record.first_shape].previous = shape;
    }
    record.first_shape = shape;
}

void take_off_body(WorldState& world, std::uint32_t shape, std::uint32_t body) {
    const ShapeRecord& record = world.shapes.records[shape];
    if (record.previous != no_index) {
        world.shapes.records[record.previous].next = record.next;
    } else {
        world.bodies.records[body].first_shape = record.next;
    }
    if (record.next != no_index) {
        world.shapes.records[record.next].previous = record.previous;
    }
}

AabbTree& tree_of(WorldState& world, std::uint32_t shape) {
    return world.broad_phase.tree(world.bodies.types[world.shapes.cores[shape].body]);
}

void insert_box(WorldState& world, std::uint32_t shape, std::uint32_t body, std::uint64_t category) {
    const Aabb tight = tight_box(world, shape);
    const bool at_rest = world.bodies.types[body] == BodyType::Static;
    const Aabb fat = at_rest ? tight : with_margin(tight);
    world.shapes.proxies[shape] = tree_of(world, shape).insert(fat, category, shape);
    world.shapes.fat_boxes[shape] = {fat.lower.x(), fat.lower.y(), fat.upper.x(), fat.upper.y()};
}

}  // namespace

ShapeId World::create_shape(BodyId body, const ShapeGeometry& geometry, const ShapeDefinition& definition) {
    const char* const function = "World::create_shape";
    WorldState& world = *state_;
    const std::uint32_t owner = body_index(world, function, body);
    check_geometry(geometry, function);
    check_not_negative(function, "density", definition.density);
    check(function, definition.material);
    check_not_reading(world, function);
    const MassProperties added = compute_mass(geometry, definition.density);
    check_finite(function, "mass of the shape [kg]", added.mass);
    check_finite(function, "inertia of the shape [kg m^2]", added.inertia);

    const std::uint32_t shape = world.shapes.create(geometry, owner);
    ShapeRecord& record = world.shapes.records[shape];
    record.filter = definition.filter;
    record.hit_events = definition.hit_events;
    record.material = definition.material;
    record.user_data = definition.user_data;
    record.density = definition.density;
    hang_on_body(world, shape, owner);
    if (definition.density > 0.0f && world.bodies.types[owner] == BodyType::Dynamic) {
        set_body_mass(world, owner, combine(body_mass(world.bodies, owner), added));
    }
    const BodyMass& mass = world.bodies.masses[owner];
    world.shapes.set_mass_center(shape, Vec2{mass.center_x, mass.center_y});
    update_extent(world, owner);
    insert_box(world, shape, owner, definition.filter.category);
    move_boxes(world, owner);
    return world.shapes.slots.handle<ShapeId>(shape, world.number);
}

void World::destroy_shape(ShapeId shape) {
    WorldState& world = *state_;
    const std::uint32_t index = shape_index(world, "World::destroy_shape", shape);
    check_not_reading(world, "World::destroy_shape");
    const std::uint32_t owner = world.shapes.cores[index].body;
    wake_touching(sleep_context(world), owner);
    destroy_contacts_of_shape(world, index);
    tree_of(world, index).remove(world.shapes.proxies[index]);
    take_off_body(world, index, owner);
    world.shapes.destroy(index);
    if (world.bodies.types[owner] == BodyType::Dynamic) {
        set_body_mass(world, owner, sum_of_shapes(world, owner));
    }
    update_extent(world, owner);
    move_boxes(world, owner);
}

bool World::is_valid(ShapeId shape) const { return state_->shapes.slots.holds(shape, state_->number); }

BodyId World::body(ShapeId shape) const {
    const std::uint32_t index = shape_index(*state_, "World::body", shape);
    return state_->bodies.slots.handle<BodyId>(state_->shapes.cores[index].body, state_->number);
}

ShapeGeometry World::geometry(ShapeId shape) const {
    return state_->shapes.geometry(shape_index(*state_, "World::geometry", shape));
}

Material World::material(ShapeId shape) const {
    return state_->shapes.records[shape_index(*state_, "World::material", shape)].material;
}

void World::set_material(ShapeId shape, const Material& material) {
    WorldState& world = *state_;
    const std::uint32_t index = shape_index(world, "World::set_material", shape);
    check("World::set_material", material);
    world.shapes.records[index].material = material;
    visit_contacts_of_shape(world, index, [&](std::uint32_t number) {
        Contact& contact = world.contacts.contacts[number];
        mix_materials(world.shapes.records[contact.shape_a].material,
                      world.shapes.records[contact.shape_b].material, contact);
        if (contact.state == ContactState::Touching) {
            ContactList& list = world.graph.list_of(contact);
            const std::size_t i = list.block(contact.place);
            const int lane = list.lane(contact.place);
            list.blocks[i].friction[lane] = contact.friction;
            list.impacts[i].restitution[lane] = contact.restitution;
            list.blocks[i].bounces = list.blocks[i].bounces || contact.restitution > 0.0f;
            list.blocks[i].watches_impacts = list.blocks[i].watches_impacts || contact.restitution > 0.0f;
        }
    });
}

Filter World::filter(ShapeId shape) const {
    return state_->shapes.records[shape_index(*state_, "World::filter", shape)].filter;
}

void World::set_filter(ShapeId shape, const Filter& filter) {
    WorldState& world = *state_;
    const std::uint32_t index = shape_index(world, "World::set_filter", shape);
    check_not_reading(world, "World::set_filter");
    if (world.shapes.records[index].filter == filter) {
        return;
    }
    world.shapes.records[index].filter = filter;
    wake_touching(sleep_context(world), world.shapes.cores[index].body);
    destroy_contacts_of_shape(world, index);
    AabbTree& tree = tree_of(world, index);
    tree.set_category_bits(world.shapes.proxies[index], filter.category);
    tree.forget_pairs(world.shapes.proxies[index]);
}

std::uint64_t World::user_data(ShapeId shape) const {
    return state_->shapes.records[shape_index(*state_, "World::user_data", shape)].user_data;
}

Aabb World::fat_aabb(ShapeId shape) const {
    const std::uint32_t index = shape_index(*state_, "World::fat_aabb", shape);
    const BodyType type = state_->bodies.types[state_->shapes.cores[index].body];
    return state_->broad_phase.tree(type).box(state_->shapes.proxies[index]);
}

std::vector<ShapeId> World::shapes() const {
    std::vector<ShapeId> result;
    for (std::uint32_t shape = 0; shape < state_->shapes.slots.size(); ++shape) {
        if (state_->shapes.slots.is_live(shape)) {
            result.push_back(state_->shapes.slots.handle<ShapeId>(shape, state_->number));
        }
    }
    return result;
}

}  // namespace drystone
