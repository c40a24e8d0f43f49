#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cmath>

using namespace drystone;
using test::dt;

namespace {

struct Outcome {
    float a = 0.0f;
    float b = 0.0f;
};

/// Simulates a head-on impact of two discs of these masses [kg]; returns their velocities afterwards [m/s].
Outcome collide_discs(float mass_a, float velocity_a, float mass_b, float velocity_b, float restitution,
                      int sub_steps) {
    World world({.gravity = {0.0f, 0.0f}, .sleeping = false});
    const float area = pi * 0.25f;
    const Material material{.friction = 0.0f, .restitution = restitution};
    const BodyId a =
        test::add_disc(world, {-2.0f, 0.0f}, 0.5f, {.density = mass_a / area, .material = material});
    const BodyId b =
        test::add_disc(world, {2.0f, 0.0f}, 0.5f, {.density = mass_b / area, .material = material});
    world[a].set_linear_velocity({velocity_a, 0.0f});
    world[b].set_linear_velocity({velocity_b, 0.0f});
    test::run(world, 360, dt, sub_steps);
    CHECK(std::abs(world[a].angular_velocity()) < 1e-5f);
    CHECK(std::abs(world[a].linear_velocity().y) < 1e-5f);
    return {world[a].linear_velocity().x, world[b].linear_velocity().x};
}

/// Returns the exact result: momentum is conserved, and the relative velocity is reversed, times e.
Outcome exact(float mass_a, float velocity_a, float mass_b, float velocity_b, float restitution) {
    const float center = (mass_a * velocity_a + mass_b * velocity_b) / (mass_a + mass_b);
    const float part = restitution * (velocity_a - velocity_b) / (mass_a + mass_b);
    return {center - mass_b * part, center + mass_a * part};
}

}  // namespace

TEST_CASE("law: an elastic impact of equal discs exchanges their velocities") {
    for (const int sub_steps : {1, 4}) {
        const Outcome after = collide_discs(2.0f, 3.0f, 2.0f, -1.0f, 1.0f, sub_steps);
        CHECK(std::abs(after.a + 1.0f) < 1e-5f);
        CHECK(std::abs(after.b - 3.0f) < 1e-5f);
    }
}

TEST_CASE("law: impacts of discs of unequal mass follow momentum and restitution") {
    struct Case {
        float mass_a, velocity_a, mass_b, velocity_b, restitution;
    };
    for (const Case& c : {Case{1.0f, 4.0f, 3.0f, 0.0f, 1.0f}, Case{3.0f, 4.0f, 1.0f, 0.0f, 1.0f},
                          Case{1.0f, 5.0f, 100.0f, -1.0f, 1.0f}, Case{2.0f, 5.0f, 3.0f, -2.0f, 0.5f},
                          Case{2.0f, 20.0f, 3.0f, -20.0f, 0.8f}}) {
        CAPTURE(c.mass_b);
        CAPTURE(c.restitution);
        const Outcome expected = exact(c.mass_a, c.velocity_a, c.mass_b, c.velocity_b, c.restitution);
        const Outcome after = collide_discs(c.mass_a, c.velocity_a, c.mass_b, c.velocity_b, c.restitution, 4);
        const float scale = std::abs(c.velocity_a) + std::abs(c.velocity_b);
        CHECK(std::abs(after.a - expected.a) < 2e-6f * scale);
        CHECK(std::abs(after.b - expected.b) < 2e-6f * scale);
    }
}

TEST_CASE("law: after an inelastic impact both discs move with their common centre") {
    for (const float speed : {0.5f, 5.0f, 50.0f}) {
        CAPTURE(speed);
        const Outcome expected = exact(2.0f, speed, 3.0f, -speed, 0.0f);
        const Outcome after = collide_discs(2.0f, speed, 3.0f, -speed, 0.0f, 4);
        CHECK(std::abs(after.a - expected.a) < 1e-5f * speed + 1e-6f);
        CHECK(std::abs(after.b - expected.b) < 1e-5f * speed + 1e-6f);
    }
}

TEST_CASE("law: impacts below the threshold do not bounce") {
    const Outcome after = collide_discs(1.0f, 0.45f, 1.0f, -0.45f, 1.0f, 4);
    CHECK(std::abs(after.a) < 1e-5f);
    CHECK(std::abs(after.b) < 1e-5f);
}

TEST_CASE("law: a box that meets a wall flat comes back as it came, without spin") {
    World world({.gravity = {0.0f, 0.0f}, .sleeping = false});
    const BodyId wall = world.create_body({.type = BodyType::Static, .position = {5.0f, 0.0f}});
    world.create_shape(wall, make_box(0.5f, 5.0f));
    const BodyId box =
        test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f, {.material = {.friction = 0.0f, .restitution = 1.0f}});
    world[box].set_linear_velocity({6.0f, 2.0f});
    test::run(world, 90);
    CHECK(std::abs(world[box].linear_velocity().x + 6.0f) < 1e-4f);
    CHECK(std::abs(world[box].linear_velocity().y - 2.0f) < 1e-5f);
    CHECK(std::abs(world[box].angular_velocity()) < 1e-3f);
}
