#include "store/body_store.h"

namespace drystone {

std::uint32_t BodyStore::create(BodyType type) {
    const std::uint32_t body = slots.create();
    const std::size_t size = slots.size();
    if (poses.size() < size) {
        poses.resize(size);
        velocities.resize(size);
        masses.resize(size);
        forces.resize(size);
        rests.resize(size);
        types.resize(size);
        records.resize(size);
        solver_slots.resize(size);
    }
    poses[body] = {};
    velocities[body] = {};
    masses[body] = {};
    forces[body] = {};
    rests[body] = {};
    types[body] = type;
    records[body] = {};
    solver_slots[body] = 0;
    return body;
}

void BodyStore::destroy(std::uint32_t body) {
    if (is_awake(body)) {
        leave_solver(body);
    }
    slots.destroy(body);
}

void BodyStore::enter_solver(std::uint32_t body) {
    awake.push_back(body);
    solver_slots[body] = first_slot + static_cast<std::uint32_t>(awake.size()) - 1;
    ++order_version;
}

void BodyStore::leave_solver(std::uint32_t body) {
    const std::uint32_t place = solver_slots[body] - first_slot;
    awake[place] = awake.back();
    solver_slots[awake[place]] = first_slot + place;
    awake.pop_back();
    solver_slots[body] = 0;
    ++order_version;
}

void BodyStore::reserve(std::size_t count) {
    slots.reserve(count);
    poses.reserve(count);
    velocities.reserve(count);
    masses.reserve(count);
    forces.reserve(count);
    rests.reserve(count);
    types.reserve(count);
    records.reserve(count);
    solver_slots.reserve(count);
    awake.reserve(count);
}

std::size_t BodyStore::bytes() const {
    const std::size_t each = sizeof(BodyPose) + sizeof(BodyVelocity) + sizeof(BodyMass) + sizeof(BodyForce) +
                             sizeof(BodyRest) + sizeof(BodyType) + sizeof(BodyRecord) + sizeof(std::uint32_t);
    return slots.bytes() + poses.capacity() * each + awake.capacity() * sizeof(std::uint32_t);
}

}  // namespace drystone
