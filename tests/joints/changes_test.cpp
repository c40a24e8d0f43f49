#include <doctest/doctest.h>

#include "joints/joint_scenes.h"

#include <algorithm>
#include <cmath>

using namespace drystone;
using test::add_ghost_box;
using test::add_static;
using test::dt;

namespace {

/// Two wheels on axles, with a drive on the first one.
struct GearBox {
    World world{test::without_sleep({0.0f, 0.0f})};
    BodyId ground = add_static(world);
    BodyId first = add_ghost_box(world, {0.0f, 0.0f});
    BodyId second = add_ghost_box(world, {3.0f, 0.0f});
    JointId drive = world.create_joint(ground, first,
                                       RevoluteJoint{.motor = JointMotor{.speed = 2.0f, .maximum = 100.0f}});
    JointId driven = world.create_joint(
        ground, second, RevoluteJoint{.anchor_a = {3.0f, 0.0f}, .motor = JointMotor{.maximum = 0.01f}});

    /// Returns the maximum speed of the second wheel in that many steps.
    float fastest(int steps) {
        float speed = 0.0f;
        for (int i = 0; i < steps; ++i) {
            world.step(dt);
            speed = std::max(speed, std::abs(world[second].angular_velocity()));
        }
        return speed;
    }
};

}  // namespace

TEST_CASE("joints: a gear that changes its ratio or is let in again turns on from where it is") {
    GearBox box;
    const JointId gear = box.world.create_joint(GearJoint{box.drive, box.driven, 1.0f});
    test::step(box.world, 120);
    box.world[gear].set_definition(GearJoint{box.drive, box.driven, 0.5f});
    CHECK(box.fastest(60) < 4.4f);
    CHECK(box.world[box.second].angular_velocity() == doctest::Approx(-4.0f).epsilon(1e-3));
    box.world[gear].set_enabled(false);
    test::step(box.world, 237);
    CHECK(std::abs(box.world[box.second].angular_velocity()) < 4.0f);
    box.world[gear].set_enabled(true);
    CHECK(box.fastest(60) < 4.2f);
    CHECK(box.world[gear].state().angular_separation < 1e-3f);
}

TEST_CASE("joints: a gear that is moved to another joint leaves the first one alone") {
    GearBox box;
    const BodyId third = add_ghost_box(box.world, {6.0f, 0.0f});
    const JointId other = box.world.create_joint(box.ground, third, RevoluteJoint{.anchor_a = {6.0f, 0.0f}});
    const JointId gear = box.world.create_joint(GearJoint{box.drive, box.driven, 1.0f});
    test::step(box.world, 30);
    box.world[gear].set_definition(GearJoint{box.drive, other, 1.0f});
    CHECK(box.world[box.second].joints().size() == 1);
    CHECK(box.world[third].joints().size() == 2);
    test::step(box.world, 30);
    CHECK(box.world[third].angular_velocity() == doctest::Approx(-2.0f).epsilon(1e-3));
    box.world.destroy_body(box.second);
    CHECK(box.world.is_valid(gear));
    box.world.destroy_joint(other);
    CHECK_FALSE(box.world.is_valid(gear));
    box.world.destroy_body(third);
    test::step(box.world, 2);
    box.world.validate();
}

TEST_CASE("joints: a gear tells its torque or force, and breaks by it") {
    // A weight at an arm of half a metre, geared up by two: m g r / 2, in the coordinate of the first joint.
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId ground = add_static(world);
    const BodyId held = add_ghost_box(world, {0.0f, 0.0f});
    const BodyId weight = add_ghost_box(world, {3.0f, 0.0f}, 0.5f, 0.5f, 3.0f);
    const JointId lock =
        world.create_joint(ground, held, RevoluteJoint{.motor = JointMotor{.maximum = 1000.0f}});
    const JointId hinge = world.create_joint(
        ground, weight, RevoluteJoint{.anchor_a = {2.5f, 0.0f}, .anchor_b = {-0.5f, 0.0f}});
    const JointId gear = world.create_joint(GearJoint{lock, hinge, 2.0f});
    test::step(world, 60);
    CHECK(world[gear].state().torque == doctest::Approx(7.5f).epsilon(0.01));
    CHECK(length(world[gear].state().force) == 0.0f);
    CHECK(world[gear].state().angular_separation < 0.01f);
    JointSettings settings = world[gear].settings();
    settings.break_torque = 7.0f;
    world[gear].set_settings(settings);
    world.step(dt);
    REQUIRE(world.joint_breaks().size() == 1);
    CHECK(world.joint_breaks()[0].joint == gear);
    CHECK(world.joint_breaks()[0].torque == doctest::Approx(7.5f).epsilon(0.01));
    CHECK(world.is_valid(hinge));

    // A rack held by a pinion, with the rack as first joint: its weight.
    const BodyId rack = add_ghost_box(world, {0.0f, 5.0f}, 0.5f, 0.5f, 2.0f);
    const JointId slider =
        world.create_joint(ground, rack, PrismaticJoint{.anchor_a = {0.0f, 5.0f}, .axis_a = {0.0f, 1.0f}});
    const JointId pinion = world.create_joint(GearJoint{slider, lock, -0.5f});
    test::step(world, 60);
    CHECK(length(world[pinion].state().force - Vec2{0.0f, 20.0f}) < 0.1f);
    CHECK(world[pinion].state().torque == 0.0f);
    // Maximum load, in the units of its first joint: here half of the weight.
    settings = {.maximum_force = 10.0f};
    world[pinion].set_settings(settings);
    test::step(world, 60);
    CHECK(world[rack].linear_velocity().y == doctest::Approx(-5.0f).epsilon(0.01));
}

TEST_CASE("joints: ropes and pulleys tell where they pull and how far they are stretched") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId light = add_ghost_box(world, {10.0f, 0.0f});
    const BodyId heavy = add_ghost_box(world, {14.0f, 0.0f}, 0.5f, 0.5f, 3.0f);
    const JointId pulley = world.create_joint(
        light, heavy,
        PulleyJoint{.ground_a = {10.0f, 10.0f}, .ground_b = {14.0f, 10.0f}, .length = 30.0f, .ratio = 2.0f});
    const BodyId hanging = add_ghost_box(world, {20.0f, -2.0f});
    const BodyId peg = add_static(world, {20.0f, 0.0f});
    const JointId rope = world.create_joint(
        RopeJoint{.points = {{peg, {0.0f, 0.0f}}, {hanging, {0.0f, 0.0f}}}, .length = 2.0f});
    test::step(world, 60);
    // Length a + 2 b is constant: the heavy side of 3 kg falls with g / 7, and 2 T hold it.
    CHECK(world[heavy].linear_velocity().y == doctest::Approx(-10.0f / 7.0f).epsilon(2e-3));
    CHECK(length(world[pulley].state().force - Vec2{0.0f, 3.0f * (10.0f - 10.0f / 7.0f)}) < 0.05f);
    CHECK(world[pulley].state().linear_separation < 1e-3f);
    CHECK(length(world[rope].state().force - Vec2{0.0f, 10.0f}) < 0.02f);
    world[hanging].set_pose({23.0f, 0.0f}, 0.0f);
    CHECK(world[rope].state().linear_separation == doctest::Approx(1.0f));
    world[hanging].set_pose({20.5f, 0.0f}, 0.0f);
    CHECK(world[rope].state().linear_separation == 0.0f);
}

TEST_CASE("joints: a limit that gives way counts as separation") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId box = add_ghost_box(world, {0.0f, 0.0f}, 0.5f, 0.5f, 100.0f);
    const JointId slider = world.create_joint(
        add_static(world), box, PrismaticJoint{.axis_a = {0.0f, 1.0f}, .limit = JointLimit{-0.5f, 0.5f}},
        {.frequency = 2.0f});
    test::step(world, 240);
    const JointState state = world[slider].state();
    CHECK(state.translation < -0.51f);
    CHECK(state.linear_separation == doctest::Approx(-0.5f - state.translation).epsilon(1e-4));
    const BodyId turned = add_ghost_box(world, {9.0f, 0.0f});
    const JointId hinge = world.create_joint(add_static(world, {9.0f, 0.0f}), turned,
                                             RevoluteJoint{.limit = JointLimit{-0.5f, 0.5f}});
    world[turned].set_pose({9.0f, 0.0f}, 0.8f);
    CHECK(world[hinge].state().angular_separation == doctest::Approx(0.3f));
    const BodyId tied = add_ghost_box(world, {23.0f, 0.0f});
    const JointId rope = world.create_joint(add_static(world, {20.0f, 0.0f}), tied,
                                            DistanceJoint{.limit = JointLimit{0.0f, 2.0f}});
    CHECK(world[rope].state().linear_separation == doctest::Approx(1.0f));
}

TEST_CASE("joints: a ratchet that is turned over or let go begins where it is") {
    World world(test::without_sleep({0.0f, 0.0f}));
    const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
    const JointId ratchet = world.create_joint(add_static(world), box, RatchetJoint{.tooth = 0.2f});
    world[box].set_angular_velocity(2.0f);
    test::step(world, 60);
    world[ratchet].set_definition(RatchetJoint{.tooth = -0.2f});
    world[box].set_angular_velocity(-2.0f);
    test::step(world, 30);
    CHECK(world[box].angle() == doctest::Approx(1.0f).epsilon(0.01));
    world[box].set_angular_velocity(2.0f);
    test::step(world, 60);
    CHECK(world[box].angle() < 1.21f);
    world[ratchet].set_enabled(false);
    world[box].set_angular_velocity(1.0f);
    test::step(world, 60);
    world[box].set_angular_velocity(0.0f);
    const float angle = world[box].angle();
    world[ratchet].set_enabled(true);
    test::step(world, 30);
    CHECK(world[box].angle() == doctest::Approx(angle).epsilon(1e-3));
    // Setting the same definition does not make it slip a tooth.
    for (int i = 0; i < 60; ++i) {
        world[box].apply_torque(1.0f);
        world[ratchet].set_definition(world[ratchet].definition());
        world.step(dt);
    }
    CHECK(world[box].angle() < angle + 0.21f);
}

TEST_CASE("joints: what is no longer locked bears nothing") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId box = add_ghost_box(world, {0.0f, 0.0f}, 0.5f, 0.5f, 10.0f);
    GenericJoint generic{.anchor_b = {-1.0f, 0.0f}};
    generic.along.locked = generic.across.locked = generic.angle.locked = true;
    const JointId joint = world.create_joint(add_static(world, {-1.0f, 0.0f}), box, generic);
    test::step(world, 60);
    world[joint].set_definition(GenericJoint{.anchor_b = {-1.0f, 0.0f}});
    test::step(world, 30);
    CHECK(world[box].linear_velocity().y == doctest::Approx(-5.0f).epsilon(1e-3));
    CHECK(std::abs(world[box].angular_velocity()) < 1e-4f);
}

TEST_CASE("joints: what sleeps bears the same force whatever the time step") {
    World world({.gravity = {0.0f, -10.0f}});
    const BodyId box = add_ghost_box(world, {0.0f, -1.0f});
    const JointId rod = world.create_joint(add_static(world), box, DistanceJoint{}, {.break_force = 20.0f});
    const BodyId moving = add_ghost_box(world, {10.0f, 0.0f});
    test::step(world, 120);
    REQUIRE_FALSE(world[box].is_awake());
    world.create_joint(add_static(world, {10.0f, 0.0f}), moving, RevoluteJoint{.anchor_b = {1.0f, 0.0f}});
    world.step(0.1f * dt);
    CHECK(world.joint_breaks().empty());
    CHECK(length(world[rod].state().force) == doctest::Approx(10.0f).epsilon(1e-3));
}

TEST_CASE("joints: a joint that is changed in value does what a new one would") {
    const auto run = [](bool anew, JointSolver solver) {
        World world(test::without_sleep({0.0f, -10.0f}));
        const BodyId box = add_ghost_box(world, {1.0f, 0.0f});
        const BodyId ground = add_static(world);
        RevoluteJoint hinge{.anchor_b = {-1.0f, 0.0f},
                            .limit = JointLimit{-1.0f, 1.0f},
                            .motor = JointMotor{.speed = 1.0f, .maximum = 5.0f},
                            .spring = JointSpring{.frequency = 2.0f}};
        JointId joint = world.create_joint(ground, box, hinge, {.solver = solver});
        world.step(dt);
        hinge.limit = JointLimit{-0.5f, 2.5f};
        hinge.motor = JointMotor{.speed = -3.0f, .maximum = 7.0f};
        hinge.spring = JointSpring{.frequency = 1.0f, .damping_ratio = 0.1f, .target = 0.3f};
        world[joint].set_definition(hinge);
        if (anew) {
            // Reassigns all joints to their lanes.
            world[joint].set_settings(world[joint].settings());
        }
        test::step(world, 100);
        return world.state_hash();
    };
    for (const JointSolver solver : {JointSolver::Iterative, JointSolver::Direct}) {
        CHECK(run(false, solver) == run(true, solver));
    }
}

TEST_CASE("joints: a spring may only pull or only push") {
    World world(test::without_sleep({0.0f, 0.0f}));
    const auto add = [&](float y, SpringSense sense) {
        const BodyId box = add_ghost_box(world, {1.0f, y});
        world.create_joint(
            add_static(world, {0.0f, y}), box,
            DistanceJoint{.spring = JointSpring{
                              .frequency = 1.0f, .damping_ratio = 0.0f, .target = 2.0f, .sense = sense}});
        return box;
    };
    const BodyId both = add(0.0f, SpringSense::Both);
    const BodyId bungee = add(10.0f, SpringSense::Pull);
    const BodyId bumper = add(20.0f, SpringSense::Push);
    test::step(world, 30);
    // Half a period later: the spring that acts in both directions has moved its weight to the other side.
    CHECK(world[both].position().x == doctest::Approx(3.0f).epsilon(0.01));
    CHECK(world[bungee].position().x == 1.0f);
    // x' = w at the middle, after a quarter of a period, and no force acts on it from then on.
    CHECK(world[bumper].linear_velocity().x == doctest::Approx(2.0f * pi).epsilon(0.02));
    CHECK(world[bumper].position().x == doctest::Approx(2.0f + 0.5f * pi).epsilon(0.02));
    // A slider and a hinge.
    const BodyId slid = add_ghost_box(world, {1.0f, 30.0f});
    world.create_joint(add_static(world, {0.0f, 30.0f}), slid,
                       PrismaticJoint{.spring = JointSpring{.frequency = 1.0f, .sense = SpringSense::Push}});
    const BodyId turned = add_ghost_box(world, {0.0f, 40.0f});
    world.create_joint(
        add_static(world, {0.0f, 40.0f}), turned,
        RevoluteJoint{.spring = JointSpring{.frequency = 1.0f, .target = 1.0f, .sense = SpringSense::Pull}});
    test::step(world, 30);
    CHECK(world[slid].position().x == 1.0f);
    CHECK(world[turned].angle() == 0.0f);
}

TEST_CASE("joints: a rope lets its points pass through each other, a rod parts them") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId falling = add_ghost_box(world, {0.0f, 1.0f});
    const JointId rope =
        world.create_joint(add_static(world), falling, DistanceJoint{.limit = JointLimit{0.0f, 2.0f}});
    test::step(world, 36);  // 1.8 m
    CHECK(world[falling].linear_velocity().y == doctest::Approx(-6.0f).epsilon(1e-3));
    test::step(world, 120);
    CHECK(world[rope].state().translation == doctest::Approx(2.0f).epsilon(5e-3));
    for (const JointSolver solver : {JointSolver::Iterative, JointSolver::Direct}) {
        const BodyId parted = add_ghost_box(world, {10.0f, 0.0f});
        const JointId rod =
            world.create_joint(add_static(world, {10.0f, 0.0f}), parted, DistanceJoint{}, {.solver = solver});
        test::step(world, 60);
        CHECK(world[rod].state().translation == doctest::Approx(1.0f).epsilon(5e-3));
    }
}
