#include <doctest/doctest.h>

#include "support/world_random.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

using namespace drystone;
using test::dt;

TEST_CASE("worlds: many live side by side and each goes its own way") {
    std::vector<std::unique_ptr<World>> worlds;
    std::vector<BodyId> boxes;
    for (int i = 0; i < 50; ++i) {
        worlds.push_back(
            std::make_unique<World>(WorldDefinition{.gravity = {0.0f, -0.1f * static_cast<float>(i)}}));
        boxes.push_back(test::add_box(*worlds.back(), {0.0f, 0.0f}, 0.5f, 0.5f));
    }
    for (int step = 0; step < 30; ++step) {
        for (const auto& world : worlds) {
            world->step(dt);
        }
    }
    for (std::size_t i = 0; i < worlds.size(); ++i) {
        CHECK((*worlds[i])[boxes[i]].linear_velocity().y ==
              doctest::Approx(-0.05 * static_cast<double>(i)).epsilon(1e-4));
        CHECK_FALSE(worlds[(i + 1) % worlds.size()]->is_valid(boxes[i]));
    }
}

TEST_CASE("worlds: a moved world keeps its state and its handles") {
    test::RandomScene scene(60);
    test::RandomScene twin(60);
    test::run(scene.world, 30);
    test::run(twin.world, 30);
    const std::vector<BodyId> bodies = test::ids(scene.world.bodies());
    World moved(std::move(scene.world));
    CHECK(moved.state_hash() == twin.world.state_hash());
    CHECK(test::ids(moved.bodies()) == bodies);
    CHECK(moved.is_valid(bodies[0]));
    test::run(moved, 30);
    test::run(twin.world, 30);
    CHECK(moved.state_hash() == twin.world.state_hash());
    moved.validate();
}

TEST_CASE("worlds: a world moved onto another replaces it and its handles die") {
    World target;
    const BodyId old = test::add_box(target, {0.0f, 0.0f}, 0.5f, 0.5f);
    World source;
    const BodyId kept = test::add_box(source, {1.0f, 2.0f}, 0.5f, 0.5f);
    target = std::move(source);
    CHECK_FALSE(target.is_valid(old));
    CHECK(target.is_valid(kept));
    CHECK(target[kept].position().x == 1.0f);
    target.step(dt);
    // A new world can be assigned to one that was moved from.
    source = World();
    test::add_box(source, {0.0f, 0.0f}, 0.5f, 0.5f);
    source.step(dt);
    CHECK(source.counters().bodies == 1);
}

TEST_CASE("worlds: gravity is the world's own and can be changed") {
    World world({.gravity = {1.0f, 2.0f}});
    CHECK(world.gravity() == Vec2{1.0f, 2.0f});
    world.set_gravity({0.0f, -3.0f});
    CHECK(world.gravity() == Vec2{0.0f, -3.0f});
    const BodyId body = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    test::run(world, 60);
    CHECK(world[body].linear_velocity().y == doctest::Approx(-3.0).epsilon(1e-5));
}

TEST_CASE("worlds: no body is faster than the greatest speed") {
    World world({.gravity = {0.0f, -1000.0f}, .maximum_linear_speed = 20.0f});
    const BodyId body = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    world[body].set_linear_velocity({100.0f, 0.0f});
    for (int i = 0; i < 30; ++i) {
        world.step(dt);
        CHECK(length(world[body].linear_velocity()) <= 20.0f * 1.000001f);
    }
}

TEST_CASE("worlds: nor is a body that another one has hit") {
    World world({.gravity = {0.0f, 0.0f}, .maximum_linear_speed = 20.0f});
    const ShapeDefinition elastic{.material = {.restitution = 1.0f}};
    const BodyId light = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f, elastic);
    const BodyId heavy = test::add_box(world, {-2.0f, 0.0f}, 1.0f, 1.0f, elastic);
    world[heavy].set_linear_velocity({19.0f, 0.0f});
    for (int i = 0; i < 30; ++i) {
        world.step(dt);
        CHECK(length(world[light].linear_velocity()) <= 20.0f * 1.000001f);
    }
    CHECK(length(world[light].linear_velocity()) > 19.0f);
}

TEST_CASE("worlds: nor does a body that another one has hit turn faster than the greatest speed") {
    for (const bool own : {false, true}) {
        World world({.gravity = {0.0f, 0.0f}});
        const BodyId light = test::add_box(world, {0.0f, 0.0f}, 0.1f, 0.5f);
        const BodyId heavy = test::add_box(world, {-2.0f, 0.8f}, 0.5f, 0.5f, {.density = 100.0f});
        if (own) {
            world[light].set_maximum_speeds(5.0f, 2.0f);
        } else {
            world.set_maximum_speeds(20.0f, 2.0f);
        }
        world[heavy].set_linear_velocity({19.0f, 0.0f});
        float fastest = 0.0f;
        for (int i = 0; i < 30; ++i) {
            world.step(dt);
            fastest = std::max(fastest, std::abs(world[light].angular_velocity()));
            CHECK(length(world[light].linear_velocity()) <= (own ? 5.0f : 20.0f) * 1.000001f);
        }
        CHECK(fastest <= 2.0f * 1.000001f);
        CHECK(fastest > 1.9f);
    }
}

TEST_CASE("worlds: every invariant holds after every step of random scenes with creation and destruction") {
    for (std::uint32_t seed = 100; seed < 104; ++seed) {
        CAPTURE(seed);
        test::RandomScene scene(seed, {.sleeping = seed % 2 == 0, .time_to_sleep = 0.1f});
        for (int i = 0; i < test::scaled(400, 100); ++i) {
            scene.world.step(dt, 1 + i % 4);
            scene.world.validate();
            for (int k = 0; k < i % 3; ++k) {
                scene.change();
                scene.world.validate();
            }
        }
        CHECK(test::all_finite(scene.world));
    }
}

TEST_CASE("worlds: thresholds of bounces and hits can be changed between steps") {
    World world({.gravity = {0.0f, 0.0f}});
    test::add_ground(world);
    const BodyId ball =
        test::add_disc(world, {0.0f, 1.0f}, 0.5f, {.material = {.restitution = 1.0f}, .hit_events = true});
    const auto drop = [&] {
        int hits = 0;
        world[ball].set_pose({0.0f, 1.0f}, 0.0f);
        world[ball].set_linear_velocity({0.0f, -3.0f});
        for (int i = 0; i < 30; ++i) {
            world.step(dt);
            hits += static_cast<int>(world.contact_hits().size());
        }
        return hits;
    };
    CHECK(drop() == 1);
    CHECK(world[ball].linear_velocity().y == doctest::Approx(3.0));
    world.set_restitution_threshold(4.0f);
    world.set_hit_threshold(4.0f);
    CHECK(world.restitution_threshold() == 4.0f);
    CHECK(world.hit_threshold() == 4.0f);
    CHECK(drop() == 0);
    CHECK(world[ball].linear_velocity().y == doctest::Approx(0.0));
    world.set_restitution_threshold(2.0f);
    world.set_hit_threshold(2.0f);
    CHECK(drop() == 1);
    CHECK(world[ball].linear_velocity().y == doctest::Approx(3.0));
}

namespace {

/// Puts a box on another one. Returns by how much that sinks within a second at most [m].
float sag_under_a_box(World& world, BodyId top) {
    const Vec2 start = world[top].position();
    test::add_box(world, start + Vec2{0.0f, 1.0f}, 0.5f, 0.5f);
    float largest = 0.0f;
    for (int i = 0; i < 60; ++i) {
        world.step(dt);
        largest = std::max(largest, start.y - world[top].position().y);
    }
    return largest;
}

}  // namespace

TEST_CASE("worlds: a new tuning of contacts wakes what rests, which then yields as in a world made with it") {
    const ContactTuning soft{.frequency = 5.0f, .compliance = 1.0f};
    World world;
    World twin({.contact = soft});
    World stiff;
    BodyId tops[3];
    int number = 0;
    for (World* const each : {&world, &twin, &stiff}) {
        test::add_ground(*each);
        for (int i = 0; i < 5; ++i) {
            tops[number] = test::add_box(*each, {0.0f, 0.5f + static_cast<float>(i)}, 0.5f, 0.5f);
        }
        ++number;
    }
    test::run(world, 300);
    REQUIRE(world.counters().awake_bodies == 0);
    world.set_contact_tuning(soft);
    CHECK(world.contact_tuning().frequency == 5.0f);
    CHECK(world.counters().awake_bodies == 5);
    world.set_sleeping(false);
    twin.set_sleeping(false);
    test::run(world, 600);
    test::run(twin, 600);
    CHECK(std::abs(world[tops[0]].position().y - twin[tops[1]].position().y) < 1e-3f);
    const float sag = sag_under_a_box(world, tops[0]);
    CHECK(sag == doctest::Approx(sag_under_a_box(twin, tops[1])).epsilon(0.05));
    test::run(stiff, 600);
    CHECK(sag > 3.0f * sag_under_a_box(stiff, tops[2]));
}

TEST_CASE("worlds: the number of threads may change between steps, and changes no bit") {
    const auto add_pile = [](World& world) {
        test::add_ground(world);
        for (int i = 0; i < 300; ++i) {
            test::add_box(world,
                          {0.9f * static_cast<float>(i % 20) - 9.0f, 0.5f + static_cast<float>(i / 20)}, 0.4f,
                          0.4f);
        }
    };
    World changing;
    World single;
    add_pile(changing);
    add_pile(single);
    for (const int threads : {1, 3, 2, 1, 4}) {
        changing.set_threads(threads);
        CHECK(changing.threads() == threads);
        CHECK(changing.definition().threads == threads);
        test::run(changing, 10);
        test::run(single, 10);
        CHECK(changing.state_hash() == single.state_hash());
    }
    CHECK_THROWS_AS(changing.set_threads(0), Error);
    changing.visit_contacts([&](const ContactView&) { CHECK_THROWS_AS(changing.set_threads(2), Error); });
    CHECK(changing.threads() == 4);
}
