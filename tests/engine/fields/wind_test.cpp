#include <doctest/doctest.h>

#include "support/world_build.h"
#include "support/world_random.h"

#include <cmath>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

constexpr float air = 1.2f;

World still_world() { return World({.gravity = {0.0f, 0.0f}, .sleeping = false}); }

/// Momentum change of a body in a short step, divided by the time step: force [N] and torque [N m].
struct Wrench {
    Vec2d force;
    double torque;
};
Wrench wrench_on(World& world, BodyId body) {
    const Vec2d momentum = world[body].momentum();
    const double spin = world[body].angular_momentum(world[body].center_of_mass());
    const float short_step = 1e-4f;
    world.step(short_step, 1);
    const double time = static_cast<double>(short_step);
    return {(world[body].momentum() - momentum) / time,
            (world[body].angular_momentum(world[body].center_of_mass()) - spin) / time};
}

bool near(const Vec2d& a, const Vec2d& b, double tolerance) { return length(a - b) <= tolerance; }

/// Returns the kinetic energy relative to a uniform wind.
double relative_energy(const World& world, BodyId body, const Vec2& wind) {
    const MassProperties mass = world[body].mass();
    const double w = static_cast<double>(world[body].angular_velocity());
    return 0.5 * static_cast<double>(mass.mass) *
               length_squared(to_double(world[body].linear_velocity() - wind)) +
           0.5 * static_cast<double>(mass.inertia) * w * w;
}

}  // namespace

TEST_CASE("wind: a body falls no faster than at the speed where drag bears its weight") {
    // Faces of 2 m and of 0.5 m downwards, and a disc.
    for (const int kind : {0, 1, 2}) {
        World world({.gravity = {0.0f, -10.0f}, .sleeping = false});
        world.create_field({.kind = WindField{.density = air, .drag = 1.5f}});
        const BodyId body = kind == 0   ? test::add_box(world, {0.0f, 0.0f}, 1.0f, 0.25f, {.density = 4.0f})
                            : kind == 1 ? test::add_box(world, {0.0f, 0.0f}, 0.25f, 1.0f, {.density = 4.0f})
                                        : test::add_disc(world, {0.0f, 0.0f}, 0.5f, {.density = 4.0f});
        const double width = kind == 0 ? 2.0 : kind == 1 ? 0.5 : 1.0;
        const double mass = static_cast<double>(world[body].mass().mass);
        const double terminal = std::sqrt(2.0 * mass * 10.0 / (static_cast<double>(air) * 1.5 * width));
        // Until then, v = v_t tanh(g t / v_t).
        test::run(world, 30);
        const double now = terminal * std::tanh(10.0 * 0.5 / terminal);
        CHECK(world[body].linear_velocity().y == doctest::Approx(-now).epsilon(0.01));
        test::run(world, 1200);
        CHECK(world[body].linear_velocity().y == doctest::Approx(-terminal).epsilon(1e-4));
        CHECK(std::abs(world[body].angular_velocity()) < 1e-3f);
    }
}

TEST_CASE("wind: drag and lift of a plate follow its angle") {
    for (int i = 1; i < 18; ++i) {
        const float angle = 10.0f * static_cast<float>(i) * pi / 180.0f;
        World world = still_world();
        const float speed = 6.0f;
        world.create_field(
            {.kind = WindField{.velocity = {speed, 0.0f}, .density = air, .drag = 0.8f, .lift = 1.7f}});
        const BodyId body = world.create_body({.type = BodyType::Dynamic, .angle = angle});
        world.create_shape(body, Segment{{-1.0f, 0.0f}, {1.0f, 0.0f}});
        world[body].set_mass_properties({50.0f, {0.0f, 0.0f}, 20.0f});
        const double sine = std::sin(static_cast<double>(angle));
        const double cosine = std::cos(static_cast<double>(angle));
        const double pressure = 0.5 * static_cast<double>(air) * 36.0 * 2.0 * sine;
        // A plate with its leeward edge up is pushed down, along its normal on the lee side.
        const Vec2d expected{0.8 * pressure, -1.7 * pressure * cosine};
        const Wrench found = wrench_on(world, body);
        CHECK(near(found.force, expected, 2e-3 * pressure));
        CHECK(std::abs(found.torque) < 2e-3 * pressure);
    }
}

TEST_CASE("wind: what a shape shows to the wind is its width across it, rounding included") {
    test::Random random(5);
    for (int round = 0; round < 60; ++round) {
        World world = still_world();
        const BodyId body =
            world.create_body({.type = BodyType::Dynamic, .angle = random.between(-3.0f, 3.0f)});
        const ShapeId shape = world.create_shape(body, test::random_geometry(random, 1.0f));
        world[body].set_mass_properties({10.0f, world[body].local_point(center(world[shape].aabb())), 5.0f});
        world.create_field({.kind = WindField{.velocity = {0.0f, 5.0f}, .density = air}});
        const Aabb box = world[shape].aabb();
        const double width = static_cast<double>(box.upper.x - box.lower.x);
        const Wrench found = wrench_on(world, body);
        CHECK(near(found.force, {0.0, 0.5 * static_cast<double>(air) * 25.0 * width}, 0.01 * width));
    }
}

TEST_CASE("wind: a bar that spins in still air is slowed as its edges say") {
    World world = still_world();
    world.create_field({.kind = WindField{.density = air}});
    const BodyId bar = test::add_box(world, {3.0f, 0.0f}, 2.0f, 0.001f, {.density = 500.0f});
    const float w = 4.0f;
    world[bar].set_angular_velocity(w);
    const Wrench found = wrench_on(world, bar);
    // One side of each half, of length L, faces the air: 2 * rho / 2 * w^2 times the integral of x^3.
    const double l = 2.0;
    const double exact = 2.0 * 0.5 * static_cast<double>(air) * 16.0 * l * l * l * l / 4.0;
    CHECK(found.torque == doctest::Approx(-exact).epsilon(2e-3));
    CHECK(length(found.force) < 1e-3);
}

TEST_CASE("wind: however strong, it carries bodies along but never turns their motion against it over") {
    test::Random random(9);
    for (int round = 0; round < 200; ++round) {
        World world = still_world();
        const Vec2 wind{random.between(-5.0f, 5.0f), random.between(-5.0f, 5.0f)};
        const float density = std::pow(10.0f, random.between(-1.0f, 7.0f));
        world.create_field({.kind = WindField{.velocity = wind, .density = density}});
        const BodyId body =
            world.create_body({.type = BodyType::Dynamic, .angle = random.between(-3.0f, 3.0f)});
        for (int i = random.below(3); i >= 0; --i) {
            world.create_shape(body, test::random_geometry(random, 1.0f));
        }
        world[body].set_linear_velocity({random.between(-20.0f, 20.0f), random.between(-20.0f, 20.0f)});
        world[body].set_angular_velocity(random.between(-10.0f, 10.0f));
        double energy = relative_energy(world, body, wind);
        for (int i = 0; i < 20; ++i) {
            world.step(dt);
            const double now = relative_energy(world, body, wind);
            CHECK(now <= energy * (1.0 + 1e-5) + 1e-6);
            energy = now;
        }
    }
    // Along a line: it does not overshoot the wind's velocity, in either direction.
    for (const float speed : {30.0f, -30.0f}) {
        World world = still_world();
        world.create_field({.kind = WindField{.density = 1e6f}});
        const BodyId disc = test::add_disc(world, {0.0f, 0.0f}, 0.5f);
        world[disc].set_linear_velocity({speed, 0.0f});
        world.step(dt);
        CHECK(world[disc].linear_velocity().x * speed >= 0.0f);
        CHECK(std::abs(world[disc].linear_velocity().x) < 0.1f);
    }
}

TEST_CASE("wind: it carries along what it meets, up to its own speed, and leaves what is behind its region") {
    World world = still_world();
    world.create_field(
        {.kind = WindField{.velocity = {8.0f, 0.0f}, .density = 100.0f}, .region = make_box(10.0f, 2.0f)});
    const BodyId in = test::add_disc(world, {-9.0f, 0.0f}, 0.3f);
    const BodyId out = test::add_disc(world, {-9.0f, 3.0f}, 0.3f);
    test::run(world, 60);
    CHECK(world[in].linear_velocity().x > 7.5f);
    CHECK(world[in].linear_velocity().x < 8.0f);
    CHECK(world[out].linear_velocity().x == 0.0f);
    // Half of a plank is in the wind: it rotates.
    const BodyId plank = test::add_box(world, {5.0f, 2.0f}, 0.1f, 1.0f, {.density = 100.0f});
    test::run(world, 10);
    CHECK(world[plank].linear_velocity().x > 0.0f);
    CHECK(world[plank].angular_velocity() > 0.0f);
}
