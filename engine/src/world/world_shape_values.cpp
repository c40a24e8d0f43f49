#include <drystone/world.h>

#include "world/checks.h"
#include "world/query_tests.h"
#include "world/shape_boxes.h"

namespace drystone {

namespace {

/// Existing contacts of the shape follow what its events say now.
void refresh_hit_events(WorldState& world, std::uint32_t shape) {
    visit_contacts_of_shape(world, shape, [&](std::uint32_t number) {
        Contact& contact = world.stores.contacts.contacts[number];
        contact.hit_events = world.stores.shapes.records[contact.shape_a].hit_events ||
                             world.stores.shapes.records[contact.shape_b].hit_events;
        if (contact.state == ContactState::Touching) {
            world.stores.graph.list_of(contact).write_impacts(contact.place, contact.restitution,
                                                              contact.hit_events);
        }
    });
}

}  // namespace

float World::density(ShapeId shape) const {
    return state_->stores.shapes.records[shape_index(*state_, "World::density", shape)].density;
}

MassProperties World::mass(ShapeId shape) const {
    const std::uint32_t index = shape_index(*state_, "World::mass", shape);
    return state_->stores.shapes.mass(index, state_->stores.shapes.records[index].density);
}

bool World::contact_events(ShapeId shape) const {
    return state_->stores.shapes.records[shape_index(*state_, "World::contact_events", shape)].contact_events;
}

void World::set_contact_events(ShapeId shape, bool enabled) {
    state_->stores.shapes.records[changed_shape_index(*state_, "World::set_contact_events", shape)]
        .contact_events = enabled;
}

bool World::hit_events(ShapeId shape) const {
    return state_->stores.shapes.records[shape_index(*state_, "World::hit_events", shape)].hit_events;
}

void World::set_hit_events(ShapeId shape, bool enabled) {
    const std::uint32_t index = changed_shape_index(*state_, "World::set_hit_events", shape);
    state_->stores.shapes.records[index].hit_events = enabled;
    refresh_hit_events(*state_, index);
}

std::uint64_t World::user_data(ShapeId shape) const {
    return state_->stores.shapes.records[shape_index(*state_, "World::user_data", shape)].user_data;
}

void World::set_user_data(ShapeId shape, std::uint64_t user_data) {
    state_->stores.shapes.records[changed_shape_index(*state_, "World::set_user_data", shape)].user_data =
        user_data;
}

Aabb World::aabb(ShapeId shape) const {
    const std::uint32_t index = shape_index(*state_, "World::aabb", shape);
    return exact_aabb(*state_, index);
}

bool World::contains(ShapeId shape, const Vec2& world_point) const {
    const std::uint32_t index = shape_index(*state_, "World::contains", shape);
    check_finite("World::contains", "world_point", world_point);
    return holds_point(*state_, index, world_point);
}

NearestPoint World::closest_point(ShapeId shape, const Vec2& world_point) const {
    const std::uint32_t index = shape_index(*state_, "World::closest_point", shape);
    check_finite("World::closest_point", "world_point", world_point);
    return find_closest_point(*state_, index, world_point);
}

std::optional<RayHit> World::cast_ray(ShapeId shape, const RayCast& ray) const {
    const char* const function = "World::cast_ray";
    const std::uint32_t index = shape_index(*state_, function, shape);
    check_ray(function, ray);
    return RayTest(*state_, ray)(index);
}

}  // namespace drystone
