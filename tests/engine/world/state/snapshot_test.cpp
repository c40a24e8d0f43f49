#include <doctest/doctest.h>

#include "engine/world/sample_run.h"
#include "engine/world/state/step_record.h"
#include "support/world_build.h"
#include "support/world_random.h"

#include <drystone/drystone.h>
#include <samples/catalogue.h>

#include <string>
#include <utility>
#include <vector>

using namespace drystone;
using test::record_steps;
using test::StepRecord;

namespace {

/// Takes a snapshot and a clone, continues, and checks that both ways back give the same results at every
/// step.
void check_ways_back(World& world, int steps, int threads) {
    const Snapshot snapshot = world.snapshot();
    World clone = world.clone(threads);
    const std::vector<StepRecord> expected = record_steps(world, steps);
    CHECK(record_steps(clone, steps) == expected);
    world.restore(snapshot);
    CHECK_NOTHROW(world.validate());
    CHECK(record_steps(world, steps) == expected);
    clone.restore(snapshot);
    CHECK(record_steps(clone, steps) == expected);
}

}  // namespace

TEST_CASE("snapshot: every sample continues from one as if nothing had happened in between") {
    for (const scenes::SceneInfo& info : samples::catalogue()) {
        if (info.group == "Benchmark") {
            continue;
        }
        CAPTURE(info.name);
        test::SampleRun run(info);
        for (const int at : {0, 1, 25, test::scaled(100, 40)}) {
            CAPTURE(at);
            run.steps(at - run.made);
            const Snapshot snapshot = run.backend.world().snapshot();
            check_ways_back(run.backend.world(), test::scaled(20, 5), 1);
            run.backend.world().restore(snapshot);
        }
    }
}

TEST_CASE("snapshot: a scene that changes at random continues in the same way, with calls in between") {
    for (std::uint32_t seed = 1; seed <= 4; ++seed) {
        CAPTURE(seed);
        test::RandomScene scene(seed);
        for (int i = 0; i < 40; ++i) {
            scene.world.step(test::dt);
            scene.change();
            scene.change();
            const Snapshot snapshot = scene.world.snapshot();
            const std::uint64_t hash = scene.world.state_hash();
            const std::vector<StepRecord> expected = record_steps(scene.world, 8);
            for (const BodyId body : test::ids(scene.world.bodies())) {
                if (i % 2 == 0 || scene.world[body].type() == BodyType::Dynamic) {
                    scene.world.destroy_body(body);
                }
            }
            scene.world.step(test::dt);
            scene.world.restore(snapshot);
            CHECK(scene.world.state_hash() == hash);
            CHECK(record_steps(scene.world, 8) == expected);
            scene.world.restore(snapshot);
        }
    }
}

TEST_CASE("snapshot: what was made later is gone, and what was destroyed is back with name and data") {
    World world;
    const BodyId kept = world.create_body({.type = BodyType::Dynamic, .name = "kept", .user_data = 7});
    const ShapeId shape = world.create_shape(kept, CustomShape{Circle{{0.0f, 0.0f}, 0.5f}});
    const FieldId field = world.create_field({.kind = DirectionalField{}});
    const BodyId hook = world.create_body({.type = BodyType::Static, .position = {0.0f, 5.0f}});
    const JointId rope = world.create_joint(RopeJoint{.points = {{hook, {}}, {kept, {}}}});
    const Snapshot snapshot = world.snapshot();
    CHECK(snapshot.bytes() > 0);

    world.destroy_body(kept);
    world.destroy_field(field);
    const BodyId later = world.create_body({.type = BodyType::Dynamic});
    world.set_gravity({0.0f, 3.0f});
    world.step(test::dt);
    world.restore(snapshot);

    CHECK(world.is_valid(kept));
    CHECK(world.is_valid(shape));
    CHECK(world.is_valid(field));
    CHECK(world.is_valid(rope));
    CHECK(world[kept].name() == "kept");
    CHECK(world[kept].user_data() == 7);
    CHECK(world.gravity().y == -10.0f);
    CHECK(!world.is_valid(later));
    CHECK_NOTHROW(world.validate());
}

TEST_CASE("snapshot: a clone lives on its own, with the handles and callbacks of the first") {
    World world;
    test::add_ground(world, 20.0f);
    const BodyId ball = world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 3.0f}});
    world.create_shape(ball, Circle{{0.0f, 0.0f}, 0.5f});
    int asked = 0;
    world.set_collision_filter([&](ShapeId, ShapeId) { return ++asked > 0; });
    World clone = world.clone();
    record_steps(clone, 120);
    CHECK(asked > 0);
    CHECK(clone[ball].position().y < 1.0f);
    CHECK(world[ball].position().y == 3.0f);
    clone.destroy_body(ball);
    CHECK(world.is_valid(ball));
}

TEST_CASE("snapshot: empty ones and those of other worlds are refused, and threads must be positive") {
    World world;
    const World other;
    CHECK_THROWS_AS(world.restore(Snapshot{}), Error);
    CHECK_THROWS_AS(world.restore(other.snapshot()), Error);
    CHECK_THROWS_AS((void)world.clone(0), Error);

    Snapshot first = world.snapshot();
    const Snapshot copy = first;
    const Snapshot moved = std::move(first);
    CHECK(
        first.empty());  // NOLINT(bugprone-use-after-move): the state after a move is part of the interface.
    CHECK(copy.bytes() == moved.bytes());
    CHECK_NOTHROW(world.restore(copy));
}

TEST_CASE("snapshot: a delta shares what did not change, and is whole without its base") {
    World world;
    test::add_ground(world, 400.0f);
    for (int i = 0; i < 2000; ++i) {
        const BodyId body = world.create_body(
            {.type = BodyType::Dynamic, .position = {0.15f * static_cast<float>(i) - 150.0f, 0.6f}});
        world.create_shape(body, Circle{{0.0f, 0.0f}, 0.05f});
    }
    record_steps(world, 180);
    REQUIRE(world.counters().awake_bodies == 0);
    const BodyId ball = world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 30.0f}});
    world.create_shape(ball, Circle{{0.0f, 0.0f}, 0.05f});
    world.step(test::dt);

    Snapshot base = world.snapshot();
    world.step(test::dt);
    Snapshot delta;
    world.snapshot(delta, base);
    CHECK(delta.bytes() >= base.bytes());
    CHECK(delta.own_bytes() * 20 < delta.bytes());
    base = Snapshot{};
    CHECK(delta.own_bytes() == delta.bytes());
    const std::vector<StepRecord> expected = record_steps(world, 10);
    world.restore(delta);
    CHECK(record_steps(world, 10) == expected);
    CHECK_THROWS_AS(world.snapshot(delta, delta), Error);
}

TEST_CASE("snapshot: a copy keeps its state while the other is written again") {
    test::RandomScene scene(9);
    record_steps(scene.world, 30);
    Snapshot first = scene.world.snapshot();
    const std::uint64_t hash = scene.world.state_hash();
    const Snapshot copy = first;
    for (int i = 0; i < 3; ++i) {
        scene.world.step(test::dt);
        scene.world.snapshot(first);
    }
    scene.world.restore(copy);
    CHECK(scene.world.state_hash() == hash);
}
