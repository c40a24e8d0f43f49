#include <doctest/doctest.h>

#include "support/world_random.h"
#include "support/world_state_access.h"

#include <memory>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Returns a hash after every step of a scene that creates, changes and destroys bodies.
std::vector<std::uint64_t> run_scene(std::uint32_t seed, const WorldDefinition& definition = {},
                                     bool neighbours = false) {
    test::RandomScene scene(seed, definition);
    test::state_of(scene.world).execution.team->ignore_work();
    std::vector<std::unique_ptr<World>> others;
    std::vector<std::uint64_t> hashes;
    for (int i = 0; i < test::scaled(400, 80); ++i) {
        scene.world.step(dt);
        hashes.push_back(scene.world.state_hash());
        if (i % 4 == 0) {
            scene.change();
        }
        if (neighbours && i % 10 == 0) {
            others.push_back(std::make_unique<World>());
            test::add_pyramid(*others.back(), 3);
            for (const auto& other : others) {
                other->step(dt);
            }
        }
    }
    return hashes;
}

}  // namespace

TEST_CASE("determinism: the same scene gives the same state after every step") {
    const std::vector<std::uint64_t> first = run_scene(50);
    CHECK(run_scene(50) == first);
    // The hash is not constant: it changes with every step and with the scene.
    CHECK(first[0] != first[1]);
    CHECK(run_scene(51) != first);
}

TEST_CASE("determinism: other worlds that live and step in between change nothing") {
    CHECK(run_scene(52, {}, true) == run_scene(52));
}

TEST_CASE("determinism: every instruction set gives the states of the scalar kernels") {
    const std::vector<std::uint64_t> reference = run_scene(53, {.simd = SimdTarget::Scalar});
    for (const SimdTarget target : simd_targets()) {
        CAPTURE(simd_target_name(target));
        CHECK(run_scene(53, {.simd = target}) == reference);
    }
}

TEST_CASE("determinism: every number of threads gives the states of one") {
    const std::vector<std::uint64_t> reference = run_scene(54);
    for (const int threads : {2, 3, 8}) {
        CAPTURE(threads);
        CHECK(run_scene(54, {.threads = threads}) == reference);
    }
}

namespace {

/// Returns the states of a heap that is large enough to be split into many pieces of work.
std::vector<std::uint64_t> run_heap(const WorldDefinition& definition) {
    World world(definition);
    test::state_of(world).execution.team->ignore_work();
    test::add_ground(world, 60.0f);
    const BodyId paddle =
        world.create_body({.type = BodyType::Kinematic, .position = {0.0f, 3.0f}, .angular_velocity = 2.0f});
    world.create_shape(paddle, make_box(8.0f, 0.3f));
    test::Random random(77);
    for (int i = 0; i < 2000; ++i) {
        const BodyId body = world.create_body({.type = BodyType::Dynamic,
                                               .position = {0.9f * static_cast<float>(i % 40) - 18.0f,
                                                            0.6f + 0.9f * static_cast<float>(i / 40)},
                                               .angle = random.between(-0.5f, 0.5f)});
        const ShapeDefinition shape{.material = {.restitution = i % 9 == 0 ? 0.4f : 0.0f}};
        switch (i % 4) {
            case 0: world.create_shape(body, make_regular_polygon(3 + random.below(6), 0.45f), shape); break;
            case 1: world.create_shape(body, Circle{{0.0f, 0.0f}, 0.4f}, shape); break;
            default: world.create_shape(body, make_box(0.4f, 0.3f), shape);
        }
    }
    std::vector<std::uint64_t> hashes;
    for (int i = 0; i < test::scaled(150, 40); ++i) {
        world.step(dt);
        hashes.push_back(world.state_hash());
    }
    // A colour this large moves contacts from small colours to lower ones; a short run ends before.
    CHECK((hashes.size() < 150 || test::state_of(world).stores.graph.count(0) > 512));
    return hashes;
}

}  // namespace

TEST_CASE("determinism: a heap that keeps several workers busy has the states of one") {
    const std::vector<std::uint64_t> reference = run_heap({});
    for (const int threads : {2, 3, 8}) {
        CAPTURE(threads);
        CHECK(run_heap({.threads = threads}) == reference);
    }
}

TEST_CASE("determinism: equal worlds have equal hashes and what differs has another") {
    World a;
    World b;
    for (World* const world : {&a, &b}) {
        test::add_ground(*world);
        test::add_box(*world, {0.0f, 1.0f}, 0.5f, 0.5f);
    }
    CHECK(a.state_hash() == b.state_hash());
    const BodyId box = a.bodies()[1];
    a[box].set_linear_velocity({0.0f, -0.0f});
    CHECK(a.state_hash() == b.state_hash());
    a[box].set_linear_velocity({1e-30f, 0.0f});
    CHECK(a.state_hash() != b.state_hash());
    a[box].set_linear_velocity({0.0f, 0.0f});
    a[box].set_pose({0.0f, 1.0000001f}, 0.0f);
    CHECK(a.state_hash() != b.state_hash());
}

TEST_CASE("determinism: steps that are shared and steps that are not give the same states") {
    const std::vector<std::uint64_t> reference = run_scene(55);
    test::RandomScene scene(55, {.threads = 3});
    for (std::size_t i = 0; i < reference.size(); ++i) {
        test::state_of(scene.world).execution.team->ignore_work(i % 24 < 12);
        scene.world.step(dt);
        REQUIRE(scene.world.state_hash() == reference[i]);
        if (i % 4 == 0) {
            scene.change();
        }
    }
}
