#include <doctest/doctest.h>

#include "engine/world/sample_run.h"
#include "engine/world/state/step_record.h"
#include "support/world_build.h"
#include "support/world_random.h"

#include <drystone/drystone.h>
#include <samples/catalogue.h>

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

using namespace drystone;
using test::record_steps;
using test::StepRecord;

namespace {

constexpr int thread_counts[] = {1, 2, 3};

/// Small heap of boxes, discs and polygons on the ground; odd ones bounce.
World make_heap(std::uint32_t seed, int bodies) {
    World world;
    test::add_ground(world, 20.0f);
    test::Random random(seed);
    for (int i = 0; i < bodies; ++i) {
        const BodyId body = world.create_body(
            {.type = BodyType::Dynamic,
             .position = {0.4f * static_cast<float>(i % 4), 0.8f + 1.1f * static_cast<float>(i / 4)},
             .angle = random.between(-0.3f, 0.3f)});
        const Material material{.restitution = seed % 2 == 1 && i % 3 == 0 ? 0.5f : 0.0f};
        world.create_shape(body, test::random_geometry(random, 1.0f), {.material = material});
    }
    return world;
}

/// Joint of the kind with this number, all of which are solved in lanes.
JointDefinition joint_of_kind(std::uint32_t kind) {
    const Vec2 a{0.0f, 0.45f};
    const Vec2 b{0.0f, -0.45f};
    switch (kind % 5) {
        case 0: return RevoluteJoint{a, b};
        case 1: return RevoluteJoint{.anchor_a = a, .anchor_b = b, .limit = JointLimit{-0.4f, 0.4f}};
        case 2: return RevoluteJoint{.anchor_a = a, .anchor_b = b, .motor = JointMotor{3.0f, 20.0f}};
        case 3: return WheelJoint{.anchor_a = a, .anchor_b = b};
        default: return DistanceJoint{.anchor_a = a, .anchor_b = b, .length = 0.2f};
    }
}

/// Chains of boxes that fall on the ground, joined in ways that differ with the seed.
World make_chains(std::uint32_t seed) {
    World world;
    test::add_ground(world, 20.0f);
    for (std::uint32_t chain = 0; chain < 3; ++chain) {
        BodyId last{};
        for (std::uint32_t link = 0; link < 3 + seed; ++link) {
            const BodyId body = test::add_box(
                world, {2.0f * static_cast<float>(chain), 1.0f + static_cast<float>(link)}, 0.3f, 0.4f);
            if (link > 0) {
                world.create_joint(last, body, joint_of_kind(seed + chain + link),
                                   {.solver = JointSolver::Iterative});
            }
            last = body;
        }
    }
    return world;
}

/// Kicks the bodies of a world, each world in another way.
void kick(World& world, int number) {
    test::Random random(static_cast<std::uint32_t>(number) + 17u);
    for (const BodyRef& body : world.bodies()) {
        if (body.type() == BodyType::Dynamic) {
            body.set_linear_velocity({random.between(-3.0f, 3.0f), random.between(-1.0f, 3.0f)});
            body.set_angular_velocity(random.between(-2.0f, 2.0f));
        }
    }
}

/// Records of each world of a batch by the steps that `record_steps` would make alone.
std::vector<std::vector<StepRecord>> record_batch(WorldBatch& batch, int steps) {
    std::vector<std::vector<StepRecord>> records(static_cast<std::size_t>(batch.size()));
    for (int i = 0; i < steps; ++i) {
        batch.step(test::dt);
        for (int world = 0; world < batch.size(); ++world) {
            records[static_cast<std::size_t>(world)].emplace_back(batch[world]);
        }
    }
    return records;
}

}  // namespace

// A second or two in an optimised build.
TEST_CASE("world batch: worlds of every sample, side by side, have the bits that they have alone") {
    const int steps = test::scaled(12, 4);
    std::vector<std::unique_ptr<test::SampleRun>> runs;  // Callbacks may refer to their scenes.
    std::vector<World> starts;
    for (const scenes::SceneInfo& info : samples::catalogue()) {
        if (info.group == "Benchmark") {
            continue;
        }
        auto run = std::make_unique<test::SampleRun>(info);
        run->steps(test::scaled(30, 5));
        if (run->backend.world().counters().bodies < 100) {
            starts.push_back(run->backend.world().clone());
            runs.push_back(std::move(run));
        }
    }
    REQUIRE(starts.size() > 20);
    std::vector<std::vector<StepRecord>> expected;
    for (const World& start : starts) {
        World alone = start.clone();
        expected.push_back(record_steps(alone, steps));
    }
    for (const int threads : {1, 3}) {
        CAPTURE(threads);
        WorldBatch batch({.threads = threads, .contacts = true});
        for (const World& start : starts) {
            batch.create_worlds(batch.add_prototype(start), 1);
        }
        const std::vector<std::vector<StepRecord>> found = record_batch(batch, steps);
        for (std::size_t i = 0; i < starts.size(); ++i) {
            CAPTURE(i);
            CHECK(found[i] == expected[i]);
        }
    }
}

TEST_CASE("world batch: heaps have the bits that they have alone, on any number of threads") {
    const int worlds = 40;
    const int steps = test::scaled(120, 20);
    std::vector<World> heaps;
    for (std::uint32_t seed = 0; seed < 4; ++seed) {
        heaps.push_back(make_heap(seed, 6 + 6 * static_cast<int>(seed)));
    }
    std::vector<std::vector<StepRecord>> expected;
    for (int i = 0; i < worlds; ++i) {
        World alone = heaps[static_cast<std::size_t>(i) % heaps.size()].clone();
        kick(alone, i);
        expected.push_back(record_steps(alone, steps));
    }
    for (const int threads : thread_counts) {
        CAPTURE(threads);
        WorldBatch batch({.threads = threads});
        for (const World& heap : heaps) {
            batch.add_prototype(heap);
        }
        for (int i = 0; i < worlds; ++i) {
            batch.create_worlds(i % 4, 1);
            kick(batch[i], i);
        }
        CHECK(record_batch(batch, steps) == expected);
        for (int i = 0; i < worlds; ++i) {
            CHECK_NOTHROW(batch[i].validate());
        }
    }
}

TEST_CASE("world batch: jointed worlds, beside others, have the bits that they have alone") {
    const int worlds = 30;
    const int steps = test::scaled(120, 20);
    std::vector<World> starts;
    for (std::uint32_t seed = 0; seed < 4; ++seed) {
        starts.push_back(make_chains(seed));
    }
    starts.push_back(make_heap(2, 12));
    const int kinds = static_cast<int>(starts.size());
    std::vector<std::vector<StepRecord>> expected;
    for (int i = 0; i < worlds; ++i) {
        World alone = starts[static_cast<std::size_t>(i % kinds)].clone();
        kick(alone, i);
        expected.push_back(record_steps(alone, steps));
    }
    for (const int threads : thread_counts) {
        CAPTURE(threads);
        WorldBatch batch({.threads = threads, .contacts = true});
        for (const World& start : starts) {
            batch.add_prototype(start, {});
        }
        for (int i = 0; i < worlds; ++i) {
            batch.create_worlds(i % kinds, 1);
            kick(batch[i], i);
        }
        CHECK(record_batch(batch, steps) == expected);
        for (int i = 0; i < worlds; ++i) {
            CHECK_NOTHROW(batch[i].validate());
        }
    }
}

TEST_CASE("world batch: what a neighbour does changes no bit of a world") {
    const World heap = make_heap(2, 12);
    World alone = heap.clone();
    const std::vector<StepRecord> expected = record_steps(alone, 40);
    WorldBatch batch;
    batch.create_worlds(batch.add_prototype(heap), 5);
    for (int i = 0; i < 40; ++i) {
        kick(batch[i % 4], i);
        batch[(i + 1) % 4].create_body({.type = BodyType::Dynamic, .position = {0.0f, 9.0f}});
        if (i == 20) {
            batch[1].set_contact_tuning({.frequency = 10.0f});
            batch[2].set_gravity({1.0f, -3.0f});
        }
        batch.step(test::dt);
        CHECK(StepRecord(batch[4]) == expected[static_cast<std::size_t>(i)]);
    }
}

TEST_CASE("world batch: repeated steps are as many single ones, and some worlds may step alone") {
    const World heap = make_heap(1, 12);
    WorldBatch once;
    WorldBatch often;
    for (WorldBatch* const batch : {&once, &often}) {
        batch->create_worlds(batch->add_prototype(heap), 20);
        for (int i = 0; i < batch->size(); ++i) {
            kick((*batch)[i], i);
        }
    }
    once.step(test::dt, 2, 30);
    const int odd[] = {19, 1, 3, 5, 7, 9, 11, 13, 15, 17};
    const int even[] = {0, 2, 4, 6, 8, 10, 12, 14, 16, 18};
    for (int i = 0; i < 30; ++i) {
        often.step_worlds(odd, test::dt, 2);
    }
    often.step_worlds(even, test::dt, 2, 30);
    for (int i = 0; i < 20; ++i) {
        CHECK(once[i].state_hash() == often[i].state_hash());
    }
}

TEST_CASE("world batch: a world that is reset continues as a fresh copy, whatever it has become") {
    World heap = make_heap(3, 15);
    test::run(heap, 50);
    const BodyId extra = test::ids(heap.bodies()).back();
    heap.create_joint(test::ids(heap.bodies())[1], extra, RevoluteJoint{});
    World alone = heap.clone();
    const std::vector<StepRecord> expected = record_steps(alone, 30);
    WorldBatch batch({.threads = 2});
    batch.create_worlds(batch.add_prototype(heap), 18);
    for (int i = 0; i < batch.size(); ++i) {
        kick(batch[i], i);
        if (i % 3 == 0) {
            batch[i].destroy_body(extra);
        }
        if (i % 3 == 1) {
            test::add_box(batch[i], {0.0f, 12.0f}, 0.5f, 0.5f);
        }
    }
    batch.step(test::dt, 4, 20);
    batch.reset_all();
    const std::vector<std::vector<StepRecord>> found = record_batch(batch, 30);
    for (int i = 0; i < batch.size(); ++i) {
        CAPTURE(i);
        CHECK(found[static_cast<std::size_t>(i)] == expected);
        CHECK_NOTHROW(batch[i].validate());
    }
}

TEST_CASE("world batch: joints and crowds that a world got are gone after a reset") {
    const World heap = make_heap(2, 12);
    World alone = heap.clone();
    const std::vector<StepRecord> expected = record_steps(alone, 20);
    WorldBatch batch;
    batch.create_worlds(batch.add_prototype(heap), 3);
    const std::vector<BodyId> bodies = test::ids(batch[0].bodies());
    for (int i = 0; i < 4; ++i) {
        batch[0].create_joint(bodies[1 + static_cast<std::size_t>(i)], bodies[6], RevoluteJoint{});
    }
    for (int i = 0; i < 300; ++i) {  // The tree of moving shapes gets another level.
        test::add_box(batch[1], {static_cast<float>(i % 20) - 9.5f, 4.0f + static_cast<float>(i / 20)}, 0.4f,
                      0.4f);
    }
    batch.step(test::dt, 4, 5);
    batch.reset_all();
    const std::vector<std::vector<StepRecord>> found = record_batch(batch, 20);
    for (int i = 0; i < batch.size(); ++i) {
        CAPTURE(i);
        CHECK(found[static_cast<std::size_t>(i)] == expected);
        CHECK_NOTHROW(batch[i].validate());
    }
}
