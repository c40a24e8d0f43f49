// Internal edges between shapes of different kinematic bodies that move together, and of kinematic and static
// ones.
#include <doctest/doctest.h>

#include "support/level_floor.h"

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

/// Predicate that returns true for static tiles.
using Choice = bool (*)(int tile);
bool none(int) { return false; }
bool every_second(int tile) { return tile % 2 == 0; }

struct Tile {
    BodyId body;
    ShapeId shape;
};

Tile add_tile(World& world, const Vec2& position, BodyType type, const Vec2& velocity = {0.0f, 0.0f}) {
    const BodyId body = world.create_body({.type = type, .position = position, .linear_velocity = velocity});
    return {body, world.create_shape(body, make_box(0.5f, 0.5f), smooth)};
}

/// Makes a floor at height 0 from x = 0 to x = 40, of which each tile is a separate body.
std::vector<Tile> lay_tiles(World& world, Choice is_static, const Vec2& velocity) {
    std::vector<Tile> floor;
    for (int i = 0; i < 40; ++i) {
        const Vec2 position{static_cast<float>(i) + 0.5f, -0.5f};
        floor.push_back(
            add_tile(world, position, is_static(i) ? BodyType::Static : BodyType::Kinematic, velocity));
    }
    return floor;
}

void check_slide(const Slider& slider, Choice is_static, float floor_speed, float speed, NarrowPhase phase) {
    CAPTURE(std::string(slider.name));
    CAPTURE(speed);
    CAPTURE(floor_speed);
    World world({.sleeping = false, .narrow_phase = phase});
    lay_tiles(world, is_static, {floor_speed, 0.0f});
    check_level_slide(world, slider, 3.27f, speed, std::abs(speed - floor_speed), 30.0f);
}

}  // namespace

TEST_CASE("internal edges: nothing is felt between kinematic bodies, at rest or moving together") {
    for (const Slider& slider : sliders()) {
        check_slide(slider, none, 0.0f, 7.0f, NarrowPhase::Lanes);
        check_slide(slider, none, -4.0f, 1.0f, NarrowPhase::Lanes);
        check_slide(slider, none, 3.0f, 9.0f, NarrowPhase::Scalar);
    }
}

TEST_CASE("internal edges: nothing is felt between static bodies and kinematic ones at rest") {
    for (const Slider& slider : sliders()) {
        check_slide(slider, every_second, 0.0f, 7.0f, NarrowPhase::Lanes);
        check_slide(slider, every_second, 0.0f, 1.0f, NarrowPhase::Scalar);
    }
}

TEST_CASE("internal edges: a platform of many kinematic bodies lifts what slides over it") {
    World world({.sleeping = false});
    const Vec2 lift{0.3f, 0.5f};
    lay_tiles(world, none, lift);
    const BodyId box = world.create_body(
        {.type = BodyType::Dynamic, .position = {3.27f, 0.5f}, .linear_velocity = Vec2{5.0f, 0.0f} + lift});
    world.create_shape(box, make_box(0.5f, 0.5f), smooth);
    for (int i = 1; i <= 240; ++i) {
        world.step(dt);
        const float height = 0.5f + lift.y * static_cast<float>(i) * dt;
        CHECK(std::abs(world[box].position().y - height) < 1e-3f);
    }
    CHECK(world[box].linear_velocity().x == doctest::Approx(5.3f).epsilon(1e-4));
    CHECK(world[box].linear_velocity().y == doctest::Approx(0.5f).epsilon(1e-2));
    CHECK(std::abs(world[box].angle()) < 1e-4f);
}

TEST_CASE("internal edges: bodies that turn about one axis are continued as the shapes of one body are") {
    World world;
    World reference;
    const BodyId whole = reference.create_body({.type = BodyType::Kinematic});
    std::vector<Tile> tiles;
    std::vector<ShapeId> shapes;
    for (int i = 0; i < 6; ++i) {
        const Vec2 center{static_cast<float>(i) - 2.0f, 0.7f};
        tiles.push_back(add_tile(world, center, BodyType::Kinematic));
        shapes.push_back(reference.create_shape(whole, make_box(0.5f, 0.5f, Pose{center, Rot{}}), smooth));
    }
    for (int step = 1; step <= 120; ++step) {
        const float angle = 0.5f * dt * static_cast<float>(step);
        for (int i = 0; i < 6; ++i) {
            const Vec2 center{static_cast<float>(i) - 2.0f, 0.7f};
            world[tiles[static_cast<std::size_t>(i)].body].set_target_pose(
                rotate(Rot::from_angle(angle), center), angle, dt);
        }
        reference[whole].set_target_pose({0.0f, 0.0f}, angle, dt);
        world.step(dt);
        reference.step(dt);
        for (std::size_t i = 0; i < 6; ++i) {
            const InternalEdges* const internal_edges = internal_edges_of(world, tiles[i].shape);
            const InternalEdges* const expected = internal_edges_of(reference, shapes[i]);
            REQUIRE(internal_edges != nullptr);
            REQUIRE(expected != nullptr);
            CHECK(internal_edges->hidden == expected->hidden);
            CHECK(internal_edges->edges.size() == expected->edges.size());
        }
    }
}

TEST_CASE("internal edges: a kinematic neighbour that leaves is none any more") {
    for (const Vec2& away : {Vec2{1.0f, 0.0f}, Vec2{0.0f, 0.5f}, Vec2{0.0f, -0.5f}, Vec2{-0.3f, 0.0f}}) {
        World world;
        const Tile first = add_tile(world, {0.0f, 0.0f}, BodyType::Kinematic);
        const Tile second = add_tile(world, {1.0f, 0.0f}, BodyType::Kinematic);
        test::run(world, 3);
        REQUIRE(internal_edges_of(world, first.shape) != nullptr);
        CHECK(internal_edges_of(world, first.shape)->hidden == 0b0010u);
        CHECK(internal_edges_of(world, second.shape)->hidden == 0b1000u);
        world[second.body].set_linear_velocity(away);
        test::run(world, 3);
        CHECK(internal_edges_of(world, first.shape) == nullptr);
        CHECK(internal_edges_of(world, second.shape) == nullptr);
        world[second.body].set_target_pose({1.0f, 0.0f}, 0.0f, dt);
        world.step(dt);
        world[second.body].set_linear_velocity({0.0f, 0.0f});
        test::run(world, 2);
        CHECK(internal_edges_of(world, first.shape) != nullptr);
        world.validate();
    }
}

TEST_CASE("internal edges: kinematic bodies that creep apart part where the gap exceeds what is flush") {
    World world;
    const Tile first = add_tile(world, {0.0f, 0.0f}, BodyType::Kinematic);
    const Tile second = add_tile(world, {1.0f, 0.0f}, BodyType::Kinematic);
    constexpr float speed = 0.005f;
    world[second.body].set_linear_velocity({speed, 0.0f});
    for (int i = 1; i <= 60; ++i) {
        world.step(dt);
        const float gap = speed * dt * static_cast<float>(i - 1);  // At the start of the step.
        if (gap < 0.7f * internal_edge_tolerance) {
            CHECK(internal_edges_of(world, first.shape) != nullptr);
        } else if (gap > 2.5f * internal_edge_tolerance) {
            CHECK(internal_edges_of(world, first.shape) == nullptr);
        }
    }
}

TEST_CASE("internal edges: a kinematic tile among static ones is continued while it rests") {
    World world;
    const Tile left = add_tile(world, {-1.0f, 0.0f}, BodyType::Static);
    const Tile middle = add_tile(world, {0.0f, 0.0f}, BodyType::Kinematic);
    const Tile right = add_tile(world, {1.0f, 0.0f}, BodyType::Static);
    test::run(world, 2);
    REQUIRE(internal_edges_of(world, middle.shape) != nullptr);
    CHECK(internal_edges_of(world, middle.shape)->hidden == 0b1010u);
    CHECK(internal_edges_of(world, left.shape)->hidden == 0b0010u);
    CHECK(internal_edges_of(world, right.shape)->hidden == 0b1000u);
    world[middle.body].set_linear_velocity({0.0f, -1.0f});
    test::run(world, 1);
    for (const Tile& tile : {left, middle, right}) {
        CHECK(internal_edges_of(world, tile.shape) == nullptr);
    }
    world[middle.body].set_target_pose({0.0f, 0.0f}, 0.0f, dt);
    world.step(dt);
    world[middle.body].set_linear_velocity({0.0f, 0.0f});
    test::run(world, 2);
    CHECK(internal_edges_of(world, middle.shape) != nullptr);
    world[right.shape].set_geometry(make_box(0.4f, 0.5f));
    test::run(world, 1);
    CHECK(internal_edges_of(world, middle.shape)->hidden == 0b1000u);
    CHECK(internal_edges_of(world, right.shape) == nullptr);
    world.destroy_body(left.body);
    test::run(world, 1);
    CHECK(internal_edges_of(world, middle.shape) == nullptr);
}

TEST_CASE("internal edges: kinematic neighbours come, go and are filtered") {
    World world;
    const Tile first = add_tile(world, {0.0f, 0.0f}, BodyType::Kinematic, {2.0f, 0.0f});
    const Tile second = add_tile(world, {1.0f, 0.0f}, BodyType::Kinematic, {2.0f, 0.0f});
    test::run(world, 30);
    CHECK(internal_edges_of(world, first.shape) != nullptr);
    world[second.shape].set_filter({.category = 2});
    test::run(world, 1);
    CHECK(internal_edges_of(world, first.shape) == nullptr);
    world[second.shape].set_filter({});
    test::run(world, 1);
    CHECK(internal_edges_of(world, first.shape) != nullptr);
    world[second.body].set_enabled(false);
    test::run(world, 1);
    CHECK(internal_edges_of(world, first.shape) == nullptr);
    world.validate();
}

TEST_CASE("internal edges: a wall of kinematic bodies that comes towards a box stops it") {
    World world({.sleeping = false});
    lay_tiles(world, none, {0.0f, 0.0f});
    const Tile step_up = add_tile(world, {20.5f, 0.5f}, BodyType::Kinematic);
    const BodyId box = world.create_body(
        {.type = BodyType::Dynamic, .position = {15.0f, 0.5f}, .linear_velocity = {4.0f, 0.0f}});
    world.create_shape(box, make_box(0.5f, 0.5f), smooth);
    test::run(world, 180);
    CHECK(world[box].position().x < world[step_up.body].position().x - 0.99f);
    CHECK(std::abs(world[box].position().y - 0.5f) < 1e-3f);
}
