#include <drystone/world.h>

#include "step/contact_relations.h"
#include "step/fields.h"
#include "world/body_mass.h"
#include "world/checks.h"
#include "world/shape_boxes.h"

namespace drystone {

namespace {

/// What a body does not do by its type and locks, it does not do now.
void drop_locked_velocity(BodyStore& bodies, std::uint32_t body) {
    const bool is_static = bodies.types[body] == BodyType::Static;
    const AxisLocks locks = bodies.is_dynamic(body) ? bodies.records[body].locks : AxisLocks{};
    BodyVelocity& velocity = bodies.velocities[body];
    velocity.x = is_static || locks.linear_x ? 0.0f : velocity.x;
    velocity.y = is_static || locks.linear_y ? 0.0f : velocity.y;
    velocity.w = is_static || locks.rotation ? 0.0f : velocity.w;
}

/// The locks of the body say whether its contacts have colours.
void color_anew(WorldState& world, std::uint32_t body) {
    visit_contacts_of_body(world.stores.bodies, world.stores.contacts, body, [&](std::uint32_t index) {
        Contact& contact = world.stores.contacts.contacts[index];
        contact.one_by_one = world.stores.bodies.is_locked_along_one(contact.body_a) ||
                             world.stores.bodies.is_locked_along_one(contact.body_b);
        if (contact.state == ContactState::Touching) {
            world.stores.graph.remove(world.stores.contacts.contacts, index);
            world.stores.graph.add(index, contact, world.stores.bodies.is_dynamic(contact.body_a),
                                   world.stores.bodies.is_dynamic(contact.body_b));
        }
    });
}

void admit(WorldState& world, std::uint32_t body) {
    world.stores.joints.change_all();
    insert_boxes(world, body);
    if (world.stores.bodies.types[body] != BodyType::Static) {
        world.stores.bodies.velocities[body].still_time = 0.0f;
        world.stores.bodies.enter_solver(body);
    }
}

/// Takes a body out of everything that a step does; it must be awake or static.
void withdraw(WorldState& world, std::uint32_t body) {
    world.stores.joints.change_all();
    destroy_contacts_of_body(world, body);
    remove_boxes(world, body);
    if (world.stores.bodies.is_awake(body)) {
        world.stores.bodies.leave_solver(body);
    }
}

}  // namespace

void disable_body(WorldState& world, std::uint32_t body) {
    wake_touching(sleep_context(world), body);
    withdraw(world, body);
    world.stores.bodies.records[body].enabled = false;
}

void World::set_type(BodyId body, BodyType type) {
    const char* const function = "World::set_type";
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, function, body);
    check_enumeration(function, "type", type, BodyType::Dynamic);
    check_not_reading(world, function);
    if (world.stores.bodies.types[index] == type) {
        return;
    }
    wake_touching(sleep_context(world), index);
    const bool enabled = world.stores.bodies.records[index].enabled;
    if (enabled) {
        withdraw(world, index);
    }
    world.stores.bodies.set_type(index, type);
    for (std::uint32_t shape = world.stores.bodies.records[index].first_shape; shape != no_index;
         shape = world.stores.shapes.records[shape].next) {
        if (!world.stores.shapes.records[shape].sensor) {
            world.stores.shapes.note_thickness(shape);
        }
    }
    BodyForce& force = world.stores.bodies.forces[index];
    force = {0.0f, 0.0f, 0.0f, force.gravity_scale};
    if (world.stores.bodies.records[index].own_mass) {
        set_body_mass(world, index, body_mass(world.stores.bodies, index));
    } else {
        drystone::update_mass(world, index);
    }
    drop_locked_velocity(world.stores.bodies, index);
    if (enabled) {
        admit(world, index);
    }
}

bool World::is_enabled(BodyId body) const {
    return state_->stores.bodies.records[body_index(*state_, "World::is_enabled", body)].enabled;
}

void World::set_enabled(BodyId body, bool enabled) {
    const char* const function = "World::set_enabled";
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, function, body);
    check_not_reading(world, function);
    if (world.stores.bodies.records[index].enabled == enabled) {
        return;
    }
    if (enabled) {
        world.stores.bodies.records[index].enabled = true;
        admit(world, index);
    } else {
        disable_body(world, index);
    }
    wake_in_fields_of(field_wake_context(world), index);
}

AxisLocks World::locks(BodyId body) const {
    return state_->stores.bodies.records[body_index(*state_, "World::locks", body)].locks;
}

void World::set_locks(BodyId body, const AxisLocks& locks) {
    const char* const function = "World::set_locks";
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, function, body);
    check_not_reading(world, function);
    if (world.stores.bodies.records[index].locks == locks) {
        return;
    }
    wake_touching(sleep_context(world), index);
    world.stores.bodies.records[index].locks = locks;
    SpecialMotion motion = world.stores.bodies.special_motion(index);
    motion.locks = locks;
    world.stores.bodies.set_special_motion(index, motion);
    set_body_mass(world, index, body_mass(world.stores.bodies, index));
    drop_locked_velocity(world.stores.bodies, index);
    color_anew(world, index);
}

int World::dominance_group(BodyId body) const {
    return state_->stores.bodies.records[body_index(*state_, "World::dominance_group", body)].dominance_group;
}

void World::set_dominance_group(BodyId body, int group) {
    const char* const function = "World::set_dominance_group";
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, function, body);
    check_dominance_group(function, group);
    check_not_reading(world, function);
    if (world.stores.bodies.records[index].dominance_group == group) {
        return;
    }
    world.stores.bodies.set_dominance_group(index, group);
    visit_contacts_of_body(world.stores.bodies, world.stores.contacts, index, [&](std::uint32_t contact) {
        reconsider_effect(contact_context(world), contact);
    });
}

int World::extra_iterations(BodyId body) const {
    return state_->stores.bodies.records[body_index(*state_, "World::extra_iterations", body)]
        .extra_iterations;
}

void World::set_extra_iterations(BodyId body, int count) {
    const char* const function = "World::set_extra_iterations";
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, function, body);
    check_extra_iterations(function, count);
    check_not_reading(world, function);
    world.stores.bodies.set_extra_iterations(index, count);
}

void World::set_mass_properties(BodyId body, const MassProperties& mass) {
    const char* const function = "World::set_mass_properties";
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, function, body);
    check_not_negative(function, "mass.mass", mass.mass);
    check_place(function, "mass.center", mass.center);
    check_not_negative(function, "mass.inertia", mass.inertia);
    check_not_reading(world, function);
    wake_touching(sleep_context(world), index);
    world.stores.bodies.records[index].own_mass = true;
    set_body_mass(world, index, mass);
    drop_locked_velocity(world.stores.bodies, index);
    drystone::update_mass(world, index);
}

void World::reset_mass_properties(BodyId body) {
    const char* const function = "World::reset_mass_properties";
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, function, body);
    check_not_reading(world, function);
    wake_touching(sleep_context(world), index);
    world.stores.bodies.records[index].own_mass = false;
    drystone::update_mass(world, index);
    drop_locked_velocity(world.stores.bodies, index);
}

void World::update_mass(BodyId body) {
    const char* const function = "World::update_mass";
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, function, body);
    check_not_reading(world, function);
    if (world.stores.bodies.records[index].mass_stale) {
        wake_touching(sleep_context(world), index);
        drystone::update_mass(world, index);
        drop_locked_velocity(world.stores.bodies, index);
    }
}

void World::set_damping(BodyId body, float linear, float angular) {
    const std::uint32_t index = changed_body_index(*state_, "World::set_damping", body);
    check_not_negative("World::set_damping", "linear", linear);
    check_not_negative("World::set_damping", "angular", angular);
    state_->stores.bodies.rests[index].linear_damping = linear;
    state_->stores.bodies.rests[index].angular_damping = angular;
}

float World::linear_damping(BodyId body) const {
    return state_->stores.bodies.rests[body_index(*state_, "World::linear_damping", body)].linear_damping;
}

float World::angular_damping(BodyId body) const {
    return state_->stores.bodies.rests[body_index(*state_, "World::angular_damping", body)].angular_damping;
}

float World::gravity_scale(BodyId body) const {
    return state_->stores.bodies.forces[body_index(*state_, "World::gravity_scale", body)].gravity_scale;
}

void World::set_gravity_scale(BodyId body, float scale) {
    const std::uint32_t index = changed_body_index(*state_, "World::set_gravity_scale", body);
    check_finite("World::set_gravity_scale", "scale", scale);
    drystone::wake(sleep_context(*state_), index);
    state_->stores.bodies.forces[index].gravity_scale = scale;
}

std::optional<Vec2> World::own_gravity(BodyId body) const {
    return state_->stores.bodies.special_motion(body_index(*state_, "World::own_gravity", body)).gravity;
}

void World::set_own_gravity(BodyId body, const std::optional<Vec2>& gravity) {
    const char* const function = "World::set_own_gravity";
    const std::uint32_t index = changed_body_index(*state_, function, body);
    check_finite(function, "gravity", gravity.value_or(Vec2{0.0f, 0.0f}));
    drystone::wake(sleep_context(*state_), index);
    SpecialMotion motion = state_->stores.bodies.special_motion(index);
    motion.gravity = gravity;
    state_->stores.bodies.set_special_motion(index, motion);
}

float World::maximum_linear_speed(BodyId body) const {
    return state_->stores.bodies.special_motion(body_index(*state_, "World::maximum_linear_speed", body))
        .maximum_linear_speed;
}

float World::maximum_angular_speed(BodyId body) const {
    return state_->stores.bodies.special_motion(body_index(*state_, "World::maximum_angular_speed", body))
        .maximum_angular_speed;
}

void World::set_maximum_speeds(BodyId body, float linear, float angular) {
    const char* const function = "World::set_maximum_speeds";
    const std::uint32_t index = changed_body_index(*state_, function, body);
    check_positive(function, "linear", linear);
    check_positive(function, "angular", angular);
    SpecialMotion motion = state_->stores.bodies.special_motion(index);
    motion.maximum_linear_speed = linear;
    motion.maximum_angular_speed = angular;
    state_->stores.bodies.set_special_motion(index, motion);
}

}  // namespace drystone
