#include <doctest/doctest.h>

#include "support/world_random.h"

#include <cmath>
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
