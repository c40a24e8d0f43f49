// Bodies on curves, against the exact motion of a bead on a wire.
#include <doctest/doctest.h>

#include "joints/joint_scenes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace drystone;
using test::add_ghost_box;
using test::add_static;
using test::dt;

namespace {

/// Points of a circle about (0, 5), from its lowest on, counter-clockwise.
std::vector<Vec2> circle_of(float radius, int count) {
    std::vector<Vec2> points;
    for (int i = 0; i < count; ++i) {
        const Rot turn = Rot::from_angle(2.0f * pi * static_cast<float>(i) / static_cast<float>(count));
        points.push_back(Vec2{0.0f, 5.0f} + radius * Vec2{turn.s, -turn.c});
    }
    return points;
}

}  // namespace

TEST_CASE("path guide: a bead on a ring keeps its speed and the ring, and its energy under gravity") {
    for (const float gravity : {0.0f, -10.0f}) {
        for (const int rate : {60, 120}) {
            CAPTURE(gravity);
            CAPTURE(rate);
            World world(test::without_sleep({0.0f, gravity}));
            const BodyId bead = add_ghost_box(world, {0.0f, 2.0f}, 0.1f, 0.1f);
            PathGuide ring(world, {.body_a = add_static(world),
                                   .body_b = bead,
                                   .points = circle_of(3.0f, 12),
                                   .is_loop = true});
            CHECK(ring.length() == doctest::Approx(6.0f * pi).epsilon(5e-3));
            const float speed = 12.0f;
            world[bead].set_linear_velocity({speed, 0.0f});
            double worst = 0.0;
            double turned = 0.0;
            float before = ring.place();
            for (int i = 0; i < 6 * rate; ++i) {
                ring.update(world, 1.0f / static_cast<float>(rate));
                world.step(1.0f / static_cast<float>(rate));
                const Vec2 from_center = world[bead].position() - Vec2{0.0f, 5.0f};
                CHECK(length(from_center) == doctest::Approx(3.0f).epsilon(0.01));
                const double now = static_cast<double>(length_squared(world[bead].linear_velocity()));
                const double exact =
                    static_cast<double>(speed * speed + 2.0f * gravity * (from_center.y + 3.0f));
                worst = std::max(worst, std::abs(now - exact) / static_cast<double>(speed * speed));
                const float way = ring.place() - before;
                turned += static_cast<double>(way < -9.0f ? way + ring.length() : way);
                before = ring.place();
            }
            CHECK(worst < 0.03);
            CHECK(turned > 40.0);
        }
    }
}

TEST_CASE("path guide: an open path holds at its ends, and a motor carries along it") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId wagon = add_ghost_box(world, {-3.0f, 4.0f}, 0.2f, 0.1f);
    PathGuide rail(world, {.body_a = add_static(world),
                           .body_b = wagon,
                           .points = {{-4.0f, 4.0f}, {-2.0f, 1.0f}, {1.0f, 0.0f}, {4.0f, 3.0f}},
                           .aligned = true});
    float farthest = 0.0f;
    for (int i = 0; i < 600; ++i) {
        rail.update(world, dt);
        world.step(dt);
        farthest = std::max(farthest, world[wagon].position().x);
        const Vec2 on_rail = rail.point(rail.place());
        // The place is that before the step.
        CHECK(length(world[wagon].position() - on_rail) < 0.2f);
    }
    // It has less energy than the end is high, and never leaves the rail.
    CHECK(farthest < 4.05f);
    CHECK(farthest > 2.5f);
    rail.set_motor(JointMotor{.speed = 2.0f, .maximum = 50.0f});
    for (int i = 0; i < 600; ++i) {
        rail.update(world, dt);
        world.step(dt);
    }
    CHECK(length(world[wagon].position() - Vec2{4.0f, 3.0f}) < 0.05f);
    const Vec2 tangent = rail.point(rail.length()) - rail.point(rail.length() - 0.05f);
    CHECK(world[wagon].angle() == doctest::Approx(std::atan2(tangent.y, tangent.x)).epsilon(0.03));
    CHECK(rail.place() == doctest::Approx(rail.length()).epsilon(0.01));
}

TEST_CASE("path guide: what comes to rest on the path sleeps, and a destroyed joint ends the guide") {
    World world({.gravity = {0.0f, -10.0f}});
    const BodyId bead = add_ghost_box(world, {-1.0f, 1.0f}, 0.1f, 0.1f);
    world[bead].set_damping(2.0f, 2.0f);
    PathGuide valley(world, {.body_a = add_static(world),
                             .body_b = bead,
                             .points = {{-3.0f, 2.0f}, {0.0f, 0.0f}, {3.0f, 2.0f}},
                             .aligned = true});
    for (int i = 0; i < 900; ++i) {
        valley.update(world, dt);
        world.step(dt);
    }
    CHECK_FALSE(world[bead].is_awake());
    CHECK(length(world[bead].position()) < 0.1f);
    world.destroy_joint(valley.joint());
    valley.update(world, dt);
    CHECK_FALSE(world.is_valid(valley.joint()));
}

TEST_CASE("path guide: bad definitions are refused") {
    World world;
    const BodyId ground = add_static(world);
    const BodyId bead = add_ghost_box(world, {0.0f, 0.0f});
    const float nan = std::numeric_limits<float>::quiet_NaN();
    PathGuideDefinition good{.body_a = ground, .body_b = bead, .points = {{0.0f, 0.0f}, {1.0f, 0.0f}}};
    const auto refuses = [&](const PathGuideDefinition& definition) {
        CHECK_THROWS_AS(PathGuide(world, definition), Error);
    };
    PathGuideDefinition bad = good;
    bad.body_b = ground;
    refuses(bad);
    bad = good;
    bad.points = {{0.0f, 0.0f}};
    refuses(bad);
    bad.points = {{0.0f, 0.0f}, {0.0f, 0.0f}};
    refuses(bad);
    bad.points = {{0.0f, 0.0f}, {nan, 0.0f}};
    refuses(bad);
    bad = good;
    bad.is_loop = true;
    refuses(bad);
    bad = good;
    bad.anchor_b = {nan, 0.0f};
    refuses(bad);
    CHECK(world.joints().empty());
    PathGuide guide(world, good);
    CHECK_THROWS_AS(guide.update(world, 0.0f), Error);
    CHECK_THROWS_AS(guide.set_motor(JointMotor{.speed = nan}), Error);
}
