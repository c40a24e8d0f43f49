#include <doctest/doctest.h>

#include "support/world_build.h"
#include "support/world_random.h"

#include <cmath>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

constexpr double exact_pi = 3.14159265358979323846;

/// Returns the area of a disc of radius 1 below a line at `height` above its centre.
double area_below(double height) {
    return exact_pi - (std::acos(height) - height * std::sqrt(1.0 - height * height));
}

/// Returns the height of the water above the centre of a disc of radius 1 with the fraction `part` of its
/// area submerged.
double floating_height(double part) {
    double low = -1.0;
    double high = 1.0;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        (area_below(middle) < part * exact_pi ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

FieldDefinition water(float density, float drag = 2.0f) {
    return {.kind = BuoyancyField{.density = density, .linear_drag = drag, .angular_drag = drag}};
}

}  // namespace

TEST_CASE("buoyancy: a box floats as deep as Archimedes says") {
    for (const float part : {0.1f, 0.35f, 0.5f, 0.8f, 0.95f}) {
        World world({.sleeping = false});
        world.create_field(water(2.0f));
        const BodyId raft = test::add_box(world, {0.0f, 0.5f}, 2.0f, 0.25f, {.density = 2.0f * part});
        test::run(world, 1200);
        // The submerged fraction of its height of 0.5 m.
        CHECK(world[raft].position().y ==
              doctest::Approx(0.25 - 0.5 * static_cast<double>(part)).epsilon(1e-3));
        CHECK(std::abs(world[raft].angle()) < 1e-3f);
    }
}

TEST_CASE("buoyancy: a disc floats at the height of the circular segment, wherever the surface is") {
    for (const double part : {0.05, 0.3, 0.5, 0.75, 0.9}) {
        World world({.sleeping = false});
        FieldDefinition definition = water(3.0f);
        std::get<BuoyancyField>(definition.kind).surface = FluidSurface{.point = {7.0f, 2.0f}};
        world.create_field(definition);
        const BodyId disc =
            test::add_disc(world, {100.0f, 3.0f}, 1.0f, {.density = 3.0f * static_cast<float>(part)});
        test::run(world, 1500);
        CHECK(2.0 - static_cast<double>(world[disc].position().y) ==
              doctest::Approx(floating_height(part)).epsilon(2e-3));
    }
}

TEST_CASE("buoyancy: a tall box falls over and floats on its side") {
    World world;
    world.create_field(water(2.0f));
    const BodyId box =
        world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 0.0f}, .angle = 0.05f});
    world.create_shape(box, make_box(0.25f, 1.0f), {.density = 1.0f});
    test::run(world, 1800);
    CHECK(std::abs(std::sin(world[box].angle())) == doctest::Approx(1.0f).epsilon(1e-3));
    CHECK(world[box].position().y == doctest::Approx(0.0f).scale(1.0f).epsilon(2e-3));
}

TEST_CASE("buoyancy: without drag a floating box bobs in the period of its spring, and on and on") {
    // Alone, and next to a pier that it might touch but does not.
    for (const auto& [sub_steps, beside] :
         {std::pair{1, false}, std::pair{1, true}, std::pair{4, false}, std::pair{4, true}}) {
        CAPTURE(sub_steps);
        CAPTURE(beside);
        World world({.sleeping = false});
        if (beside) {
            const BodyId pier = world.create_body({.type = BodyType::Static, .position = {2.55f, 0.0f}});
            world.create_shape(pier, make_box(0.5f, 1.0f));
        }
        world.create_field(water(2.0f, 0.0f));
        const float push = 0.1f;
        const BodyId raft = test::add_box(world, {0.0f, push}, 2.0f, 0.5f, {.density = 1.0f});
        // Its width w is 4 m: m x'' = -rho g w x.
        const double mass = 4.0;
        const double period = 2.0 * exact_pi * std::sqrt(mass / (2.0 * 10.0 * 4.0));
        std::vector<double> crossings;
        double before = static_cast<double>(push);
        double highest = 0.0;
        const int steps = static_cast<int>(40.0 * period / static_cast<double>(dt));
        for (int i = 0; i < steps; ++i) {
            world.step(dt, sub_steps);
            const double now = static_cast<double>(world[raft].position().y);
            if (before < 0.0 && now >= 0.0) {
                crossings.push_back(static_cast<double>(dt) * (i + before / (before - now)));
            }
            before = now;
            highest = i >= steps - 120 ? std::max(highest, now) : highest;
        }
        CHECK(world.counters().pairs == (beside ? 1 : 0));
        REQUIRE(crossings.size() >= 38);
        const double found =
            (crossings.back() - crossings.front()) / static_cast<double>(crossings.size() - 1);
        CHECK(found == doctest::Approx(period).epsilon(1e-3));
        CHECK(highest == doctest::Approx(0.1).epsilon(0.03));
    }
}

TEST_CASE("buoyancy: what is as heavy as the fluid hovers, what is heavier sinks and rests on the ground") {
    World world;
    test::add_ground(world);
    FieldDefinition definition = water(2.0f);
    std::get<BuoyancyField>(definition.kind).surface = FluidSurface{.point = {0.0f, 10.0f}};
    world.create_field(definition);
    test::Random random(3);
    std::vector<BodyId> hovering;
    std::vector<float> heights;
    for (int i = 0; i < 8; ++i) {
        const BodyId body = world.create_body({.type = BodyType::Dynamic,
                                               .position = {3.0f * static_cast<float>(i), 5.0f},
                                               .angle = random.between(-3.0f, 3.0f)});
        world.create_shape(body, test::random_geometry(random, 1.0f), {.density = 2.0f});
        hovering.push_back(body);
        heights.push_back(world[body].position().y);
    }
    const BodyId heavy = test::add_box(world, {-5.0f, 3.0f}, 0.5f, 0.5f, {.density = 4.0f});
    test::run(world, 600);
    for (std::size_t i = 0; i < hovering.size(); ++i) {
        CHECK(world[hovering[i]].position().y == doctest::Approx(heights[i]).epsilon(1e-3));
    }
    CHECK(world[heavy].position().y == doctest::Approx(0.5f).epsilon(0.01));
    CHECK_FALSE(world[heavy].is_awake());
}

TEST_CASE("buoyancy: a current carries along, and never faster than it flows") {
    World world;
    FieldDefinition definition = water(2.0f, 1e5f);
    std::get<BuoyancyField>(definition.kind).flow = {3.0f, 0.0f};
    const FieldId river = world.create_field(definition);
    const BodyId raft = test::add_box(world, {0.0f, 0.0f}, 1.0f, 0.25f, {.density = 1.0f});
    for (int i = 0; i < 60; ++i) {
        world.step(dt);
        CHECK(world[raft].linear_velocity().x >= 0.0f);
        CHECK(world[raft].linear_velocity().x <= 3.0001f);
    }
    CHECK(world[raft].linear_velocity().x == doctest::Approx(3.0f).epsilon(1e-3));
    // With moderate drag: v = u (1 - exp(-rate t)), where rate = drag * displaced mass / mass.
    std::get<BuoyancyField>(definition.kind).linear_drag = 0.5f;
    world[river].set_definition(definition);
    world[raft].set_linear_velocity({0.0f, 0.0f});
    world[raft].set_pose({0.0f, 0.0f}, 0.0f);
    test::run(world, 60);
    CHECK(world[raft].linear_velocity().x == doctest::Approx(3.0 * (1.0 - std::exp(-0.5))).epsilon(0.02));
}

TEST_CASE("buoyancy: turning in a fluid dies away at the rate of its drag") {
    World world({.gravity = {0.0f, 0.0f}, .sleeping = false});
    world.create_field(
        {.kind = BuoyancyField{.surface = std::nullopt, .linear_drag = 0.0f, .angular_drag = 0.8f}});
    const BodyId disc = test::add_disc(world, {0.0f, 0.0f}, 0.5f, {.density = 2.0f});
    world[disc].set_angular_velocity(5.0f);
    test::run(world, 60);
    CHECK(world[disc].angular_velocity() == doctest::Approx(5.0 * std::exp(-0.8)).epsilon(0.01));
}

TEST_CASE("buoyancy: a pool bears what is in it, and that alone") {
    World world({.sleeping = false});
    FieldDefinition definition = water(4.0f, 0.0f);
    definition.region = make_box(3.0f, 2.0f);
    definition.pose = {{10.0f, 0.0f}, Rot{}};
    std::get<BuoyancyField>(definition.kind).surface = std::nullopt;
    world.create_field(definition);
    // Inside, half across the boundary, and outside: 1 kg each. The fluid is four times as dense.
    const BodyId in = test::add_box(world, {10.0f, 0.0f}, 0.5f, 0.5f);
    const BodyId half = test::add_box(world, {13.0f, 0.0f}, 0.5f, 0.5f);
    const BodyId out = test::add_box(world, {15.0f, 0.0f}, 0.5f, 0.5f);
    world.step(dt);
    CHECK(world[in].linear_velocity().y == doctest::Approx(30.0f * dt).epsilon(1e-4));
    CHECK(world[half].linear_velocity().y == doctest::Approx(10.0f * dt).epsilon(1e-4));
    CHECK(world[out].linear_velocity().y == doctest::Approx(-10.0f * dt).epsilon(1e-4));
    // Lifted by its left half, it rotates clockwise: torque -(2 kg * 10 m/s^2) * 0.25 m, inertia 1/6.
    CHECK(world[half].angular_velocity() == doctest::Approx(-30.0f * dt).epsilon(1e-3));
}

TEST_CASE("buoyancy: the normal of a surface may have any length but zero") {
    for (const float length : {1.0f, 1e-44f, 1e-22f, 3e38f}) {
        CAPTURE(length);
        World world({.sleeping = false});
        FieldDefinition definition = water(4.0f, 0.0f);
        std::get<BuoyancyField>(definition.kind).surface = FluidSurface{{0.0f, 0.0f}, {length, length}};
        world.create_field(definition);
        // Half submerged, below the slope.
        const BodyId box = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
        world.step(dt);
        CHECK(world[box].linear_velocity().y == doctest::Approx(10.0f * dt).epsilon(1e-3));
    }
}

TEST_CASE("buoyancy: a pool whose ends almost coincide is a disc") {
    for (const float apart : {0.0f, 1e-44f, 1e-30f, 1e-20f}) {
        CAPTURE(apart);
        World world({.sleeping = false});
        FieldDefinition definition = water(4.0f, 0.0f);
        definition.region = Capsule{{0.0f, 0.0f}, {apart, apart}, 3.0f};
        std::get<BuoyancyField>(definition.kind).surface = std::nullopt;
        world.create_field(definition);
        const BodyId in = test::add_box(world, {1.0f, 0.0f}, 0.5f, 0.5f);
        const BodyId out = test::add_box(world, {5.0f, 0.0f}, 0.5f, 0.5f);
        world.step(dt);
        CHECK(world[in].linear_velocity().y == doctest::Approx(30.0f * dt).epsilon(1e-4));
        CHECK(world[out].linear_velocity().y == doctest::Approx(-10.0f * dt).epsilon(1e-4));
    }
}

TEST_CASE("buoyancy: the lift is straight against gravity, wherever that pulls") {
    World world({.gravity = {6.0f, -8.0f}, .sleeping = false});
    world.create_field(
        {.kind = BuoyancyField{.density = 3.0f, .surface = std::nullopt, .linear_drag = 0.0f}});
    const BodyId box = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    world.step(dt);
    CHECK(world[box].linear_velocity().x == doctest::Approx(-12.0f * dt).epsilon(1e-4));
    CHECK(world[box].linear_velocity().y == doctest::Approx(16.0f * dt).epsilon(1e-4));
}

TEST_CASE("buoyancy: a floating body sleeps, and wakes when the water falls") {
    World world;
    const FieldId sea = world.create_field(water(2.0f));
    const BodyId raft = test::add_box(world, {0.0f, 0.0f}, 1.0f, 0.25f);
    test::run(world, 600);
    REQUIRE_FALSE(world[raft].is_awake());
    FieldDefinition lower = world[sea].definition();
    std::get<BuoyancyField>(lower.kind).surface = FluidSurface{.point = {0.0f, -1.0f}};
    world[sea].set_definition(lower);
    CHECK(world[raft].is_awake());
    test::run(world, 600);
    CHECK(world[raft].position().y == doctest::Approx(-1.0f).epsilon(1e-3));
}

TEST_CASE("buoyancy: a pile of all shapes in a pool loses energy and comes to rest") {
    World world;
    test::add_ground(world, 30.0f);
    for (const float x : {-6.0f, 6.0f}) {
        const BodyId wall = world.create_body({.type = BodyType::Static, .position = {x, 0.0f}});
        world.create_shape(wall, Segment{{0.0f, 0.0f}, {0.0f, 20.0f}});
    }
    FieldDefinition pool = water(2.0f, 1.5f);
    std::get<BuoyancyField>(pool.kind).surface = FluidSurface{.point = {0.0f, 4.0f}};
    world.create_field(pool);
    test::Random random(12);
    for (int i = 0; i < 40; ++i) {
        const BodyId body = world.create_body(
            {.type = BodyType::Dynamic,
             .position = {random.between(-5.0f, 5.0f), 1.0f + 0.3f * static_cast<float>(i)}});
        world.create_shape(body, test::random_geometry(random, 0.8f),
                           {.density = random.between(0.5f, 3.0f)});
    }
    test::run(world, test::scaled(3000, 1500));
    CHECK(test::all_finite(world));
    CHECK(world.kinetic_energy() < 0.05);
    int asleep = 0;
    for (const BodyId body : world.bodies()) {
        asleep += world[body].type() == BodyType::Dynamic && !world[body].is_awake() ? 1 : 0;
    }
    CHECK(asleep >= 38);
}
