#include <drystone/world.h>

#include "core/names.h"
#include "world/checks.h"
#include "world/queries/query_tests.h"
#include "world/recording/recorded_call.h"
#include "world/shapes/shape_boxes.h"

namespace drystone {

namespace {

/// Updates the hit-event flags of the shape's contacts.
void refresh_hit_events(WorldState& world, std::uint32_t shape) {
    visit_contacts_of_shape(world, shape, [&](std::uint32_t number) {
        Contact& contact = world.stores.contacts.contacts.edit(number);
        contact.hit_events = world.stores.shapes.records[contact.shape_a].hit_events ||
                             world.stores.shapes.records[contact.shape_b].hit_events;
        if (contact.state == ContactState::Touching) {
            world.stores.graph.list_of(contact).write_impacts(contact.place, contact.restitution,
                                                              contact.hit_events);
        }
    });
}

}  // namespace

ShapeDefinition ConstShapeRef::definition() const {
    const std::uint32_t index = shape_index(*state_, "ShapeRef::definition", id_);
    const ShapeRecord& record = state_->stores.shapes.records[index];
    return {.density = record.density,
            .material = record.material,
            .filter = record.filter,
            .solver_filter = state_->stores.shapes.solver_filter(index),
            .contact_events = record.contact_events,
            .hit_events = record.hit_events,
            .pre_solve = record.pre_solve,
            .one_way = record.one_way,
            .sensor = record.sensor,
            .sensor_events = record.sensor_events,
            .sees_sensors = record.sees_sensors,
            .force_events = record.force_events,
            .force_threshold = record.force_threshold,
            .user_data = record.user_data};
}

std::string_view ConstShapeRef::name() const {
    return name_of(state_->stores.shapes.names, shape_index(*state_, "ShapeRef::name", id_));
}

void ShapeRef::set_name(std::string_view name) const {
    const RecordedCall call(*state_, Operation::SetShapeName, id_, name);
    const std::uint32_t index = changed_shape_index(*state_, "ShapeRef::set_name", id_);
    set_name_of(state_->stores.shapes.names, index, name);
}

float ConstShapeRef::density() const {
    return state_->stores.shapes.records[shape_index(*state_, "ShapeRef::density", id_)].density;
}

MassProperties ConstShapeRef::mass() const {
    const std::uint32_t index = shape_index(*state_, "ShapeRef::mass", id_);
    return state_->stores.shapes.mass(index, state_->stores.shapes.records[index].density);
}

bool ConstShapeRef::contact_events() const {
    return state_->stores.shapes.records[shape_index(*state_, "ShapeRef::contact_events", id_)]
        .contact_events;
}

void ShapeRef::set_contact_events(bool enabled) const {
    const RecordedCall call(*state_, Operation::SetContactEvents, id_, enabled);
    const std::uint32_t index = changed_shape_index(*state_, "ShapeRef::set_contact_events", id_);
    state_->stores.shapes.records.edit(index).contact_events = enabled;
}

bool ConstShapeRef::hit_events() const {
    return state_->stores.shapes.records[shape_index(*state_, "ShapeRef::hit_events", id_)].hit_events;
}

void ShapeRef::set_hit_events(bool enabled) const {
    const RecordedCall call(*state_, Operation::SetHitEvents, id_, enabled);
    const std::uint32_t index = changed_shape_index(*state_, "ShapeRef::set_hit_events", id_);
    state_->stores.shapes.records.edit(index).hit_events = enabled;
    refresh_hit_events(*state_, index);
}

std::uint64_t ConstShapeRef::user_data() const {
    return state_->stores.shapes.records[shape_index(*state_, "ShapeRef::user_data", id_)].user_data;
}

void ShapeRef::set_user_data(std::uint64_t user_data) const {
    const RecordedCall call(*state_, Operation::SetShapeUserData, id_, user_data);
    state_->stores.shapes.records.edit(changed_shape_index(*state_, "ShapeRef::set_user_data", id_))
        .user_data = user_data;
}

Aabb ConstBodyRef::aabb() const {
    const WorldState& world = *state_;
    const std::uint32_t index = body_index(world, "BodyRef::aabb", id_);
    const std::uint32_t first = world.stores.bodies.records[index].first_shape;
    if (first == no_index) {
        const Vec2 origin =
            origin_pose(world.stores.bodies.poses[index], world.stores.bodies.masses[index]).position;
        return {origin, origin};
    }
    Aabb box = exact_aabb(world, first);
    for (std::uint32_t shape = first; shape != no_index; shape = world.stores.shapes.records[shape].next) {
        box = merge(box, exact_aabb(world, shape));
    }
    return box;
}

Aabb ConstShapeRef::aabb() const {
    const std::uint32_t index = shape_index(*state_, "ShapeRef::aabb", id_);
    return exact_aabb(*state_, index);
}

bool ConstShapeRef::contains(const Vec2& world_point) const {
    const std::uint32_t index = shape_index(*state_, "ShapeRef::contains", id_);
    check_finite("ShapeRef::contains", "world_point", world_point);
    return holds_point(*state_, index, world_point);
}

NearestPoint ConstShapeRef::closest_point(const Vec2& world_point) const {
    const std::uint32_t index = shape_index(*state_, "ShapeRef::closest_point", id_);
    check_finite("ShapeRef::closest_point", "world_point", world_point);
    return find_closest_point(*state_, index, world_point);
}

std::optional<RayHit> ConstShapeRef::cast_ray(const RayCast& ray) const {
    const char* const function = "ShapeRef::cast_ray";
    const std::uint32_t index = shape_index(*state_, function, id_);
    check_ray(function, ray);
    return RayTest(*state_, ray)(index);
}

}  // namespace drystone
