#include <drystone/world.h>

#include "step/finalize.h"
#include "world/body_mass.h"
#include "world/checks.h"

namespace drystone {

namespace {

Vec2 center_of(const BodyStore& bodies, std::uint32_t body) {
    return {bodies.poses[body].x, bodies.poses[body].y};
}

/// A velocity other than zero wakes the body; a kinematic one wakes what rests on it.
void wake_by_velocity(WorldState& world, std::uint32_t body, bool moving) {
    if (moving && world.bodies.types[body] == BodyType::Kinematic) {
        wake_touching(sleep_context(world), body);
    } else if (moving) {
        wake(sleep_context(world), body);
    }
}

void push(WorldState& world, std::uint32_t body, const Vec2& impulse, float angular_impulse) {
    wake(sleep_context(world), body);
    BodyStore& bodies = world.bodies;
    const BodyMass& mass = bodies.masses[body];
    BodyVelocity& velocity = bodies.velocities[body];
    velocity.x += mass.inverse_mass * impulse.x();
    velocity.y += mass.inverse_mass * impulse.y();
    velocity.w += mass.inverse_inertia * angular_impulse;
}

void add_force(WorldState& world, std::uint32_t body, const Vec2& force, float torque) {
    wake(sleep_context(world), body);
    BodyStore& bodies = world.bodies;
    BodyForce& sum = bodies.forces[body];
    sum.x += force.x();
    sum.y += force.y();
    sum.torque += torque;
}

}  // namespace

bool World::is_valid(BodyId body) const { return state_->bodies.slots.holds(body, state_->number); }

BodyType World::type(BodyId body) const {
    return state_->bodies.types[body_index(*state_, "World::type", body)];
}

Pose World::pose(BodyId body) const {
    const std::uint32_t index = body_index(*state_, "World::pose", body);
    return origin_pose(state_->bodies.poses[index], state_->bodies.masses[index]);
}

Vec2 World::position(BodyId body) const { return pose(body).position; }
float World::angle(BodyId body) const { return pose(body).rotation.angle(); }

void World::set_pose(BodyId body, const Vec2& position, float angle) {
    const char* const function = "World::set_pose";
    const std::uint32_t index = body_index(*state_, function, body);
    check_finite(function, "position", position);
    check_finite(function, "angle", angle);
    check_not_reading(*state_, function);
    const Rot rotation = Rot::from_angle(angle);
    const BodyMass& mass = state_->bodies.masses[index];
    const Vec2 center = position + rotate(rotation, Vec2{mass.center_x, mass.center_y});
    wake_touching(sleep_context(*state_), index);
    reconsider_contacts(sleep_context(*state_), index);
    state_->bodies.poses[index] = {center.x(), center.y(), rotation.c, rotation.s};
    move_boxes(*state_, index);
}

Vec2 World::center_of_mass(BodyId body) const {
    return center_of(state_->bodies, body_index(*state_, "World::center_of_mass", body));
}

Vec2 World::linear_velocity(BodyId body) const {
    const BodyVelocity& velocity =
        state_->bodies.velocities[body_index(*state_, "World::linear_velocity", body)];
    return {velocity.x, velocity.y};
}

float World::angular_velocity(BodyId body) const {
    return state_->bodies.velocities[body_index(*state_, "World::angular_velocity", body)].w;
}

Vec2 World::velocity_at(BodyId body, const Vec2& world_point) const {
    const char* const function = "World::velocity_at";
    const std::uint32_t index = body_index(*state_, function, body);
    check_finite(function, "world_point", world_point);
    const BodyVelocity& velocity = state_->bodies.velocities[index];
    return Vec2{velocity.x, velocity.y} + cross(velocity.w, world_point - center_of(state_->bodies, index));
}

void World::set_linear_velocity(BodyId body, const Vec2& velocity) {
    const char* const function = "World::set_linear_velocity";
    const std::uint32_t index = body_index(*state_, function, body);
    check_finite(function, "velocity", velocity);
    if (state_->bodies.types[index] != BodyType::Static) {
        wake_by_velocity(*state_, index, !velocity.isZero(0.0f));
        state_->bodies.velocities[index].x = velocity.x();
        state_->bodies.velocities[index].y = velocity.y();
    }
}

void World::set_angular_velocity(BodyId body, float angular_velocity) {
    const char* const function = "World::set_angular_velocity";
    const std::uint32_t index = body_index(*state_, function, body);
    check_finite(function, "angular_velocity", angular_velocity);
    const bool locked =
        state_->bodies.types[index] == BodyType::Dynamic && state_->bodies.records[index].fixed_rotation;
    if (state_->bodies.types[index] != BodyType::Static && !locked) {
        wake_by_velocity(*state_, index, angular_velocity != 0.0f);
        state_->bodies.velocities[index].w = angular_velocity;
    }
}

void World::set_target_pose(BodyId body, const Vec2& position, float angle, float time_step) {
    const char* const function = "World::set_target_pose";
    const std::uint32_t index = body_index(*state_, function, body);
    check_finite(function, "position", position);
    check_finite(function, "angle", angle);
    check_positive(function, "time_step", time_step);
    const BodyPose& pose = state_->bodies.poses[index];
    const BodyMass& mass = state_->bodies.masses[index];
    const Rot target = Rot::from_angle(angle);
    const Vec2 center = position + rotate(target, Vec2{mass.center_x, mass.center_y});
    const float turn = inverse_multiply(Rot{pose.c, pose.s}, target).angle();
    set_linear_velocity(body, (center - center_of(state_->bodies, index)) / time_step);
    set_angular_velocity(body, turn / time_step);
}

void World::apply_force(BodyId body, const Vec2& force) {
    const std::uint32_t index = body_index(*state_, "World::apply_force", body);
    check_finite("World::apply_force", "force", force);
    add_force(*state_, index, force, 0.0f);
}

void World::apply_force(BodyId body, const Vec2& force, const Vec2& world_point) {
    const std::uint32_t index = body_index(*state_, "World::apply_force", body);
    check_finite("World::apply_force", "force", force);
    check_finite("World::apply_force", "world_point", world_point);
    add_force(*state_, index, force, cross(world_point - center_of(state_->bodies, index), force));
}

void World::apply_torque(BodyId body, float torque) {
    const std::uint32_t index = body_index(*state_, "World::apply_torque", body);
    check_finite("World::apply_torque", "torque", torque);
    add_force(*state_, index, Vec2{0.0f, 0.0f}, torque);
}

void World::apply_impulse(BodyId body, const Vec2& impulse) {
    const std::uint32_t index = body_index(*state_, "World::apply_impulse", body);
    check_finite("World::apply_impulse", "impulse", impulse);
    push(*state_, index, impulse, 0.0f);
}

void World::apply_impulse(BodyId body, const Vec2& impulse, const Vec2& world_point) {
    const std::uint32_t index = body_index(*state_, "World::apply_impulse", body);
    check_finite("World::apply_impulse", "impulse", impulse);
    check_finite("World::apply_impulse", "world_point", world_point);
    push(*state_, index, impulse, cross(world_point - center_of(state_->bodies, index), impulse));
}

void World::apply_angular_impulse(BodyId body, float impulse) {
    const std::uint32_t index = body_index(*state_, "World::apply_angular_impulse", body);
    check_finite("World::apply_angular_impulse", "impulse", impulse);
    push(*state_, index, Vec2{0.0f, 0.0f}, impulse);
}

bool World::is_awake(BodyId body) const {
    return state_->bodies.is_awake(body_index(*state_, "World::is_awake", body));
}

void World::wake(BodyId body) {
    const std::uint32_t index = body_index(*state_, "World::wake", body);
    drystone::wake(sleep_context(*state_), index);
    state_->bodies.velocities[index].still_time = 0.0f;
}

MassProperties World::mass(BodyId body) const {
    const std::uint32_t index = body_index(*state_, "World::mass", body);
    const MassProperties own = body_mass(state_->bodies, index);
    return state_->bodies.is_dynamic(index) ? own : MassProperties{0.0f, own.center, 0.0f};
}

float World::gravity_scale(BodyId body) const {
    return state_->bodies.forces[body_index(*state_, "World::gravity_scale", body)].gravity_scale;
}

void World::set_gravity_scale(BodyId body, float scale) {
    const std::uint32_t index = body_index(*state_, "World::set_gravity_scale", body);
    check_finite("World::set_gravity_scale", "scale", scale);
    drystone::wake(sleep_context(*state_), index);
    state_->bodies.forces[index].gravity_scale = scale;
}

void World::set_damping(BodyId body, float linear, float angular) {
    const std::uint32_t index = body_index(*state_, "World::set_damping", body);
    check_not_negative("World::set_damping", "linear", linear);
    check_not_negative("World::set_damping", "angular", angular);
    state_->bodies.rests[index].linear_damping = linear;
    state_->bodies.rests[index].angular_damping = angular;
}

std::uint64_t World::user_data(BodyId body) const {
    return state_->bodies.records[body_index(*state_, "World::user_data", body)].user_data;
}

void World::set_user_data(BodyId body, std::uint64_t user_data) {
    state_->bodies.records[body_index(*state_, "World::set_user_data", body)].user_data = user_data;
}

std::vector<ShapeId> World::shapes(BodyId body) const {
    const std::uint32_t index = body_index(*state_, "World::shapes", body);
    std::vector<ShapeId> result;
    for (std::uint32_t shape = state_->bodies.records[index].first_shape; shape != no_index;
         shape = state_->shapes.records[shape].next) {
        result.push_back(state_->shapes.slots.handle<ShapeId>(shape, state_->number));
    }
    return result;
}

std::vector<BodyId> World::bodies() const {
    std::vector<BodyId> result;
    for (std::uint32_t body = 0; body < state_->bodies.slots.size(); ++body) {
        if (state_->bodies.slots.is_live(body)) {
            result.push_back(state_->bodies.slots.handle<BodyId>(body, state_->number));
        }
    }
    return result;
}

}  // namespace drystone
