#include <doctest/doctest.h>

#include "support/world_random.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

bool is_same(const Pose& a, const Pose& b) {
    return a.position == b.position && a.rotation.c == b.rotation.c && a.rotation.s == b.rotation.s;
}

/// Returns the pose between two in double precision, for a body whose centre of mass is its origin.
void check_between(const Pose& found, const Pose& start, const Pose& end, double fraction) {
    const Vec2d line =
        to_double(start.position) + fraction * (to_double(end.position) - to_double(start.position));
    CHECK(length(to_double(found.position) - line) < 2e-6 * (1.0 + length(line)));
    const double from =
        std::atan2(static_cast<double>(start.rotation.s), static_cast<double>(start.rotation.c));
    const double to = std::atan2(static_cast<double>(end.rotation.s), static_cast<double>(end.rotation.c));
    const double angle = from + fraction * std::remainder(to - from, 2.0 * 3.141592653589793);
    CHECK(static_cast<double>(found.rotation.c) == doctest::Approx(std::cos(angle)).epsilon(2e-6).scale(1));
    CHECK(static_cast<double>(found.rotation.s) == doctest::Approx(std::sin(angle)).epsilon(2e-6).scale(1));
}

std::vector<BodyId> visited(const World& world, const Interpolation& interpolation) {
    std::vector<BodyId> bodies;
    interpolation.visit(world, 0.5f, [&](BodyId body, const Pose& pose) {
        CHECK(is_same(pose, interpolation.pose(world, body, 0.5f)));
        bodies.push_back(body);
    });
    return bodies;
}

}  // namespace

TEST_CASE("interpolation: every body is between its poses after the last two steps") {
    World world;
    test::add_ground(world);
    test::Random random(5);
    std::vector<BodyId> bodies;
    for (int i = 0; i < 60; ++i) {
        bodies.push_back(world.create_body({.type = i % 6 == 0 ? BodyType::Kinematic : BodyType::Dynamic,
                                            .position = {random.between(-8, 8), random.between(1, 9)},
                                            .linear_velocity = {random.between(-3, 3), 0.0f},
                                            .angular_velocity = random.between(-30, 30)}));
        world.create_shape(bodies.back(), make_box(0.3f, 0.2f));
    }
    Interpolation interpolation;
    interpolation.step(world, dt);
    for (int i = 0; i < 200; ++i) {
        std::vector<Pose> before;
        for (const BodyId body : bodies) {
            before.push_back(world[body].pose());
        }
        interpolation.step(world, dt);
        const float fraction = random.between(0.0f, 1.0f);
        for (std::size_t k = 0; k < bodies.size(); ++k) {
            if (world[bodies[k]].is_awake()) {
                check_between(interpolation.pose(world, bodies[k], fraction), before[k],
                              world[bodies[k]].pose(), static_cast<double>(fraction));
            }
            CHECK(is_same(interpolation.pose(world, bodies[k], 1.0f), world[bodies[k]].pose()));
        }
    }
}

TEST_CASE("interpolation: a body that turns about a far centre of mass keeps its distance from it") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId body = world.create_body({.type = BodyType::Dynamic, .angular_velocity = 40.0f});
    world.create_shape(body, Circle{{2.0f, 0.0f}, 0.5f});
    world[body].set_linear_velocity({0.0f, 0.0f});  // The shape has moved the centre of mass.
    const Vec2 center = world[body].center_of_mass();
    Interpolation interpolation;
    for (int i = 0; i < 20; ++i) {
        interpolation.step(world, dt);
        for (const float fraction : {0.1f, 0.5f, 0.9f}) {
            const Pose pose = interpolation.pose(world, body, fraction);
            CHECK(length(transform(pose, Vec2{2.0f, 0.0f}) - center) < 1e-4f);
        }
    }
}

TEST_CASE("interpolation: teleports and new bodies are shown where they are") {
    World world({.gravity = {0.0f, 0.0f}});
    Interpolation interpolation;
    const BodyId body = world.create_body({.type = BodyType::Dynamic, .linear_velocity = {6.0f, 0.0f}});
    world.create_shape(body, Circle{});
    // New: it starts from where it was created, not from elsewhere.
    interpolation.step(world, dt);
    CHECK(length(interpolation.pose(world, body, 0.0f).position) < 1e-5f);
    interpolation.step(world, dt);
    // Moved between a step and the frame.
    world[body].set_pose({50.0f, 0.0f}, 1.0f);
    for (const float fraction : {0.0f, 0.5f, 1.0f}) {
        CHECK(is_same(interpolation.pose(world, body, fraction), world[body].pose()));
    }
    // And in the step after: from the new place on.
    interpolation.step(world, dt);
    CHECK(interpolation.pose(world, body, 0.0f).position == Vec2{50.0f, 0.0f});
    CHECK(interpolation.pose(world, body, 0.5f).position.x == doctest::Approx(50.05f));
    // Teleported in its sleep, and woken by that.
    world[body].set_linear_velocity({0.0f, 0.0f});
    REQUIRE(world[body].put_to_sleep());
    interpolation.step(world, dt);
    world[body].set_pose({-70.0f, 0.0f}, 0.0f);
    world[body].set_linear_velocity({6.0f, 0.0f});
    interpolation.step(world, dt);
    CHECK(length(interpolation.pose(world, body, 0.0f).position - Vec2{-70.0f, 0.0f}) < 1e-4f);
    // A new body in the slot of a destroyed one has nothing of its motion.
    world.destroy_body(body);
    const BodyId next = world.create_body({.type = BodyType::Dynamic, .position = {9.0f, 9.0f}});
    REQUIRE(next.index1 == body.index1);
    CHECK(interpolation.pose(world, next, 0.5f).position == Vec2{9.0f, 9.0f});
    CHECK_FALSE(test::error_of([&] { static_cast<void>(interpolation.pose(world, body, 0.5f)); }).empty());
}

TEST_CASE("interpolation: a restored world is shown as it is") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 5.0f}});
    world.create_shape(body, Circle{});
    const Snapshot start = world.snapshot();
    Interpolation interpolation;
    for (int i = 0; i < 30; ++i) {
        interpolation.step(world, dt);
    }
    world.restore(start);
    CHECK(interpolation.pose(world, body, 0.3f).position == Vec2{0.0f, 5.0f});
    interpolation.step(world, dt);
    CHECK(interpolation.pose(world, body, 0.0f).position == Vec2{0.0f, 5.0f});
}

TEST_CASE("interpolation: bodies that sleep are visited once more and then never") {
    World world;
    test::add_ground(world);
    const BodyId sleeper = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    const BodyId runner = world.create_body(
        {.type = BodyType::Kinematic, .position = {30.0f, 5.0f}, .linear_velocity = {1.0f, 0.0f}});
    Interpolation interpolation;
    bool asleep = false;
    int visits_asleep = 0;
    for (int i = 0; i < 200; ++i) {
        interpolation.step(world, dt);
        const std::vector<BodyId> bodies = visited(world, interpolation);
        CHECK(std::count(bodies.begin(), bodies.end(), runner) == 1);
        const bool there = std::count(bodies.begin(), bodies.end(), sleeper) == 1;
        CHECK((there || asleep));
        // Those that fell asleep in this step have moved in it.
        visits_asleep += there && asleep ? 1 : 0;
        asleep = !world[sleeper].is_awake();
    }
    CHECK(asleep);
    CHECK(visits_asleep == 1);
    interpolation.reset();
    CHECK(visited(world, interpolation).empty());
}

TEST_CASE("interpolation: the world is stepped as without it") {
    test::RandomScene plain(8);
    test::RandomScene shown(8);
    Interpolation interpolation;
    for (int i = 0; i < 120; ++i) {
        plain.change();
        shown.change();
        plain.world.step(dt, 3);
        interpolation.step(shown.world, dt, 3);
        visited(shown.world, interpolation);
    }
    CHECK(plain.world.state_hash() == shown.world.state_hash());
}

TEST_CASE("interpolation: a fraction out of range is refused") {
    World world;
    const BodyId body = world.create_body({});
    Interpolation interpolation;
    for (const float bad : {-0.01f, 1.01f, std::nanf("")}) {
        CHECK(test::error_of([&] {
                  static_cast<void>(interpolation.pose(world, body, bad));
              }).find("Interpolation::pose: fraction") == 0);
        CHECK(test::error_of([&] {
                  interpolation.visit(world, bad, [](BodyId, const Pose&) {});
              }).find("Interpolation::visit: fraction") == 0);
    }
}
