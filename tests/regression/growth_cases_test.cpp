// Worlds of one great count, in which the time of a call or a step once grew with its square or its cube:
// such a test does not end in time. What comes out is compared with what follows from the scene.
#include <drystone/drystone.h>

#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cmath>
#include <vector>

using namespace drystone;
using test::Random;

namespace {

std::vector<Vec2> flat_points(int segments) {
    std::vector<Vec2> points;
    for (int i = segments; i >= 0; --i) {
        points.push_back({static_cast<float>(i), 0.0f});
    }
    return points;
}

BodyId add_disc(World& world, const Vec2& place, float radius) {
    const BodyId body = world.create_body({.position = place});
    world.create_shape(body, Circle{{}, radius});
    return body;
}

}  // namespace

TEST_CASE("growth: two hundred discs at one place are pushed apart") {
    World world({.gravity = {0.0f, 0.0f}});
    const int count = test::scaled(200, 40);
    for (int i = 0; i < count; ++i) {
        add_disc(world, {0.001f * static_cast<float>(i % 15), 0.001f * static_cast<float>(i / 15)}, 0.5f);
    }
    const Aabb before = *world.bounds();
    for (int i = 0; i < 4; ++i) {
        world.step(test::dt);
    }
    const Aabb after = *world.bounds();
    CHECK(after.upper.x - after.lower.x > 1.05f * (before.upper.x - before.lower.x));
    CHECK(world.kinetic_energy() < 1e6);
    world.validate();
}

TEST_CASE("growth: a chain under thousands of discs is destroyed with all of its contacts") {
    World world;
    const int count = test::scaled(20000, 2000);
    const BodyId ground = world.create_body({.type = BodyType::Static});
    const ChainId chain = world.create_chain(ground, {.points = flat_points(count)});
    const ChainId other = world.create_chain(ground, {.points = {{-2.0f, 0.0f}, {-9.0f, 0.0f}}});
    for (int i = 0; i < count / 2; ++i) {
        add_disc(world, {2.0f * static_cast<float>(i) + 0.5f, 0.4f}, 0.4f);
    }
    add_disc(world, {-5.0f, 0.4f}, 0.4f);
    world.step(test::dt);
    REQUIRE(world.contact_begins().size() == static_cast<std::size_t>(count / 2) + 1);
    const std::vector<ShapeRef> segments = world[chain].shapes();
    std::vector<ShapeId> expected;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        expected.push_back(segments[i].id());
    }
    world.destroy_chain(chain);
    world.validate();
    world.step(test::dt);
    REQUIRE(world.contact_ends().size() == static_cast<std::size_t>(count / 2));
    // In the order of the segments.
    std::size_t next = 0;
    for (const ContactEnd& end : world.contact_ends()) {
        while (next < expected.size() && expected[next] != end.shape_a && expected[next] != end.shape_b) {
            ++next;
        }
        CHECK_MESSAGE(next < expected.size(), "segments in their order");
    }
    CHECK(world.is_valid(other));
    CHECK(world.counters().contacts == 1);
}

TEST_CASE(
    "growth: a rope through thousands of points keeps its length, also through one body again and again") {
    World world({.gravity = {0.0f, -10.0f}});
    const int count = test::scaled(10000, 1000);
    const BodyId ceiling = world.create_body({.type = BodyType::Static});
    const BodyId beam = world.create_body({.position = {0.0f, -1.0f}, .locks = {.rotation = true}});
    world.create_shape(beam, make_box(0.5f * static_cast<float>(count), 0.1f));
    RopeJoint rope;
    for (int i = 0; i < count; ++i) {
        const float x = static_cast<float>(i - count / 2);
        rope.points.push_back({i % 2 == 0 ? ceiling : beam, {x, 0.0f}});
    }
    rope.length = 1.5f * static_cast<float>(count);
    const JointId joint = world.create_joint(rope);
    for (int i = 0; i < 20; ++i) {
        world.step(test::dt);
    }
    CHECK(world[joint].state().translation < 1.001f * rope.length);
    // Between two points: sqrt(1 + depth^2) = 1.5.
    CHECK(world[beam].position().y == doctest::Approx(-std::sqrt(1.25f)).epsilon(0.02));
}

TEST_CASE("growth: each body gets the sum of the fields in whose regions it is") {
    Random random(11);
    World world({.gravity = {0.0f, 0.0f}});
    struct Region {
        Vec2 middle;
        Vec2 half;
        Vec2 strength;
    };
    std::vector<Region> regions;
    for (int i = 0; i < 300; ++i) {
        const Region region{{random.between(-20.0f, 20.0f), random.between(-20.0f, 20.0f)},
                            {random.between(0.2f, 3.0f), random.between(0.2f, 3.0f)},
                            {random.between(-5.0f, 5.0f), random.between(-5.0f, 5.0f)}};
        regions.push_back(region);
        world.create_field({.kind = DirectionalField{.strength = region.strength},
                            .region = make_box(region.half.x, region.half.y),
                            .pose = {region.middle, {}}});
    }
    const Vec2 everywhere{0.5f, -0.25f};
    world.create_field({.kind = DirectionalField{.strength = everywhere}});
    std::vector<BodyId> bodies;
    for (int i = 0; i < 500; ++i) {
        const Vec2 place{random.between(-22.0f, 22.0f), random.between(-22.0f, 22.0f)};
        bodies.push_back(world.create_body({.position = place}));
        world.create_shape(bodies.back(), Circle{{}, 0.01f}, {.filter = {.group = -1}});
        world[bodies.back()].set_mass_properties({.mass = 1.0f, .inertia = 1.0f});
    }
    std::vector<Vec2> expected;
    for (const BodyId body : bodies) {
        Vec2 sum = everywhere;
        for (const Region& region : regions) {
            const Vec2 away = abs(world[body].position() - region.middle);
            sum += away.x <= region.half.x && away.y <= region.half.y ? region.strength : Vec2{0.0f, 0.0f};
        }
        expected.push_back(test::dt * sum);
    }
    world.step(test::dt);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        CHECK(length(world[bodies[i]].linear_velocity() - expected[i]) < 1e-4f);
    }
}

TEST_CASE("growth: thousands of joints of one body are created on it and destroyed") {
    World world;
    const int count = test::scaled(20000, 1000);
    const BodyId ground = world.create_body({.type = BodyType::Static});
    world.create_shape(ground, make_box(static_cast<float>(count), 1.0f));
    std::vector<JointId> joints;
    for (int i = 0; i < count; ++i) {
        const float x = static_cast<float>(i) - 0.5f * static_cast<float>(count);
        const BodyId body = add_disc(world, {x, 1.4f}, 0.4f);
        if (i == 0) {
            world.step(test::dt);  // The first disc touches before its joint forbids it.
        }
        joints.push_back(
            world.create_joint(ground, body, DistanceJoint{.anchor_a = {x, 5.0f}, .length = 3.6f}));
    }
    world.step(test::dt);
    CHECK(world.counters().contacts == 0);
    for (std::size_t i = joints.size(); i-- > 0;) {
        world.destroy_joint(joints[i]);
    }
    world.validate();
    CHECK(world.joints().empty());
    world.step(test::dt);
    CHECK(world.counters().contacts == count);
}
