#include <doctest/doctest.h>

#include "support/world_build.h"

#include <drystone/collision/error.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <ranges>
#include <string>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Returns level ground at height 0, from right to left so that it is solid from above, divided at `cuts`.
ChainDefinition level(const std::vector<float>& cuts, float friction = 0.0f) {
    ChainDefinition chain;
    for (const float cut : std::views::reverse(cuts)) {
        chain.points.emplace_back(cut, 0.0f);
    }
    chain.materials = {{.friction = friction}};
    return chain;
}

std::vector<float> even_cuts(float from, float to, float step) {
    std::vector<float> cuts;
    for (int i = 0; from + step * static_cast<float>(i) <= to; ++i) {
        cuts.push_back(from + step * static_cast<float>(i));
    }
    return cuts;
}

/// Returns a loop about the origin, counter-clockwise or, for a container, clockwise.
ChainDefinition round_loop(int count, float radius, bool container, float friction) {
    ChainDefinition chain;
    chain.is_loop = true;
    chain.materials = {{.friction = friction}};
    for (int i = 0; i < count; ++i) {
        const float turn =
            (container ? -2.0f : 2.0f) * pi * static_cast<float>(i) / static_cast<float>(count);
        chain.points.emplace_back(radius * Vec2{Rot::from_angle(turn).c, Rot::from_angle(turn).s});
    }
    return chain;
}

struct Shapes {
    const char* name;
    ShapeGeometry geometry;
};

std::vector<Shapes> sliders() {
    return {{"box", make_box(0.5f, 0.5f)},
            {"disc", Circle{{0.0f, 0.0f}, 0.5f}},
            {"capsule", Capsule{{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.5f}},
            {"hexagon",
             make_polygon(
                 {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.8f, 0.0f}, {0.5f, 0.5f}, {-0.5f, 0.5f}, {-0.8f, 0.0f}})},
            {"rounded box", make_rounded_box(0.4f, 0.4f, 0.1f)}};
}

}  // namespace

TEST_CASE("chain: nothing is felt of the joints of a level chain, at any speed and phase") {
    for (const Shapes& shape : sliders()) {
        for (const float speed : {0.7f, 3.0f, 11.0f, 45.0f}) {
            for (const float phase : {0.0f, 0.13f, 0.5f}) {
                CAPTURE(std::string(shape.name));
                CAPTURE(speed);
                CAPTURE(phase);
                World world({.sleeping = false});
                world.create_chain(world.create_body({.type = BodyType::Static}),
                                   level(even_cuts(-5.0f, 55.0f, 0.37f)));
                const BodyId body = world.create_body(
                    {.type = BodyType::Dynamic, .position = {phase, 0.5f}, .linear_velocity = {speed, 0.0f}});
                world.create_shape(body, shape.geometry, {.material = {.friction = 0.0f}});
                const int steps = static_cast<int>(45.0f / speed / dt);
                float highest = 0.0f;
                float fastest_turn = 0.0f;
                for (int i = 0; i < std::min(steps, test::scaled(600, 60)); ++i) {
                    world.step(dt);
                    highest = std::max(highest, world[body].position().y);
                    fastest_turn = std::max(fastest_turn, std::abs(world[body].angular_velocity()));
                }
                // Solver error when the load passes from one segment to the next.
                CHECK(highest <= 0.5f + 2e-5f);
                CHECK(world[body].linear_velocity().x == doctest::Approx(speed).epsilon(1e-6));
                CHECK(fastest_turn < 3e-3f);
            }
        }
    }
}

TEST_CASE("chain: a disc slides through a round valley of many segments with the energy that it has") {
    // Without friction, the centre moves as a pendulum whose length is the valley's radius less the disc's.
    World world({.sleeping = false});
    constexpr float radius = 10.0f;
    constexpr float own = 0.5f;
    world.create_chain(world.create_body({.type = BodyType::Static}), round_loop(720, radius, true, 0.0f));
    const float angle = 0.3f;
    const Rot turn = Rot::from_angle(angle);
    const BodyId disc =
        world.create_body({.type = BodyType::Dynamic, .position = (radius - own) * Vec2{turn.s, -turn.c}});
    world.create_shape(disc, Circle{{0.0f, 0.0f}, own}, {.material = {.friction = 0.0f}});
    double last_x = static_cast<double>(world[disc].position().x);
    std::vector<double> crossings;
    for (int i = 0; i < 1200; ++i) {
        world.step(dt, 4);
        const double x = static_cast<double>(world[disc].position().x);
        if ((x < 0.0) != (last_x < 0.0)) {
            crossings.push_back(static_cast<double>(dt) * (i + last_x / (last_x - x)));
        }
        last_x = x;
        CHECK(length(world[disc].position()) == doctest::Approx(radius - own).epsilon(1e-3));
    }
    REQUIRE(crossings.size() >= 4);
    const double length = static_cast<double>(radius - own);
    const double a = static_cast<double>(angle);
    // Period of a pendulum, to the fourth order of its amplitude.
    const double period = 2.0 * std::numbers::pi * std::sqrt(length / 10.0) *
                          (1.0 + a * a / 16.0 + 11.0 * a * a * a * a / 3072.0);
    CHECK(crossings[2] - crossings[0] == doctest::Approx(period).epsilon(0.002));
}

TEST_CASE("chain: a disc rolls down a chain of many segments as down a plane") {
    World world({.sleeping = false});
    const float angle = 0.2f;
    ChainDefinition slope;
    const Rot turn = Rot::from_angle(-angle);
    for (int i = 0; i <= 200; ++i) {
        slope.points.push_back(rotate(turn, {80.0f - 0.5f * static_cast<float>(i), 0.0f}));
    }
    slope.materials = {{.friction = 1.0f}};
    world.create_chain(world.create_body({.type = BodyType::Static}), slope);
    const BodyId disc =
        world.create_body({.type = BodyType::Dynamic, .position = rotate(turn, {0.0f, 0.5f})});
    world.create_shape(disc, Circle{{0.0f, 0.0f}, 0.5f}, {.material = {.friction = 1.0f}});
    test::run(world, 300);
    const double rolled = static_cast<double>(inverse_rotate(turn, world[disc].position()).x);
    // Two thirds of the distance of a sliding body.
    CHECK(rolled == doctest::Approx(0.5 * 2.0 / 3.0 * 10.0 * std::sin(0.2) * 25.0).epsilon(0.001));
}

TEST_CASE("chain: what comes from behind passes, rays and fast bodies too; both sides stop if wished") {
    for (const ChainSides sides : {ChainSides::Right, ChainSides::Both}) {
        for (const float speed : {3.0f, 400.0f}) {
            World world({.gravity = {0.0f, 0.0f}, .maximum_linear_speed = 1000.0f});
            ChainDefinition chain = level(even_cuts(-2.0f, 2.0f, 0.5f));
            chain.sides = sides;
            world.create_chain(world.create_body({.type = BodyType::Static}), chain);
            const auto shoot = [&](float from, float x, float velocity) {
                const BodyId body = world.create_body(
                    {.type = BodyType::Dynamic, .position = {x, from}, .linear_velocity = {0.0f, velocity}});
                world.create_shape(body, Circle{{0.0f, 0.0f}, 0.1f});
                return body;
            };
            const BodyId from_above = shoot(3.0f, -1.1f, -speed);
            const BodyId from_below = shoot(-3.0f, 1.1f, speed);
            test::run(world, 180);
            CHECK(world[from_above].position().y > 0.09f);
            CHECK((world[from_below].position().y > 2.0f) == (sides == ChainSides::Right));
            const RayCast down{.origin = {0.3f, 1.0f}, .translation = {0.0f, -2.0f}};
            const RayCast up{.origin = {0.3f, -1.0f}, .translation = {0.0f, 2.0f}};
            const RayCast thick_up{.origin = {0.3f, -1.0f}, .translation = {0.0f, 2.0f}, .radius = 0.1f};
            CHECK(world.cast_ray(down).has_value());
            CHECK(world.cast_ray(up).has_value() == (sides == ChainSides::Both));
            CHECK(world.cast_ray(thick_up).has_value() == (sides == ChainSides::Both));
        }
    }
}

TEST_CASE("chain: materials belong to segments, and can be changed") {
    World world({.gravity = {0.0f, -10.0f}});
    ChainDefinition ground = level({-10.0f, 0.0f, 10.0f});
    ground.materials = {{.friction = 0.0f}, {.friction = 0.5f}};
    const ChainId chain = world.create_chain(world.create_body({.type = BodyType::Static}), ground);
    const std::vector<ShapeId> segments = test::ids(world[chain].shapes());
    REQUIRE(segments.size() == 2);
    CHECK(world[segments[1]].chain() == chain);
    const auto add = [&](float x) {
        const BodyId body = world.create_body(
            {.type = BodyType::Dynamic, .position = {x, 0.5f}, .linear_velocity = {2.0f, 0.0f}});
        world.create_shape(body, make_box(0.5f, 0.5f), {.material = {.friction = 0.5f}});
        return body;
    };
    // The first segment is from x = 10 to x = 0.
    const BodyId on_smooth = add(2.0f);
    const BodyId on_rough = add(-8.0f);
    test::run(world, 60);
    CHECK(world[on_smooth].linear_velocity().x == doctest::Approx(2.0f).epsilon(1e-4));
    CHECK(std::abs(world[on_rough].linear_velocity().x) < 1e-3f);
    world[segments[0]].set_material({.friction = 0.5f});
    CHECK(world[segments[0]].material().friction == 0.5f);
    test::run(world, 60);
    CHECK(std::abs(world[on_smooth].linear_velocity().x) < 1e-3f);
    world[chain].set_material({.friction = 0.1f});
    CHECK(world[segments[1]].material().friction == 0.1f);
}

TEST_CASE("chain: bodies rest and sleep on it, and fall when it goes") {
    World world;
    const BodyId ground = world.create_body({.type = BodyType::Static});
    const ChainId chain = world.create_chain(ground, level(even_cuts(-5.0f, 5.0f, 0.3f), 0.6f));
    const BodyId box = test::add_box(world, {0.1f, 0.5f}, 0.5f, 0.5f);
    test::run(world, 200);
    CHECK_FALSE(world[box].is_awake());
    CHECK(std::abs(world[box].position().y - 0.5f) < 0.005f);
    world.destroy_chain(chain);
    CHECK_FALSE(world.is_valid(chain));
    CHECK(world[ground].shapes().empty());
    CHECK(world[box].is_awake());
    test::run(world, 60);
    CHECK(world[box].position().y < -2.0f);
    world.validate();
}

TEST_CASE("chain: it goes with its body, and the slots are used again") {
    World world;
    for (int i = 0; i < 5; ++i) {
        const BodyId body = world.create_body({.type = BodyType::Static});
        const ChainId chain = world.create_chain(body, round_loop(12, 3.0f, false, 0.5f));
        const ChainId other = world.create_chain(body, round_loop(5, 5.0f, true, 0.5f));
        test::add_box(world, {0.0f, 4.0f}, 0.2f, 0.2f);
        test::run(world, 20);
        CHECK(world[chain].shapes().size() == 12);
        CHECK(world[chain].body() == body);
        world.destroy_body(body);
        CHECK_FALSE(world.is_valid(chain));
        CHECK_FALSE(world.is_valid(other));
        world.step(dt);
        world.validate();
    }
}

TEST_CASE("chain: a turning drum and a moving sled carry what lies in them") {
    World world;
    const BodyId drum = world.create_body({.type = BodyType::Kinematic, .angular_velocity = 0.5f});
    world.create_chain(drum, round_loop(90, 4.0f, true, 0.8f));
    std::vector<BodyId> bodies;
    for (int i = 0; i < 12; ++i) {
        const Vec2 at{-1.5f + 0.8f * static_cast<float>(i % 4), -1.5f + 0.8f * static_cast<float>(i / 4)};
        bodies.push_back(i % 2 == 0 ? test::add_box(world, at, 0.3f, 0.3f) : test::add_disc(world, at, 0.3f));
    }
    test::run(world, test::scaled(900, 120));
    for (const BodyId body : bodies) {
        CHECK(length(world[body].position()) < 4.0f);
    }
    // A massless dynamic body falls freely, even with a load on its chain.
    World other({.gravity = {0.0f, 0.0f}});
    const BodyId sled = other.create_body({.type = BodyType::Dynamic, .linear_velocity = {1.0f, 0.0f}});
    other.create_chain(sled, level(even_cuts(-3.0f, 3.0f, 0.5f), 0.9f));
    const BodyId load = test::add_box(other, {0.0f, 1.0f}, 0.5f, 0.5f);
    other[load].set_linear_velocity({0.0f, -2.0f});
    test::run(other, 120);
    CHECK(other[sled].linear_velocity().x == 1.0f);
    CHECK(other[sled].linear_velocity().y == 0.0f);
    CHECK(other[load].position().y > 0.49f);
}

TEST_CASE("chain: the same bits with any number of threads and in any instruction set") {
    const auto hash = [](int threads, SimdTarget target) {
        World world({.threads = threads, .simd = target});
        world.create_chain(world.create_body({.type = BodyType::Static}), round_loop(60, 6.0f, true, 0.4f));
        for (int i = 0; i < 120; ++i) {
            const Vec2 at{-3.0f + 0.5f * static_cast<float>(i % 12),
                          -3.0f + 0.6f * static_cast<float>(i / 12)};
            i % 3 == 0 ? test::add_disc(world, at, 0.2f) : test::add_box(world, at, 0.2f, 0.15f);
        }
        test::run(world, test::scaled(200, 40));
        return world.state_hash();
    };
    const std::uint64_t expected = hash(1, simd_targets().front());
    CHECK(hash(2, simd_targets().front()) == expected);
    CHECK(hash(3, simd_targets().back()) == expected);
}

TEST_CASE("chain: misuse is refused before anything changes") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Static});
    const auto error = [&](const ChainDefinition& definition) {
        return test::error_of([&] { world.create_chain(body, definition); });
    };
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(test::contains_text(error({}), "points"));
    CHECK(test::contains_text(error({.points = {{0.0f, 0.0f}}}), "points"));
    CHECK(test::contains_text(error({.points = {{0.0f, 0.0f}, {1.0f, 0.0f}}, .is_loop = true}), "points"));
    CHECK(test::contains_text(error({.points = {{0.0f, 0.0f}, {nan, 0.0f}}}), "points[1]"));
    CHECK(test::contains_text(error({.points = {{0.0f, 0.0f}, {0.0f, 0.0f}, {1.0f, 0.0f}}}), "points[1]"));
    CHECK(test::contains_text(error({.points = {{0.0f, 0.0f}, {1.0f, 0.0f}}, .materials = {{}, {}, {}}}),
                              "materials"));
    CHECK(test::contains_text(
        error({.points = {{0.0f, 0.0f}, {1.0f, 0.0f}}, .materials = {{.friction = -1.0f}}}), "friction"));
    CHECK(world.shapes().empty());
    const ChainId chain = world.create_chain(body, level({0.0f, 1.0f, 2.0f}));
    const ShapeId segment = world[chain].shapes().front();
    CHECK_THROWS_AS(world.destroy_shape(segment), Error);
    CHECK_THROWS_AS(world[segment].set_geometry(Circle{}), Error);
    CHECK(world.shapes().size() == 2);
    CHECK(world[segment].chain() == chain);
    world.destroy_chain(chain);
    CHECK_THROWS_AS(world.destroy_chain(chain), Error);
    CHECK_THROWS_AS(static_cast<void>(world[chain].shapes()), Error);
    CHECK_THROWS_AS(world.create_chain({}, level({0.0f, 1.0f})), Error);
}
