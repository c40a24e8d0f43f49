#include <doctest/doctest.h>

#include "support/world_build.h"

#include <drystone/collision/mappings.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Returns the outline of a star with that many points: concave, counter-clockwise.
std::vector<Vec2> star(int points, float outer, float inner) {
    std::vector<Vec2> outline;
    for (int i = 0; i < 2 * points; ++i) {
        const Rot turn = Rot::from_angle(pi * static_cast<float>(i) / static_cast<float>(points));
        outline.emplace_back((i % 2 == 0 ? outer : inner) * Vec2{turn.c, turn.s});
    }
    return outline;
}

std::vector<Vec2> square(float half) { return {{-half, -half}, {half, -half}, {half, half}, {-half, half}}; }

struct Moments {
    double area = 0.0;
    Vec2d center{0.0, 0.0};
    double inertia = 0.0;  ///< About the origin.
};

/// Computes the moments of an outline by Green's theorem, in double; a hole counts negatively.
Moments moments_of(const std::vector<Vec2>& outline) {
    Moments sum;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vec2d p = to_double(outline[i]);
        const Vec2d q = to_double(outline[(i + 1) % outline.size()]);
        const double cross = p.x * q.y - p.y * q.x;
        sum.area += 0.5 * cross;
        sum.center += cross / 6.0 * (p + q);
        sum.inertia += cross / 12.0 * (dot(p, p) + dot(p, q) + dot(q, q));
    }
    return sum;
}

}  // namespace

TEST_CASE("outlines: the body weighs what the outline does, holes less") {
    const std::vector<Vec2> outer = star(7, 2.0f, 1.1f);
    const std::vector<Vec2> hole{{0.1f, 0.0f}, {0.5f, 0.1f}, {0.3f, 0.5f}};
    World world;
    const BodyId body = world.create_body({.type = BodyType::Dynamic});
    const std::vector<std::vector<Vec2>> holes{hole};
    const std::vector<ShapeId> pieces = world.create_outline(body, outer, holes, {.density = 3.0f});
    CHECK(pieces.size() > 3);
    CHECK(world[body].shapes().size() == pieces.size());
    const Moments whole = moments_of(outer);
    const Moments less = moments_of(hole);
    const double area = whole.area - less.area;
    const Vec2d center = (whole.center - less.center) / area;
    const double inertia = whole.inertia - less.inertia - area * length_squared(center);
    CHECK(static_cast<double>(world[body].mass().mass) == doctest::Approx(3.0 * area).epsilon(2e-6));
    CHECK(length(to_double(world[body].mass().center) - center) < 1e-5);
    CHECK(static_cast<double>(world[body].mass().inertia) == doctest::Approx(3.0 * inertia).epsilon(1e-5));
}

TEST_CASE("outlines: nothing is felt of the cuts of static ground") {
    // A comb with its back up: the cuts of the decomposition end on its level top.
    std::vector<Vec2> comb{{0.0f, 0.0f}, {0.0f, -2.0f}};
    for (int i = 0; i < 20; ++i) {
        const auto x = static_cast<float>(2 * i);
        comb.emplace_back(x + 1.0f, -2.0f);
        comb.emplace_back(x + 1.0f, -1.0f - 0.02f * static_cast<float>(i));
        comb.emplace_back(x + 2.0f, -1.0f - 0.02f * static_cast<float>(i));
        comb.emplace_back(x + 2.0f, -2.0f);
    }
    comb.emplace_back(41.0f, -2.0f);
    comb.emplace_back(41.0f, 0.0f);
    for (int i = 40; i > 0; --i) {
        // Points on the level top, so that cuts may end there.
        comb.emplace_back(static_cast<float>(i) + 0.5f * static_cast<float>(i % 2), 0.0f);
    }
    for (const bool round : {false, true}) {
        for (const float speed : {2.0f, 15.0f}) {
            World world({.sleeping = false});
            world.create_outline(world.create_body({.type = BodyType::Static}), comb, {},
                                 {.material = {.friction = 0.0f}});
            const BodyId body = world.create_body(
                {.type = BodyType::Dynamic, .position = {2.0f, 0.5f}, .linear_velocity = {speed, 0.0f}});
            const ShapeGeometry geometry =
                round ? ShapeGeometry(Circle{{0.0f, 0.0f}, 0.5f}) : ShapeGeometry(make_box(0.5f, 0.5f));
            world.create_shape(body, geometry, {.material = {.friction = 0.0f}});
            float highest = 0.0f;
            const int steps = std::min(static_cast<int>(34.0f / speed / dt), test::scaled(600, 60));
            for (int i = 0; i < steps; ++i) {
                world.step(dt);
                highest = std::max(highest, world[body].position().y);
            }
            CHECK(highest <= 0.5f + 2e-6f);
            CHECK(world[body].linear_velocity().x == doctest::Approx(speed).epsilon(1e-5));
        }
    }
}

TEST_CASE("outlines: a moving square of many pieces slides as one box does") {
    // A square with a hole is decomposed into pieces whose cuts end on the outside.
    const std::vector<std::vector<Vec2>> holes{square(0.2f)};
    World worlds[2];
    BodyId bodies[2];
    for (int i = 0; i < 2; ++i) {
        test::add_ground(worlds[i], 100.0f, {.friction = 0.0f});
        const BodyId bump = worlds[i].create_body({.type = BodyType::Static, .position = {30.0f, 0.0f}});
        worlds[i].create_shape(bump, make_box(0.2f, 3.0f));
        bodies[i] = worlds[i].create_body(
            {.type = BodyType::Dynamic, .position = {0.0f, 0.5f}, .linear_velocity = {6.0f, 0.0f}});
    }
    worlds[0].create_outline(bodies[0], square(0.5f), holes, {.material = {.friction = 0.0f}});
    worlds[1].create_shape(bodies[1], make_box(0.5f, 0.5f), {.material = {.friction = 0.0f}});
    for (int i = 0; i < 200; ++i) {
        worlds[0].step(dt);
        worlds[1].step(dt);
        CHECK(length(worlds[0][bodies[0]].position() - worlds[1][bodies[1]].position()) < 1e-3f);
    }
    CHECK(worlds[0][bodies[0]].linear_velocity().x == doctest::Approx(6.0f).epsilon(1e-5));
}

TEST_CASE("outlines: stars fall into a pile and come to rest, and their pieces can be taken away") {
    World world;
    const std::vector<Vec2> pit{{-8.0f, -1.0f}, {8.0f, -1.0f}, {8.0f, 8.0f},  {7.0f, 8.0f},
                                {7.0f, 0.0f},   {-7.0f, 0.0f}, {-7.0f, 8.0f}, {-8.0f, 8.0f}};
    world.create_outline(world.create_body({.type = BodyType::Static}), pit);
    std::vector<BodyId> bodies;
    for (int i = 0; i < 24; ++i) {
        const BodyId body = world.create_body(
            {.type = BodyType::Dynamic,
             .position = {-5.0f + 2.0f * static_cast<float>(i % 6), 1.5f + 2.0f * static_cast<float>(i / 6)},
             .angle = 0.7f * static_cast<float>(i)});
        world.create_outline(body, star(5, 0.8f, 0.4f));
        bodies.push_back(body);
    }
    test::run(world, test::scaled(600, 100));
    world.validate();
    CHECK(test::worst_penetration(world) < 0.05f);
    for (const BodyId body : bodies) {
        CHECK(std::abs(world[body].position().x) < 7.0f);
        CHECK(world[body].position().y > 0.0f);
    }
    for (const BodyId body : bodies) {
        world.destroy_shape(world[body].shapes().front());
    }
    test::run(world, 30);
    for (const BodyId body : bodies) {
        world[body].set_type(BodyType::Static);
    }
    test::run(world, 5);
    world.validate();
    CHECK(test::all_finite(world));
}

TEST_CASE("outlines: misuse is refused before anything changes") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Static});
    const auto error = [&](const std::vector<Vec2>& outline) {
        return test::error_of([&] { world.create_outline(body, outline); });
    };
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK_FALSE(error({}).empty());
    CHECK_FALSE(error({{0.0f, 0.0f}, {1.0f, 0.0f}}).empty());
    CHECK_FALSE(error({{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}}).empty());
    CHECK_FALSE(error({{0.0f, 0.0f}, {1.0f, nan}, {0.0f, 1.0f}}).empty());
    CHECK_FALSE(error({{0.0f, 0.0f}, {1.0f, 1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}}).empty());
    CHECK_THROWS_AS(world.create_outline({}, square(1.0f)), Error);
    CHECK_THROWS_AS(world.create_outline(body, square(1.0f), {}, {.density = nan}), Error);
    CHECK(world.shapes().empty());
}

TEST_CASE("outlines: a piece whose mass is not finite is refused before any piece is there") {
    // The long piece is too heavy, the short one is not.
    const std::vector<Vec2> hook{{0.0f, 0.0f}, {1000.0f, 0.0f}, {1000.0f, 1.0f},
                                 {1.0f, 1.0f}, {1.0f, 2.0f},    {0.0f, 2.0f}};
    for (const BodyType type : {BodyType::Static, BodyType::Dynamic}) {
        World world;
        const BodyId body = world.create_body({.type = type});
        const std::uint64_t before = world.state_hash();
        for (const float density : {1e32f, 1e34f, 1e36f}) {
            const auto create = [&] { world.create_outline(body, hook, {}, {.density = density}); };
            CHECK_FALSE(test::error_of(create).empty());
            CHECK(world.shapes().empty());
            CHECK(world.state_hash() == before);
        }
    }
}

TEST_CASE("outlines: a piece that reaches farther than 1e15 m is refused before any piece is there") {
    const std::vector<Vec2> corner{{0.0f, 0.0f}, {3.0f, 0.0f}, {3.0f, 1.0f},
                                   {1.0f, 1.0f}, {1.0f, 3.0f}, {0.0f, 3.0f}};
    for (const BodyType type : {BodyType::Static, BodyType::Kinematic, BodyType::Dynamic}) {
        for (const float radius : {2e15f, 1e30f, std::numeric_limits<float>::max()}) {
            World world;
            const BodyId body = world.create_body({.type = type});
            CHECK_THROWS_AS(world.create_outline(body, corner, {}, {.density = 0.0f}, {.radius = radius}),
                            Error);
            CHECK(world.shapes().empty());
            CHECK_THROWS_AS(world.create_shape(body, CustomShape{Ellipse{radius, radius}}, {.density = 0.0f}),
                            Error);
            CHECK(world.shapes().empty());
            world.step(dt);
        }
        World world;
        const BodyId body = world.create_body({.type = type});
        world.create_outline(body, corner, {}, {.density = 0.0f}, {.radius = 9e14f});
        for (int i = 0; i < 20; ++i) {
            world.step(dt);
        }
        world.validate();
    }
    CHECK_THROWS_AS(World({.speculative_distance = 2e15f}), Error);
}
