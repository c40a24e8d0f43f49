// Fast bodies along walls: they lose the part of their path that leads into a wall, and no more.
#include <doctest/doctest.h>

#include "support/world_build.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

const Material smooth{.friction = 0.0f};

World make_weightless() { return World({.gravity = {0.0f, 0.0f}, .sleeping = false}); }

BodyId add_fast(World& world, const Vec2& position, const Vec2& velocity, const ShapeGeometry& geometry) {
    const BodyId body =
        world.create_body({.type = BodyType::Dynamic, .position = position, .linear_velocity = velocity});
    world.create_shape(body, geometry, {.material = smooth, .sensor_events = true});
    return body;
}

/// Adds a clockwise ring, solid from inside. With both sides solid, bodies may also run around the outside.
void add_ring(World& world, float radius, int count, ChainSides sides) {
    std::vector<Vec2> points;
    for (int i = 0; i < count; ++i) {
        const Rot turn = Rot::from_angle(-2.0f * pi * static_cast<float>(i) / static_cast<float>(count));
        points.push_back(radius * Vec2{turn.c, turn.s});
    }
    world.create_chain(world.create_body({.type = BodyType::Static}),
                       {.points = points, .is_loop = true, .sides = sides, .materials = {smooth}});
}

/// Returns the distance covered in 300 steps divided by the integral of the speed; `look()` is called after
/// each step.
template <class Look>
double part_of_way_gone(World& world, BodyId body, Look&& look) {
    double gone = 0.0;
    double promised = 0.0;
    Vec2 before = world[body].position();
    for (int i = 0; i < 300; ++i) {
        world.step(dt);
        gone += length(world[body].position() - before);
        promised += length(world[body].linear_velocity()) * dt;
        before = world[body].position();
        look();
    }
    return gone / promised;
}

}  // namespace

TEST_CASE("a fast body that meets a smooth floor goes on as far along it as without the floor") {
    test::Random random(3);
    for (int shot = 0; shot < 100; ++shot) {
        World world = make_weightless();
        test::add_ground(world, 50.0f, smooth);
        const Vec2 velocity{random.between(-90.0f, 90.0f), random.between(-300.0f, -30.0f)};
        const float height = random.between(0.3f, 8.0f);
        const BodyId body = shot % 2 == 0
                                ? add_fast(world, {0.0f, height}, velocity, Circle{{0.0f, 0.0f}, 0.1f})
                                : add_fast(world, {0.0f, height}, velocity, make_box(0.2f, 0.1f));
        for (int step = 1; step <= 20; ++step) {
            world.step(dt);
            const float without = static_cast<float>(step) * dt * velocity.x;
            // A remainder of less than half of the speculative distance is not followed.
            CHECK(std::abs(world[body].position().x - without) < 0.011f);
            CHECK(world[body].position().y > 0.0f);
        }
    }
}

TEST_CASE("a fast body that runs round in a ring of segments goes as far as its velocity says") {
    constexpr float radius = 40.0f;
    for (const ChainSides sides : {ChainSides::Right, ChainSides::Both}) {
        for (const int count : {90, 360}) {
            for (const float speed : {20.0f, 50.0f, 150.0f}) {
                for (const bool box : {false, true}) {
                    CAPTURE(count);
                    CAPTURE(speed);
                    CAPTURE(box);
                    World world = make_weightless();
                    add_ring(world, radius, count, sides);
                    const float start = radius * std::cos(pi / static_cast<float>(count)) - 0.36f;
                    const BodyId body =
                        box ? add_fast(world, {start, 0.0f}, {0.0f, speed}, make_box(0.35f, 0.35f))
                            : add_fast(world, {start, 0.0f}, {0.0f, speed}, Circle{{0.0f, 0.0f}, 0.35f});
                    float farthest = 0.0f;
                    const double part = part_of_way_gone(
                        world, body, [&] { farthest = std::max(farthest, length(world[body].position())); });
                    // Chords are shorter than arcs by 0.02 %.
                    CHECK(part > 0.998);
                    CHECK(farthest < radius - 0.35f + 0.02f);
                }
            }
        }
    }
}

TEST_CASE("a fast cart on two wheels goes as far round a ring as its velocity says, and its joints hold") {
    constexpr float radius = 40.0f;
    for (const int count : {90, 360}) {
        for (const float speed : {20.0f, 35.0f, 50.0f}) {
            CAPTURE(count);
            CAPTURE(speed);
            World world = make_weightless();
            add_ring(world, radius, count, ChainSides::Right);
            const float low = 0.02f - radius * std::cos(pi / static_cast<float>(count)) + 0.45f;
            const BodyId cart = add_fast(world, {0.0f, low + 0.48f}, {speed, 0.0f}, make_box(1.0f, 0.25f));
            std::vector<JointId> axles;
            for (const float side : {-0.8f, 0.8f}) {
                const BodyId wheel = add_fast(world, {side, low}, {speed, 0.0f}, Circle{{0.0f, 0.0f}, 0.4f});
                axles.push_back(world.create_joint(cart, wheel, RevoluteJoint{.anchor_a = {side, -0.48f}}));
            }
            float gap = 0.0f;
            const double part = part_of_way_gone(world, cart, [&] {
                for (const JointId axle : axles) {
                    gap = std::max(gap, world[axle].state().linear_separation);
                }
            });
            CHECK(part > 0.99);
            CHECK(gap < 0.01f);
        }
    }
}

TEST_CASE("a fast body that is led into a corner along one wall stays in it") {
    test::Random random(4);
    for (int shot = 0; shot < 300; ++shot) {
        World world = make_weightless();
        const BodyId walls = world.create_body({.type = BodyType::Static});
        const Rot other = Rot::from_angle(random.between(0.1f, 3.0f));
        if (shot % 2 == 0) {
            world.create_shape(walls, Segment{{0.0f, 0.0f}, {50.0f, 0.0f}});
            world.create_shape(walls, Segment{{0.0f, 0.0f}, 50.0f * Vec2{other.c, other.s}});
        } else {
            world.create_chain(
                walls, {.points = {Vec2{50.0f, 0.0f}, Vec2{0.0f, 0.0f}, 50.0f * Vec2{other.c, other.s}},
                        .materials = {smooth}});
        }
        // From between the walls, towards the corner.
        const Rot middle = Rot::from_angle(0.5f * other.angle());
        const Vec2 start = random.between(2.0f, 8.0f) * Vec2{middle.c, middle.s};
        const Rot aim = Rot::from_angle(middle.angle() + pi + random.between(-0.2f, 0.2f));
        const float speed = random.between(60.0f, 390.0f);
        const BodyId body = add_fast(world, start, speed * Vec2{aim.c, aim.s}, make_box(0.05f, 0.05f));
        for (int i = 0; i < 30; ++i) {
            world.step(dt);
            const Vec2 at = world[body].position();
            CHECK(at.y > 0.0f);
            CHECK(cross(at, Vec2{other.c, other.s}) > 0.0f);
        }
    }
}

TEST_CASE("a fast body that meets a ledge near its end still bounces off it") {
    for (const float past : {0.1f, 0.5f, 2.0f}) {
        CAPTURE(past);
        World world = make_weightless();
        const BodyId ledge = world.create_body({.type = BodyType::Static, .position = {-5.0f, -0.5f}});
        world.create_shape(ledge, make_box(5.0f, 0.5f),
                           {.material = {.friction = 0.0f, .restitution = 1.0f}});
        // It hits the ledge 0.3 m before the ledge's end in the middle of a step, and would leave it within
        // the step.
        const Vec2 velocity{120.0f * (0.3f + past), -120.0f};
        const BodyId disc =
            add_fast(world, Vec2{-0.3f, 0.1f} - 0.5f * dt * velocity, velocity, Circle{{0.0f, 0.0f}, 0.1f});
        for (int i = 0; i < 5; ++i) {
            world.step(dt);
        }
        CHECK(world[disc].linear_velocity().y == doctest::Approx(120.0).epsilon(0.02));
        CHECK(world[disc].linear_velocity().x == doctest::Approx(velocity.x).epsilon(0.001));
    }
}

TEST_CASE("sensors see a fast body both on its way to a wall and along it") {
    for (const float place : {-0.05f, 1.0f, 1.9f}) {
        CAPTURE(place);
        World world = make_weightless();
        test::add_ground(world, 50.0f, smooth);
        const BodyId post = world.create_body({.type = BodyType::Static, .position = {place, 0.1f}});
        const ShapeId sensor = world.create_shape(post, make_box(0.01f, 0.01f), {.sensor = true});
        // It hits the floor at x = 0 in the middle of the first step, and is at x = 2 at its end.
        const BodyId disc = add_fast(world, {-2.0f, 2.1f}, {240.0f, -240.0f}, Circle{{0.0f, 0.0f}, 0.1f});
        world.step(dt);
        CHECK(world[disc].position().x == doctest::Approx(2.0).epsilon(0.01));
        const auto begins = world.sensor_begins();
        CHECK(std::count_if(begins.begin(), begins.end(),
                            [&](const SensorBegin& begin) { return begin.sensor == sensor; }) == 1);
    }
}

TEST_CASE("sensors see a fast cart that is led along a wall") {
    World world = make_weightless();
    test::add_ground(world, 50.0f, smooth);
    // It descends at 14 degrees; a wheel hits the floor in the first half of the first step.
    const Vec2 velocity{240.0f, -60.0f};
    const BodyId cart = add_fast(world, {-2.0f, 0.58f}, velocity, make_box(0.5f, 0.1f));
    for (const float side : {-0.4f, 0.4f}) {
        const BodyId wheel = add_fast(world, {-2.0f + side, 0.35f}, velocity, Circle{{0.0f, 0.0f}, 0.1f});
        world.create_joint(cart, wheel, RevoluteJoint{.anchor_a = {side, -0.23f}});
    }
    const BodyId post = world.create_body({.type = BodyType::Static, .position = {1.0f, 0.1f}});
    world.create_shape(post, make_box(0.01f, 0.01f), {.sensor = true});
    world.step(dt);
    CHECK(world[cart].position().x == doctest::Approx(2.0).epsilon(0.02));
    CHECK(world.sensor_begins().size() == 2);
}
