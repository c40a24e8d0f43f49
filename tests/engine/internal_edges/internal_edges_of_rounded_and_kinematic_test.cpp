// Internal edges between static shapes with a radius, and between the shapes of a kinematic body. A level
// floor has an exact solution: bodies without friction keep their height and their speed.
#include <doctest/doctest.h>

#include "support/level_floor.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace drystone;
using test::check_level_slide;
using test::dt;
using test::internal_edges_of;
using test::Slider;
using test::sliders;

namespace {

constexpr ShapeDefinition smooth{.material = {.friction = 0.0f}};

constexpr int tiles = 40;

/// Function that makes a floor at height 0 from x = 0 to x = 40, of one body.
using Layer = void (*)(World& world, BodyId body);

void lay_boxes(World& world, BodyId body) {
    for (int i = 0; i < tiles; ++i) {
        world.create_shape(body, make_box(0.5f, 0.5f, Pose{Vec2{static_cast<float>(i) + 0.5f, -0.5f}, Rot{}}),
                           smooth);
    }
}

void lay_segments(World& world, BodyId body) {
    for (int i = 0; i < tiles; ++i) {
        const auto x = static_cast<float>(i);
        world.create_shape(body, Segment{{x, 0.0f}, {x + 1.0f, 0.0f}}, smooth);
    }
}

/// Makes capsules with their cores end to end: the round ends overlap.
void lay_capsules(World& world, BodyId body) {
    for (int i = 0; i < tiles; ++i) {
        const auto x = static_cast<float>(i);
        world.create_shape(body, Capsule{{x, -0.2f}, {x + 1.0f, -0.2f}, 0.2f}, smooth);
    }
}

void lay_rounded_boxes(World& world, BodyId body) {
    for (int i = 0; i < tiles; ++i) {
        const Vec2 center{static_cast<float>(i) + 0.5f, -0.6f};
        world.create_shape(body, make_box(0.5f, 0.5f, Pose{center, Rot{}}, 0.1f), smooth);
    }
}

/// Makes capsules and rounded boxes of one radius in turn.
void lay_mixed(World& world, BodyId body) {
    for (int i = 0; i < tiles; ++i) {
        const auto x = static_cast<float>(i);
        if (i % 2 == 0) {
            world.create_shape(body, Capsule{{x, -0.1f}, {x + 1.0f, -0.1f}, 0.1f}, smooth);
        } else {
            world.create_shape(body, make_box(0.5f, 0.3f, Pose{Vec2{x + 0.5f, -0.4f}, Rot{}}, 0.1f), smooth);
        }
    }
}

struct Floor {
    const char* name;
    Layer lay;
};

const Floor sharp_floors[] = {{"boxes", lay_boxes}, {"segments", lay_segments}};
const Floor round_floors[] = {
    {"capsules", lay_capsules}, {"rounded boxes", lay_rounded_boxes}, {"mixed", lay_mixed}};

/// Slides a body at `speed` over a floor that itself moves at `floor_speed`.
void check_slide(const Floor& floor, const Slider& slider, BodyType type, float floor_speed, float speed,
                 NarrowPhase phase) {
    CAPTURE(std::string(floor.name));
    CAPTURE(std::string(slider.name));
    CAPTURE(speed);
    CAPTURE(floor_speed);
    World world({.sleeping = false, .narrow_phase = phase});
    const BodyId ground = world.create_body({.type = type, .linear_velocity = {floor_speed, 0.0f}});
    floor.lay(world, ground);
    check_level_slide(world, slider, 3.27f, speed, std::abs(speed - floor_speed), 30.0f);
}

}  // namespace

TEST_CASE("internal edges: nothing is felt where static shapes with a radius make a level floor") {
    for (const Floor& floor : round_floors) {
        for (const Slider& slider : sliders()) {
            for (const float speed : {0.8f, 7.0f, 40.0f}) {
                check_slide(floor, slider, BodyType::Static, 0.0f, speed, NarrowPhase::Lanes);
            }
            check_slide(floor, slider, BodyType::Static, 0.0f, 7.0f, NarrowPhase::Scalar);
        }
    }
}

TEST_CASE("internal edges: nothing is felt between the shapes of a kinematic body, at rest or moving") {
    for (const auto& floors : {std::vector<Floor>(std::begin(sharp_floors), std::end(sharp_floors)),
                               std::vector<Floor>(std::begin(round_floors), std::end(round_floors))}) {
        for (const Floor& floor : floors) {
            for (const Slider& slider : sliders()) {
                check_slide(floor, slider, BodyType::Kinematic, 0.0f, 7.0f, NarrowPhase::Lanes);
                check_slide(floor, slider, BodyType::Kinematic, -4.0f, 1.0f, NarrowPhase::Lanes);
                check_slide(floor, slider, BodyType::Kinematic, 3.0f, 9.0f, NarrowPhase::Scalar);
            }
        }
    }
}

TEST_CASE(
    "internal edges: a rounded floor bears what falls on it where it is, and lets fall beside its ends") {
    for (const Floor& floor : round_floors) {
        CAPTURE(std::string(floor.name));
        World world;
        floor.lay(world, world.create_body({.type = BodyType::Static}));
        test::Random random(5);
        std::vector<BodyId> held;
        // Far enough from the ends that nothing rolls off.
        for (int i = 0; i < 18; ++i) {
            const BodyId body = world.create_body({.type = BodyType::Dynamic,
                                                   .position = {7.0f + 1.5f * static_cast<float>(i), 1.5f},
                                                   .angle = random.between(-3.0f, 3.0f),
                                                   .linear_velocity = {0.0f, random.between(-15.0f, 0.0f)}});
            world.create_shape(body, sliders()[static_cast<std::size_t>(random.below(7))].geometry);
            held.push_back(body);
        }
        const BodyId beside = test::add_disc(world, {41.0f, 1.0f}, 0.5f);
        test::run(world, test::scaled(300, 60));
        world.validate();
        for (const BodyId body : held) {
            CAPTURE(world[body].position().x);
            CHECK(world[body].position().y > 0.2f);
            CHECK(world[body].position().y < 1.2f);
        }
        CHECK(world[beside].position().y < -1.0f);
        CHECK(test::worst_penetration(world) < 0.02f);
    }
}

TEST_CASE("internal edges: a disc rolls off the free end of a row of capsules as off a single one") {
    BodyId discs[2];
    World worlds[2];
    for (int k = 0; k < 2; ++k) {
        const BodyId ground = worlds[k].create_body({.type = BodyType::Static});
        if (k == 0) {
            lay_capsules(worlds[k], ground);
        } else {
            worlds[k].create_shape(ground, Capsule{{0.0f, -0.2f}, {40.0f, -0.2f}, 0.2f}, smooth);
        }
        discs[k] = worlds[k].create_body(
            {.type = BodyType::Dynamic, .position = {37.3f, 0.3f}, .linear_velocity = {1.5f, 0.0f}});
        worlds[k].create_shape(discs[k], Circle{{0.0f, 0.0f}, 0.3f}, smooth);
        test::run(worlds[k], 150);
    }
    CHECK(worlds[1][discs[1]].position().y < -0.5f);
    CHECK(length(worlds[0][discs[0]].position() - worlds[1][discs[1]].position()) < 2e-3f);
}

TEST_CASE("internal edges: shapes of a kinematic body that come, go and are filtered") {
    World world;
    const BodyId platform = world.create_body({.type = BodyType::Kinematic});
    const auto lay = [&](float x) {
        return world.create_shape(platform, make_box(0.5f, 0.5f, Pose{Vec2{x, -0.5f}, Rot{}}));
    };
    const ShapeId first = lay(0.0f);
    world.step(dt);
    CHECK(internal_edges_of(world, first) == nullptr);
    const ShapeId second = lay(1.0f);
    world.step(dt);
    REQUIRE(internal_edges_of(world, first) != nullptr);
    // A box's faces are numbered -y, +x, +y, -x.
    CHECK(internal_edges_of(world, first)->hidden == 0b0010u);
    CHECK(internal_edges_of(world, second)->hidden == 0b1000u);
    world[second].set_filter({.category = 2});
    world.step(dt);
    CHECK(internal_edges_of(world, first) == nullptr);
    world[second].set_filter({});
    world.step(dt);
    CHECK(internal_edges_of(world, first) != nullptr);
    world.destroy_shape(second);
    world.step(dt);
    CHECK(internal_edges_of(world, first) == nullptr);
    // The walls touch the box only at its corners.
    const ShapeId wall = world.create_shape(platform, make_box(0.1f, 1.0f, Pose{Vec2{-0.6f, 0.3f}, Rot{}}));
    world.step(dt);
    CHECK(internal_edges_of(world, first) == nullptr);
    CHECK(internal_edges_of(world, wall) == nullptr);
    lay(1.0f);
    world.step(dt);
    CHECK(internal_edges_of(world, first) != nullptr);
    world[platform].set_type(BodyType::Dynamic);
    world.step(dt);
    CHECK(internal_edges_of(world, first) == nullptr);
    world.validate();
}
