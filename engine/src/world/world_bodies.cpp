#include <drystone/world.h>

#include "step/fields.h"
#include "step/finalize.h"
#include "world/body_mass.h"
#include "world/checks.h"
#include "world/shape_boxes.h"

namespace drystone {

namespace {

Vec2 center_of(const BodyStore& bodies, std::uint32_t body) {
    return {bodies.poses[body].x, bodies.poses[body].y};
}

/// The locks that act: those of a dynamic body.
AxisLocks locks_of(const BodyStore& bodies, std::uint32_t body) {
    return bodies.is_dynamic(body) ? bodies.records[body].locks : AxisLocks{};
}

/// A velocity other than zero wakes the body; a kinematic one wakes what rests on it.
void wake_by_velocity(WorldState& world, std::uint32_t body, bool moving) {
    if (moving && world.stores.bodies.types[body] == BodyType::Kinematic) {
        wake_touching(sleep_context(world), body);
    } else if (moving) {
        wake(sleep_context(world), body);
    }
}

/// Finite numbers may have a product or a sum that is not.
void check_outcome(const char* function, const char* argument, const char* what, const Vec2& linear,
                   float angular) {
    if (!is_finite(linear) || !is_finite(angular)) {
        fail(function, argument, what, describe(linear));
    }
}

void push(WorldState& world, const char* function, std::uint32_t body, const Vec2& impulse,
          float angular_impulse) {
    BodyStore& bodies = world.stores.bodies;
    const BodyMass& mass = bodies.masses[body];
    const AxisLocks& locks = bodies.records[body].locks;
    BodyVelocity pushed = bodies.velocities[body];
    pushed.x += locks.linear_x ? 0.0f : mass.inverse_mass * impulse.x;
    pushed.y += locks.linear_y ? 0.0f : mass.inverse_mass * impulse.y;
    pushed.w += mass.inverse_inertia * angular_impulse;
    check_outcome(function, "impulse", "such that the velocity stays finite", Vec2{pushed.x, pushed.y},
                  pushed.w);
    wake(sleep_context(world), body);
    BodyVelocity& velocity = bodies.velocities[body];
    velocity.x = pushed.x;
    velocity.y = pushed.y;
    velocity.w = pushed.w;
}

void add_force(WorldState& world, const char* function, std::uint32_t body, const Vec2& force, float torque) {
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

}  // namespace

bool World::is_valid(BodyId body) const { return state_->stores.bodies.slots.holds(body, state_->number); }

BodyType World::type(BodyId body) const {
    return state_->stores.bodies.types[body_index(*state_, "World::type", body)];
}

Pose World::pose(BodyId body) const {
    const std::uint32_t index = body_index(*state_, "World::pose", body);
    return origin_pose(state_->stores.bodies.poses[index], state_->stores.bodies.masses[index]);
}

Vec2 World::position(BodyId body) const { return pose(body).position; }
float World::angle(BodyId body) const { return pose(body).rotation.angle(); }

void World::set_pose(BodyId body, const Vec2& position, float angle) {
    const char* const function = "World::set_pose";
    const std::uint32_t index = body_index(*state_, function, body);
    check_place(function, "position", position);
    check_finite(function, "angle", angle);
    check_not_reading(*state_, function);
    const Rot rotation = Rot::from_angle(angle);
    const BodyMass& mass = state_->stores.bodies.masses[index];
    const Vec2 center = position + rotate(rotation, Vec2{mass.center_x, mass.center_y});
    wake_touching(sleep_context(*state_), index);
    wake_in_fields_of(field_wake_context(*state_), index);
    reconsider_contacts(sleep_context(*state_), index);
    const bool is_shown_static = state_->stores.bodies.types[index] == BodyType::Static &&
                                 state_->stores.bodies.records[index].enabled;
    const auto note_all = [&](void (*note)(WorldState&, std::uint32_t)) {
        if (is_shown_static) {
            visit_shapes_of_body(*state_, index, [&](std::uint32_t shape) { note(*state_, shape); });
        }
    };
    note_all(note_going_seams);
    state_->stores.bodies.poses[index] = {center.x, center.y, rotation.c, rotation.s};
    note_all(note_seams);
    move_boxes(*state_, index);
    wake_in_fields_of(field_wake_context(*state_), index);
}

Vec2 World::center_of_mass(BodyId body) const {
    return center_of(state_->stores.bodies, body_index(*state_, "World::center_of_mass", body));
}

Vec2 World::linear_velocity(BodyId body) const {
    const BodyVelocity& velocity =
        state_->stores.bodies.velocities[body_index(*state_, "World::linear_velocity", body)];
    return {velocity.x, velocity.y};
}

float World::angular_velocity(BodyId body) const {
    return state_->stores.bodies.velocities[body_index(*state_, "World::angular_velocity", body)].w;
}

Vec2 World::velocity_at(BodyId body, const Vec2& world_point) const {
    const char* const function = "World::velocity_at";
    const std::uint32_t index = body_index(*state_, function, body);
    check_finite(function, "world_point", world_point);
    const BodyVelocity& velocity = state_->stores.bodies.velocities[index];
    return Vec2{velocity.x, velocity.y} +
           cross(velocity.w, world_point - center_of(state_->stores.bodies, index));
}

void World::set_linear_velocity(BodyId body, const Vec2& velocity) {
    const char* const function = "World::set_linear_velocity";
    const std::uint32_t index = changed_body_index(*state_, function, body);
    check_finite(function, "velocity", velocity);
    if (state_->stores.bodies.types[index] != BodyType::Static) {
        const AxisLocks locks = locks_of(state_->stores.bodies, index);
        const Vec2 free{locks.linear_x ? 0.0f : velocity.x, locks.linear_y ? 0.0f : velocity.y};
        wake_by_velocity(*state_, index, free != Vec2{});
        state_->stores.bodies.velocities[index].x = free.x;
        state_->stores.bodies.velocities[index].y = free.y;
    }
}

void World::set_angular_velocity(BodyId body, float angular_velocity) {
    const char* const function = "World::set_angular_velocity";
    const std::uint32_t index = changed_body_index(*state_, function, body);
    check_finite(function, "angular_velocity", angular_velocity);
    const bool locked = locks_of(state_->stores.bodies, index).rotation;
    if (state_->stores.bodies.types[index] != BodyType::Static && !locked) {
        wake_by_velocity(*state_, index, angular_velocity != 0.0f);
        state_->stores.bodies.velocities[index].w = angular_velocity;
    }
}

void World::set_target_pose(BodyId body, const Vec2& position, float angle, float time_step) {
    const char* const function = "World::set_target_pose";
    const std::uint32_t index = changed_body_index(*state_, function, body);
    check_finite(function, "position", position);
    check_finite(function, "angle", angle);
    check_positive(function, "time_step", time_step);
    const BodyPose& pose = state_->stores.bodies.poses[index];
    const BodyMass& mass = state_->stores.bodies.masses[index];
    const Rot target = Rot::from_angle(angle);
    const Vec2 center = position + rotate(target, Vec2{mass.center_x, mass.center_y});
    const float turn = inverse_multiply(Rot{pose.c, pose.s}, target).angle();
    const Vec2 linear = (center - center_of(state_->stores.bodies, index)) / time_step;
    check_outcome(function, "time_step", "such that the velocity stays finite", linear, turn / time_step);
    set_linear_velocity(body, linear);
    set_angular_velocity(body, turn / time_step);
}

void World::apply_force(BodyId body, const Vec2& force) {
    const std::uint32_t index = changed_body_index(*state_, "World::apply_force", body);
    check_finite("World::apply_force", "force", force);
    add_force(*state_, "World::apply_force", index, force, 0.0f);
}

void World::apply_force(BodyId body, const Vec2& force, const Vec2& world_point) {
    const std::uint32_t index = changed_body_index(*state_, "World::apply_force", body);
    check_finite("World::apply_force", "force", force);
    check_finite("World::apply_force", "world_point", world_point);
    add_force(*state_, "World::apply_force", index, force,
              cross(world_point - center_of(state_->stores.bodies, index), force));
}

void World::apply_torque(BodyId body, float torque) {
    const std::uint32_t index = changed_body_index(*state_, "World::apply_torque", body);
    check_finite("World::apply_torque", "torque", torque);
    add_force(*state_, "World::apply_torque", index, Vec2{0.0f, 0.0f}, torque);
}

void World::apply_impulse(BodyId body, const Vec2& impulse) {
    const std::uint32_t index = changed_body_index(*state_, "World::apply_impulse", body);
    check_finite("World::apply_impulse", "impulse", impulse);
    push(*state_, "World::apply_impulse", index, impulse, 0.0f);
}

void World::apply_impulse(BodyId body, const Vec2& impulse, const Vec2& world_point) {
    const std::uint32_t index = changed_body_index(*state_, "World::apply_impulse", body);
    check_finite("World::apply_impulse", "impulse", impulse);
    check_finite("World::apply_impulse", "world_point", world_point);
    push(*state_, "World::apply_impulse", index, impulse,
         cross(world_point - center_of(state_->stores.bodies, index), impulse));
}

void World::apply_angular_impulse(BodyId body, float impulse) {
    const std::uint32_t index = changed_body_index(*state_, "World::apply_angular_impulse", body);
    check_finite("World::apply_angular_impulse", "impulse", impulse);
    push(*state_, "World::apply_angular_impulse", index, Vec2{0.0f, 0.0f}, impulse);
}

std::vector<ShapeId> World::shapes(BodyId body) const {
    const std::uint32_t index = body_index(*state_, "World::shapes", body);
    std::vector<ShapeId> result;
    for (std::uint32_t shape = state_->stores.bodies.records[index].first_shape; shape != no_index;
         shape = state_->stores.shapes.records[shape].next) {
        result.push_back(shape_id(*state_, shape));
    }
    for (const std::uint32_t shape : state_->stores.shapes.disabled) {
        if (state_->stores.shapes.cores[shape].body == index) {
            result.push_back(shape_id(*state_, shape));
        }
    }
    return result;
}

std::vector<BodyId> World::bodies() const {
    std::vector<BodyId> result;
    for (std::uint32_t body = 0; body < state_->stores.bodies.slots.size(); ++body) {
        if (state_->stores.bodies.slots.is_live(body)) {
            result.push_back(state_->stores.bodies.slots.handle<BodyId>(body, state_->number));
        }
    }
    return result;
}

}  // namespace drystone
