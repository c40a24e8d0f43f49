#include <doctest/doctest.h>

#include "support/world_random.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Two boxes, one on the other, on the ground.
struct Pair {
    Pair() {
        ground = test::add_ground(world);
        lower = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
        upper = test::add_box(world, {0.0f, 1.5f}, 0.5f, 0.5f);
    }
    World world;
    BodyId ground, lower, upper;
};

bool collides(const Filter& a, const Filter& b) {
    World world({.gravity = {0.0f, 0.0f}});
    test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f, {.filter = a});
    test::add_box(world, {0.8f, 0.0f}, 0.5f, 0.5f, {.filter = b});
    world.step(dt);
    return world.counters().contacts == 1;
}

}  // namespace

TEST_CASE("filters: groups decide over masks, in the world as in the rule") {
    CHECK(collides({}, {}));
    CHECK_FALSE(collides({.mask = 2}, {}));
    CHECK(collides({.mask = 2, .group = 3}, {.mask = 0, .group = 3}));
    CHECK_FALSE(collides({.group = -3}, {.group = -3}));
    CHECK(collides({.group = -3}, {.group = -4}));
    CHECK_FALSE(collides({.mask = 2, .group = 3}, {.mask = 0, .group = 4}));
}

TEST_CASE("filters: two bodies that are told apart fall through each other and rest again when allowed") {
    Pair scene;
    World& world = scene.world;
    test::run(world, 300);
    REQUIRE_FALSE(world[scene.upper].is_awake());
    CHECK(world.collision_enabled(scene.lower, scene.upper));
    world.set_collision(scene.upper, scene.lower, false);
    CHECK_FALSE(world.collision_enabled(scene.lower, scene.upper));
    CHECK_FALSE(world.collision_enabled(scene.upper, scene.lower));
    CHECK(world[scene.upper].is_awake());
    world.step(dt);
    CHECK(world.contact_ends().size() == 1);
    test::run(world, 120);
    // Both on the ground, in the same place.
    CHECK(std::abs(world[scene.upper].position().y - 0.5f) < 0.005f);
    CHECK(std::abs(world[scene.lower].position().y - 0.5f) < 0.005f);
    world.validate();

    // Allowed while their fat boxes overlap and have not moved: the trees do not report the pair as new.
    world.set_collision(scene.lower, scene.upper, true);
    world.step(dt);
    CHECK(world.contact_begins().size() == 1);
    // Each with the ground, and both with each other.
    CHECK(world.counters().pairs == 3);
    world.validate();
}

TEST_CASE("filters: allowing makes a pair once, whether or not the trees find it too") {
    Pair scene;
    World& world = scene.world;
    // Disabled and enabled before the trees have seen them.
    world.set_collision(scene.lower, scene.upper, false);
    world.set_collision(scene.lower, scene.upper, true);
    world.step(dt);
    CHECK(world.counters().pairs == 2);
    // Disabled and enabled within one step, with and without a move.
    world.set_collision(scene.lower, scene.upper, false);
    world.set_collision(scene.lower, scene.upper, true);
    world.step(dt);
    CHECK(world.counters().pairs == 2);
    world.set_collision(scene.lower, scene.upper, false);
    world.step(dt);
    world[scene.upper].set_pose({20.0f, 1.5f}, 0.0f);
    world.step(dt);
    world[scene.upper].set_pose({0.0f, 1.5f}, 0.0f);
    world.set_collision(scene.lower, scene.upper, true);
    world.step(dt);
    CHECK(world.counters().pairs == 2);
    // Repeating it changes nothing.
    world.set_collision(scene.lower, scene.upper, true);
    world.step(dt);
    CHECK(world.counters().pairs == 2);
    CHECK(world.contact_ends().empty());
    world.validate();
}

TEST_CASE("filters: telling bodies apart leaves their other contacts alone") {
    Pair scene;
    World& world = scene.world;
    world.step(dt);
    world.set_collision(scene.lower, scene.upper, false);
    world.step(dt);
    REQUIRE(world.contact_ends().size() == 1);
    CHECK(world.counters().contacts == 1);
    CHECK(world.contact_begins().empty());
    // Also applies to static bodies.
    world.set_collision(scene.ground, scene.lower, false);
    test::run(world, 60);
    CHECK(world[scene.lower].position().y < -3.0f);
    world.validate();
}

TEST_CASE("filters: the callback decides about pairs that all else allows, in the order of slots") {
    World world({.gravity = {0.0f, 0.0f}});
    std::vector<std::pair<ShapeId, ShapeId>> asked;
    world.set_collision_filter([&](ShapeId a, ShapeId b) {
        // The callback may read the world.
        CHECK(world.is_valid(world[a].body()));
        asked.emplace_back(a, b);
        return world[a].user_data() + world[b].user_data() != 3;
    });
    std::vector<BodyId> boxes;
    for (std::uint64_t i = 0; i < 4; ++i) {
        boxes.push_back(test::add_box(world, {0.6f * static_cast<float>(i), 0.0f}, 0.5f, 0.5f,
                                      {.filter = {.category = i == 3 ? 2u : 1u, .mask = 1}, .user_data = i}));
    }
    world.step(dt);
    // 0-1 and 1-2: the last one is filtered by its category, without a call.
    REQUIRE(asked.size() == 2);
    CHECK(world[asked[0].first].body() == boxes[0]);
    CHECK(world[asked[0].second].body() == boxes[1]);
    CHECK(world[asked[1].first].body() == boxes[1]);
    CHECK(world[asked[1].second].body() == boxes[2]);
    CHECK(world.counters().pairs == 1);

    // The callback is not called again while they stay, but may be on demand.
    test::run(world, 5);
    CHECK(asked.size() == 2);
    world.set_collision_filter([](ShapeId, ShapeId) { return true; });
    world.step(dt);
    CHECK(world.counters().pairs == 1);
    world[world[boxes[1]].shapes()[0]].refilter();
    world.step(dt);
    CHECK(world.counters().pairs == 2);
    world.set_collision_filter({});
    world[world[boxes[0]].shapes()[0]].refilter();
    world.step(dt);
    CHECK(world.counters().pairs == 2);
    world.validate();
}

namespace {

/// A thin platform and a box that falls on it; the filter counts its calls.
struct Fall {
    explicit Fall(bool allows, float speed) {
        world.set_collision_filter([this, allows](ShapeId, ShapeId) {
            ++asked;
            return allows;
        });
        const BodyId ground = world.create_body({.type = BodyType::Static});
        platform = world.create_shape(ground, make_box(5.0f, 1.0f));
        box = test::add_box(world, {0.0f, 4.0f}, 0.5f, 0.5f);
        world[box].set_linear_velocity({0.0f, -speed});
    }
    World world;
    ShapeId platform;
    BodyId box;
    int asked = 0;
};

}  // namespace

TEST_CASE(
    "filters: the callback is asked once about a pair until the boxes part, however fast the bodies are") {
    for (const float speed : {0.0f, 5.0f, 50.0f, 200.0f}) {
        CAPTURE(speed);
        Fall refused(false, speed);
        test::run(refused.world, 120);
        CHECK(refused.world[refused.box].position().y < -2.0f);
        CHECK(refused.asked == 1);
        // From above again.
        refused.world[refused.box].set_pose({0.0f, 4.0f}, 0.0f);
        test::run(refused.world, 120);
        CHECK(refused.world[refused.box].position().y < -2.0f);
        CHECK(refused.asked == 2);

        Fall allowed(true, speed);
        test::run(allowed.world, 120);
        CHECK(allowed.world[allowed.box].position().y == doctest::Approx(1.5f).epsilon(0.01));
        CHECK(allowed.asked == 1);
    }
}

TEST_CASE("filters: a bullet asks once about a moving body, and so do both when they meet again") {
    for (const bool allows : {false, true}) {
        CAPTURE(allows);
        World world({.gravity = {0.0f, 0.0f}});
        int asked = 0;
        world.set_collision_filter([&](ShapeId, ShapeId) { return ++asked > 0 && allows; });
        const BodyId target = test::add_box(world, {10.0f, 0.0f}, 0.5f, 0.5f);
        world[target].set_linear_velocity({-3.0f, 0.0f});
        const BodyId bullet = test::add_box(world, {0.0f, 0.0f}, 0.1f, 0.1f);
        world[bullet].set_bullet(true);
        world[bullet].set_linear_velocity({150.0f, 0.0f});
        test::run(world, 30);
        CHECK(asked == 1);
        CHECK((world[bullet].position().x > world[target].position().x) == !allows);
        world[bullet].set_pose(world[target].position() - Vec2{8.0f, 0.0f}, 0.0f);
        world[bullet].set_linear_velocity({150.0f, 0.0f});
        test::run(world, 30);
        CHECK(asked == 2);
    }
}

TEST_CASE("filters: the callback is asked anew after a change of one of the shapes") {
    Fall fall(false, 0.0f);
    World& world = fall.world;
    const auto fall_into_the_platform = [&] {
        world[fall.box].set_pose({0.0f, 0.8f}, 0.0f);
        world[fall.box].set_linear_velocity({0.0f, 0.0f});
        fall.asked = 0;
        test::run(world, 5);
        CHECK(world[fall.box].position().y > 0.0f);
    };
    fall_into_the_platform();
    CHECK(fall.asked == 1);
    fall_into_the_platform();
    CHECK(fall.asked == 0);
    const ShapeRef shape = world[world[fall.box].shapes()[0]];
    shape.refilter();
    fall_into_the_platform();
    CHECK(fall.asked == 1);
    shape.set_filter({.category = 2});
    fall_into_the_platform();
    CHECK(fall.asked == 1);
    shape.set_geometry(make_box(0.4f, 0.4f));
    fall_into_the_platform();
    CHECK(fall.asked == 1);
    world[fall.platform].set_enabled(false);
    world.step(dt);
    world[fall.platform].set_enabled(true);
    fall_into_the_platform();
    CHECK(fall.asked == 1);
    // A refused pair stays refused under another filter, and without one.
    world.set_collision_filter({});
    fall_into_the_platform();
    CHECK(world.counters().pairs == 0);
    world.destroy_shape(fall.platform);
    fall.platform = world.create_shape(world.create_body({.type = BodyType::Static}), make_box(5.0f, 1.0f));
    test::run(world, 2);
    CHECK(world.counters().pairs == 1);
    world.validate();
}

TEST_CASE("filters: answers of the callback are part of snapshots and save files") {
    Fall fall(false, 30.0f);
    World& world = fall.world;
    while (fall.asked == 0) {
        world.step(dt);
    }
    world.step(dt);
    REQUIRE(world[fall.box].position().y > -1.0f);
    const Snapshot inside = world.snapshot();
    const auto filter = [&](ShapeId, ShapeId) { return ++fall.asked < 0; };
    World loaded = World::load(world.save({.collision_filter = "counting"}),
                               {.collision_filters = {{"counting", filter}}});
    test::run(world, 30);
    CHECK(fall.asked == 1);
    const std::uint64_t hash = world.state_hash();
    test::run(loaded, 30);
    CHECK(fall.asked == 1);
    CHECK(loaded.state_hash() == hash);

    world.restore(inside);
    test::run(world, 30);
    CHECK(fall.asked == 1);
    CHECK(world.state_hash() == hash);
}

TEST_CASE("filters: many refused pairs are asked once each") {
    for (const float speed : {0.0f, 60.0f}) {
        CAPTURE(speed);
        World world({.gravity = {0.0f, 0.0f}});
        std::map<std::pair<ShapeId, ShapeId>, int> asked;
        world.set_collision_filter([&](ShapeId a, ShapeId b) { return ++asked[{a, b}] < 0; });
        constexpr int side = 12;
        for (int i = 0; i < side; ++i) {
            for (int k = 0; k < side; ++k) {
                const Vec2 place = 0.9f * Vec2{static_cast<float>(i), static_cast<float>(k)};
                const BodyId body = test::add_box(world, place, 0.5f, 0.5f);
                world[body].set_linear_velocity({speed, 0.0f});
            }
        }
        test::run(world, 20);
        // Each overlaps its neighbours beside, above and on the diagonals; fast ones reach farther ahead.
        constexpr std::size_t neighbors = 2 * side * (side - 1) + 2 * (side - 1) * (side - 1);
        CHECK((speed == 0.0f ? asked.size() == neighbors : asked.size() > neighbors));
        CHECK(std::all_of(asked.begin(), asked.end(), [](const auto& pair) { return pair.second == 1; }));
        CHECK(world.counters().pairs == 0);
        world.validate();
    }
}

TEST_CASE("filters: the calls and the outcome are the same for every number of threads") {
    const auto run_scene = [](int threads) {
        World world({.threads = threads});
        std::vector<std::uint64_t> asked;
        world.set_collision_filter([&](ShapeId a, ShapeId b) {
            asked.push_back((std::uint64_t{a.index1} << 32) | b.index1);
            return (a.index1 + b.index1) % 3 != 0;
        });
        test::add_ground(world);
        test::Random random(5);
        for (int i = 0; i < 300; ++i) {
            test::add_box(world, {random.between(-6.0f, 6.0f), random.between(1.0f, 20.0f)}, 0.3f, 0.2f);
        }
        test::run(world, test::scaled(120, 30));
        asked.push_back(world.state_hash());
        return asked;
    };
    const std::vector<std::uint64_t> alone = run_scene(1);
    CHECK(alone.size() > 300);
    CHECK(run_scene(3) == alone);
}

TEST_CASE("filters: a callback that throws leaves a whole step behind it") {
    Pair scene;
    World& world = scene.world;
    Pair other;
    world.set_collision_filter([](ShapeId, ShapeId) -> bool { throw std::runtime_error("no idea"); });
    CHECK_THROWS_AS(world.step(dt), std::runtime_error);
    other.world.step(dt);
    // As without a callback.
    CHECK(world.state_hash() == other.world.state_hash());
    world.validate();
    world.step(dt);
    other.world.step(dt);
    CHECK(world.state_hash() == other.world.state_hash());
}
