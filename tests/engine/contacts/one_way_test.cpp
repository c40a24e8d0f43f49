#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cmath>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

const Vec2 up{0.0f, 1.0f};

/// Adds a platform whose top is at height 0, turned by `angle` about the origin.
BodyId add_platform(World& world, const ShapeGeometry& geometry, const std::optional<Vec2>& one_way = up,
                    float angle = 0.0f) {
    const BodyId body = world.create_body({.type = BodyType::Static, .angle = angle});
    world.create_shape(body, geometry, {.one_way = one_way});
    return body;
}

ShapeGeometry segment() { return Segment{{-3.0f, 0.0f}, {3.0f, 0.0f}}; }
ShapeGeometry slab() { return make_box(3.0f, 0.1f, Pose{Vec2{0.0f, -0.1f}, Rot{}}); }
ShapeGeometry block() { return make_box(3.0f, 1.0f, Pose{Vec2{0.0f, -1.0f}, Rot{}}); }

std::vector<ShapeGeometry> platforms() { return {segment(), slab(), block()}; }

std::vector<ShapeGeometry> bodies() {
    return {make_box(0.25f, 0.25f), Circle{{0.0f, 0.0f}, 0.25f}, Capsule{{0.0f, -0.1f}, {0.0f, 0.1f}, 0.15f},
            make_regular_polygon(5, 0.25f)};
}

/// Returns true for a pentagon that hits hard: it lands on a corner and rolls off any platform.
bool rolls_off(const ShapeGeometry& geometry, float speed) {
    const auto* const polygon = std::get_if<Polygon>(&geometry);
    return polygon != nullptr && polygon->vertices().size() == 5 && speed > 15.0f;
}

BodyId add(World& world, const ShapeGeometry& geometry, const Vec2& position, const Vec2& velocity) {
    const BodyId body =
        world.create_body({.type = BodyType::Dynamic, .position = position, .linear_velocity = velocity});
    world.create_shape(body, geometry, {.material = {.rolling_resistance = 0.1f}});
    return body;
}

}  // namespace

TEST_CASE("one way: a body jumps through from below as in free flight, and lands on top") {
    for (const ShapeGeometry& platform : platforms()) {
        for (const ShapeGeometry& geometry : bodies()) {
            for (const float speed : {8.0f, 9.0f, 15.0f, 40.0f, 120.0f}) {
                CAPTURE(speed);
                World world;
                World free;
                add_platform(world, platform);
                const BodyId body = add(world, geometry, {0.0f, -2.6f}, {0.0f, speed});
                const BodyId other = add(free, geometry, {0.0f, -2.6f}, {0.0f, speed});
                // Up and down again, until the next step may bring it to the platform.
                int steps = 0;
                const auto flies = [&] {
                    const float fall = free[other].linear_velocity().y;
                    return fall > 0.0f || free[other].position().y + 1.1f * fall * dt > 0.8f;
                };
                while (flies()) {
                    world.step(dt);
                    free.step(dt);
                    ++steps;
                    REQUIRE(world[body].position() == free[other].position());
                    REQUIRE(world[body].linear_velocity() == free[other].linear_velocity());
                    REQUIRE(world[body].angular_velocity() == 0.0f);
                    REQUIRE(world.contact_begins().empty());
                }
                REQUIRE(steps > 10);
                if (rolls_off(geometry, speed)) {
                    continue;
                }
                test::run(world, 240);
                CHECK(world[body].position().y > 0.12f);
                CHECK(world[body].position().y < 0.3f);
                CHECK(length(world[body].linear_velocity()) < 0.02f);
                world.validate();
            }
        }
    }
}

TEST_CASE("one way: what comes from above is stopped at any speed, and rests") {
    for (const ShapeGeometry& platform : platforms()) {
        for (const ShapeGeometry& geometry : bodies()) {
            for (const float speed : {0.0f, 3.0f, 9.0f, 14.0f, 30.0f, 390.0f}) {
                CAPTURE(speed);
                if (rolls_off(geometry, speed)) {
                    continue;
                }
                World world;
                add_platform(world, platform);
                const BodyId body = add(world, geometry, {0.37f, 3.0f}, {1.0f, -speed});
                test::run(world, 300);
                CHECK(world[body].position().y > 0.12f);
                CHECK(world[body].position().y < 0.3f);
                CHECK_FALSE(world[body].is_awake());
            }
        }
    }
}

TEST_CASE("one way: a body that turns back inside falls out below as in free flight") {
    for (const ShapeGeometry& platform : platforms()) {
        for (const ShapeGeometry& geometry : bodies()) {
            World world;
            World free;
            add_platform(world, platform);
            // Its top reaches at most height 0.2.
            const BodyId body = add(world, geometry, {0.0f, -1.05f}, {0.0f, 4.47f});
            const BodyId other = add(free, geometry, {0.0f, -1.05f}, {0.0f, 4.47f});
            for (int i = 0; i < 120; ++i) {
                world.step(dt);
                free.step(dt);
                REQUIRE(world[body].position() == free[other].position());
            }
        }
    }
}

TEST_CASE("one way: from the sides nothing is met") {
    for (const ShapeGeometry& platform : platforms()) {
        World world({.gravity = {0.0f, 0.0f}});
        World free({.gravity = {0.0f, 0.0f}});
        add_platform(world, platform);
        const BodyId body = add(world, make_box(0.25f, 0.25f), {-5.0f, -0.1f}, {4.0f, 0.0f});
        const BodyId other = add(free, make_box(0.25f, 0.25f), {-5.0f, -0.1f}, {4.0f, 0.0f});
        for (int i = 0; i < 180; ++i) {
            world.step(dt);
            free.step(dt);
            REQUIRE(world[body].position() == free[other].position());
        }
        CHECK(world[body].position().x > 3.5f);
    }
}

TEST_CASE("one way: the side turns with the body") {
    for (const float angle : {0.4f, 1.5707964f, 3.1415927f}) {
        CAPTURE(angle);
        const Rot q = Rot::from_angle(angle);
        const Vec2 outward = rotate(q, up);
        for (const float side : {1.0f, -1.0f}) {
            World world({.gravity = {0.0f, 0.0f}});
            add_platform(world, slab(), up, angle);
            const BodyId body =
                add(world, Circle{{0.0f, 0.0f}, 0.2f}, 2.0f * side * outward, -5.0f * side * outward);
            test::run(world, 60);
            const float height = dot(world[body].position(), outward);
            // From outside it stays there; from inside it passes through.
            CHECK(height > (side > 0.0f ? 0.15f : 2.0f));
        }
    }
}

TEST_CASE("one way: a platform can be any length of direction, and be set and taken away") {
    World world;
    const BodyId body = add_platform(world, slab(), Vec2{0.0f, 7.0f});
    const ShapeId shape = world[body].shapes()[0];
    REQUIRE(world[shape].one_way().has_value());
    CHECK(*world[shape].one_way() == Vec2{0.0f, 1.0f});
    const BodyId box = add(world, make_box(0.25f, 0.25f), {0.0f, 0.25f}, {0.0f, 0.0f});
    test::run(world, 120);
    CHECK_FALSE(world[box].is_awake());
    // Touching bodies continue to touch.
    world[shape].set_one_way(Vec2{0.0f, -1.0f});
    CHECK(world[box].is_awake());
    test::run(world, 60);
    CHECK(world[box].position().y > 0.2f);
    world[box].set_linear_velocity({0.0f, 4.0f});
    test::run(world, 120);
    CHECK(world[box].position().y < -1.0f);
    world[shape].set_one_way({});
    CHECK_FALSE(world[shape].one_way().has_value());
    world[box].set_pose({0.0f, 2.0f}, 0.0f);
    world[box].set_linear_velocity({0.0f, 0.0f});
    test::run(world, 120);
    CHECK(world[box].position().y > 0.2f);
}

TEST_CASE("one way: events tell of a landing once, and of nothing on the way up") {
    World world;
    add_platform(world, slab());
    const BodyId box = add(world, make_box(0.25f, 0.25f), {0.0f, -1.0f}, {0.0f, 7.0f});
    int begins = 0;
    int ends = 0;
    for (int i = 0; i < 240; ++i) {
        world.step(dt);
        world.validate();
        begins += static_cast<int>(world.contact_begins().size());
        ends += static_cast<int>(world.contact_ends().size());
        const bool touched = begins > ends;
        CHECK((!touched || world[box].position().y > 0.2f));
    }
    CHECK(begins == 1);
    CHECK(ends == 0);
}

TEST_CASE("one way: a sleeper hangs in a platform and falls through when it wakes") {
    World world;
    add_platform(world, block());
    const BodyId box = add(world, make_box(0.25f, 0.25f), {0.0f, -1.0f}, {0.0f, 0.0f});
    world[box].set_gravity_scale(0.0f);
    test::run(world, 120);
    REQUIRE_FALSE(world[box].is_awake());
    world[box].set_gravity_scale(1.0f);
    test::run(world, 60);
    CHECK(world[box].position().y < -4.0f);
}

TEST_CASE("one way: a stack stands on a platform that rises and sinks") {
    World world;
    const BodyId lift = world.create_body({.type = BodyType::Kinematic});
    world.create_shape(lift, make_box(3.0f, 0.1f, Pose{Vec2{0.0f, -0.1f}, Rot{}}), {.one_way = up});
    BodyId top;
    for (int i = 0; i < 5; ++i) {
        top = add(world, make_box(0.25f, 0.25f), {0.0f, 0.25f + 0.5f * static_cast<float>(i)}, {0.0f, 0.0f});
    }
    // Its maximum acceleration, 6.3 m/s^2, is smaller than gravity.
    for (int i = 0; i < 360; ++i) {
        world[lift].set_linear_velocity(
            {0.0f, 2.0f * static_cast<float>(std::sin(i * 3.14159265358979 / 60.0))});
        world.step(dt);
    }
    CHECK(world[top].position().y - world[lift].position().y == doctest::Approx(2.25).epsilon(0.02));
}

TEST_CASE("one way: a second step of no time changes nothing") {
    World world;
    add_platform(world, block());
    const BodyId box = add(world, make_box(0.25f, 0.25f), {0.0f, 1.2f}, {0.0f, -9.0f});
    for (int i = 0; i < 120; ++i) {
        world.step(dt);
        world.step(0.0f);
    }
    CHECK(world[box].position().y > 0.2f);
}

TEST_CASE("one way: a direction that is none is refused by name") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Static});
    for (const Vec2& bad : {Vec2{0.0f, 0.0f}, Vec2{std::nanf(""), 1.0f}, Vec2{0.0f, INFINITY}}) {
        CHECK(test::contains_text(test::error_of([&] { world.create_shape(body, slab(), {.one_way = bad}); }),
                                  "one_way"));
        CHECK(world[body].shapes().empty());
    }
    const ShapeId shape = world.create_shape(body, slab());
    CHECK(test::contains_text(test::error_of([&] {
                                  world[shape].set_one_way(Vec2{0.0f, 0.0f});
                              }),
                              "ShapeRef::set_one_way"));
    CHECK_FALSE(world[shape].one_way().has_value());
    world.destroy_shape(shape);
    CHECK(test::contains_text(test::error_of([&] { world[shape].set_one_way(up); }), "shape"));
}
