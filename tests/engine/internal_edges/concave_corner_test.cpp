#include <doctest/doctest.h>

#include "support/world_build.h"

#include <algorithm>
#include <cmath>
#include <vector>

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

TEST_CASE("internal edges: walls change no contact with the floor away from them") {
    // A floor alone has no internal edges. Kernels for boxes and for polygons round in different ways.
    const auto drop = [](bool has_walls) {
        World world;
        const BodyId floor = world.create_body({.type = BodyType::Static, .position = {0.0f, -1.0f}});
        world.create_shape(floor, make_box(20.0f, 1.0f));
        std::vector<BodyId> bodies;
        for (int i = 0; i < 8; ++i) {
            const Vec2 at{3.0f * static_cast<float>(i) - 12.0f, 1.5f};
            bodies.push_back(i % 3 == 2 ? test::add_disc(world, at, 0.4f)
                                        : test::add_box(world, at, 0.3f, 0.5f));
            world[bodies.back()].set_angular_velocity(0.1f * static_cast<float>(i));
        }
        for (const float x : {-19.5f, 19.5f}) {
            const BodyId wall = world.create_body({.type = BodyType::Static, .position = {x, 2.0f}});
            if (has_walls) {
                world.create_shape(wall, make_box(0.5f, 2.0f));
            }
        }
        // All land after 28 steps. Later, thresholds amplify the difference.
        for (int i = 0; i < 45; ++i) {
            world.step(test::dt);
        }
        std::vector<Pose> poses;
        for (const BodyId body : bodies) {
            poses.push_back(world[body].pose());
        }
        return poses;
    };
    const std::vector<Pose> alone = drop(false);
    const std::vector<Pose> between = drop(true);
    for (std::size_t i = 0; i < alone.size(); ++i) {
        CHECK(length(alone[i].position - between[i].position) < 1e-5f);
        CHECK(std::abs(alone[i].rotation.s - between[i].rotation.s) < 1e-5f);
    }
}
