#include <doctest/doctest.h>

#include "support/world_build.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

using namespace drystone;

namespace {

constexpr ShapeDefinition elastic{.material = {.friction = 0.0f, .restitution = 1.0f}};

/// Least and greatest energy during a run, relative to the start.
struct EnergyRange {
    double least = 1.0;
    double largest = 1.0;
};

EnergyRange range_of(World& world, int steps, int sub_steps) {
    const double start = world.energy();
    EnergyRange range;
    for (int i = 0; i < steps; ++i) {
        world.step(test::dt, sub_steps);
        range.least = std::min(range.least, world.energy() / start);
        range.largest = std::max(range.largest, world.energy() / start);
    }
    return range;
}

/// Adds four walls around the square from (-5.5, 0.5) to (5.5, 11.5).
void add_room(World& world) {
    const BodyId room = world.create_body({.type = BodyType::Static});
    for (const float side : {-6.0f, 6.0f}) {
        world.create_shape(room, make_box(0.5f, 7.0f, Pose{{side, 6.0f}, Rot{}}), elastic);
        world.create_shape(room, make_box(7.0f, 0.5f, Pose{{0.0f, 6.0f + side}, Rot{}}), elastic);
    }
}

BodyId add_weight(World& world, BodyId link, Vec2 end, float mass) {
    constexpr float radius = 0.2f;
    const BodyId weight = world.create_body({.position = end - Vec2{0.0f, 0.3f}});
    world.create_shape(
        weight, Circle{{0.0f, 0.0f}, radius},
        {.density = mass / (std::numbers::pi_v<float> * radius * radius), .filter = {.group = -1}});
    world.create_joint(link, weight,
                       RevoluteJoint{.anchor_a = world[link].local_point(end), .anchor_b = {0.0f, 0.3f}});
    return weight;
}

/// Adds a rope of links of 10 cm over a fixed disc of 2 m, with weights of 1 kg and `heavy` at its ends.
/// Returns the heavy weight.
BodyId add_rope(World& world, float friction, float heavy) {
    constexpr float radius = 2.0f;
    constexpr float thickness = 0.03f;
    constexpr int around = 63;
    const Material material{.friction = friction};
    const BodyId peg = world.create_body({.type = BodyType::Static});
    world.create_shape(peg, Circle{{0.0f, 0.0f}, radius}, {.material = material});
    std::vector<Vec2> points;
    const float reach = radius + thickness + 0.001f;
    for (int i = 10; i > 0; --i) {
        points.push_back({-reach, -0.1f * static_cast<float>(i)});
    }
    for (int i = 0; i <= around; ++i) {
        const Rot turn = Rot::from_angle(pi * (1.0f - static_cast<float>(i) / around));
        points.push_back(reach * Vec2{turn.c, turn.s});
    }
    for (int i = 1; i <= 10; ++i) {
        points.push_back({reach, -0.1f * static_cast<float>(i)});
    }
    BodyId last;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const Vec2 along = points[i + 1] - points[i];
        const float half = 0.5f * length(along);
        const BodyId link = world.create_body(
            {.position = 0.5f * (points[i] + points[i + 1]), .angle = std::atan2(along.y, along.x)});
        world.create_shape(link, Capsule{{0.01f - half, 0.0f}, {half - 0.01f, 0.0f}, thickness},
                           {.material = material, .filter = {.group = -1}});
        if (i == 0) {
            add_weight(world, link, points[i], 1.0f);
        } else {
            world.create_joint(
                last, link,
                RevoluteJoint{.anchor_a = world[last].local_point(points[i]), .anchor_b = {-half, 0.0f}});
        }
        last = link;
    }
    return add_weight(world, last, points.back(), heavy);
}

}  // namespace

TEST_CASE("law: a disc that is stopped on its way rebounds to the height that it fell from") {
    for (const int sub_steps : {1, 4}) {
        for (const float height : {1.3f, 5.0f, 20.0f, 47.0f}) {
            CAPTURE(sub_steps);
            CAPTURE(height);
            World world;
            test::add_ground(world, 50.0f, elastic.material);
            const BodyId disc = test::add_disc(world, {0.0f, 0.5f + height}, 0.5f, elastic);
            float before = 0.0f;
            float top = 0.0f;
            for (int i = 0; i < 1000 && top == 0.0f; ++i) {
                world.step(test::dt, sub_steps);
                const float speed = world[disc].linear_velocity().y;
                top = before > 0.0f && speed <= 0.0f ? world[disc].position().y - 0.5f : 0.0f;
                before = speed;
            }
            CHECK(top == doctest::Approx(height).epsilon(3e-3));
            CHECK(top < 1.0005f * height);
        }
    }
}

TEST_CASE("law: elastic boxes that tumble gain no energy, alone and in a crowd") {
    for (const float angle : {0.1f, 0.7f, 1.3f}) {
        CAPTURE(angle);
        World world;
        test::add_ground(world, 500.0f, elastic.material);
        const BodyId box = world.create_body({.position = {0.0f, 5.5f}, .angle = angle});
        world.create_shape(box, make_box(0.5f, 0.25f), elastic);
        const EnergyRange range = range_of(world, 1800, 4);
        CHECK(range.largest < 1.0005);
        CHECK(range.least > 0.98);
    }
    World world;
    add_room(world);
    test::Random random(1);
    for (int i = 0; i < 40; ++i) {
        const BodyId box = world.create_body(
            {.position = {-4.0f + 1.1f * static_cast<float>(i % 8), 2.0f + 1.5f * static_cast<float>(i / 8)},
             .linear_velocity = {random.between(-5.0f, 5.0f), random.between(-5.0f, 5.0f)}});
        world.create_shape(box, make_box(0.3f, 0.3f), elastic);
    }
    CHECK(range_of(world, test::scaled(1200), 4).largest < 1.0005);
}

TEST_CASE("law: a rope over a peg gains no energy from the weights at its ends, and holds by friction") {
    for (const float heavy : {1.0f, 4.0f, 16.0f}) {
        for (const float friction : {0.0f, 0.3f}) {
            CAPTURE(heavy);
            CAPTURE(friction);
            World world({.sleeping = false});
            const BodyId weight = add_rope(world, friction, heavy);
            const float height = world[weight].position().y;
            const double start = world.energy();
            double largest = start;
            float gap = 0.0f;
            for (int i = 0; i < test::scaled(60, 10); ++i) {
                world.step(test::dt);
                largest = std::max(largest, world.energy());
                for (const JointId joint : world.joints()) {
                    gap = std::max(gap, world[joint].state().linear_separation);
                }
            }
            CHECK(largest - start < 0.01 * static_cast<double>(heavy));
            CHECK(gap < 2e-3f);
            const float fallen = height - world[weight].position().y;
            if (heavy == 1.0f) {
                CHECK(std::abs(fallen) < 0.01f);
            } else {
                CHECK(fallen > 0.01f);  // exp(0.3 pi) is 2.6.
            }
        }
    }
}
