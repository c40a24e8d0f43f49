// A shifted world against one that was built at the new origin, and against brute force over all pairs.
#include <doctest/doctest.h>

#include "support/world_build.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>
#include <vector>

using namespace drystone;

namespace {

/// Bodies, tiles, a pulley, and fields about `at`, whose coordinates hold all positions exactly.
void build_around(World& world, const Vec2& at) {
    const BodyId ground = world.create_body({.type = BodyType::Static, .position = at});
    world.create_shape(ground, make_box(20.0f, 1.0f, Pose{{0.0f, -1.0f}, {}}));
    for (int i = 0; i < 24; ++i) {
        const Vec2 place{static_cast<float>(i % 6) - 3.0f, 0.5f + 1.25f * static_cast<float>(i / 6)};
        test::add_box(world, at + place, 0.5f, 0.5f);
    }
    const BodyId light = test::add_disc(world, at + Vec2{8.0f, 4.0f}, 0.5f);
    const BodyId heavy = test::add_disc(world, at + Vec2{12.0f, 4.0f}, 0.5f, {.density = 2.0f});
    world.create_joint(
        light, heavy,
        PulleyJoint{
            .ground_a = at + Vec2{8.0f, 10.0f}, .ground_b = at + Vec2{12.0f, 10.0f}, .length = 12.0f});
    world.create_field({.kind = RadialField{.strength = 5.0f}, .pose = {at + Vec2{-8.0f, 3.0f}, {}}});
    world.create_field(
        {.kind = BuoyancyField{}, .region = make_box(3.0f, 2.0f), .pose = {at + Vec2{-12.0f, 2.0f}, {}}});
    world.create_tile_grid({.position = at + Vec2{14.0f, 0.0f},
                            .width = 4,
                            .height = 2,
                            .types = {TileType{}},
                            .cells = {1, 1, 1, 1, 0, 0, 1, 1}});
    test::add_disc(world, at + Vec2{15.0f, 3.0f}, 0.25f);
    const BodyId fast = test::add_disc(world, at + Vec2{-18.0f, 1.5f}, 0.125f);
    world[fast].set_linear_velocity({60.0f, 0.0f});
}

void check_same_run(World& here, World& there, int steps) {
    for (int i = 0; i < steps; ++i) {
        here.step(test::dt);
        there.step(test::dt);
        REQUIRE(there.state_hash() == here.state_hash());
    }
}

/// Returns the pairs of shapes whose fat boxes overlap, on different bodies of which one is dynamic.
std::set<std::pair<std::uint32_t, std::uint32_t>> near_pairs(const World& world) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    const std::vector<ConstShapeRef> shapes = world.shapes();
    for (const ConstShapeRef& a : shapes) {
        for (const ConstShapeRef& b : shapes) {
            const bool moves = a.body().type() == BodyType::Dynamic || b.body().type() == BodyType::Dynamic;
            if (a.id().index1 < b.id().index1 && a.body().id() != b.body().id() && moves &&
                overlaps(a.fat_aabb(), b.fat_aabb())) {
                pairs.insert({a.id().index1, b.id().index1});
            }
        }
    }
    return pairs;
}

std::set<std::pair<std::uint32_t, std::uint32_t>> contact_pairs(const World& world) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    world.visit_contacts([&](const ContactView& contact) {
        const std::uint32_t a = contact.shape_a.index1;
        const std::uint32_t b = contact.shape_b.index1;
        CHECK(pairs.insert({std::min(a, b), std::max(a, b)}).second);
    });
    return pairs;
}

}  // namespace

TEST_CASE("shift origin: a world that was built elsewhere goes on as if it had been built here") {
    const Vec2 at{4096.0f, -2048.0f};
    World here;
    build_around(here, {0.0f, 0.0f});
    World there;
    build_around(there, at);
    there.shift_origin(at);
    there.validate();
    CHECK(there.tile_grids()[0].pose().position == Vec2{14.0f, 0.0f});
    // From the first step on: until then, only the shifted world has looked for its contacts.
    check_same_run(here, there, test::scaled(300, 60));
}

TEST_CASE("shift origin: static shapes that were created just before continue each other") {
    const auto floor_around = [](World& world, const Vec2& at) {
        test::run(world, 1);  // The first step looks at all static shapes.
        const BodyId ground = world.create_body({.type = BodyType::Static, .position = at});
        for (int i = 0; i < 8; ++i) {
            world.create_shape(ground, make_box(1.0f, 0.5f, Pose{{2.0f * static_cast<float>(i), -0.5f}, {}}));
        }
        for (int i = 0; i < 4; ++i) {
            const Vec2 place{0.75f * static_cast<float>(i), 0.25f};
            const BodyId body = i % 2 == 0 ? test::add_box(world, at + place, 0.25f, 0.25f)
                                           : test::add_disc(world, at + place, 0.25f);
            world[body].set_linear_velocity({6.0f, -1.0f});
        }
    };
    const Vec2 at{4096.0f, -2048.0f};
    World here;
    floor_around(here, {0.0f, 0.0f});
    World there;
    floor_around(there, at);
    there.shift_origin(at);
    check_same_run(here, there, 120);
}

TEST_CASE("shift origin: what runs and what sleeps keeps contacts, impulses and relative places") {
    const Vec2 at{20000.0f, 12000.0f};
    for (const int steps : {40, 400}) {
        CAPTURE(steps);
        World world;
        build_around(world, at);
        test::run(world, steps);
        std::vector<Vec2> expected;
        for (const ConstBodyRef& body : std::as_const(world).bodies()) {
            expected.push_back(body.center_of_mass() - at);  // Exact: both are of one magnitude.
        }
        std::vector<ContactView> contacts;
        world.visit_contacts([&](const ContactView& contact) { contacts.push_back(contact); });
        const int awake = world.counters().awake_bodies;
        const auto near = near_pairs(world);
        world.shift_origin(at);
        world.validate();
        const World& shifted = world;
        std::size_t next = 0;
        for (const ConstBodyRef& body : shifted.bodies()) {
            CHECK(body.center_of_mass() == expected[next++]);
        }
        CHECK(world.counters().awake_bodies == awake);
        CHECK(near_pairs(world) == near);
        for (const ContactView& contact : contacts) {
            REQUIRE(world.is_valid(contact.contact));
            const ContactView now = world.contact(contact.contact);
            REQUIRE(now.count == contact.count);
            for (int i = 0; i < now.count; ++i) {
                CHECK(now.points[i].normal_impulse == contact.points[i].normal_impulse);
            }
        }
        CHECK(contact_pairs(world) == near_pairs(world));
    }
}

TEST_CASE("shift origin: places that lose precision leave no pair without a contact") {
    test::Random random(7);
    for (int round = 0; round < test::scaled(60, 6); ++round) {
        World world({.gravity = {0.0f, 0.0f}});
        for (int i = 0; i < 60; ++i) {
            const Vec2 place{random.between(-6.0f, 6.0f), random.between(-6.0f, 6.0f)};
            test::add_disc(world, place, random.between(0.05f, 0.4f));
        }
        test::run(world, random.below(3));
        const float far = 1.0e3f * static_cast<float>(1 << random.below(10));
        world.shift_origin({far, random.between(-far, far)});
        world.validate();
        CHECK(contact_pairs(world) == near_pairs(world));
        test::run(world, 3);
        world.validate();
        world.shift_origin({-far, 0.0f});
        test::run(world, 3);
        world.validate();
    }
}

TEST_CASE("shift origin: bad values, callbacks and bodies out of reach are refused") {
    World world;
    build_around(world, {0.0f, 0.0f});
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const Vec2& origin : {Vec2{nan, 0.0f}, Vec2{0.0f, 2.0e30f}}) {
        CHECK_THROWS_AS(world.shift_origin(origin), Error);
    }
    world.create_body({.type = BodyType::Static, .position = {8.0e29f, 0.0f}});
    CHECK_THROWS_AS(world.shift_origin({-8.0e29f, 0.0f}), Error);
    world.set_collision_filter([&](ShapeId, ShapeId) {
        CHECK_THROWS_AS(world.shift_origin({1.0f, 0.0f}), Error);
        return true;
    });
    CHECK(world.bodies()[0].position() == Vec2{0.0f, 0.0f});
    world.step(test::dt);
}
