// One-way shapes beside solid ones: what passes them meets the solid shapes behind, and level tops are one
// floor.
#include <doctest/doctest.h>

#include "support/world_build.h"

#include <algorithm>

using namespace drystone;

namespace {

void add_tile(World& world, BodyId ground, float x, float y, bool one_way) {
    ShapeDefinition definition;
    if (one_way) {
        definition.one_way = Vec2{0.0f, 1.0f};
    }
    world.create_shape(ground, make_box(0.5f, 0.5f, Pose{Vec2{x, y}, Rot{}}), definition);
}

}  // namespace

TEST_CASE("internal edges: a body that rises through a one-way tile stops at the solid tile above it") {
    for (const bool turned : {false, true}) {
        World world({.gravity = {0.0f, 0.0f}});
        const BodyId ground = world.create_body({.type = BodyType::Static});
        add_tile(world, ground, 0.0f, 0.0f, true);
        add_tile(world, ground, 0.0f, 1.0f, false);
        if (turned) {
            // A solid tile that becomes one-way after its edges were found.
            world[world[ground].shapes()[0].id()].set_one_way(std::nullopt);
            test::run(world, 2);
            world[world[ground].shapes()[0].id()].set_one_way(Vec2{0.0f, 1.0f});
        }
        const BodyId ball = world.create_body({.position = {0.0f, -1.5f}, .linear_velocity = {0.0f, 3.0f}});
        world.create_shape(ball, Circle{{0.0f, 0.0f}, 0.3f});
        float highest = -2.0f;
        for (int i = 0; i < 120; ++i) {
            world.step(test::dt);
            highest = std::max(highest, world[ball].position().y);
        }
        CHECK(highest > 0.1f);
        CHECK(highest < 0.21f);
    }
}

TEST_CASE("internal edges: a box slides from solid tiles over one-way ones without a bump") {
    World world;
    const BodyId ground = world.create_body({.type = BodyType::Static});
    for (int i = 0; i < 20; ++i) {
        add_tile(world, ground, static_cast<float>(i), -0.5f, i % 3 == 1);
    }
    const BodyId box = test::add_box(world, {0.0f, 0.3f}, 0.3f, 0.3f, {.material = {.friction = 0.0f}});
    world[box].set_linear_velocity({5.0f, 0.0f});
    float highest = 0.0f;
    for (int i = 0; i < 180; ++i) {
        world.step(test::dt);
        highest = std::max(highest, world[box].position().y);
    }
    CHECK(highest < 0.303f);
    CHECK(world[box].linear_velocity().x == doctest::Approx(5.0f).epsilon(1e-3));
    CHECK(world[box].position().x == doctest::Approx(15.0f).epsilon(1e-2));
}

TEST_CASE("internal edges: a body inside a one-way tile stops at the corner of the solid tile beside it") {
    const ShapeGeometry shapes[] = {make_box(0.3f, 0.4f), Circle{{0.0f, 0.0f}, 0.4f}};
    for (const ShapeGeometry& geometry : shapes) {
        for (const float height : {0.1f, 0.3f}) {
            World world({.gravity = {0.0f, 0.0f}});
            const BodyId ground = world.create_body({.type = BodyType::Static});
            world.create_shape(ground, make_box(1.0f, 0.1f, Pose{Vec2{-1.0f, -0.1f}, Rot{}}),
                               {.one_way = Vec2{0.0f, 1.0f}});
            const ShapeId slope =
                world.create_shape(ground, make_polygon({{0.0f, 0.0f}, {1.0f, -1.0f}, {1.0f, 0.0f}}));
            const BodyId body =
                world.create_body({.position = {-0.8f, -0.8f}, .linear_velocity = {0.0f, 2.0f}});
            world.create_shape(body, geometry, {.material = {.friction = 0.0f}});
            world[body].set_locks({.rotation = true});
            // Up into the one-way tile, then along it against the corner at the origin.
            for (int i = 0; i < 120 && world[body].position().y < height; ++i) {
                world.step(test::dt);
            }
            REQUIRE(world[body].position().y < height + 0.05f);
            world[body].set_linear_velocity({1.5f, 0.0f});
            float nearest = 1.0f;
            for (int i = 0; i < 60; ++i) {
                world.step(test::dt);
                const Vec2 center = world[body].position();
                const bool is_box = std::holds_alternative<Polygon>(geometry);
                const float gap =
                    is_box ? -0.3f - center.x : world[slope].closest_point(center).distance - 0.4f;
                nearest = center.y < height + 0.4f ? std::min(nearest, gap) : nearest;
            }
            CAPTURE(height);
            CHECK(nearest > -0.006f);
            CHECK(nearest < 0.02f);
        }
    }
}
