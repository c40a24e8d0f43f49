// The law of each kind of joint.
#include <doctest/doctest.h>

#include "joints/joint_scenes.h"

#include <algorithm>
#include <cmath>
#include <variant>

using namespace drystone;
using test::add_ghost_box;
using test::add_static;
using test::dt;

TEST_CASE("joints: a motor accelerates with its torque up to its speed") {
    World world(test::without_sleep({0.0f, 0.0f}));
    const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
    world.create_joint(add_static(world), box,
                       RevoluteJoint{.motor = JointMotor{.speed = 3.0f, .maximum = 0.5f}});
    const float acceleration = 0.5f / world[box].mass().inertia;
    test::step(world, 30);
    CHECK(world[box].angular_velocity() == doctest::Approx(0.5f * acceleration).epsilon(1e-3));
    test::step(world, 120);
    CHECK(world[box].angular_velocity() == doctest::Approx(3.0f).epsilon(1e-4));
}

TEST_CASE("joints: limits hold over any range of angles") {
    for (const float limit : {0.5f, 3.0f, 9.0f}) {
        CAPTURE(limit);
        World world(test::without_sleep({0.0f, 0.0f}));
        const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
        const JointId hinge =
            world.create_joint(add_static(world), box,
                               RevoluteJoint{.limit = JointLimit{-limit, limit},
                                             .motor = JointMotor{.speed = 4.0f, .maximum = 10.0f}});
        float farthest = 0.0f;
        for (int i = 0; i < 300; ++i) {
            world.step(dt);
            farthest = std::max(farthest, world[hinge].state().angle);
        }
        CHECK(world[hinge].state().angle == doctest::Approx(limit).epsilon(5e-3));
        CHECK(farthest < limit + 0.01f);
        auto reversed = std::get<RevoluteJoint>(world[hinge].definition());
        reversed.motor->speed = -4.0f;
        world[hinge].set_definition(reversed);
        test::step(world, 500);
        CHECK(world[hinge].state().angle == doctest::Approx(-limit).epsilon(5e-3));
    }
}

TEST_CASE("joints: a slider keeps to its axis, its limits and its motor's force") {
    for (const JointSolver solver : {JointSolver::Iterative, JointSolver::Direct}) {
        World world(test::without_sleep({0.0f, -10.0f}));
        const BodyId box = add_ghost_box(world, {0.0f, 0.0f}, 0.5f, 0.5f, 2.0f);
        const JointId slider = world.create_joint(
            add_static(world), box, PrismaticJoint{.axis_a = {3.0f, 4.0f}, .limit = JointLimit{-5.0f, 1.0f}},
            {.solver = solver});
        // Along the slope at g * 0.8; the exact distance in half a second is 1 m.
        test::step(world, 30);
        CHECK(world[slider].state().translation == doctest::Approx(-1.0f).epsilon(0.02));
        CHECK(world[slider].state().linear_separation < 1e-4f);
        CHECK(std::abs(world[box].angle()) < 1e-4f);
        auto held = std::get<PrismaticJoint>(world[slider].definition());
        held.motor = JointMotor{.speed = 0.0f, .maximum = 15.9f};  // The weight along the slope is 16 N.
        world[slider].set_definition(held);
        test::step(world, 30);
        const float slipping = length(world[box].linear_velocity());
        CHECK(slipping == doctest::Approx(4.0f + 0.025f).epsilon(0.005));
        held.motor->maximum = 1000.0f;
        world[slider].set_definition(held);
        test::step(world, 2);
        CHECK(length(world[box].linear_velocity()) < 1e-3f);
        held.motor->speed = 2.0f;
        world[slider].set_definition(held);
        test::step(world, 400);
        CHECK(world[slider].state().translation == doctest::Approx(1.0f).epsilon(5e-3));
    }
}

TEST_CASE("joints: a wheel's suspension gives way by the weight over its stiffness") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
    world.create_joint(add_static(world), box,
                       WheelJoint{.motor = JointMotor{.speed = 5.0f, .maximum = 1.0f},
                                  .suspension = JointSpring{.frequency = 2.0f, .damping_ratio = 0.7f}});
    test::step(world, 240);
    const float stiffness = (4.0f * pi) * (4.0f * pi);  // For 1 kg.
    // Damping also acts on the velocity that gravity adds in a sub-step: ratio * w * h less.
    const float less = 0.7f * 4.0f * pi / 240.0f;
    CHECK(world[box].position().y == doctest::Approx(-10.0f / stiffness * (1.0f - less)).epsilon(3e-3));
    CHECK(std::abs(world[box].position().x) < 1e-4f);
    CHECK(world[box].angular_velocity() == doctest::Approx(5.0f).epsilon(1e-3));
}

TEST_CASE("joints: friction brakes by its force in every direction, and holds below it") {
    for (const float angle : {0.0f, 0.7f, 2.0f}) {
        World world(test::without_sleep({0.0f, 0.0f}));
        const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
        world.create_joint(add_static(world), box,
                           FrictionJoint{.maximum_force = 2.0f, .maximum_torque = 0.1f});
        world[box].set_linear_velocity({4.0f * std::cos(angle), 4.0f * std::sin(angle)});
        test::step(world, 60);
        CHECK(length(world[box].linear_velocity()) == doctest::Approx(2.0f).epsilon(0.01));
        test::step(world, 90);
        CHECK(length(world[box].linear_velocity()) < 1e-4f);
        for (int i = 0; i < 60; ++i) {
            world[box].apply_force({1.9f * std::cos(angle), 1.9f * std::sin(angle)});
            world.step(dt);
        }
        CHECK(length(world[box].linear_velocity()) < 1e-4f);
    }
}

TEST_CASE("joints: a mouse joint drags a point to its target, with no more than its force") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
    const JointId mouse = world.create_joint(add_static(world), box,
                                             MouseJoint{.target = {2.0f, 1.0f}, .anchor_b = {0.5f, 0.5f}});
    test::step(world, 300);
    // A spring without an integral sags by the weight.
    const float sag = 10.0f / ((10.0f * pi) * (10.0f * pi));
    const Vec2 point = transform(world[box].pose(), Vec2{0.5f, 0.5f});
    CHECK(length(point - Vec2{2.0f, 1.0f - sag}) < 0.02f);
    auto weak = std::get<MouseJoint>(world[mouse].definition());
    weak.maximum_force = 9.0f;
    weak.target = {2.0f, 100.0f};
    world[mouse].set_definition(weak);
    const Vec2 before = world[box].linear_velocity();
    test::step(world, 30);
    CHECK(world[box].linear_velocity().y - before.y == doctest::Approx(-0.5f).epsilon(0.05));
}

TEST_CASE("joints: a motor joint drives to a velocity and to a pose") {
    World world(test::without_sleep({0.0f, 0.0f}));
    const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
    const JointId motor = world.create_joint(add_static(world), box,
                                             MotorJoint{.linear_velocity = {1.0f, 2.0f},
                                                        .maximum_force = 50.0f,
                                                        .angular_velocity = 1.5f,
                                                        .maximum_torque = 50.0f});
    test::step(world, 30);
    CHECK(length(world[box].linear_velocity() - Vec2{1.0f, 2.0f}) < 1e-3f);
    CHECK(world[box].angular_velocity() == doctest::Approx(1.5f).epsilon(1e-3));
    const JointSpring stiff{.frequency = 3.0f, .damping_ratio = 1.0f};
    world[motor].set_definition(MotorJoint{
        .anchor_a = {3.0f, -1.0f}, .reference_angle = 0.5f, .linear_spring = stiff, .angular_spring = stiff});
    test::step(world, 300);
    CHECK(length(world[box].position() - Vec2{3.0f, -1.0f}) < 1e-3f);
    CHECK(world[box].angle() == doctest::Approx(0.5f).epsilon(1e-3));
}

TEST_CASE("joints: gears turn by their ratio and slide a rack") {
    World world(test::without_sleep({0.0f, 0.0f}));
    const BodyId ground = add_static(world);
    const BodyId first = add_ghost_box(world, {0.0f, 0.0f});
    const BodyId second = add_ghost_box(world, {3.0f, 0.0f});
    const BodyId rack = add_ghost_box(world, {0.0f, 2.0f});
    const JointId drive = world.create_joint(
        ground, first, RevoluteJoint{.motor = JointMotor{.speed = 2.0f, .maximum = 100.0f}});
    const JointId driven = world.create_joint(ground, second, RevoluteJoint{.anchor_a = {3.0f, 0.0f}});
    const JointId slider = world.create_joint(ground, rack, PrismaticJoint{.anchor_a = {0.0f, 2.0f}});
    world.create_joint(GearJoint{drive, driven, 0.5f});
    const JointId pinion = world.create_joint(GearJoint{drive, slider, -2.0f});
    test::step(world, 300);
    CHECK(world[first].angular_velocity() == doctest::Approx(2.0f).epsilon(1e-3));
    CHECK(world[second].angular_velocity() == doctest::Approx(-4.0f).epsilon(1e-3));
    CHECK(world[rack].linear_velocity().x == doctest::Approx(1.0f).epsilon(1e-3));
    const float turned = world[drive].state().angle;
    CHECK(turned == doctest::Approx(10.0f).epsilon(0.01));
    CHECK(world[slider].state().translation == doctest::Approx(0.5f * turned).epsilon(2e-3));
    world.destroy_joint(slider);
    CHECK_FALSE(world.is_valid(pinion));
}

TEST_CASE("joints: gears couple the angles of wheels, on their suspensions") {
    World world(test::without_sleep({0.0f, 0.0f}));
    const BodyId ground = add_static(world);
    const BodyId first = add_ghost_box(world, {0.0f, 0.0f});
    const BodyId second = add_ghost_box(world, {3.0f, 0.0f});
    const float torque = 0.5f;
    const JointId drive = world.create_joint(
        ground, first, WheelJoint{.motor = JointMotor{.speed = 1000.0f, .maximum = torque}});
    const JointId driven = world.create_joint(ground, second, WheelJoint{.anchor_a = {3.0f, 0.0f}});
    const BodyId single = add_ghost_box(world, {6.0f, 0.0f});
    const JointId alone = world.create_joint(ground, single, WheelJoint{.anchor_a = {6.0f, 0.0f}});
    const float ratio = 0.5f;
    const JointId gear = world.create_joint(GearJoint{drive, driven, ratio});
    test::step(world, 30);
    // I w1' = T + L and I w2' = ratio L with w1 + ratio w2 = 0.
    const float acceleration = torque / world[first].mass().inertia / (1.0f + 1.0f / (ratio * ratio));
    CHECK(world[first].angular_velocity() == doctest::Approx(0.5f * acceleration).epsilon(1e-3));
    CHECK(world[second].angular_velocity() == doctest::Approx(-acceleration).epsilon(1e-3));
    CHECK(std::abs(world[gear].state().torque) == doctest::Approx(0.8f * torque).epsilon(1e-3));
    CHECK(world[gear].state().angular_separation < 1e-3f);
    // The suspension moves as that of a wheel without gears.
    world[second].apply_impulse({0.0f, 1.0f});
    world[single].apply_impulse({0.0f, 1.0f});
    test::step(world, 3);
    const float free = world[alone].state().translation;
    CHECK(free > 1e-3f);
    CHECK(world[driven].state().translation == doctest::Approx(free).epsilon(1e-3));
    test::step(world, 3);
    CHECK(world[first].angular_velocity() == doctest::Approx(0.6f * acceleration).epsilon(1e-3));
}

TEST_CASE("joints: a pulley obeys Atwood's law") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId light = add_ghost_box(world, {10.0f, 0.0f});
    const BodyId heavy = add_ghost_box(world, {14.0f, 0.0f}, 0.5f, 0.5f, 2.0f);
    const JointId pulley = world.create_joint(
        light, heavy, PulleyJoint{.ground_a = {10.0f, 10.0f}, .ground_b = {14.0f, 10.0f}, .length = 20.0f});
    test::step(world, 60);
    CHECK(world[light].linear_velocity().y == doctest::Approx(10.0f / 3.0f).epsilon(1e-3));
    CHECK(world[pulley].state().translation == doctest::Approx(20.0f).epsilon(1e-4));
    CHECK(length(world[pulley].state().force) == doctest::Approx(40.0f / 3.0f).epsilon(2e-3));
}

TEST_CASE("joints: a rope runs over wheels on moving bodies, as a block and tackle") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId ceiling = add_static(world);
    const BodyId crane = world.create_body({.type = BodyType::Kinematic, .position = {0.0f, 10.0f}});
    const BodyId load = add_ghost_box(world, {0.0f, 5.0f});
    const BodyId weight = add_ghost_box(world, {4.0f, 6.0f});
    const JointId rope = world.create_joint(RopeJoint{.points = {{ceiling, {-0.5f, 10.0f}},
                                                                 {load, {-0.5f, 0.0f}},
                                                                 {load, {0.5f, 0.0f}},
                                                                 {crane, {0.5f, 0.0f}},
                                                                 {crane, {4.0f, 0.0f}},
                                                                 {weight, {0.0f, 0.0f}}},
                                                      .length = 5.0f + 1.0f + 5.0f + 3.5f + 4.0f});
    test::step(world, 30);
    // 2 aL + aW = 0, and aL = g (2 mW - mL) / (mL + 4 mW).
    CHECK(world[load].linear_velocity().y == doctest::Approx(1.0f).epsilon(5e-3));
    CHECK(world[weight].linear_velocity().y == doctest::Approx(-2.0f).epsilon(5e-3));
    world[crane].set_linear_velocity({0.0f, 1.0f});
    for (int i = 0; i < 20; ++i) {
        world.step(dt);
        const float load_speed = world[load].linear_velocity().y;
        CHECK(2.0f * load_speed + world[weight].linear_velocity().y == doctest::Approx(2.0f).epsilon(0.02));
    }
    CHECK(world[rope].state().translation == doctest::Approx(18.5f).epsilon(1e-3));
}

TEST_CASE("joints: a rope is slack until it is taut, and slides through its points") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId ceiling = add_static(world);
    const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
    const JointId rope = world.create_joint(RopeJoint{
        .points = {{ceiling, {-1.0f, 0.0f}}, {box, {0.0f, 0.0f}}, {ceiling, {1.0f, 0.0f}}}, .length = 4.0f});
    test::step(world, 12);
    CHECK(world[box].linear_velocity().y == doctest::Approx(-2.0f).epsilon(1e-3));
    test::step(world, 600);
    CHECK(world[box].position().y == doctest::Approx(-std::sqrt(3.0f)).epsilon(2e-3));
    // Two strands at 30 degrees to the vertical.
    CHECK(length(world[rope].state().force) == doctest::Approx(10.0f / std::sqrt(3.0f)).epsilon(5e-3));
}

TEST_CASE("joints: a ratchet turns one way") {
    for (const float tooth : {0.5f, -0.5f}) {
        CAPTURE(tooth);
        World world(test::without_sleep({0.0f, 0.0f}));
        const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
        const JointId ratchet = world.create_joint(add_static(world), box, RatchetJoint{.tooth = tooth});
        const float forwards = tooth > 0.0f ? 1.0f : -1.0f;
        world[box].set_angular_velocity(2.0f * forwards);
        test::step(world, 51);  // 1.7 rad
        CHECK(world[box].angular_velocity() == doctest::Approx(2.0f * forwards));
        world[box].set_angular_velocity(-2.0f * forwards);
        test::step(world, 60);
        CHECK(world[ratchet].state().angle == doctest::Approx(1.5f * forwards).epsilon(0.01));
        CHECK(std::abs(world[box].angular_velocity()) < 0.01f);
    }
}

TEST_CASE("joints: a rod swings, a rope holds, a spring of a distance rests at its target") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId ground = add_static(world);
    const BodyId rod = add_ghost_box(world, {2.0f, 0.0f});
    const JointId rigid = world.create_joint(ground, rod, DistanceJoint{.length = 2.0f});
    const BodyId tied = add_ghost_box(world, {20.0f, 0.0f});
    const JointId rope = world.create_joint(add_static(world, {20.0f, 0.0f}), tied,
                                            DistanceJoint{.limit = JointLimit{0.0f, 1.0f}});
    const BodyId sprung = add_ghost_box(world, {40.0f, -1.0f});
    const JointId spring = world.create_joint(
        add_static(world, {40.0f, 0.0f}), sprung,
        DistanceJoint{.spring = JointSpring{.frequency = 2.0f, .damping_ratio = 1.0f, .target = 1.0f}});
    for (int i = 0; i < 300; ++i) {
        world.step(dt);
        CHECK(world[rigid].state().linear_separation < 1e-3f);
        CHECK(world[rope].state().translation < 1.02f);
    }
    CHECK(world[rope].state().translation == doctest::Approx(1.0f).epsilon(5e-3));
    CHECK(world[spring].state().translation ==
          doctest::Approx(1.0f + 10.0f / (16.0f * pi * pi)).epsilon(1e-4));
}

TEST_CASE("joints: a generic joint is what its degrees of freedom say") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
    GenericJoint generic;
    generic.along.limit = JointLimit{-1.0f, 1.0f};
    generic.across.locked = true;
    generic.angle.motor = JointMotor{.speed = 1.0f, .maximum = 10.0f};
    const JointId joint = world.create_joint(add_static(world), box, generic);
    world[box].set_linear_velocity({3.0f, 0.0f});
    test::step(world, 120);
    CHECK(std::abs(world[box].position().y) < 1e-3f);
    CHECK(world[box].position().x == doctest::Approx(1.0f).epsilon(0.01));
    CHECK(world[box].angular_velocity() == doctest::Approx(1.0f).epsilon(1e-3));
    CHECK(world[joint].state().linear_separation < 1e-3f);
}
