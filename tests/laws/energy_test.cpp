#include <doctest/doctest.h>

#include "support/world_build.h"

using namespace drystone;
using test::dt;

namespace {

/// Makes a loose heap that falls into a pile: boxes and discs between walls, without overlap at the start.
World loose_heap(float restitution) {
    World world({.sleeping = false});
    test::add_ground(world);
    const BodyId walls = world.create_body({.type = BodyType::Static});
    world.create_shape(walls, Segment{{-4.0f, 0.0f}, {-4.0f, 20.0f}});
    world.create_shape(walls, Segment{{4.0f, 0.0f}, {4.0f, 20.0f}});
    for (int i = 0; i < 40; ++i) {
        const Vec2 position{1.4f * static_cast<float>(i % 5) - 2.8f + 0.1f * static_cast<float>(i / 5 % 3),
                            1.0f + 1.4f * static_cast<float>(i / 5)};
        const ShapeDefinition shape{.material = {.friction = 0.5f, .restitution = restitution}};
        if (i % 3 == 0) {
            test::add_disc(world, position, 0.5f, shape);
        } else {
            test::add_box(world, position, 0.5f, 0.4f, shape);
        }
    }
    return world;
}

/// Returns the maximum rise of the energy above its previous minimum, relative to the heap's total loss.
double max_gain(World& world, int steps) {
    const double start = world.energy();
    double minimum = start;
    double gain = 0.0;
    for (int i = 0; i < steps; ++i) {
        world.step(dt);
        const double now = world.energy();
        gain = std::max(gain, now - minimum);
        minimum = std::min(minimum, now);
    }
    return gain / (start - minimum);
}

}  // namespace

TEST_CASE("law: the energy of a free body is kinetic plus potential") {
    World world({.gravity = {0.0f, -10.0f}});
    const BodyId body = test::add_box(world, {2.0f, 3.0f}, 0.5f, 0.5f, {.density = 2.0f});
    world[body].set_linear_velocity({3.0f, 4.0f});
    world[body].set_angular_velocity(6.0f);
    const double inertia = 2.0 / 6.0;
    CHECK(world.energy() ==
          doctest::Approx(0.5 * 2.0 * 25.0 + 0.5 * inertia * 36.0 + 2.0 * 10.0 * 3.0).epsilon(1e-6));
    world[body].set_gravity_scale(0.0f);
    CHECK(world.energy() == doctest::Approx(0.5 * 2.0 * 25.0 + 0.5 * inertia * 36.0).epsilon(1e-6));
}

TEST_CASE("law: a falling body keeps its energy, on the way up as on the way down") {
    World world({.gravity = {0.0f, -10.0f}});
    const BodyId body = test::add_box(world, {0.0f, 100.0f}, 0.5f, 0.5f);
    world[body].set_linear_velocity({0.0f, 20.0f});
    const double start = world.energy();
    for (int i = 0; i < 240; ++i) {
        world.step(dt);
        // 960 sub-steps, each of which rounds the velocity.
        CHECK(world.energy() == doctest::Approx(start).epsilon(1e-5));
    }
}

TEST_CASE("law: the energy of a passive pile never grows") {
    for (const float restitution : {0.0f, 0.5f}) {
        CAPTURE(restitution);
        World world = loose_heap(restitution);
        const double start = world.energy();
        const double gain = max_gain(world, test::scaled(1200, 600));
        CHECK(world.energy() < start);
        // Soft contacts return energy that a fast impact compressed: 0.86 and 0.56 % of the heap's loss; the
        // bound only guards against a regression.
        CHECK(gain < 9.5e-3);
        // At rest, which takes 300 steps, a ten thousandth.
        const double settled = world.energy();
        double largest = settled;
        for (int i = 0; i < test::scaled(600, 60); ++i) {
            world.step(dt);
            largest = std::max(largest, world.energy());
        }
        CHECK(largest - settled < 1e-4 * (start - settled));
    }
}

TEST_CASE("law: boxes that start deep in each other part without an explosion") {
    World world({.gravity = {0.0f, 0.0f}, .sleeping = false});
    for (int i = 0; i < 25; ++i) {
        test::add_box(world, {0.5f * static_cast<float>(i % 5), 0.5f * static_cast<float>(i / 5)}, 0.5f,
                      0.5f);
    }
    float peak = 0.0f;
    for (int i = 0; i < 180; ++i) {
        world.step(dt);
        peak = std::max(peak, test::max_speed(world));
    }
    CHECK(test::all_finite(world));
    CHECK(peak < 5.5f);
}
