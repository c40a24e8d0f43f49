#include <doctest/doctest.h>

#include "support/world_build.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace drystone;

namespace {

/// Returns the length of a step of a game that draws frames as fast as it can [s].
float next_step(test::Random& random) { return random.between(1.0f / 144.0f, 1.0f / 30.0f); }

/// Returns the sum of the normal impulses that the ground gives in a sub-step [N s].
float support_of(const World& world) {
    float sum = 0.0f;
    world.visit_contacts([&](const ContactView& contact) {
        for (int i = 0; i < contact.count; ++i) {
            sum += contact.points[i].normal_impulse;
        }
    });
    return sum;
}

}  // namespace

TEST_CASE("law: a stack of twelve boxes rests while the time step changes") {
    for (std::uint32_t seed = 1; seed <= 3; ++seed) {
        World world({.sleeping = false});
        test::add_ground(world);
        for (int i = 0; i < 12; ++i) {
            test::add_box(world, {0.0f, 0.5f + static_cast<float>(i)}, 0.5f, 0.5f);
        }
        test::Random random(seed);
        float fastest = 0.0f;
        for (int i = 0; i < 600; ++i) {
            world.step(next_step(random));
            fastest = i < 400 ? 0.0f : std::max(fastest, test::max_speed(world));
        }
        CHECK(fastest < 1e-4f);
    }
}

TEST_CASE("law: a pyramid of 78 boxes falls asleep while the time step changes") {
    for (std::uint32_t seed = 1; seed <= 3; ++seed) {
        World world;
        const BodyId top = test::add_pyramid(world, 12);
        test::Random random(seed);
        float time = 0.0f;
        while (world[top].is_awake() && time < 30.0f) {
            const float step = next_step(random);
            world.step(step);
            time += step;
        }
        CHECK(time < 1.8f);
    }
}

TEST_CASE("law: a body that wakes at another time step is carried from the first step on") {
    World world;
    test::add_ground(world);
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    test::run(world, 120, 1.0f / 144.0f);
    REQUIRE(!world[box].is_awake());
    world.step(1.0f / 30.0f);
    // A mass of 1 kg, and sub-steps of a 120th of a second.
    const float weight = 10.0f * world[box].mass().mass / 120.0f;
    CHECK(support_of(world) == doctest::Approx(weight).epsilon(1e-3));
    world[box].wake();
    world.step(1.0f / 30.0f);
    CHECK(support_of(world) == doctest::Approx(weight).epsilon(1e-3));
    CHECK(test::max_speed(world) < 1e-4f);
}

TEST_CASE("law: a stack sags as much at 30 Hz as at 240 Hz") {
    const auto sag_at = [](float rate) {
        World world({.sleeping = false});
        test::add_ground(world);
        BodyId top;
        for (int i = 0; i < 6; ++i) {
            top = test::add_box(world, {0.0f, 0.5f + static_cast<float>(i)}, 0.5f, 0.5f);
        }
        test::run(world, static_cast<int>(4.0f * rate), 1.0f / rate);
        return 5.5f - world[top].position().y;
    };
    const float usual = sag_at(60.0f);
    CHECK(sag_at(30.0f) == doctest::Approx(usual).epsilon(0.02));
    CHECK(sag_at(240.0f) == doctest::Approx(usual).epsilon(0.02));
}

TEST_CASE("law: discs that bounce without loss gain no energy while the time step changes") {
    for (std::uint32_t seed = 1; seed <= 4; ++seed) {
        World world({.gravity = {0.0f, 0.0f}});
        const ShapeDefinition elastic{.material = {.friction = 0.0f, .restitution = 1.0f}};
        const BodyId walls = world.create_body({.type = BodyType::Static});
        for (const float side : {-3.5f, 3.5f}) {
            world.create_shape(walls, make_box(0.5f, 4.0f, Pose{{side, 0.0f}, Rot{}}), elastic);
            world.create_shape(walls, make_box(4.0f, 0.5f, Pose{{0.0f, side}, Rot{}}), elastic);
        }
        test::Random random(seed);
        std::vector<BodyId> discs;
        for (int i = 0; i < 25; ++i) {
            const Vec2 place{1.1f * (static_cast<float>(i % 5) - 2.0f),
                             1.1f * (static_cast<float>(i / 5) - 2.0f)};
            const Rot way = Rot::from_angle(random.between(-3.0f, 3.0f));
            discs.push_back(world.create_body({.type = BodyType::Dynamic,
                                               .position = place,
                                               .linear_velocity = 5.0f * Vec2{way.c, way.s}}));
            world.create_shape(discs.back(), Circle{{}, 0.25f}, elastic);
        }
        double most = 0.0;
        for (int i = 0; i < 400; ++i) {
            world.step(next_step(random));
            double sum = 0.0;
            for (const BodyId disc : discs) {
                sum += static_cast<double>(length_squared(world[disc].linear_velocity()));
            }
            most = std::max(most, sum / (25.0 * 25.0));
        }
        // Impacts below the restitution threshold lose some.
        CHECK(most < 1.0 + 1e-4);
    }
}
