#include <doctest/doctest.h>

#include "support/world_random.h"

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
        CHECK(worlds[i]->linear_velocity(boxes[i]).y() ==
              doctest::Approx(-0.05 * static_cast<double>(i)).epsilon(1e-4));
        CHECK_FALSE(worlds[(i + 1) % worlds.size()]->is_valid(boxes[i]));
    }
}

TEST_CASE("worlds: a moved world keeps its state and its handles") {
    test::RandomScene scene(60);
    test::RandomScene twin(60);
    test::run(scene.world, 30);
    test::run(twin.world, 30);
    const std::vector<BodyId> bodies = scene.world.bodies();
    World moved(std::move(scene.world));
    CHECK(moved.state_hash() == twin.world.state_hash());
    CHECK(moved.bodies() == bodies);
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
    CHECK(target.position(kept).x() == 1.0f);
    target.step(dt);
    // A world that was moved from can be given a new one.
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
    CHECK(world.linear_velocity(body).y() == doctest::Approx(-3.0).epsilon(1e-5));
}

TEST_CASE("worlds: no body is faster than the greatest speed") {
    World world({.gravity = {0.0f, -1000.0f}, .maximum_linear_speed = 20.0f});
    const BodyId body = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    world.set_linear_velocity(body, {100.0f, 0.0f});
    for (int i = 0; i < 30; ++i) {
        world.step(dt);
        CHECK(world.linear_velocity(body).norm() <= 20.0f * 1.000001f);
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
