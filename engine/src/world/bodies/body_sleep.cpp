#include <drystone/world.h>

#include "world/checks.h"
#include "world/recording/recorded_call.h"

namespace drystone {

namespace {

/// Writes the sleep speed that steps read: negative if the body may not sleep.
void write_sleep_speed(BodyStore& bodies, std::uint32_t body) {
    const BodyRecord& record = bodies.records[body];
    bodies.damping_and_sleep.edit(body).sleep_speed = record.can_sleep ? record.sleep_speed : -1.0f;
}

}  // namespace

bool ConstBodyRef::is_awake() const {
    return state_->stores.bodies.is_awake(body_index(*state_, "BodyRef::is_awake", id_));
}

void BodyRef::wake() const {
    const RecordedCall call(*state_, Operation::Wake, id_);
    const std::uint32_t index = changed_body_index(*state_, "BodyRef::wake", id_);
    drystone::wake(sleep_context(*state_), index);
    state_->stores.bodies.velocities[index].still_time = 0.0f;
}

bool BodyRef::put_to_sleep() const {
    const RecordedCall call(*state_, Operation::PutToSleep, id_);
    const char* const function = "BodyRef::put_to_sleep";
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, function, id_);
    check_not_reading(world, function);
    return world.settings.sleeping && put_island_to_sleep(sleep_context(world), index);
}

bool ConstBodyRef::can_sleep() const {
    return state_->stores.bodies.records[body_index(*state_, "BodyRef::can_sleep", id_)].can_sleep;
}

void BodyRef::set_can_sleep(bool can_sleep) const {
    const RecordedCall call(*state_, Operation::SetCanSleep, id_, can_sleep);
    const char* const function = "BodyRef::set_can_sleep";
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, function, id_);
    check_not_reading(world, function);
    if (!can_sleep) {
        drystone::wake(sleep_context(world), index);
    }
    world.stores.bodies.records.edit(index).can_sleep = can_sleep;
    write_sleep_speed(world.stores.bodies, index);
    if (!can_sleep) {
        world.stores.bodies.velocities[index].still_time = 0.0f;
    }
}

float ConstBodyRef::sleep_speed() const {
    return state_->stores.bodies.records[body_index(*state_, "BodyRef::sleep_speed", id_)].sleep_speed;
}

void BodyRef::set_sleep_speed(float speed) const {
    const RecordedCall call(*state_, Operation::SetSleepSpeed, id_, speed);
    const std::uint32_t index = changed_body_index(*state_, "BodyRef::set_sleep_speed", id_);
    check_not_negative("BodyRef::set_sleep_speed", "speed", speed);
    state_->stores.bodies.records.edit(index).sleep_speed = speed;
    write_sleep_speed(state_->stores.bodies, index);
}

}  // namespace drystone
