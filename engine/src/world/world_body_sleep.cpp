#include <drystone/world.h>

#include "world/checks.h"

namespace drystone {

namespace {

/// The speed below which a body counts as still, as steps read it: negative where it may not sleep.
void write_sleep_speed(BodyStore& bodies, std::uint32_t body) {
    const BodyRecord& record = bodies.records[body];
    bodies.rests[body].sleep_speed = record.can_sleep ? record.sleep_speed : -1.0f;
}

}  // namespace

bool World::is_awake(BodyId body) const {
    return state_->stores.bodies.is_awake(body_index(*state_, "World::is_awake", body));
}

void World::wake(BodyId body) {
    const std::uint32_t index = changed_body_index(*state_, "World::wake", body);
    drystone::wake(sleep_context(*state_), index);
    state_->stores.bodies.velocities[index].still_time = 0.0f;
}

bool World::put_to_sleep(BodyId body) {
    const char* const function = "World::put_to_sleep";
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, function, body);
    check_not_reading(world, function);
    return world.settings.sleeping && put_island_to_sleep(sleep_context(world), index);
}

bool World::can_sleep(BodyId body) const {
    return state_->stores.bodies.records[body_index(*state_, "World::can_sleep", body)].can_sleep;
}

void World::set_can_sleep(BodyId body, bool can_sleep) {
    const char* const function = "World::set_can_sleep";
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, function, body);
    check_not_reading(world, function);
    world.stores.bodies.records[index].can_sleep = can_sleep;
    write_sleep_speed(world.stores.bodies, index);
    if (!can_sleep) {
        drystone::wake(sleep_context(world), index);
        world.stores.bodies.velocities[index].still_time = 0.0f;
    }
}

float World::sleep_speed(BodyId body) const {
    return state_->stores.bodies.records[body_index(*state_, "World::sleep_speed", body)].sleep_speed;
}

void World::set_sleep_speed(BodyId body, float speed) {
    const std::uint32_t index = changed_body_index(*state_, "World::set_sleep_speed", body);
    check_not_negative("World::set_sleep_speed", "speed", speed);
    state_->stores.bodies.records[index].sleep_speed = speed;
    write_sleep_speed(state_->stores.bodies, index);
}

}  // namespace drystone
