// Faults that are known and not mended yet: each case says what is right, and is expected to fail until it
// holds. A case that begins to pass breaks the build: then its mark is removed and it moves to where its kind
// is tested.
#include <doctest/doctest.h>

#include "joints/joint_scenes.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Door on a hinge at its end or further away, which starts at an angle.
struct Door {
    Door(float arm, float angle, const JointLimit& limit, JointSolver solver)
        : world(test::without_sleep({0.0f, 0.0f})) {
        const BodyId frame = test::add_static(world);
        door =
            world.create_body({.position = {arm * std::cos(angle), arm * std::sin(angle)}, .angle = angle});
        world.create_shape(door, make_box(0.5f, 0.1f));
        hinge = world.create_joint(frame, door, RevoluteJoint{.anchor_b = {-arm, 0.0f}, .limit = limit},
                                   {.solver = solver});
    }

    World world;
    BodyId door;
    JointId hinge;
};

}  // namespace

TEST_CASE("open fault: limits beyond half a turn hold a door that starts at them" * doctest::should_fail()) {
    for (const JointSolver solver : {JointSolver::Iterative, JointSolver::Direct}) {
        for (const JointLimit& limit : {JointLimit{0.0f, pi}, {pi, 1.5f * pi}, {pi, 2.0f * pi}, {pi, pi}}) {
            Door door(0.8f, pi, limit, solver);
            test::step(door.world, 600);
            CHECK(std::abs(std::remainder(door.world[door.door].angle() - pi, 2.0f * pi)) < 0.05f);
        }
    }
}

TEST_CASE("open fault: a gear keeps its relation against a hinge at its limit" * doctest::should_fail()) {
    for (const JointSolver solver : {JointSolver::Iterative, JointSolver::Direct}) {
        World world(test::without_sleep({0.0f, -10.0f}));
        const BodyId frame = test::add_static(world);
        const BodyId driver = test::add_ghost_box(world, {-3.0f, 0.0f});
        const BodyId driven = test::add_ghost_box(world, {3.0f, 0.0f}, 0.5f, 0.3f);
        const JointId first = world.create_joint(
            frame, driver, RevoluteJoint{.anchor_a = {-3.0f, 0.0f}, .motor = JointMotor{2.0f, 50.0f}},
            {.solver = solver});
        const JointId second = world.create_joint(
            frame, driven, RevoluteJoint{.anchor_a = {3.0f, 0.0f}, .limit = JointLimit{-0.7f, 0.7f}},
            {.solver = solver});
        world.create_joint(GearJoint{.first = first, .second = second, .ratio = 3.0f}, {.solver = solver});
        float worst = 0.0f;
        for (int i = 0; i < 240; ++i) {
            world.step(dt);
            worst =
                std::max(worst, std::abs(world[first].state().angle + 3.0f * world[second].state().angle));
        }
        CHECK(worst < 0.03f);
    }
}

TEST_CASE("open fault: a paddle does not pass through a row of bullets" * doctest::should_fail()) {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId paddle = world.create_body(
        {.type = BodyType::Kinematic, .position = {-2.0f, 1.0f}, .linear_velocity = {25.0f, 0.0f}});
    world.create_shape(paddle, make_box(0.25f, 0.9f));
    std::vector<BodyId> boxes;
    for (int i = 0; i < 5; ++i) {
        const BodyId box =
            world.create_body({.position = {1.3f * static_cast<float>(i), 0.5f}, .bullet = true});
        world.create_shape(box, make_box(0.5f, 0.5f), {.density = 0.004f, .material = {.friction = 0.0f}});
        boxes.push_back(box);
    }
    test::step(world, 78);
    for (const BodyId box : boxes) {
        CHECK(world[box].position().x > world[paddle].position().x);
    }
}

TEST_CASE("open fault: a fast box does not fall through a slot that is too narrow" * doctest::should_fail()) {
    for (const float offset : {0.0f, 0.01f, -0.003f}) {
        World world;
        for (const float side : {-1.0f, 1.0f}) {
            const BodyId floor =
                world.create_body({.type = BodyType::Static, .position = {side * 5.19f, -0.5f}});
            world.create_shape(floor, make_box(5.0f, 0.5f));
        }
        const BodyId box =
            world.create_body({.position = {offset, 5.0f}, .linear_velocity = {0.0f, -100.0f}});
        world.create_shape(box, make_box(0.2f, 0.4f));
        test::step(world, 300);
        CHECK(world[box].position().y > 0.0f);
    }
}
