#include <doctest/doctest.h>

#include "engine/world/state/step_record.h"
#include "support/world_build.h"
#include "support/world_random.h"

#include <drystone/drystone.h>

#include <vector>

using namespace drystone;

TEST_CASE("state history: a world that rolls back at every step repeats itself") {
    test::RandomScene scene(3);
    test::RandomScene reference(3);
    StateHistory history(8);
    CHECK(history.capacity() == 8);
    for (int i = 0; i < 60; ++i) {
        scene.change();
        reference.change();
        const std::uint64_t before = scene.world.state_hash();
        const int back = i % 7;
        std::vector<std::uint64_t> hashes;
        for (int k = 0; k <= back; ++k) {
            history.save(scene.world);
            scene.world.step(test::dt);
            hashes.push_back(scene.world.state_hash());
        }
        history.restore(scene.world, back);
        CHECK(scene.world.state_hash() == before);
        history.save(scene.world);
        scene.world.step(test::dt);
        CHECK(scene.world.state_hash() == hashes[0]);
        reference.world.step(test::dt);
        CHECK(reference.world.state_hash() == hashes[0]);
    }
}

TEST_CASE("state history: frames of a world at rest cost little, and missing ones are refused") {
    World world;
    test::add_ground(world, 400.0f);
    for (int i = 0; i < 1000; ++i) {
        const BodyId body = world.create_body(
            {.type = BodyType::Dynamic, .position = {0.3f * static_cast<float>(i) - 150.0f, 0.6f}});
        world.create_shape(body, Circle{{0.0f, 0.0f}, 0.1f});
    }
    test::record_steps(world, 180);
    StateHistory history(10);
    CHECK_THROWS_AS((void)history.frame(0), Error);
    for (int i = 0; i < 15; ++i) {
        history.save(world);
        world.step(test::dt);
    }
    CHECK(history.size() == 10);
    CHECK(history.bytes() < 2 * history.frame(0).bytes());
    CHECK_THROWS_AS(history.restore(world, 10), Error);
    CHECK_THROWS_AS(history.restore(world, -1), Error);
    history.restore(world, 9);
    CHECK(history.size() == 0);
    CHECK_THROWS_AS(StateHistory(0), Error);
}

TEST_CASE("state history: a ring of one frame saves whole states") {
    test::RandomScene scene(4);
    StateHistory history(1);
    for (int i = 0; i < 3; ++i) {
        history.save(scene.world);
        const std::uint64_t before = scene.world.state_hash();
        scene.world.step(test::dt);
        history.restore(scene.world, 0);
        CHECK(scene.world.state_hash() == before);
        scene.world.step(test::dt);
    }
}
