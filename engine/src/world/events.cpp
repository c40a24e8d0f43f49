#include <drystone/world.h>

#include "world/checks.h"
#include "world/prepare.h"
#include "world/recording/recorded_call.h"
#include "world/shapes/shape_boxes.h"

namespace drystone {

namespace {

/// Makes the next step find the internal edges at a shape again, which has become a sensor or is none any
/// more. A sensor keeps none.
void renew_internal_edges(WorldState& world, std::uint32_t shape) {
    mark_internal_edges_dirty(world, shape);
    ShapeStore& shapes = world.stores.shapes;
    const GivenSegment* const given = shapes.given_segments.find(shape);
    if (!shapes.records[shape].sensor) {
        return;
    }
    if (given != nullptr) {
        shapes.internal_edges.set(shape, {{{given->segment, 0}}, 0, {}});
    } else {
        shapes.internal_edges.clear(shape);
    }
}

/// Makes the next reports of the shape's contact forces count as first ones.
void forget_reported_forces(WorldState& world, std::uint32_t shape) {
    const std::uint32_t body = world.stores.shapes.cores[shape].body;
    visit_contacts_of_body(world.stores.bodies, world.stores.contacts, body, [&](std::uint32_t index) {
        const Contact& contact = world.stores.contacts.contacts[index];
        if (contact.force_reported && (contact.shape_a == shape || contact.shape_b == shape)) {
            world.stores.contacts.contacts.edit(index).force_reported = false;
        }
    });
}

}  // namespace

std::span<const SensorBegin> World::sensor_begins() const { return state_->stores.sensors.begins; }
std::span<const SensorEnd> World::sensor_ends() const { return state_->stores.sensors.ends; }
std::span<const ContactForce> World::contact_forces() const { return state_->events.forces; }
std::span<const BodyId> World::sleep_begins() const { return state_->events.sleep.fallen_asleep; }
std::span<const BodyId> World::sleep_ends() const { return state_->events.sleep.woken; }
std::span<const BodyQuarantined> World::quarantined_bodies() const {
    return state_->systems.quarantine.events;
}

void forget_shape(WorldState& world, std::uint32_t shape) {
    if (world.stores.shapes.records[shape].sensor) {
        world.stores.sensors.remove(shape_id(world, shape));
    }
    if (world.stores.shapes.records[shape].force_events) {
        world.systems.contact_force_events.remove(shape);
    }
}

std::span<const ShapeId> ConstShapeRef::sensor_overlaps() const {
    const char* const function = "ShapeRef::sensor_overlaps";
    const std::uint32_t index = shape_index(*state_, function, id_);
    if (!state_->stores.shapes.records[index].sensor) {
        fail(function, "sensor", "a shape that is a sensor", describe(id_));
    }
    return state_->stores.sensors.find(index).inside;
}

bool ConstShapeRef::is_sensor() const {
    return state_->stores.shapes.records[shape_index(*state_, "ShapeRef::is_sensor", id_)].sensor;
}

void ShapeRef::set_sensor(bool sensor) const {
    const RecordedCall call(*state_, Operation::SetSensor, id_, sensor);
    const char* const function = "ShapeRef::set_sensor";
    WorldState& world = *state_;
    const std::uint32_t index = shape_index(world, function, id_);
    check_not_reading(world, function);
    prepare_change(world, world.stores.shapes.cores[index].body);
    world.stores.sensors.prepare(index);
    const BrokenScope broken(world);
    if (world.stores.shapes.records[index].sensor == sensor) {
        return;
    }
    const std::uint32_t owner = world.stores.shapes.cores[index].body;
    world.stores.shapes.records.edit(index).sensor = sensor;
    renew_internal_edges(world, index);
    if (sensor) {
        world.stores.sensors.add(id_);
        wake_touching(sleep_context(world), owner);
        destroy_contacts_of_shape(world, index);
        return;
    }
    world.stores.sensors.remove(id_);
    if (world.stores.bodies.types[owner] != BodyType::Static) {
        world.stores.shapes.record_thickness(index);
    }
    refilter();
}

bool ConstShapeRef::sensor_events() const {
    return state_->stores.shapes.records[shape_index(*state_, "ShapeRef::sensor_events", id_)].sensor_events;
}

void ShapeRef::set_sensor_events(bool enabled) const {
    const RecordedCall call(*state_, Operation::SetSensorEvents, id_, enabled);
    const std::uint32_t index = changed_shape_index(*state_, "ShapeRef::set_sensor_events", id_);
    state_->stores.shapes.records.edit(index).sensor_events = enabled;
}

bool ConstShapeRef::force_events() const {
    return state_->stores.shapes.records[shape_index(*state_, "ShapeRef::force_events", id_)].force_events;
}

float ConstShapeRef::force_threshold() const {
    return state_->stores.shapes.records[shape_index(*state_, "ShapeRef::force_threshold", id_)]
        .force_threshold;
}

void ShapeRef::set_force_events(bool enabled, float threshold) const {
    const RecordedCall call(*state_, Operation::SetForceEvents, id_, enabled, threshold);
    const char* const function = "ShapeRef::set_force_events";
    WorldState& world = *state_;
    const std::uint32_t index = changed_shape_index(world, function, id_);
    check_not_negative(function, "threshold", threshold);
    ShapeRecord& record = world.stores.shapes.records.edit(index);
    if (enabled && !record.force_events) {
        forget_reported_forces(world, index);
        world.systems.contact_force_events.add(index);
    } else if (!enabled && record.force_events) {
        world.systems.contact_force_events.remove(index);
    }
    record.force_events = enabled;
    record.force_threshold = threshold;
}

}  // namespace drystone
