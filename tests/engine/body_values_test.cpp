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
    CHECK(world.kinetic_energy(body) == doctest::Approx(0.5 * 2.0 * 5.0 + 0.5 * inertia * 36.0));
    CHECK(world.potential_energy(body) == doctest::Approx(2.0 * 10.0 * 4.0));
    CHECK(world.momentum(body).x == doctest::Approx(2.0));
    CHECK(world.momentum(body).y == doctest::Approx(-4.0));
    // About the origin: I w + x p_y - y p_x.
    CHECK(world.angular_momentum(body) == doctest::Approx(inertia * 6.0 + 3.0 * -4.0 - 4.0 * 2.0));
    CHECK(world.angular_momentum(body, world.center_of_mass(body)) == doctest::Approx(inertia * 6.0));

    world.set_gravity_scale(body, 0.5f);
    CHECK(world.potential_energy(body) == doctest::Approx(40.0));
    world.set_own_gravity(body, Vec2{2.0f, 0.0f});
    CHECK(world.potential_energy(body) == doctest::Approx(-2.0 * 0.5 * 2.0 * 3.0));

    // Static and kinematic bodies have none.
    const BodyId belt = world.create_body({.type = BodyType::Kinematic, .linear_velocity = {5.0f, 0.0f}});
    CHECK(world.kinetic_energy(belt) == 0.0);
    CHECK(world.momentum(belt) == Vec2d{});
    CHECK(world.momentum().x == world.momentum(body).x);
    CHECK(world.kinetic_energy() == world.kinetic_energy(body));
    CHECK(world.potential_energy() == world.potential_energy(body));
    CHECK(world.energy() == doctest::Approx(world.kinetic_energy(body) + world.potential_energy(body)));
    const BodyId other = world.create_body(
        {.type = BodyType::Dynamic, .position = {1.0f, 2.0f}, .linear_velocity = {0.0f, 3.0f}});
    world.create_shape(other, make_box(0.5f, 0.5f));
    CHECK(world.kinetic_energy() == doctest::Approx(world.kinetic_energy(body) + 4.5));
    CHECK(world.potential_energy() == doctest::Approx(world.potential_energy(body) + 20.0));
    world.set_enabled(other, false);
    CHECK(world.kinetic_energy() == world.kinetic_energy(body));
}

TEST_CASE("mechanics: momentum and angular momentum of the world survive collisions") {
    World world({.gravity = {0.0f, 0.0f}});
    test::Random random(17);
    for (int i = 0; i < 40; ++i) {
        const BodyId body =
            test::add_box(world, {random.between(-4.0f, 4.0f), random.between(-4.0f, 4.0f)},
                          random.between(0.2f, 0.5f), random.between(0.2f, 0.5f),
                          {.density = random.between(0.5f, 3.0f), .material = {.restitution = 0.5f}});
        world.set_linear_velocity(body, {random.between(-4.0f, 4.0f), random.between(-4.0f, 4.0f)});
        world.set_angular_velocity(body, random.between(-3.0f, 3.0f));
    }
    double mass = 0.0;
    for (const BodyId body : world.bodies()) {
        mass += world.mass(body).mass;
    }
    const Vec2d before = world.momentum();
    const double spin = world.angular_momentum();
    test::run(world, 60);
    CHECK(length(world.momentum() - before) < 2e-5 * mass * 4.0);
    // Contact points are held for a step while bodies turn a little: an error of second order in time.
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
    const Pose before = world.pose(body);
    const Pose now = world.predict_pose(body, 0.0f);
    CHECK(length(now.position - before.position) < 1e-6f);
    const Pose predicted = world.predict_pose(body, 0.5f);
    const Pose flight = world.predict_free_flight(body, 0.5f);
    test::run(world, 30);
    CHECK(length(world.position(body) - predicted.position) < 2e-5f);
    CHECK(length(world.position(body) - flight.position) < 2e-5f);
    CHECK(world.angle(body) == doctest::Approx(predicted.rotation.angle()).epsilon(1e-5));
    // And back.
    CHECK(length(world.predict_pose(body, -0.5f).position - before.position) < 2e-5f);
    // A full turn.
    world.set_angular_velocity(body, static_cast<float>(two_pi));
    world.set_linear_velocity(body, {0.0f, 0.0f});
    CHECK(length(world.predict_pose(body, 1.0f).position - world.position(body)) < 1e-5f);
}

TEST_CASE("mechanics: free flight is the parabola, in the gravity that acts on the body") {
    World world({.gravity = {0.0f, -10.0f}});
    const BodyId body = test::add_box(world, {1.0f, 2.0f}, 0.5f, 0.5f);
    world.set_linear_velocity(body, {4.0f, 10.0f});
    CHECK(world.predict_free_flight(body, 2.0f).position.x == doctest::Approx(9.0));
    CHECK(world.predict_free_flight(body, 2.0f).position.y == doctest::Approx(2.0 + 20.0 - 20.0));
    world.set_own_gravity(body, Vec2{1.0f, 0.0f});
    world.set_gravity_scale(body, 3.0f);
    CHECK(world.predict_free_flight(body, 2.0f).position.x == doctest::Approx(1.0 + 8.0 + 6.0));
    CHECK(world.predict_free_flight(body, 2.0f).position.y == doctest::Approx(22.0));
    world.set_locks(body, {.linear_x = true});
    CHECK(world.predict_free_flight(body, 2.0f).position.x == doctest::Approx(1.0));
}

TEST_CASE("mechanics: points and vectors go to the body's frame and back") {
    World world;
    const BodyId body = world.create_body(
        {.type = BodyType::Dynamic, .position = {3.0f, -1.0f}, .angle = static_cast<float>(two_pi / 4.0)});
    world.create_shape(body, Circle{{2.0f, 0.0f}, 0.5f});
    // A quarter turn: (x, y) goes to (-y, x).
    CHECK(length(world.world_point(body, {1.0f, 2.0f}) - Vec2{1.0f, 0.0f}) < 1e-6f);
    CHECK(length(world.world_vector(body, {1.0f, 2.0f}) - Vec2{-2.0f, 1.0f}) < 1e-6f);
    CHECK(length(world.local_point(body, {1.0f, 0.0f}) - Vec2{1.0f, 2.0f}) < 1e-6f);
    CHECK(length(world.local_vector(body, {-2.0f, 1.0f}) - Vec2{1.0f, 2.0f}) < 1e-6f);
    CHECK(length(world.world_point(body, world.mass(body).center) - world.center_of_mass(body)) < 1e-6f);
}
