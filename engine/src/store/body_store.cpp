#include "store/body_store.h"

#include "core/arrays.h"

#include <algorithm>
#include <string>

namespace drystone {

namespace {

/// Returns the position of the body's entry, or of its insertion.
template <class Motions>
auto find_motion(Motions& motions, std::uint32_t body) {
    return std::lower_bound(
        motions.begin(), motions.end(), body,
        [](const MotionLimits& motion, std::uint32_t number) { return motion.body < number; });
}

}  // namespace

std::uint32_t BodyStore::create(BodyType type) {
    if (slots.upcoming(0) == poses.capacity()) {
        grow(growth_.next(poses.size()));
    }
    const std::uint32_t body = slots.create();
    kinematic_count += type == BodyType::Kinematic ? 1 : 0;
    if (body == poses.size()) {
        poses.emplace_back();
        pose_remainders.emplace_back();
        velocities.emplace_back();
        masses.push_back({});
        forces.emplace_back();
        damping_and_sleep.push_back({});
        types.push_back(type);
        records.push_back({});
        solver_slots.push_back(0);
        return body;
    }
    set_pose(body, {});
    velocities[body] = {};
    masses.edit(body) = {};
    forces[body] = {};
    damping_and_sleep.edit(body) = {};
    types.edit(body) = type;
    BodyRecord& record = records.edit(body);
    const bool is_listed = record.sped_up;
    record = {};
    record.sped_up = is_listed;
    solver_slots[body] = 0;
    return body;
}

void BodyStore::destroy(std::uint32_t body) {
    if (is_awake(body)) {
        leave_solver(body);
    }
    if (records[body].special) {
        set_motion_limits(body, {});
    }
    set_extra_iterations(body, 0);
    set_constant_force({body});
    set_name(body, {});
    kinematic_count -= types[body] == BodyType::Kinematic ? 1 : 0;
    slots.destroy(body);
}

void BodyStore::set_type(std::uint32_t body, BodyType type) {
    kinematic_count -= types[body] == BodyType::Kinematic ? 1 : 0;
    kinematic_count += type == BodyType::Kinematic ? 1 : 0;
    types.edit(body) = type;
}

MotionLimits BodyStore::motion_limits(std::uint32_t body) const {
    return records[body].special ? *find_motion(all_motion_limits, body) : MotionLimits{};
}

void BodyStore::set_motion_limits(std::uint32_t body, const MotionLimits& motion) {
    const auto place = find_motion(all_motion_limits, body);
    const bool exists = records[body].special;
    if (motion.is_default()) {
        records.edit(body).special = false;
        if (exists) {
            all_motion_limits.erase(place);
        }
        return;
    }
    MotionLimits& entry = exists ? *place : *all_motion_limits.insert(place, MotionLimits{});
    records.edit(body).special = true;
    entry = motion;
    entry.body = body;
}

void BodyStore::set_extra_iterations(std::uint32_t body, int count) {
    const bool asked = records[body].extra_iterations != 0;
    if (asked != (count != 0)) {
        const auto place = std::lower_bound(with_extra_iterations.begin(), with_extra_iterations.end(), body);
        if (asked) {
            with_extra_iterations.erase(place);
        } else {
            with_extra_iterations.insert(place, body);
        }
    }
    records.edit(body).extra_iterations = static_cast<std::uint8_t>(count);
}

namespace {

template <class Forces>
auto find_force(Forces& forces, std::uint32_t body) {
    return std::lower_bound(
        forces.begin(), forces.end(), body,
        [](const ConstantForce& force, std::uint32_t number) { return force.body < number; });
}

}  // namespace

ConstantForce BodyStore::constant_force(std::uint32_t body) const {
    const auto place = find_force(constant_forces, body);
    return place != constant_forces.end() && place->body == body ? *place : ConstantForce{body};
}

void BodyStore::set_constant_force(const ConstantForce& force) {
    const auto place = find_force(constant_forces, force.body);
    const bool exists = place != constant_forces.end() && place->body == force.body;
    const bool is_zero = force.x == 0.0f && force.y == 0.0f && force.torque == 0.0f;
    if (exists && is_zero) {
        constant_forces.erase(place);
    } else if (exists) {
        *place = force;
    } else if (!is_zero) {
        constant_forces.insert(place, force);
    }
}

void BodyStore::add_constant_forces() {
    for (const ConstantForce& force : constant_forces) {
        if (is_awake(force.body) && is_dynamic(force.body)) {
            BodyForce& sum = forces[force.body];
            sum.x += force.x;
            sum.y += force.y;
            sum.torque += force.torque;
        }
    }
}

void BodyStore::set_name(std::uint32_t body, std::string_view name) {
    if (body >= names.size()) {
        if (name.empty()) {
            return;
        }
        // The name may refer to the name of another body, which the resize would invalidate.
        std::string copy(name);
        names.resize(slots.size());
        names[body] = std::move(copy);
        return;
    }
    names[body] = name;
}

void BodyStore::enter_solver(std::uint32_t body) {
    grow_push_back(awake, body);
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

void BodyStore::put_in_order() {
    const std::uint32_t changes = order_version - ordered_version_;
    if (changes <= awake.size() / 8 || changes <= slots.size() / 64) {
        return;
    }
    if (!std::is_sorted(awake.begin(), awake.end())) {
        std::uint32_t place = 0;
        for (std::uint32_t body = 0; body < slots.size(); ++body) {
            if (is_awake(body)) {
                awake[place] = body;
                solver_slots[body] = first_slot + place++;
            }
        }
        ++order_version;
    }
    ordered_version_ = order_version;
}

void BodyStore::grow(std::size_t count) {
    slots.grow(count);
    visit_arrays([&](auto& array) { array.reserve(count); });
}

void BodyStore::reserve(std::size_t count) {
    grow(count);
    slots.reserve(count);
    awake.reserve(count);
}

void BodyStore::shrink_to_fit() {
    if (growth_.shrink_to_fit(poses.size())) {
        const std::size_t count = stepwise_capacity(poses.size());
        slots.shrink(count);
        visit_arrays([&](auto& array) { shrink_to(array, count); });
    }
}

std::size_t BodyStore::bytes() const {
    const std::size_t each = sizeof(BodyPose) + sizeof(BodyVelocity) + sizeof(BodyMass) + sizeof(BodyForce) +
                             sizeof(BodyDampingAndSleep) + sizeof(BodyType) + sizeof(BodyRecord) +
                             sizeof(std::uint32_t);
    return slots.bytes() + poses.capacity() * each + awake.capacity() * sizeof(std::uint32_t) +
           all_motion_limits.capacity() * sizeof(MotionLimits) +
           with_extra_iterations.capacity() * sizeof(std::uint32_t) + names.capacity() * sizeof(std::string) +
           constant_forces.capacity() * sizeof(ConstantForce);
}

}  // namespace drystone
