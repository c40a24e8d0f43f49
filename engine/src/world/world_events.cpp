#include <drystone/world.h>

#include "world/checks.h"
#include "world/shape_boxes.h"

namespace drystone {

std::span<const SensorBegin> World::sensor_begins() const { return state_->stores.sensors.begins; }
std::span<const SensorEnd> World::sensor_ends() const { return state_->stores.sensors.ends; }
std::span<const ContactForce> World::contact_forces() const { return state_->events.forces; }
std::span<const BodyId> World::fallen_asleep() const { return state_->events.sleep.fallen_asleep; }
std::span<const BodyId> World::woken() const { return state_->events.sleep.woken; }
std::span<const BodyQuarantined> World::quarantined() const { return state_->systems.quarantine.events; }

void forget_shape(WorldState& world, std::uint32_t shape) {
    if (world.stores.shapes.records[shape].sensor) {
        world.stores.sensors.remove(shape_id(world, shape));
    }
    if (world.stores.shapes.records[shape].force_events) {
        world.systems.force_watch.remove(shape);
    }
}

std::span<const ShapeId> World::sensor_overlaps(ShapeId sensor) const {
    const char* const function = "World::sensor_overlaps";
    const std::uint32_t index = shape_index(*state_, function, sensor);
    if (!state_->stores.shapes.records[index].sensor) {
        fail(function, "sensor", "a shape that is a sensor", describe(sensor));
    }
    return state_->stores.sensors.find(index).inside;
}

bool World::is_sensor(ShapeId shape) const {
    return state_->stores.shapes.records[shape_index(*state_, "World::is_sensor", shape)].sensor;
}

void World::set_sensor(ShapeId shape, bool sensor) {
    const char* const function = "World::set_sensor";
    WorldState& world = *state_;
    const std::uint32_t index = shape_index(world, function, shape);
    check_not_reading(world, function);
    if (world.stores.shapes.records[index].sensor == sensor) {
        return;
    }
    const std::uint32_t owner = world.stores.shapes.cores[index].body;
    world.stores.shapes.records[index].sensor = sensor;
    if (sensor) {
        world.stores.sensors.add(shape);
        wake_touching(sleep_context(world), owner);
        destroy_contacts_of_shape(world, index);
        return;
    }
    world.stores.sensors.remove(shape);
    if (world.stores.bodies.types[owner] != BodyType::Static) {
        world.stores.shapes.note_thickness(index);
    }
    refilter(shape);
}

bool World::sensor_events(ShapeId shape) const {
    return state_->stores.shapes.records[shape_index(*state_, "World::sensor_events", shape)].sensor_events;
}

void World::set_sensor_events(ShapeId shape, bool enabled) {
    const std::uint32_t index = changed_shape_index(*state_, "World::set_sensor_events", shape);
    state_->stores.shapes.records[index].sensor_events = enabled;
}

bool World::force_events(ShapeId shape) const {
    return state_->stores.shapes.records[shape_index(*state_, "World::force_events", shape)].force_events;
}

float World::force_threshold(ShapeId shape) const {
    return state_->stores.shapes.records[shape_index(*state_, "World::force_threshold", shape)]
        .force_threshold;
}

void World::set_force_events(ShapeId shape, bool enabled, float threshold) {
    const char* const function = "World::set_force_events";
    WorldState& world = *state_;
    const std::uint32_t index = changed_shape_index(world, function, shape);
    check_not_negative(function, "threshold", threshold);
    ShapeRecord& record = world.stores.shapes.records[index];
    if (enabled && !record.force_events) {
        world.systems.force_watch.add(index);
    } else if (!enabled && record.force_events) {
        world.systems.force_watch.remove(index);
    }
    record.force_events = enabled;
    record.force_threshold = threshold;
}

}  // namespace drystone
