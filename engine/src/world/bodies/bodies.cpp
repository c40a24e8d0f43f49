#include <drystone/world.h>

#include "core/finite.h"
#include "fields/field_step.h"
#include "step/finalize.h"
#include "world/bodies/body_mass.h"
#include "world/checks.h"
#include "world/prepare.h"
#include "world/recording/recorded_call.h"
#include "world/shapes/shape_boxes.h"

namespace drystone {

namespace {

Vec2 center_of(const BodyStore& bodies, std::uint32_t body) {
    return {bodies.poses[body].x, bodies.poses[body].y};
}

/// Returns the effective locks: those of a dynamic body.
AxisLocks locks_of(const BodyStore& bodies, std::uint32_t body) {
    return bodies.is_dynamic(body) ? bodies.records[body].locks : AxisLocks{};
}

/// Wakes the body for a nonzero velocity; a moving kinematic body wakes what touches it.
void wake_by_velocity(WorldState& world, std::uint32_t body, bool moving) {
    if (moving && world.stores.bodies.types[body] == BodyType::Kinematic) {
        wake_touching(sleep_context(world), body);
    } else if (moving) {
        wake(sleep_context(world), body);
    }
}

/// Sets the linear velocity, with its locked components zero.
void put_linear_velocity(WorldState& world, std::uint32_t body, const Vec2& velocity) {
    const AxisLocks locks = locks_of(world.stores.bodies, body);
    const Vec2 free{locks.linear_x ? 0.0f : velocity.x, locks.linear_y ? 0.0f : velocity.y};
    world.stores.bodies.mark_sped_up(body);
    wake_by_velocity(world, body, free != Vec2{});
    world.stores.bodies.velocities[body].x = free.x;
    world.stores.bodies.velocities[body].y = free.y;
}

void put_angular_velocity(WorldState& world, std::uint32_t body, float angular_velocity) {
    if (!locks_of(world.stores.bodies, body).rotation) {
        world.stores.bodies.mark_sped_up(body);
        wake_by_velocity(world, body, angular_velocity != 0.0f);
        world.stores.bodies.velocities[body].w = angular_velocity;
    }
}

/// Throws unless the results are finite: products and sums of finite numbers may overflow.
void check_outcome(const char* function, const char* argument, const char* what, const Vec2& linear,
                   float angular) {
    if (!is_finite(linear) || !is_finite(angular)) {
        fail(function, argument, what, describe(linear));
    }
}

void push(WorldState& world, const char* function, std::uint32_t body, const Vec2& impulse,
          float angular_impulse) {
    check_pushed(world, function, body);
    BodyStore& bodies = world.stores.bodies;
    const BodyMass& mass = bodies.masses[body];
    const AxisLocks& locks = bodies.records[body].locks;
    BodyVelocity pushed = bodies.velocities[body];
    pushed.x += locks.linear_x ? 0.0f : mass.inverse_mass * impulse.x;
    pushed.y += locks.linear_y ? 0.0f : mass.inverse_mass * impulse.y;
    pushed.w += mass.inverse_inertia * angular_impulse;
    check_outcome(function, "impulse", "such that the velocity stays finite", Vec2{pushed.x, pushed.y},
                  pushed.w);
    bodies.mark_sped_up(body);
    wake(sleep_context(world), body);
    BodyVelocity& velocity = bodies.velocities[body];
    velocity.x = pushed.x;
    velocity.y = pushed.y;
    velocity.w = pushed.w;
}

void add_force(WorldState& world, const char* function, std::uint32_t body, const Vec2& force, float torque) {
    check_pushed(world, function, body);
    BodyForce& sum = world.stores.bodies.forces[body];
    const Vec2 sum_of_forces = Vec2{sum.x, sum.y} + force;
    const float sum_of_torques = sum.torque + torque;
    check_outcome(function, "force", "such that the sum of forces and torques stays finite", sum_of_forces,
                  sum_of_torques);
    wake(sleep_context(world), body);
    sum.x = sum_of_forces.x;
    sum.y = sum_of_forces.y;
    sum.torque = sum_of_torques;
}

/// Returns the pose of the body's origin.
Pose pose_of(const WorldState& world, const char* function, BodyId body) {
    const std::uint32_t index = body_index(world, function, body);
    return origin_pose(world.stores.bodies.poses[index], world.stores.bodies.masses[index]);
}

}  // namespace

BodyType ConstBodyRef::type() const {
    return state_->stores.bodies.types[body_index(*state_, "BodyRef::type", id_)];
}

Pose ConstBodyRef::pose() const { return pose_of(*state_, "BodyRef::pose", id_); }
Vec2 ConstBodyRef::position() const { return pose_of(*state_, "BodyRef::position", id_).position; }
float ConstBodyRef::angle() const { return pose_of(*state_, "BodyRef::angle", id_).rotation.angle(); }

void BodyRef::set_pose(const Vec2& position, float angle) const {
    const RecordedCall call(*state_, Operation::SetPose, id_, position, angle);
    const char* const function = "BodyRef::set_pose";
    const std::uint32_t index = body_index(*state_, function, id_);
    check_place(function, "position", position);
    check_finite(function, "angle", angle);
    check_not_reading(*state_, function);
    prepare_change(*state_, index);
    const BrokenScope broken(*state_);
    const Rot rotation = Rot::from_angle(angle);
    const BodyMass& mass = state_->stores.bodies.masses[index];
    const Vec2 center = position + rotate(rotation, Vec2{mass.center_x, mass.center_y});
    wake_touching(sleep_context(*state_), index);
    wake_in_fields_of(field_wake_context(*state_), index);
    recheck_contacts(sleep_context(*state_), index);
    close_contacts_until_step(*state_, index);
    const bool is_shown_static = state_->stores.bodies.types[index] == BodyType::Static &&
                                 state_->stores.bodies.records[index].enabled;
    const auto mark_all = [&](void (*note)(WorldState&, std::uint32_t)) {
        if (is_shown_static) {
            visit_shapes_of_body(*state_, index, [&](std::uint32_t shape) { note(*state_, shape); });
        }
    };
    mark_all(mark_internal_edges_before_removal);
    state_->stores.bodies.mark_sped_up(index);
    state_->stores.bodies.set_pose(index, {center.x, center.y, rotation.c, rotation.s});
    mark_all(mark_internal_edges_dirty);
    move_boxes(*state_, index);
    wake_in_fields_of(field_wake_context(*state_), index);
}

Vec2 ConstBodyRef::center_of_mass() const {
    return center_of(state_->stores.bodies, body_index(*state_, "BodyRef::center_of_mass", id_));
}

Vec2 ConstBodyRef::linear_velocity() const {
    const BodyVelocity& velocity =
        state_->stores.bodies.velocities[body_index(*state_, "BodyRef::linear_velocity", id_)];
    return {velocity.x, velocity.y};
}

float ConstBodyRef::angular_velocity() const {
    return state_->stores.bodies.velocities[body_index(*state_, "BodyRef::angular_velocity", id_)].w;
}

Vec2 ConstBodyRef::velocity_at(const Vec2& world_point) const {
    const char* const function = "BodyRef::velocity_at";
    const std::uint32_t index = body_index(*state_, function, id_);
    check_finite(function, "world_point", world_point);
    const BodyVelocity& velocity = state_->stores.bodies.velocities[index];
    return Vec2{velocity.x, velocity.y} +
           cross(velocity.w, world_point - center_of(state_->stores.bodies, index));
}

void BodyRef::set_linear_velocity(const Vec2& velocity) const {
    const RecordedCall call(*state_, Operation::SetLinearVelocity, id_, velocity);
    const char* const function = "BodyRef::set_linear_velocity";
    const std::uint32_t index = changed_body_index(*state_, function, id_);
    check_finite(function, "velocity", velocity);
    check_moved(*state_, function, index);
    put_linear_velocity(*state_, index, velocity);
}

void BodyRef::set_angular_velocity(float angular_velocity) const {
    const RecordedCall call(*state_, Operation::SetAngularVelocity, id_, angular_velocity);
    const char* const function = "BodyRef::set_angular_velocity";
    const std::uint32_t index = changed_body_index(*state_, function, id_);
    check_finite(function, "angular_velocity", angular_velocity);
    check_moved(*state_, function, index);
    put_angular_velocity(*state_, index, angular_velocity);
}

void BodyRef::set_target_pose(const Vec2& position, float angle, float time_step) const {
    const RecordedCall call(*state_, Operation::SetTargetPose, id_, position, angle, time_step);
    const char* const function = "BodyRef::set_target_pose";
    const std::uint32_t index = changed_body_index(*state_, function, id_);
    check_finite(function, "position", position);
    check_finite(function, "angle", angle);
    check_positive(function, "time_step", time_step);
    check_moved(*state_, function, index);
    const BodyPose& pose = state_->stores.bodies.poses[index];
    const BodyMass& mass = state_->stores.bodies.masses[index];
    const Rot target = Rot::from_angle(angle);
    const Vec2 center = position + rotate(target, Vec2{mass.center_x, mass.center_y});
    const float turn = inverse_multiply(Rot{pose.c, pose.s}, target).angle();
    const Vec2 linear = (center - center_of(state_->stores.bodies, index)) / time_step;
    check_outcome(function, "time_step", "such that the velocity stays finite", linear, turn / time_step);
    put_linear_velocity(*state_, index, linear);
    put_angular_velocity(*state_, index, turn / time_step);
}

void BodyRef::apply_force(const Vec2& force) const {
    const RecordedCall call(*state_, Operation::ApplyForce, id_, force);
    const std::uint32_t index = changed_body_index(*state_, "BodyRef::apply_force", id_);
    check_finite("BodyRef::apply_force", "force", force);
    add_force(*state_, "BodyRef::apply_force", index, force, 0.0f);
}

void BodyRef::apply_force(const Vec2& force, const Vec2& world_point) const {
    const RecordedCall call(*state_, Operation::ApplyForceAt, id_, force, world_point);
    const std::uint32_t index = changed_body_index(*state_, "BodyRef::apply_force", id_);
    check_finite("BodyRef::apply_force", "force", force);
    check_finite("BodyRef::apply_force", "world_point", world_point);
    add_force(*state_, "BodyRef::apply_force", index, force,
              cross(world_point - center_of(state_->stores.bodies, index), force));
}

void BodyRef::apply_torque(float torque) const {
    const RecordedCall call(*state_, Operation::ApplyTorque, id_, torque);
    const std::uint32_t index = changed_body_index(*state_, "BodyRef::apply_torque", id_);
    check_finite("BodyRef::apply_torque", "torque", torque);
    add_force(*state_, "BodyRef::apply_torque", index, Vec2{0.0f, 0.0f}, torque);
}

void BodyRef::apply_impulse(const Vec2& impulse) const {
    const RecordedCall call(*state_, Operation::ApplyImpulse, id_, impulse);
    const std::uint32_t index = changed_body_index(*state_, "BodyRef::apply_impulse", id_);
    check_finite("BodyRef::apply_impulse", "impulse", impulse);
    push(*state_, "BodyRef::apply_impulse", index, impulse, 0.0f);
}

void BodyRef::apply_impulse(const Vec2& impulse, const Vec2& world_point) const {
    const RecordedCall call(*state_, Operation::ApplyImpulseAt, id_, impulse, world_point);
    const std::uint32_t index = changed_body_index(*state_, "BodyRef::apply_impulse", id_);
    check_finite("BodyRef::apply_impulse", "impulse", impulse);
    check_finite("BodyRef::apply_impulse", "world_point", world_point);
    push(*state_, "BodyRef::apply_impulse", index, impulse,
         cross(world_point - center_of(state_->stores.bodies, index), impulse));
}

void BodyRef::apply_angular_impulse(float impulse) const {
    const RecordedCall call(*state_, Operation::ApplyAngularImpulse, id_, impulse);
    const std::uint32_t index = changed_body_index(*state_, "BodyRef::apply_angular_impulse", id_);
    check_finite("BodyRef::apply_angular_impulse", "impulse", impulse);
    push(*state_, "BodyRef::apply_angular_impulse", index, Vec2{0.0f, 0.0f}, impulse);
}

Vec2 ConstBodyRef::constant_force() const {
    const ConstantForce force =
        state_->stores.bodies.constant_force(body_index(*state_, "BodyRef::constant_force", id_));
    return {force.x, force.y};
}

float ConstBodyRef::constant_torque() const {
    return state_->stores.bodies.constant_force(body_index(*state_, "BodyRef::constant_torque", id_)).torque;
}

void BodyRef::set_constant_force(const Vec2& force, float torque) const {
    const RecordedCall call(*state_, Operation::SetConstantForce, id_, force, torque);
    const char* const function = "BodyRef::set_constant_force";
    const std::uint32_t index = changed_body_index(*state_, function, id_);
    check_finite(function, "force", force);
    check_finite(function, "torque", torque);
    prepare_room(state_->stores.bodies.constant_forces, 1);
    prepare_to_wake(sleep_context(*state_));
    drystone::wake(sleep_context(*state_), index);
    state_->stores.bodies.set_constant_force({index, force.x, force.y, torque});
}

void BodyRef::scale_time(float factor) const {
    const RecordedCall call(*state_, Operation::ScaleTime, id_, factor);
    const char* const function = "BodyRef::scale_time";
    const std::uint32_t index = changed_body_index(*state_, function, id_);
    check_positive(function, "factor", factor);
    BodyStore& bodies = state_->stores.bodies;
    prepare_to_wake(sleep_context(*state_));
    prepare_room(bodies.sped_up, 1);
    drystone::wake(sleep_context(*state_), index);
    BodyVelocity& velocity = bodies.velocities[index];
    const ConstantForce force = bodies.constant_force(index);
    const float square = factor * factor;
    velocity = {nearest_finite(factor * velocity.x), nearest_finite(factor * velocity.y),
                nearest_finite(factor * velocity.w), velocity.still_time};
    bodies.mark_sped_up(index);
    BodyDampingAndSleep& damping = bodies.damping_and_sleep.edit(index);
    damping.linear_damping = nearest_finite(factor * damping.linear_damping);
    damping.angular_damping = nearest_finite(factor * damping.angular_damping);
    damping.sleep_speed = nearest_finite(factor * damping.sleep_speed);
    BodyRecord& record = bodies.records.edit(index);
    record.sleep_speed = nearest_finite(factor * record.sleep_speed);
    bodies.forces[index].gravity_scale = nearest_finite(square * bodies.forces[index].gravity_scale);
    bodies.set_constant_force({index, nearest_finite(square * force.x), nearest_finite(square * force.y),
                               nearest_finite(square * force.torque)});
}

void BodyRef::clear_forces() const {
    const RecordedCall call(*state_, Operation::ClearForces, id_);
    const std::uint32_t index = changed_body_index(*state_, "BodyRef::clear_forces", id_);
    BodyForce& sum = state_->stores.bodies.forces[index];
    sum.x = 0.0f;
    sum.y = 0.0f;
    sum.torque = 0.0f;
}

}  // namespace drystone
