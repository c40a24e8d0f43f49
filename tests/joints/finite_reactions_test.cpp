#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cmath>

using namespace drystone;
using test::dt;

namespace {

bool is_finite_state(const JointState& state) {
    return is_finite(state.force) && is_finite(state.torque) && is_finite(state.linear_separation) &&
           is_finite(state.angular_separation) && is_finite(state.translation) && is_finite(state.angle) &&
           is_finite(state.anchor_a) && is_finite(state.anchor_b);
}

}  // namespace

TEST_CASE("joints: what breaks is reported with finite forces, also at a body without a mass") {
    World world;
    const BodyId disc = world.create_body(
        {.type = BodyType::Dynamic, .position = {0.83448875f, 0.0f}, .angle = -1.0f, .bullet = true});
    const BodyId bare = world.create_body({.type = BodyType::Dynamic,
                                           .position = {-4.28071594f, 4.61805439f},
                                           .angle = 1.0f,
                                           .angular_velocity = -8.96129704f});
    world.create_shape(disc, Circle{{0.0f, 0.0f}, 0.1f}, {.density = 0.43f});
    PrismaticJoint joint;
    joint.anchor_a = {-1.01817822f, -0.221586093f};
    joint.anchor_b = {0.0f, -1.42132068f};
    joint.axis_a = {-0.873633742f, 0.493656665f};
    joint.reference_angle = 1.0f;
    world.create_joint(disc, bare, joint,
                       {.break_force = 284.798126f, .break_torque = 28.0f, .solver = JointSolver::Iterative});
    int breaks = 0;
    for (int i = 0; i < 10; ++i) {
        world.step(dt);
        for (const JointBreak& event : world.joint_breaks()) {
            ++breaks;
            CHECK(is_finite(event.force));
            CHECK(is_finite(event.torque));
            CHECK((event.force > 284.0f || event.torque > 28.0f));
        }
    }
    CHECK(breaks == 1);
}

TEST_CASE("joints: the state of a joint is finite after extreme, accepted values") {
    for (const float extreme : {1e10f, 1e20f, 1e30f, 3e38f}) {
        for (const JointDefinition& definition :
             {JointDefinition{RevoluteJoint{}}, JointDefinition{PrismaticJoint{}},
              JointDefinition{DistanceJoint{}}, JointDefinition{WeldJoint{}}}) {
            CAPTURE(extreme);
            CAPTURE(definition.index());
            World world;
            const BodyId a = test::add_disc(world, {0.0f, 0.0f}, 0.5f);
            const BodyId b = test::add_box(world, {1.0f, 0.0f}, 0.5f, 0.5f, {.density = 1e-6f});
            const JointId joint = world.create_joint(a, b, definition);
            world[b].set_linear_velocity({extreme, -extreme});
            world[a].set_angular_velocity(extreme);
            for (int i = 0; i < 5; ++i) {
                world.step(dt);
                CHECK(is_finite_state(world[joint].state()));
            }
            world[a].set_pose({1e30f, -1e30f}, 2.0f);
            CHECK(is_finite_state(world[joint].state()));
            world.step(dt);
            CHECK(is_finite_state(world[joint].state()));
        }
    }
}
