// Chains whose points move while bodies lie on them.
#include <doctest/doctest.h>

#include "support/world_build.h"

#include <drystone/collision/chain.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Returns points at the height `height(x)`, from right to left, so that a chain of them is solid from above.
template <class Height>
std::vector<Vec2> ground_points(int segments, float width, const Height& height) {
    std::vector<Vec2> points;
    for (int i = segments; i >= 0; --i) {
        const float x = width * (static_cast<float>(i) / static_cast<float>(segments) - 0.5f);
        points.push_back({x, height(x)});
    }
    return points;
}

std::vector<Vec2> level_points(int segments, float width, float y) {
    return ground_points(segments, width, [y](float) { return y; });
}

/// Checks the geometry that the world returns for a chain.
void check_equal(const World& world, ChainId chain, const Chain& expected) {
    const Chain geometry = world[chain].geometry();
    REQUIRE(geometry.segment_count() == expected.segment_count());
    CHECK(geometry.is_loop() == expected.is_loop());
    const std::vector<ShapeId> shapes = test::ids(world[chain].shapes());
    for (int i = 0; i < geometry.segment_count(); ++i) {
        const ChainSegment a = geometry.segment(i);
        const ChainSegment b = expected.segment(i);
        CHECK(a.a == b.a);
        CHECK(a.b == b.b);
        CHECK(a.ghost_before == b.ghost_before);
        CHECK(a.ghost_after == b.ghost_after);
        CHECK(a.sides == b.sides);
        const auto segment = std::get<Segment>(world[shapes[static_cast<std::size_t>(i)]].geometry());
        CHECK(segment.a == b.a);
        CHECK(segment.b == b.b);
    }
}

/// Returns the contacts that touch the body.
std::vector<ContactView> touching(const World& world, BodyId body) {
    std::vector<ContactView> found;
    world[body].visit_contacts([&](const ContactView& contact) {
        if (contact.count > 0) {
            found.push_back(contact);
        }
    });
    return found;
}

}  // namespace

TEST_CASE("chain changes: a world with moved points goes on as one whose chain was made there") {
    // Bitwise equal: boxes, lanes, internal edges and caches keep nothing of the old positions.
    const auto wave = [](float x) { return 0.8f * std::abs(std::fmod(x + 100.0f, 4.0f) - 2.0f); };
    const std::vector<Vec2> moved = ground_points(40, 40.0f, wave);
    const auto add_bodies = [](World& world) {
        for (int i = 0; i < 24; ++i) {
            const Vec2 at{-15.0f + 1.3f * static_cast<float>(i), 5.0f + 0.3f * static_cast<float>(i % 5)};
            i % 2 == 0 ? test::add_box(world, at, 0.4f, 0.3f) : test::add_disc(world, at, 0.35f);
        }
    };
    for (const NarrowPhase narrow : {NarrowPhase::Lanes, NarrowPhase::Scalar}) {
        World made({.narrow_phase = narrow});
        made.create_chain(made.create_body({.type = BodyType::Static}),
                          {.points = moved, .ghost_after = Vec2{-25.0f, 3.0f}});
        World changed({.narrow_phase = narrow});
        const ChainId chain = changed.create_chain(
            changed.create_body({.type = BodyType::Static}),
            {.points = level_points(40, 40.0f, -3.0f), .ghost_before = Vec2{30.0f, 0.0f}});
        changed[chain].set_geometry(make_chain(moved, {.ghost_after = Vec2{-25.0f, 3.0f}}));
        changed.validate();
        check_equal(changed, chain, make_chain(moved, {.ghost_after = Vec2{-25.0f, 3.0f}}));
        add_bodies(made);
        add_bodies(changed);
        for (int i = 0; i < test::scaled(400, 100); ++i) {
            made.step(dt);
            changed.step(dt);
        }
        CHECK(made.state_hash() == changed.state_hash());
        changed.validate();
    }
}

TEST_CASE("chain changes: what lies there wakes and stays in touch, with its impulses") {
    World world;
    const ChainId chain = world.create_chain(world.create_body({.type = BodyType::Static}),
                                             {.points = level_points(10, 20.0f, 0.0f)});
    const BodyId box = test::add_box(world, {0.9f, 0.5f}, 0.5f, 0.5f);
    const BodyId far = test::add_box(world, {-7.0f, 0.5f}, 0.5f, 0.5f);
    test::run(world, 200);
    REQUIRE_FALSE(world[box].is_awake());
    REQUIRE_FALSE(world[far].is_awake());
    const std::vector<ContactView> before = touching(world, box);
    REQUIRE(before.size() == 1);
    // The segment under the box rises by a millimetre, and its neighbours tilt.
    std::vector<Vec2> points = level_points(10, 20.0f, 0.0f);
    points[4].y = points[5].y = 1e-3f;
    world[chain].set_points(points);
    CHECK(world[box].is_awake());
    CHECK_FALSE(world[far].is_awake());
    world.validate();
    world.step(dt);
    CHECK(world.contact_begins().empty());
    CHECK(world.contact_ends().empty());
    const std::vector<ContactView> after = touching(world, box);
    REQUIRE(after.size() == 1);
    CHECK(after[0].contact == before[0].contact);
    // It carries the box in this very step: the contact impulses are warm started.
    float load_before = 0.0f;
    float load_after = 0.0f;
    for (int i = 0; i < before[0].count; ++i) {
        load_before += before[0].points[i].normal_impulse;
        load_after += after[0].points[i].normal_impulse;
    }
    CHECK(load_after > 0.95f * load_before);
    test::run(world, 200);
    CHECK(world[box].position().y == doctest::Approx(0.501f).epsilon(0.002));
    CHECK_FALSE(world[box].is_awake());
    CHECK(world[far].position().y == doctest::Approx(0.5f).epsilon(0.01));
}

TEST_CASE("chain changes: what lay there falls when the ground sinks, and what is above is met again") {
    World world;
    const ChainId chain = world.create_chain(world.create_body({.type = BodyType::Static}),
                                             {.points = level_points(10, 20.0f, 0.0f)});
    const ShapeId middle = world[chain].shapes()[5];
    const BodyId box = test::add_box(world, {-0.9f, 0.5f}, 0.5f, 0.5f);
    test::run(world, 200);
    REQUIRE_FALSE(world[box].is_awake());
    // A pit: its floor drops by 3 m, its walls become steep.
    std::vector<Vec2> points = level_points(10, 20.0f, 0.0f);
    points[5].y = points[6].y = -3.0f;
    world[chain].set_points(points);
    CHECK(world[box].is_awake());
    world.step(dt);
    REQUIRE(world.contact_ends().size() >= 1);
    // Free fall to the floor of the pit.
    const float start = world[box].position().y;
    for (int i = 0; i < 30; ++i) {
        const float t = dt * static_cast<float>(i);
        CHECK(world[box].position().y ==
              doctest::Approx(start - 0.5f * 10.0f * t * (t + 2.0f * dt)).epsilon(0.01));
        world.step(dt);
    }
    test::run(world, 300);
    CHECK(world[box].position().y == doctest::Approx(-2.5f).epsilon(0.004));
    REQUIRE(touching(world, box).size() == 1);
    CHECK((touching(world, box)[0].shape_a == middle || touching(world, box)[0].shape_b == middle));
    // The floor rises slowly, and carries the box back up.
    for (int i = 1; i <= 300; ++i) {
        points[5].y = points[6].y = -3.0f + 0.01f * static_cast<float>(i);
        world[chain].set_points(points);
        world.step(dt);
        world.validate();
    }
    test::run(world, 100);
    CHECK(world[box].position().y == doctest::Approx(0.5f).epsilon(0.01));
}

TEST_CASE("chain changes: ghosts follow, so that nothing is felt of joints that were moved") {
    // A zigzag becomes level ground: a box slides over its joints as over one piece.
    World world({.sleeping = false});
    const auto zigzag = [](float x) { return std::fmod(std::abs(x) + 0.01f, 2.0f) < 1.0f ? 0.0f : 1.0f; };
    const std::vector<Vec2> rough = ground_points(60, 60.0f, zigzag);
    const ChainId chain = world.create_chain(world.create_body({.type = BodyType::Static}),
                                             {.points = rough, .materials = {{.friction = 0.0f}}});
    world[chain].set_points(level_points(60, 60.0f, 0.0f));
    const BodyId box = world.create_body(
        {.type = BodyType::Dynamic, .position = {-25.0f, 0.5f}, .linear_velocity = {7.0f, 0.0f}});
    world.create_shape(box, make_box(0.5f, 0.5f), {.material = {.friction = 0.0f}});
    float highest = 0.0f;
    for (int i = 0; i < 360; ++i) {
        world.step(dt);
        highest = std::max(highest, world[box].position().y);
    }
    CHECK(highest <= 0.5f + 2e-5f);
    CHECK(world[box].linear_velocity().x == doctest::Approx(7.0f).epsilon(1e-6));
    CHECK(std::abs(world[box].angular_velocity()) < 1e-3f);
}

TEST_CASE("chain changes: queries, boxes and the other side see the new place at once") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Static, .position = {3.0f, 1.0f}});
    const ChainId chain = world.create_chain(body, {.points = {{1.0f, 0.0f}, {0.0f, 0.0f}, {-1.0f, 0.0f}}});
    const RayCast down{.origin = {3.5f, 9.0f}, .translation = {0.0f, -20.0f}};
    REQUIRE(world.cast_ray(down));
    CHECK(world.cast_ray(down)->point.y == doctest::Approx(1.0f));
    world[chain].set_points(std::vector<Vec2>{{1.0f, 4.0f}, {0.0f, 2.0f}, {-1.0f, 2.0f}});
    REQUIRE(world.cast_ray(down));
    CHECK(world.cast_ray(down)->point.y == doctest::Approx(4.0f));
    CHECK(world[world[chain].shapes()[0]].aabb().upper.y == doctest::Approx(5.0f).epsilon(0.01));
    world[chain].set_points(std::vector<Vec2>{{-1.0f, 0.0f}, {0.0f, 0.0f}, {1.0f, 0.0f}});
    CHECK_FALSE(world.cast_ray(down));
    const RayCast up{.origin = {3.5f, -9.0f}, .translation = {0.0f, 20.0f}};
    REQUIRE(world.cast_ray(up));
    CHECK(world.cast_ray(up)->point.y == doctest::Approx(1.0f));
    world[chain].set_geometry(
        make_chain({{-1.0f, 0.0f}, {0.0f, 0.0f}, {1.0f, 0.0f}}, {.sides = ChainSides::Both}));
    CHECK(world.cast_ray(down));
    CHECK(world.cast_ray(up));
    world.validate();
}

TEST_CASE("chain changes: a drum breathes, and one that turns, with what lies in it") {
    for (const BodyType type : {BodyType::Static, BodyType::Kinematic}) {
        World world;
        const BodyId drum =
            world.create_body({.type = type, .angular_velocity = type == BodyType::Kinematic ? 0.4f : 0.0f});
        const auto ring = [](float radius) {
            std::vector<Vec2> points;
            for (int i = 0; i < 48; ++i) {
                const Rot turn = Rot::from_angle(-2.0f * pi * static_cast<float>(i) / 48.0f);
                points.emplace_back(radius * Vec2{turn.c, turn.s});
            }
            return points;
        };
        const ChainId chain = world.create_chain(drum, {.points = ring(4.0f), .is_loop = true});
        std::vector<BodyId> bodies;
        for (int i = 0; i < 9; ++i) {
            const Vec2 at{-1.0f + static_cast<float>(i % 3), -1.0f + static_cast<float>(i / 3)};
            bodies.push_back(i % 2 == 0 ? test::add_box(world, at, 0.3f, 0.3f)
                                        : test::add_disc(world, at, 0.3f));
        }
        for (int i = 0; i < test::scaled(600, 150); ++i) {
            const float radius =
                4.0f - 0.5f * std::abs(std::fmod(static_cast<float>(i), 120.0f) / 60.0f - 1.0f);
            world[chain].set_points(ring(radius));
            world.step(dt);
            world.validate();
            for (const BodyId body : bodies) {
                // A body that lands at 6 m/s on a moving chain overlaps it by some centimetres for one step.
                CHECK(length(world[body].position()) < radius - 0.2f);
            }
        }
        CHECK(world[chain].geometry().is_loop());
        CHECK(world[chain].shapes().size() == 48);
    }
}

TEST_CASE("chain changes: static shapes that continue a segment follow it") {
    // A tile is flush with the end of the chain, then that end moves away: the tile's corner is exposed
    // again.
    World world({.sleeping = false});
    const BodyId ground = world.create_body({.type = BodyType::Static});
    world.create_shape(world.create_body({.type = BodyType::Static, .position = {1.0f, -0.5f}}),
                       make_box(1.0f, 0.5f));
    const ChainId chain = world.create_chain(
        ground, {.points = {{0.0f, 0.0f}, {-10.0f, 0.0f}}, .ghost_before = Vec2{2.0f, 0.0f}});
    test::run(world, 2);
    world[chain].set_geometry(make_chain({{0.0f, -0.4f}, {-10.0f, -0.4f}}));
    const BodyId box = world.create_body(
        {.type = BodyType::Dynamic, .position = {-2.0f, -0.1f}, .linear_velocity = {3.0f, 0.0f}});
    world.create_shape(box, make_box(0.3f, 0.3f), {.material = {.friction = 0.0f}});
    test::run(world, 60);
    // It stops at the side of the tile.
    CHECK(world[box].position().x == doctest::Approx(-0.3f).epsilon(0.02));
    CHECK(std::abs(world[box].linear_velocity().x) < 0.01f);
    world.validate();
}

TEST_CASE("chain changes: points that stay wake nobody, and a disabled or sleeping body takes them too") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Static});
    const std::vector<Vec2> points = level_points(4, 8.0f, 0.0f);
    const ChainId chain = world.create_chain(body, {.points = points});
    const BodyId box = test::add_box(world, {0.5f, 0.5f}, 0.5f, 0.5f);
    test::run(world, 200);
    REQUIRE_FALSE(world[box].is_awake());
    world[chain].set_points(points);
    world[chain].set_geometry(world[chain].geometry());
    CHECK_FALSE(world[box].is_awake());
    world[body].set_enabled(false);
    world[chain].set_points(level_points(4, 8.0f, -1.0f));
    world.validate();
    world[body].set_enabled(true);
    test::run(world, 200);
    CHECK(world[box].position().y == doctest::Approx(-0.5f).epsilon(0.02));
    // Moving the points of a sleeping body's chain wakes it.
    World other({.gravity = {0.0f, 0.0f}});
    const BodyId sled = other.create_body({.type = BodyType::Dynamic, .awake = false});
    const ChainId runner = other.create_chain(sled, {.points = points});
    REQUIRE_FALSE(other[sled].is_awake());
    other[runner].set_points(level_points(4, 8.0f, 0.1f));
    CHECK(other[sled].is_awake());
    other.step(dt);
    other.validate();
}

TEST_CASE("chain changes: misuse is refused before anything changes") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Static});
    const std::vector<Vec2> points = level_points(4, 8.0f, 0.0f);
    const ChainId open = world.create_chain(body, {.points = points, .ghost_before = Vec2{6.0f, 0.0f}});
    const ChainId loop =
        world.create_chain(body, {.points = {{0.0f, 5.0f}, {1.0f, 5.0f}, {0.0f, 6.0f}}, .is_loop = true});
    const BodyId box = test::add_box(world, {0.5f, 0.5f}, 0.5f, 0.5f);
    test::run(world, 200);
    const std::uint64_t hash = world.state_hash();
    const Chain before = world[open].geometry();
    const auto error = [&](std::vector<Vec2> wrong) {
        return test::error_of([&] { world[open].set_points(wrong); });
    };
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    CHECK(test::contains_text(error({}), "points"));
    CHECK(test::contains_text(error(level_points(3, 8.0f, 1.0f)), "as many as the chain has: 5"));
    CHECK(test::contains_text(error(level_points(5, 8.0f, 1.0f)), "got 6"));
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (const float bad : {nan, infinity, 1e20f}) {
            std::vector<Vec2> wrong = level_points(4, 8.0f, 1.0f);
            wrong[i].y = bad;
            CHECK(test::contains_text(error(wrong), "points"));
        }
        std::vector<Vec2> wrong = level_points(4, 8.0f, 1.0f);
        wrong[i] = wrong[i == 0 ? 1 : i - 1];
        CHECK(test::contains_text(error(wrong), "apart"));
    }
    // A point on the chain's own ghost.
    std::vector<Vec2> on_ghost = points;
    on_ghost[0] = {6.0f, 0.0f};
    CHECK(test::contains_text(error(on_ghost), "ghost_before"));
    // An open chain stays open, a loop stays a loop.
    const Chain triangle = make_chain({{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}}, {.is_loop = true});
    const Chain line = make_chain({{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}, {0.0f, 2.0f}});
    CHECK(test::contains_text(test::error_of([&] { world[open].set_geometry(triangle); }), "open"));
    CHECK(test::contains_text(test::error_of([&] { world[loop].set_geometry(line); }), "loop"));
    CHECK(test::contains_text(test::error_of([&] {
                                  world[open].set_geometry(make_chain({{0.0f, 0.0f}, {1.0f, 0.0f}}));
                              }),
                              "points"));
    check_equal(world, open, before);
    CHECK(world.state_hash() == hash);
    CHECK_FALSE(world[box].is_awake());
    world.validate();
    // From inside a visitor, and after the chain was destroyed.
    CHECK_THROWS_AS(world.overlap(Vec2{0.5f, 0.5f},
                                  [&](ShapeId) {
                                      world[open].set_points(points);
                                      return true;
                                  }),
                    Error);
    world.destroy_chain(open);
    CHECK_THROWS_AS(world[open].set_points(points), Error);
    CHECK_THROWS_AS(world[open].set_geometry(line), Error);
    CHECK_THROWS_AS(static_cast<void>(world[open].geometry()), Error);
    CHECK_THROWS_AS(world[ChainId{}].set_points(points), Error);
    // The second segment's end is too far out: no segment is left over.
    CHECK(test::contains_text(
        test::error_of([&] {
            world.create_chain(body, {.points = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1e16f, 0.0f}}});
        }),
        "points"));
    CHECK(world[body].shapes().size() == 3);
}
