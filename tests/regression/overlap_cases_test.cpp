// Bodies that overlap when created separate gently.
#include <doctest/doctest.h>

#include "support/world_build.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Rows and columns of boxes of 1 m, or discs of 1 m diameter, with centres `pitch` apart: rotated as a whole
/// by `angle` about the lowest corner, which is `height` above the ground.
struct Heap {
    int side = 5;
    float pitch = 0.5f;
    float angle = 0.0f;
    float height = 0.0f;
    bool discs = false;
    float friction = 0.6f;
};

void add_heap(World& world, const Heap& heap) {
    const Rot turn = Rot::from_angle(heap.angle);
    for (int i = 0; i < heap.side * heap.side; ++i) {
        const Vec2 center{heap.pitch * static_cast<float>(i % heap.side) + 0.5f,
                          heap.pitch * static_cast<float>(i / heap.side) + 0.5f};
        const BodyId body = world.create_body({.type = BodyType::Dynamic,
                                               .position = rotate(turn, center) + Vec2{0.0f, heap.height},
                                               .angle = heap.angle});
        const ShapeDefinition shape{.material = {.friction = heap.friction}};
        if (heap.discs) {
            world.create_shape(body, Circle{{0.0f, 0.0f}, 0.5f}, shape);
        } else {
            world.create_shape(body, make_box(0.5f, 0.5f), shape);
        }
    }
}

/// Returns the maximum speed of all bodies in five seconds [m/s].
float play(World& world) {
    float peak = 0.0f;
    for (int i = 0; i < 300; ++i) {
        world.step(dt);
        peak = std::max(peak, test::max_speed(world));
    }
    return peak;
}

}  // namespace

TEST_CASE("overlap: boxes that overlap by half separate, and the push-out leaves no velocity") {
    World world({.gravity = {0.0f, 0.0f}, .sleeping = false});
    add_heap(world, {});
    CHECK(play(world) < 0.5f);
    CHECK(test::worst_penetration(world) < 1e-4f);
    CHECK(length(world.momentum()) < 1e-3);
}

TEST_CASE("overlap: a heap of boxes that overlap by half becomes a wall, without an explosion") {
    World world({.sleeping = false});
    test::add_ground(world);
    add_heap(world, {});
    CHECK(play(world) < 1.0f);
    CHECK(test::worst_penetration(world) < 0.01f);
    int number = 0;
    for (const BodyId box : world.bodies()) {
        if (world[box].type() == BodyType::Dynamic) {
            const float row = static_cast<float>(number++ / 5);
            CHECK(std::abs(world[box].position().y - (row + 0.5f)) < 0.05f);
            CHECK(std::abs(world[box].angle()) < 0.05f);
        }
    }
    CHECK(number == 25);
}

TEST_CASE("overlap: heaps of other sizes, shapes and overlaps separate as gently") {
    struct Case {
        Heap heap;
        float fastest;
    };
    const auto fall = [](float height) { return std::sqrt(2.0f * 10.0f * height); };
    const std::vector<Case> cases{
        {{.side = 4}, 1.0f},
        {{.side = 6}, 1.1f},
        {{.pitch = 0.25f}, 1.0f},
        {{.pitch = 0.4f}, 1.0f},
        {{.pitch = 0.6f}, 1.0f},
        {{.pitch = 0.9f}, 1.0f},
        {{.friction = 0.3f}, 1.0f},
        {{.friction = 1.0f}, 1.0f},
        // A falling heap reaches the speed of the fall.
        {{.height = 0.2f}, fall(0.2f) + 0.1f},
        {{.angle = 0.1f}, 1.5f},
        // Discs form columns, which fall over.
        {{.discs = true}, fall(3.5f)},
    };
    for (const Case& each : cases) {
        CAPTURE(each.heap.side);
        CAPTURE(each.heap.pitch);
        CAPTURE(each.heap.angle);
        CAPTURE(each.heap.height);
        CAPTURE(each.heap.discs);
        CAPTURE(each.heap.friction);
        World world({.sleeping = false});
        test::add_ground(world);
        add_heap(world, each.heap);
        CHECK(play(world) < each.fastest);
    }
}

TEST_CASE("deep overlap is pushed out at the speed of the world, and leaves none") {
    for (const float speed : {1.0f, 3.0f, 10.0f}) {
        CAPTURE(speed);
        World world(
            {.gravity = {0.0f, 0.0f}, .contact = {.max_push_out_velocity = speed}, .sleeping = false});
        const BodyId a = test::add_box(world, {0.0f, 0.0f}, 1.0f, 1.0f);
        const BodyId b = test::add_box(world, {0.6f, 0.0f}, 1.0f, 1.0f);
        world.step(0.1f / speed / 4.0f, 4);
        const float way = world[b].position().x - world[a].position().x - 0.6f;
        CHECK(way > 0.0f);
        CHECK(way <= 0.025f * 1.0001f);
        CHECK(test::max_speed(world) < 1e-5f);
        test::run(world, 600);
        CHECK(test::worst_penetration(world) < 1e-3f);
        CHECK(test::max_speed(world) < 0.01f);
    }
}

TEST_CASE("bodies that are deep in each other keep their momentum, and meet and leave as others do") {
    struct Case {
        float before_a, before_b, after_a, after_b;
    };
    // Together, towards each other, where the approach velocity is lost, and away from each other.
    for (const Case& each :
         {Case{5.0f, 5.0f, 5.0f, 5.0f}, Case{4.0f, -2.0f, 1.0f, 1.0f}, Case{-10.0f, 10.0f, -10.0f, 10.0f}}) {
        CAPTURE(each.before_a);
        CAPTURE(each.before_b);
        World world({.gravity = {0.0f, 0.0f}, .sleeping = false});
        const BodyId a = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
        const BodyId b = test::add_box(world, {0.5f, 0.0f}, 0.5f, 0.5f);
        world[a].set_linear_velocity({each.before_a, 0.0f});
        world[b].set_linear_velocity({each.before_b, 0.0f});
        for (int i = 0; i < 60; ++i) {
            world.step(dt);
            CHECK(world[a].linear_velocity().x == doctest::Approx(each.after_a).epsilon(0.01));
            CHECK(world[b].linear_velocity().x == doctest::Approx(each.after_b).epsilon(0.01));
        }
    }
}

TEST_CASE("who carries a load while he is parted from another carries it") {
    World world({.sleeping = false});
    test::add_ground(world);
    const BodyId low = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    const BodyId in_it = test::add_box(world, {0.0f, 1.0f}, 0.5f, 0.5f);
    const BodyId load = test::add_box(world, {0.0f, 2.0f}, 0.5f, 0.5f, {.density = 10.0f});
    float fastest = 0.0f;
    for (int i = 0; i < 300; ++i) {
        world.step(dt);
        fastest = std::max(fastest, test::max_speed(world));
    }
    CHECK(fastest < 1.0f);
    CHECK(world[low].position().y == doctest::Approx(0.5f).epsilon(0.01));
    CHECK(world[in_it].position().y == doctest::Approx(1.5f).epsilon(0.01));
    CHECK(world[load].position().y == doctest::Approx(2.5f).epsilon(0.01));
}

TEST_CASE("a contact that ends, and begins again because its bodies are fast, is no longer one made deep") {
    // Separated so little that the contact stays a candidate, and so far that it is removed and its number
    // reused; in steps of zero length, in which nothing is solved.
    for (const float parted : {1.03f, 20.0f}) {
        CAPTURE(parted);
        const auto play_from = [&](float first) {
            World world({.gravity = {0.0f, 0.0f}, .sleeping = false});
            const BodyId a = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
            const BodyId b = test::add_box(world, {first, 0.0f}, 0.5f, 0.5f);
            const auto put = [&](float x, float speed) {
                world[a].set_pose({0.0f, 0.0f}, 0.0f);
                world[b].set_pose({x, 0.0f}, 0.0f);
                world[a].set_linear_velocity({0.0f, 0.0f});
                world[b].set_linear_velocity({-speed, 0.0f});
                world[a].set_angular_velocity(0.0f);
                world[b].set_angular_velocity(0.0f);
            };
            world.step(dt);
            put(parted, 0.0f);
            world.step(0.0f);
            put(0.5f, 10.0f);
            world.step(dt);
            return world.state_hash();
        };
        CHECK(play_from(0.5f) == play_from(parted));
    }
}

TEST_CASE("a surface with a softness of its own pushes what is deep in it as a spring does") {
    // Undamped, the disc swings back to its initial height.
    World world({.sleeping = false});
    const BodyId ground = world.create_body({.type = BodyType::Static, .position = {0.0f, -1.0f}});
    world.create_shape(ground, make_box(10.0f, 1.0f));
    const BodyId disc =
        test::add_disc(world, {0.0f, 0.5f}, 0.5f, {.material = {.frequency = 1.0f, .damping_ratio = 0.0f}});
    float lowest = 0.5f;
    float highest = 0.0f;
    for (int i = 0; i < 240; ++i) {
        world.step(dt);
        lowest = std::min(lowest, world[disc].position().y);
        highest = i > 60 ? std::max(highest, world[disc].position().y) : 0.0f;
    }
    // Its equilibrium is g / omega^2 below, and it swings as far again.
    const float depth = 2.0f * 10.0f / std::pow(2.0f * pi, 2.0f);
    CHECK(0.5f - lowest == doctest::Approx(depth).epsilon(0.05));
    CHECK(highest == doctest::Approx(0.5f).epsilon(0.05));
}

TEST_CASE("heaps part the same with every number of threads and every instruction set") {
    const auto play_with = [](const WorldDefinition& definition) {
        World world(definition);
        test::add_ground(world);
        for (int i = 0; i < 8; ++i) {
            add_heap(world, {.side = 6, .pitch = 0.4f, .angle = 0.02f * static_cast<float>(i)});
        }
        test::run(world, test::scaled(120, 20));
        return world.state_hash();
    };
    const std::uint64_t reference = play_with({.simd = SimdTarget::Scalar});
    CHECK(play_with({}) == reference);
    CHECK(play_with({.threads = 2}) == reference);
    CHECK(play_with({.threads = 3}) == reference);
}
