#include <doctest/doctest.h>

#include "support/world_build.h"

#include <algorithm>

using namespace drystone;

TEST_CASE("internal edges: a body rests in the corner of a slope and a wall without sinking in") {
    for (const bool is_box : {true, false}) {
        World world;
        const BodyId ground = world.create_body({.type = BodyType::Static});
        world.create_shape(ground, make_polygon({{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}}));
        world.create_shape(ground, make_box(0.5f, 1.5f, Pose{Vec2{1.5f, 1.5f}, Rot{}}));
        world.create_shape(ground, make_box(0.5f, 0.5f, Pose{Vec2{0.5f, -0.5f}, Rot{}}));
        world.create_shape(ground, make_box(0.5f, 1.5f, Pose{Vec2{-0.5f, 0.5f}, Rot{}}));
        const BodyId body = world.create_body({.position = {0.68f, 1.6f}, .locks = {.rotation = true}});
        world.create_shape(body, is_box ? ShapeGeometry(make_box(0.3f, 0.4f)) : Circle{{0.0f, 0.0f}, 0.3f},
                           {.material = {.friction = 0.9f}});
        float deepest = 0.0f;
        for (int i = 0; i < 120; ++i) {
            world.step(test::dt);
            // Distance of the lowest point from the line y = x.
            const Vec2 at = world[body].position();
            const float depth =
                is_box ? ((at.x + 0.3f) - (at.y - 0.4f)) * 0.7071f : (at.x - at.y) * 0.7071f + 0.3f;
            deepest = std::max(deepest, depth);
        }
        CHECK(deepest < 0.02f);
    }
}
