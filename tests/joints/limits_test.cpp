// Limits and motors of degrees of freedom, compared with conservation of momentum and Newton's second law.
#include <doctest/doctest.h>

#include "joints/joint_scenes.h"

#include <algorithm>
#include <cmath>

using namespace drystone;
using test::add_ghost_box;
using test::add_static;
using test::dt;

TEST_CASE("joints: a limit stops what runs into it, as an impact without rebound") {
    for (const JointSolver solver : {JointSolver::Iterative, JointSolver::Direct}) {
        for (const float speed : {1.0f, 7.0f, 37.0f, 150.0f}) {
            CAPTURE(speed);
            World world(test::without_sleep({0.0f, 0.0f}));
            const BodyId a = add_ghost_box(world, {0.0f, 0.0f});
            const BodyId b = add_ghost_box(world, {0.0f, 0.0f}, 0.5f, 0.5f, 3.0f);
            const JointId slider = world.create_joint(a, b, PrismaticJoint{.limit = JointLimit{-1.0f, 1.0f}},
                                                      {.solver = solver});
            world[b].set_linear_velocity({speed, 0.0f});
            float farthest = 0.0f;
            for (int i = 0; i < 90; ++i) {
                world.step(dt);
                farthest = std::max(farthest, world[slider].state().translation);
            }
            // Both continue together, with the total momentum.
            CHECK(farthest == doctest::Approx(1.0f).epsilon(1e-3));
            CHECK(world[a].linear_velocity().x == doctest::Approx(0.75f * speed).epsilon(1e-4));
            CHECK(world[b].linear_velocity().x == doctest::Approx(0.75f * speed).epsilon(1e-4));
            CHECK(world[slider].state().linear_separation < 1e-3f);
        }
    }
}

TEST_CASE("joints: a hinge stops at its limit with all of its angular momentum in both bodies") {
    World world(test::without_sleep({0.0f, 0.0f}));
    const BodyId a = add_ghost_box(world, {0.0f, 0.0f});
    const BodyId b = add_ghost_box(world, {0.0f, 0.0f}, 0.5f, 0.5f, 4.0f);
    const JointId hinge = world.create_joint(a, b, RevoluteJoint{.limit = JointLimit{-0.5f, 0.5f}});
    world[a].set_angular_velocity(10.0f);
    test::step(world, 30);
    CHECK(world[hinge].state().angle == doctest::Approx(-0.5f).epsilon(1e-3));
    CHECK(world[a].angular_velocity() == doctest::Approx(2.0f).epsilon(1e-3));
    CHECK(world[b].angular_velocity() == doctest::Approx(2.0f).epsilon(1e-3));
}

TEST_CASE("joints: a hinge begins in the turn that its limits hold") {
    World world(test::without_sleep({0.0f, 0.0f}));
    const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
    const JointId hinge = world.create_joint(
        add_static(world), box,
        RevoluteJoint{.limit = JointLimit{6.0f, 7.0f}, .motor = JointMotor{.speed = 1.0f, .maximum = 10.0f}});
    CHECK(world[hinge].state().angle == doctest::Approx(2.0f * pi));
    test::step(world, 6);
    CHECK(world[hinge].state().angle == doctest::Approx(2.0f * pi + 0.1f).epsilon(1e-3));
    test::step(world, 90);
    CHECK(world[hinge].state().angle == doctest::Approx(7.0f).epsilon(1e-3));
    const BodyId other = add_ghost_box(world, {9.0f, 0.0f});
    const JointId held = world.create_joint(add_static(world, {9.0f, 0.0f}), other,
                                            RevoluteJoint{.limit = JointLimit{-20.0f, 20.0f}});
    CHECK(world[held].state().angle == 0.0f);
}

TEST_CASE("joints: the motor of a distance pushes with its force, up to its speed and its limit") {
    World world(test::without_sleep({0.0f, 0.0f}));
    const BodyId box = add_ghost_box(world, {0.0f, 1.0f}, 0.5f, 0.5f, 2.0f);
    const JointId piston = world.create_joint(
        add_static(world), box,
        DistanceJoint{.limit = JointLimit{0.5f, 4.0f}, .motor = JointMotor{.speed = 3.0f, .maximum = 8.0f}});
    test::step(world, 30);
    CHECK(world[box].linear_velocity().y == doctest::Approx(2.0f).epsilon(1e-3));
    CHECK(length(world[piston].state().force - Vec2{0.0f, 8.0f}) < 1e-3f);
    test::step(world, 30);
    CHECK(world[box].linear_velocity().y == doctest::Approx(3.0f).epsilon(1e-3));
    test::step(world, 60);
    CHECK(world[piston].state().translation == doctest::Approx(4.0f).epsilon(1e-3));
    CHECK(length(world[box].linear_velocity()) < 1e-3f);
}

TEST_CASE("joints: maxima of what is locked hold in every joint that locks") {
    const JointSettings weak{.maximum_force = 8.0f};
    const JointDefinition definitions[] = {
        DistanceJoint{.anchor_a = {0.0f, 1.0f}}, RevoluteJoint{}, PrismaticJoint{},
        WheelJoint{.axis_a = {1.0f, 0.0f}},      WeldJoint{},     GenericJoint{.across = {.locked = true}}};
    for (const JointDefinition& definition : definitions) {
        CAPTURE(definition.index());
        World world(test::without_sleep({0.0f, -10.0f}));
        const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
        world.create_joint(add_static(world), box, definition, weak);
        test::step(world, 60);
        CHECK(world[box].linear_velocity().y == doctest::Approx(-2.0f).epsilon(0.01));
    }
}

TEST_CASE("joints: a winch lifts what hangs on its rope") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId load = add_ghost_box(world, {0.0f, 0.0f}, 0.5f, 0.5f, 10.0f);
    RopeJoint rope{.points = {{add_static(world, {0.0f, 10.0f}), {0.0f, 0.0f}}, {load, {0.0f, 0.5f}}},
                   .length = 9.5f};
    const JointId joint = world.create_joint(rope);
    test::step(world, 60);
    for (int i = 0; i < 240; ++i) {
        rope.length -= 0.02f;
        world[joint].set_definition(rope);
        world.step(dt);
        CHECK(world[joint].state().linear_separation < 0.01f);
    }
    test::step(world, 60);
    CHECK(world[load].position().y == doctest::Approx(4.8f).epsilon(1e-3));
    CHECK(length(world[joint].state().force - Vec2{0.0f, 100.0f}) < 0.2f);
}
