#include <drystone/world.h>

#include "contacts/contact_classification.h"
#include "fields/field_step.h"
#include "world/bodies/body_mass.h"
#include "world/checks.h"
#include "world/prepare.h"
#include "world/recording/recorded_call.h"
#include "world/shapes/shape_boxes.h"

namespace drystone {

namespace {

/// Sets velocity components to zero that the body's type or locks forbid.
void drop_locked_velocity(BodyStore& bodies, std::uint32_t body) {
    const bool is_static = bodies.types[body] == BodyType::Static;
    const AxisLocks locks = bodies.is_dynamic(body) ? bodies.records[body].locks : AxisLocks{};
    BodyVelocity& velocity = bodies.velocities[body];
    velocity.x = is_static || locks.linear_x ? 0.0f : velocity.x;
    velocity.y = is_static || locks.linear_y ? 0.0f : velocity.y;
    velocity.w = is_static || locks.rotation ? 0.0f : velocity.w;
}

/// Determines again which contacts of the body have a graph colour, after its locks have changed.
void recolor(WorldState& world, std::uint32_t body) {
    visit_contacts_of_body(world.stores.bodies, world.stores.contacts, body, [&](std::uint32_t index) {
        Contact& contact = world.stores.contacts.contacts.edit(index);
        contact.one_by_one = world.stores.bodies.is_locked_along_one(contact.body_a) ||
                             world.stores.bodies.is_locked_along_one(contact.body_b);
    });
    close_contacts_until_step(world, body);
}

/// Makes room for contacts of the body that change their sides, narrow phase or response.
void prepare_reclassification(WorldState& world, std::uint32_t body) {
    ContactStore& contacts = world.stores.contacts;
    std::size_t count = 0;
    visit_contacts_of_body(world.stores.bodies, contacts, body, [&](std::uint32_t) { ++count; });
    prepare_room(contacts.dominated, count);
    if (contacts.caches.size() < contacts.contacts.size()) {
        grow_resize(contacts.caches, contacts.contacts.size());
    }
    world.stores.shapes.prepare_frames(2 * count);
}

void admit(WorldState& world, std::uint32_t body) {
    world.stores.joints.change_all();
    insert_boxes(world, body);
    if (world.stores.bodies.types[body] != BodyType::Static) {
        world.stores.bodies.velocities[body].still_time = 0.0f;
        world.stores.bodies.enter_solver(body);
    }
}

/// Removes a body, awake or static, from contacts, trees and solver.
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
    world.stores.bodies.records.edit(body).enabled = false;
}

void BodyRef::set_type(BodyType type) const {
    const RecordedCall call(*state_, Operation::SetType, id_, type);
    const char* const function = "BodyRef::set_type";
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, function, id_);
    check_enumeration(function, "type", type, BodyType::Dynamic);
    check_not_reading(world, function);
    prepare_change(world, index);
    std::size_t shapes = 0;
    visit_shapes_of_body(world, index, [&](std::uint32_t) { ++shapes; });
    world.systems.broad_phase.tree(type).prepare_insertions(shapes);
    const BrokenScope broken(world);
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
            world.stores.shapes.record_thickness(shape);
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

bool ConstBodyRef::is_enabled() const {
    return state_->stores.bodies.records[body_index(*state_, "BodyRef::is_enabled", id_)].enabled;
}

void BodyRef::set_enabled(bool enabled) const {
    const RecordedCall call(*state_, Operation::SetBodyEnabled, id_, enabled);
    const char* const function = "BodyRef::set_enabled";
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, function, id_);
    check_not_reading(world, function);
    prepare_change(world, index);
    std::size_t shapes = 0;
    visit_shapes_of_body(world, index, [&](std::uint32_t) { ++shapes; });
    world.systems.broad_phase.tree(world.stores.bodies.types[index]).prepare_insertions(shapes);
    const BrokenScope broken(world);
    if (world.stores.bodies.records[index].enabled == enabled) {
        return;
    }
    if (enabled) {
        world.stores.bodies.records.edit(index).enabled = true;
        admit(world, index);
    } else {
        disable_body(world, index);
    }
    wake_in_fields_of(field_wake_context(world), index);
}

AxisLocks ConstBodyRef::locks() const {
    return state_->stores.bodies.records[body_index(*state_, "BodyRef::locks", id_)].locks;
}

void BodyRef::set_locks(const AxisLocks& locks) const {
    const RecordedCall call(*state_, Operation::SetLocks, id_, locks);
    const char* const function = "BodyRef::set_locks";
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, function, id_);
    check_not_reading(world, function);
    prepare_change(world, index);
    prepare_room(world.stores.bodies.all_motion_limits, 1);
    const BrokenScope broken(world);
    if (world.stores.bodies.records[index].locks == locks) {
        return;
    }
    wake_touching(sleep_context(world), index);
    world.stores.bodies.records.edit(index).locks = locks;
    MotionLimits motion = world.stores.bodies.motion_limits(index);
    motion.locks = locks;
    world.stores.bodies.set_motion_limits(index, motion);
    set_body_mass(world, index, body_mass(world.stores.bodies, index));
    drop_locked_velocity(world.stores.bodies, index);
    recolor(world, index);
}

int ConstBodyRef::dominance_group() const {
    return state_->stores.bodies.records[body_index(*state_, "BodyRef::dominance_group", id_)]
        .dominance_group;
}

void BodyRef::set_dominance_group(int group) const {
    const RecordedCall call(*state_, Operation::SetDominanceGroup, id_, group);
    const char* const function = "BodyRef::set_dominance_group";
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, function, id_);
    check_dominance_group(function, group);
    check_not_reading(world, function);
    prepare_change(world, index);
    prepare_reclassification(world, index);
    const BrokenScope broken(world);
    if (world.stores.bodies.records[index].dominance_group == group) {
        return;
    }
    world.stores.bodies.set_dominance_group(index, group);
    visit_contacts_of_body(world.stores.bodies, world.stores.contacts, index, [&](std::uint32_t contact) {
        reclassify_response(contact_context(world), contact);
    });
}

int ConstBodyRef::extra_iterations() const {
    return state_->stores.bodies.records[body_index(*state_, "BodyRef::extra_iterations", id_)]
        .extra_iterations;
}

void BodyRef::set_extra_iterations(int count) const {
    const RecordedCall call(*state_, Operation::SetExtraIterations, id_, count);
    const char* const function = "BodyRef::set_extra_iterations";
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, function, id_);
    check_extra_iterations(function, count);
    check_not_reading(world, function);
    prepare_change(world, index);
    prepare_room(world.stores.bodies.with_extra_iterations, 1);
    const BrokenScope broken(world);
    world.stores.bodies.set_extra_iterations(index, count);
}

void BodyRef::set_mass_properties(const MassProperties& mass) const {
    const RecordedCall call(*state_, Operation::SetMassProperties, id_, mass);
    const char* const function = "BodyRef::set_mass_properties";
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, function, id_);
    check_not_negative(function, "mass.mass", mass.mass);
    check_place(function, "mass.center", mass.center);
    check_not_negative(function, "mass.inertia", mass.inertia);
    check_not_reading(world, function);
    prepare_change(world, index);
    const BrokenScope broken(world);
    wake_touching(sleep_context(world), index);
    world.stores.bodies.records.edit(index).own_mass = true;
    set_body_mass(world, index, mass);
    drop_locked_velocity(world.stores.bodies, index);
    drystone::update_mass(world, index);
}

void BodyRef::reset_mass_properties() const {
    const RecordedCall call(*state_, Operation::ResetMassProperties, id_);
    const char* const function = "BodyRef::reset_mass_properties";
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, function, id_);
    check_not_reading(world, function);
    prepare_change(world, index);
    const BrokenScope broken(world);
    wake_touching(sleep_context(world), index);
    world.stores.bodies.records.edit(index).own_mass = false;
    drystone::update_mass(world, index);
    drop_locked_velocity(world.stores.bodies, index);
}

void BodyRef::update_mass() const {
    const RecordedCall call(*state_, Operation::UpdateMass, id_);
    const char* const function = "BodyRef::update_mass";
    WorldState& world = *state_;
    const std::uint32_t index = body_index(world, function, id_);
    check_not_reading(world, function);
    prepare_change(world, index);
    const BrokenScope broken(world);
    if (world.stores.bodies.records[index].mass_stale) {
        wake_touching(sleep_context(world), index);
        drystone::update_mass(world, index);
        drop_locked_velocity(world.stores.bodies, index);
    }
}

void BodyRef::set_damping(float linear, float angular) const {
    const RecordedCall call(*state_, Operation::SetDamping, id_, linear, angular);
    const std::uint32_t index = changed_body_index(*state_, "BodyRef::set_damping", id_);
    check_not_negative("BodyRef::set_damping", "linear", linear);
    check_not_negative("BodyRef::set_damping", "angular", angular);
    state_->stores.bodies.damping_and_sleep.edit(index).linear_damping = linear;
    state_->stores.bodies.damping_and_sleep.edit(index).angular_damping = angular;
}

float ConstBodyRef::linear_damping() const {
    return state_->stores.bodies.damping_and_sleep[body_index(*state_, "BodyRef::linear_damping", id_)]
        .linear_damping;
}

float ConstBodyRef::angular_damping() const {
    return state_->stores.bodies.damping_and_sleep[body_index(*state_, "BodyRef::angular_damping", id_)]
        .angular_damping;
}

float ConstBodyRef::gravity_scale() const {
    return state_->stores.bodies.forces[body_index(*state_, "BodyRef::gravity_scale", id_)].gravity_scale;
}

void BodyRef::set_gravity_scale(float scale) const {
    const RecordedCall call(*state_, Operation::SetGravityScale, id_, scale);
    const std::uint32_t index = changed_body_index(*state_, "BodyRef::set_gravity_scale", id_);
    check_finite("BodyRef::set_gravity_scale", "scale", scale);
    drystone::wake(sleep_context(*state_), index);
    state_->stores.bodies.forces[index].gravity_scale = scale;
}

std::optional<Vec2> ConstBodyRef::own_gravity() const {
    return state_->stores.bodies.motion_limits(body_index(*state_, "BodyRef::own_gravity", id_)).gravity;
}

void BodyRef::set_own_gravity(const std::optional<Vec2>& gravity) const {
    const RecordedCall call(*state_, Operation::SetOwnGravity, id_, gravity);
    const char* const function = "BodyRef::set_own_gravity";
    const std::uint32_t index = changed_body_index(*state_, function, id_);
    check_finite(function, "gravity", gravity.value_or(Vec2{0.0f, 0.0f}));
    prepare_room(state_->stores.bodies.all_motion_limits, 1);
    drystone::wake(sleep_context(*state_), index);
    MotionLimits motion = state_->stores.bodies.motion_limits(index);
    motion.gravity = gravity;
    state_->stores.bodies.set_motion_limits(index, motion);
}

float ConstBodyRef::maximum_linear_speed() const {
    return state_->stores.bodies.motion_limits(body_index(*state_, "BodyRef::maximum_linear_speed", id_))
        .maximum_linear_speed;
}

float ConstBodyRef::maximum_angular_speed() const {
    return state_->stores.bodies.motion_limits(body_index(*state_, "BodyRef::maximum_angular_speed", id_))
        .maximum_angular_speed;
}

void BodyRef::set_maximum_speeds(float linear, float angular) const {
    const RecordedCall call(*state_, Operation::SetMaximumSpeeds, id_, linear, angular);
    const char* const function = "BodyRef::set_maximum_speeds";
    const std::uint32_t index = changed_body_index(*state_, function, id_);
    check_positive(function, "linear", linear);
    check_positive(function, "angular", angular);
    MotionLimits motion = state_->stores.bodies.motion_limits(index);
    motion.maximum_linear_speed = linear;
    motion.maximum_angular_speed = angular;
    state_->stores.bodies.set_motion_limits(index, motion);
}

}  // namespace drystone
