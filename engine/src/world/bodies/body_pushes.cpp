#include "world/bodies/body_pushes.h"

#include <drystone/world.h>

#include "islands/islands.h"
#include "world/checks.h"
#include "world/state_of_world.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace drystone {

namespace {

/// Throws unless the loads of the body of push `last` stay finite with all pushes up to that one.
void check_sum(const WorldState& world, const char* function, std::span<const detail::BodyPush> pushes,
               std::size_t last) {
    const std::uint32_t body = pushes[last].body.index1 - 1;
    const BodyForce& before = world.stores.bodies.forces[body];
    const BodyPose& pose = world.stores.bodies.poses[body];
    Vec2 force{before.x, before.y};
    float torque = before.torque;
    for (std::size_t i = 0; i <= last; ++i) {
        if (pushes[i].body == pushes[last].body) {
            force += pushes[i].force;
            torque += cross(pushes[i].point - Vec2{pose.x, pose.y}, pushes[i].force);
        }
    }
    if (!is_finite(force) || !is_finite(torque)) {
        fail(std::string(function)
                 .append(": the force on a body must stay finite, got ")
                 .append(describe(pushes[last].force)));
    }
}

void check_target(const World& world, const char* function, const BodyTarget& target) {
    const ConstBodyRef body = world[target.body];
    if (body.type() == BodyType::Static) {
        fail(function, "definition.body", "a body that moves", std::string("a static one"));
    }
    const Vec2 way = target.position - body.position();
    const float largest = 0.01f * std::numeric_limits<float>::max() * target.time_step;
    if (!is_finite(target.position) || !is_finite(target.angle) ||
        !(max_coordinate(abs(way)) + 2.0f * pi + length(body.center_of_mass() - body.position()) <=
          largest)) {
        fail(function, "time_step", "such that the velocity of the body stays finite",
             static_cast<double>(target.time_step));
    }
}

}  // namespace

void push_all(World& world, const char* function, std::span<const detail::BodyPush> pushes,
              const std::optional<BodyTarget>& target) {
    WorldState& state = StateOfWorld::state(world);
    check_not_stepping(state, function);
    for (std::size_t i = 0; i < pushes.size(); ++i) {
        check_sum(state, function, pushes, i);
    }
    if (target) {
        check_target(world, function, *target);
    }
    // Nothing fails from here on: waking has room.
    prepare_to_wake(sleep_context(state));
    for (const detail::BodyPush& push : pushes) {
        world[push.body].apply_force(push.force, push.point);
    }
    if (target) {
        world[target->body].set_target_pose(target->position, target->angle, target->time_step);
        const std::uint32_t body = target->body.index1 - 1;
        if (!state.stores.bodies.records[body].of_character) {
            state.stores.bodies.records.edit(body).of_character = true;
        }
    }
}

void check_changeable(const World& world, const char* function) {
    check_not_stepping(StateOfWorld::state(world), function);
}

void check_living(const World& world, const char* function, const char* argument, BodyId body) {
    check_living_body(StateOfWorld::state(world), function, argument, body);
}

}  // namespace drystone
