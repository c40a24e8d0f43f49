// Stacks under time steps that change: loads are forces, so that what is at rest stays so.
#include <doctest/doctest.h>

#include "support/world_build.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace drystone;

namespace {

struct Column {
    World world;
    std::vector<BodyId> boxes;

    explicit Column(int count) {
        test::add_ground(world, 20.0f);
        for (int i = 0; i < count; ++i) {
            boxes.push_back(test::add_box(world, {0.0f, 0.5f + static_cast<float>(i)}, 0.5f, 0.5f));
        }
    }
    [[nodiscard]] float max_speed() const {
        float largest = 0.0f;
        for (const BodyId box : boxes) {
            largest = std::max(largest, length(world[box].linear_velocity()));
        }
        return largest;
    }
};

}  // namespace

TEST_CASE("changing steps: columns come to rest under steps of two lengths in turn") {
    const float rates[] = {20.0f, 30.0f, 45.0f, 60.0f, 90.0f, 120.0f, 144.0f, 240.0f};
    for (const int count : {6, 9, 10, 12}) {
        for (const float slow : rates) {
            for (const float fast : rates) {
                if (slow >= fast) {
                    continue;
                }
                CAPTURE(count);
                CAPTURE(slow);
                CAPTURE(fast);
                Column column(count);
                float time = 0.0f;
                float largest = 0.0f;
                for (int i = 0; time < 6.0f; ++i) {
                    const float time_step = 1.0f / (i % 2 == 0 ? fast : slow);
                    column.world.step(time_step);
                    time += time_step;
                    largest = time > 5.0f ? std::max(largest, column.max_speed()) : 0.0f;
                }
                CHECK(largest <= 0.02f);
                CHECK(column.world[column.boxes.back()].position().y > static_cast<float>(count) - 0.6f);
            }
        }
    }
}

TEST_CASE("changing steps: pyramids come to rest, and stacks on a slope stay") {
    constexpr float slow = 30.0f;
    for (const float fast : {60.0f, 144.0f, 240.0f}) {
        CAPTURE(fast);
        World pyramid;
        test::add_ground(pyramid, 20.0f);
        constexpr int base = 5;
        std::vector<BodyId> boxes;
        for (int row = 0; row < base; ++row) {
            for (int i = 0; i < base - row; ++i) {
                const float x = 1.05f * (static_cast<float>(i) - 0.5f * static_cast<float>(base - row - 1));
                boxes.push_back(test::add_box(pyramid, {x, 0.5f + static_cast<float>(row)}, 0.5f, 0.5f));
            }
        }
        World slope;
        const Rot tilt = Rot::from_angle(0.3f);
        const BodyId ground = slope.create_body({.type = BodyType::Static, .angle = tilt.angle()});
        slope.create_shape(ground, make_box(20.0f, 0.5f, Pose{{0.0f, -0.5f}, Rot{}}));
        const BodyId lower =
            slope.create_body({.position = rotate(tilt, {0.0f, 0.2f}), .angle = tilt.angle()});
        const BodyId upper =
            slope.create_body({.position = rotate(tilt, {0.0f, 0.6f}), .angle = tilt.angle()});
        slope.create_shape(lower, make_box(1.0f, 0.2f));
        slope.create_shape(upper, make_box(1.0f, 0.2f));
        float time = 0.0f;
        float largest = 0.0f;
        Vec2 start{};
        for (int i = 0; time < 6.0f; ++i) {
            const float time_step = 1.0f / (i % 2 == 0 ? fast : slow);
            pyramid.step(time_step);
            slope.step(time_step);
            time += time_step;
            if (time <= 3.0f) {
                start = slope[upper].position();
            }
            for (const BodyId box : boxes) {
                const float speed = length(pyramid[box].linear_velocity());
                largest = time > 5.0f ? std::max(largest, speed) : 0.0f;
            }
        }
        CHECK(largest <= 0.02f);
        CHECK(length(slope[upper].position() - start) < 0.01f);
    }
}

TEST_CASE("changing steps: a load bears on after a step of another length") {
    for (const float factor : {0.1f, 0.5f, 3.0f, 10.0f}) {
        CAPTURE(factor);
        WorldDefinition definition;
        definition.time_to_sleep = 100.0f;
        World world(definition);
        test::add_ground(world);
        const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
        for (int i = 0; i < 300; ++i) {
            world.step(test::dt);
        }
        const float height = world[box].position().y;
        world.step(factor * test::dt);
        CHECK(std::abs(world[box].linear_velocity().y) < 1e-4f);
        // The stiffness of contacts depends on the sub-step, so that the overlap at rest changes a little.
        CHECK(std::abs(world[box].position().y - height) < 1e-3f);
    }
}
