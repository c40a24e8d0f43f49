#include <doctest/doctest.h>

#include "support/world_build.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Steps until all bodies sleep; returns the time that took, or `longest` [s].
float time_to_sleep(World& world, int sub_steps, float longest) {
    int steps = 0;
    while (world.counters().awake_bodies > 0 && dt * static_cast<float>(steps) < longest) {
        world.step(dt, sub_steps);
        ++steps;
    }
    return dt * static_cast<float>(steps);
}

/// Column of boxes on the ground.
std::vector<BodyId> add_column(World& world, int count, float size) {
    test::add_ground(world);
    std::vector<BodyId> boxes;
    for (int i = 0; i < count; ++i) {
        const float y = (0.5f + static_cast<float>(i)) * size;
        boxes.push_back(test::add_box(world, {0.0f, y}, 0.5f * size, 0.5f * size));
    }
    return boxes;
}

/// Returns the deepest overlap of the boxes of a column, from their heights [m].
float deepest(const World& world, const std::vector<BodyId>& boxes, float size) {
    float overlap = 0.0f;
    float top = 0.0f;
    for (const BodyId box : boxes) {
        const float y = world[box].position().y;
        overlap = std::max(overlap, top - (y - 0.5f * size));
        top = y + 0.5f * size;
    }
    return overlap;
}

}  // namespace

TEST_CASE("overlap push: a pyramid that sank in sleeps soon, and has come out, at any sub-steps") {
    for (const int sub_steps : {1, 2, 4}) {
        CAPTURE(sub_steps);
        World world;
        test::add_pyramid(world, 10);
        CHECK(time_to_sleep(world, sub_steps, 5.0f) < 1.3f);
        CHECK(test::worst_penetration(world) < 0.0011f);
    }
}

TEST_CASE("overlap push: columns of any size sleep soon, and hardly rise when they wake") {
    for (const float size : {0.01f, 0.03f, 0.1f, 1.0f, 10.0f}) {
        for (const int count : {2, 5}) {
            CAPTURE(size);
            CAPTURE(count);
            World world;
            const std::vector<BodyId> boxes = add_column(world, count, size);
            CHECK(time_to_sleep(world, 4, 5.0f) < 0.8f);
            CHECK(deepest(world, boxes, size) < 0.001f * size);
            const float height = world[boxes.back()].position().y;
            float highest = height;
            for (int i = 0; i < 30; ++i) {
                world[boxes.front()].wake();
                world.step(dt);
                highest = std::max(highest, world[boxes.back()].position().y);
            }
            CHECK(highest - height < 0.0007f * size);
            // As high as it was built, and not higher: none of the overlap is left as speed.
            CHECK(highest < (static_cast<float>(count) - 0.5f) * size * (1.0f + 1e-6f));
        }
    }
}

TEST_CASE("overlap push: bodies that float in each other keep their centre of mass") {
    World world({.gravity = {0.0f, 0.0f}, .contact = {.max_push_out_velocity = 0.01f}});
    const BodyId light = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    const BodyId heavy = test::add_box(world, {1.495f, 0.0f}, 1.0f, 1.0f);
    CHECK(time_to_sleep(world, 4, 5.0f) < 5.0f);
    const float left = world[light].position().x;
    const float right = world[heavy].position().x;
    CHECK(right - left > 1.499f);
    CHECK((left + 4.0f * right) / 5.0f == doctest::Approx(4.0f * 1.495f / 5.0f).epsilon(1e-5));
    CHECK(world[light].angle() == doctest::Approx(0.0f).epsilon(1e-5));
}

TEST_CASE("overlap push: a locked axis stays where it is") {
    World world({.contact = {.max_push_out_velocity = 0.01f}});
    const BodyId ramp = world.create_body({.type = BodyType::Static, .angle = 0.5f});
    world.create_shape(ramp, make_box(5.0f, 0.5f));
    const BodyId body = world.create_body(
        {.type = BodyType::Dynamic, .position = {0.25f, 1.27f}, .angle = 0.5f, .locks = {.linear_x = true}});
    world.create_shape(body, make_box(0.5f, 0.5f));
    CHECK(time_to_sleep(world, 4, 5.0f) < 5.0f);
    CHECK(world[body].position().x == 0.25f);
    CHECK(test::worst_penetration(world) < 0.0011f);
}

TEST_CASE("overlap push: a house of cards falls asleep, and does not fall otherwise") {
    constexpr float lean = 25.0f * pi / 180.0f;
    constexpr float height = 0.2f;
    constexpr float pitch = 0.175f;
    World world;
    const ShapeDefinition surface{.material = {.friction = 0.7f}};
    world.create_shape(world.create_body({.type = BodyType::Static}),
                       make_box(40.0f, 2.0f, Pose{{0.0f, -2.0f}, Rot{}}), surface);
    std::vector<BodyId> cards;
    std::vector<float> angles;
    const auto add_card = [&](Vec2 place, float angle) {
        cards.push_back(world.create_body({.position = place, .angle = angle}));
        angles.push_back(angle);
        world.create_shape(cards.back(), make_box(0.001f, height), surface);
    };
    for (int storey = 0; storey < 5; ++storey) {
        const auto row = static_cast<float>(storey);
        const float y = height - 0.02f + row * (2.0f * height - 0.03f);
        for (int i = 0; i < 5 - storey; ++i) {
            const float x = pitch * (row + 2.0f * static_cast<float>(i));
            if (i + 1 < 5 - storey) {
                add_card({x + 0.25f, y + height - 0.015f}, 0.5f * pi);
            }
            add_card({x, y}, -lean);
            add_card({x + pitch, y}, lean);
        }
    }
    for (int i = 0; i < 1200; ++i) {
        world.step(dt);
    }
    for (std::size_t i = 0; i < cards.size(); ++i) {
        CAPTURE(i);
        CHECK_FALSE(world[cards[i]].is_awake());
        CHECK(std::abs(world[cards[i]].angle() - angles[i]) < 0.3f);
    }
}
