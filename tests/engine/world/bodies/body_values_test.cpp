#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cmath>
#include <vector>

using namespace drystone;

namespace {

constexpr double two_pi = 6.283185307179586;

}  // namespace

TEST_CASE("mechanics: energy, momentum and angular momentum of a body by hand") {
    World world({.gravity = {0.0f, -10.0f}});
    // 2 kg, inertia 2 (1 + 4) / 12.
    const BodyId body = world.create_body({.type = BodyType::Dynamic,
                                           .position = {3.0f, 4.0f},
                                           .linear_velocity = {1.0f, -2.0f},
                                           .angular_velocity = 6.0f});
    world.create_shape(body, make_box(0.5f, 1.0f));
    const double inertia = 2.0 * 5.0 / 12.0;
    CHECK(world[body].kinetic_energy() == doctest::Approx(0.5 * 2.0 * 5.0 + 0.5 * inertia * 36.0));
    CHECK(world[body].potential_energy() == doctest::Approx(2.0 * 10.0 * 4.0));
    CHECK(world[body].momentum().x == doctest::Approx(2.0));
    CHECK(world[body].momentum().y == doctest::Approx(-4.0));
    // About the origin: I w + x p_y - y p_x.
    CHECK(world[body].angular_momentum() == doctest::Approx(inertia * 6.0 + 3.0 * -4.0 - 4.0 * 2.0));
    CHECK(world[body].angular_momentum(world[body].center_of_mass()) == doctest::Approx(inertia * 6.0));

    world[body].set_gravity_scale(0.5f);
    CHECK(world[body].potential_energy() == doctest::Approx(40.0));
    world[body].set_own_gravity(Vec2{2.0f, 0.0f});
    CHECK(world[body].potential_energy() == doctest::Approx(-2.0 * 0.5 * 2.0 * 3.0));

    // Static and kinematic bodies have none.
    const BodyId belt = world.create_body({.type = BodyType::Kinematic, .linear_velocity = {5.0f, 0.0f}});
    CHECK(world[belt].kinetic_energy() == 0.0);
    CHECK(world[belt].momentum() == Vec2d{});
    CHECK(world.momentum().x == world[body].momentum().x);
    CHECK(world.kinetic_energy() == world[body].kinetic_energy());
    CHECK(world.potential_energy() == world[body].potential_energy());
    CHECK(world.energy() == doctest::Approx(world[body].kinetic_energy() + world[body].potential_energy()));
    const BodyId other = world.create_body(
        {.type = BodyType::Dynamic, .position = {1.0f, 2.0f}, .linear_velocity = {0.0f, 3.0f}});
    world.create_shape(other, make_box(0.5f, 0.5f));
    CHECK(world.kinetic_energy() == doctest::Approx(world[body].kinetic_energy() + 4.5));
    CHECK(world.potential_energy() == doctest::Approx(world[body].potential_energy() + 20.0));
    world[other].set_enabled(false);
    CHECK(world.kinetic_energy() == world[body].kinetic_energy());
}

TEST_CASE("mechanics: momentum and angular momentum of the world survive collisions") {
    World world({.gravity = {0.0f, 0.0f}});
    test::Random random(17);
    for (int i = 0; i < 40; ++i) {
        const BodyId body =
            test::add_box(world, {random.between(-4.0f, 4.0f), random.between(-4.0f, 4.0f)},
                          random.between(0.2f, 0.5f), random.between(0.2f, 0.5f),
                          {.density = random.between(0.5f, 3.0f), .material = {.restitution = 0.5f}});
        world[body].set_linear_velocity({random.between(-4.0f, 4.0f), random.between(-4.0f, 4.0f)});
        world[body].set_angular_velocity(random.between(-3.0f, 3.0f));
    }
    double mass = 0.0;
    for (const BodyId body : world.bodies()) {
        mass += world[body].mass().mass;
    }
    const Vec2d before = world.momentum();
    const double spin = world.angular_momentum();
    test::run(world, 60);
    CHECK(length(world.momentum() - before) < 2e-5 * mass * 4.0);
    // Contact points are fixed for a step while bodies rotate slightly: an error of second order in time.
    CHECK(std::abs(world.angular_momentum() - spin) < 0.02 * mass * 4.0);
    // About another point it differs by the arm times the momentum, exactly.
    const Vec2 about{2.0f, -3.0f};
    const Vec2d p = world.momentum();
    CHECK(world.angular_momentum(about) ==
          doctest::Approx(world.angular_momentum() - (2.0 * p.y + 3.0 * p.x)).epsilon(1e-9));
}

TEST_CASE("mechanics: a predicted pose is where a body is after steps without forces") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId body = world.create_body({.type = BodyType::Dynamic,
                                           .position = {1.0f, 2.0f},
                                           .angle = 0.4f,
                                           .linear_velocity = {3.0f, -1.0f},
                                           .angular_velocity = 1.2f});
    world.create_shape(body, Circle{{0.5f, 0.25f}, 0.5f});
    const Pose before = world[body].pose();
    const Pose now = world[body].predict_pose(0.0f);
    CHECK(length(now.position - before.position) < 1e-6f);
    const Pose predicted = world[body].predict_pose(0.5f);
    const Pose flight = world[body].predict_free_flight(0.5f);
    test::run(world, 30);
    CHECK(length(world[body].position() - predicted.position) < 2e-5f);
    CHECK(length(world[body].position() - flight.position) < 2e-5f);
    CHECK(world[body].angle() == doctest::Approx(predicted.rotation.angle()).epsilon(1e-5));
    // And back.
    CHECK(length(world[body].predict_pose(-0.5f).position - before.position) < 2e-5f);
    // A full turn.
    world[body].set_angular_velocity(static_cast<float>(two_pi));
    world[body].set_linear_velocity({0.0f, 0.0f});
    CHECK(length(world[body].predict_pose(1.0f).position - world[body].position()) < 1e-5f);
}

TEST_CASE("mechanics: free flight is the parabola, in the gravity that acts on the body") {
    World world({.gravity = {0.0f, -10.0f}});
    const BodyId body = test::add_box(world, {1.0f, 2.0f}, 0.5f, 0.5f);
    world[body].set_linear_velocity({4.0f, 10.0f});
    CHECK(world[body].predict_free_flight(2.0f).position.x == doctest::Approx(9.0));
    CHECK(world[body].predict_free_flight(2.0f).position.y == doctest::Approx(2.0 + 20.0 - 20.0));
    world[body].set_own_gravity(Vec2{1.0f, 0.0f});
    world[body].set_gravity_scale(3.0f);
    CHECK(world[body].predict_free_flight(2.0f).position.x == doctest::Approx(1.0 + 8.0 + 6.0));
    CHECK(world[body].predict_free_flight(2.0f).position.y == doctest::Approx(22.0));
    world[body].set_locks({.linear_x = true});
    CHECK(world[body].predict_free_flight(2.0f).position.x == doctest::Approx(1.0));
}

TEST_CASE("mechanics: points and vectors go to the body's frame and back") {
    World world;
    const BodyId body = world.create_body(
        {.type = BodyType::Dynamic, .position = {3.0f, -1.0f}, .angle = static_cast<float>(two_pi / 4.0)});
    world.create_shape(body, Circle{{2.0f, 0.0f}, 0.5f});
    // A quarter turn: (x, y) goes to (-y, x).
    CHECK(length(world[body].world_point({1.0f, 2.0f}) - Vec2{1.0f, 0.0f}) < 1e-6f);
    CHECK(length(world[body].world_vector({1.0f, 2.0f}) - Vec2{-2.0f, 1.0f}) < 1e-6f);
    CHECK(length(world[body].local_point({1.0f, 0.0f}) - Vec2{1.0f, 2.0f}) < 1e-6f);
    CHECK(length(world[body].local_vector({-2.0f, 1.0f}) - Vec2{1.0f, 2.0f}) < 1e-6f);
    CHECK(length(world[body].world_point(world[body].mass().center) - world[body].center_of_mass()) < 1e-6f);
}
