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

/// A piece of a level floor from one x to another.
struct Piece {
    const char* name;
    void (*lay)(World& world, const BodyDefinition& body, float from, float to);
};

const Material smooth{.friction = 0.0f};

std::vector<Vec2> corners_of(float from, float to, float depth) {
    return {{from, -depth}, {to, -depth}, {to, 0.0f}, {from, 0.0f}};
}

void lay_box(World& world, const BodyDefinition& body, float from, float to) {
    world.create_shape(world.create_body(body), make_polygon(corners_of(from, to, 1.0f)),
                       {.material = smooth});
}

void lay_kinematic_box(World& world, const BodyDefinition& body, float from, float to) {
    BodyDefinition kinematic = body;
    kinematic.type = BodyType::Kinematic;
    lay_box(world, kinematic, from, to);
}

void lay_segment(World& world, const BodyDefinition& body, float from, float to) {
    world.create_shape(world.create_body(body), Segment{{from, 0.0f}, {to, 0.0f}}, {.material = smooth});
}

void lay_chain(World& world, const BodyDefinition& body, float from, float to) {
    world.create_chain(
        world.create_body(body),
        {.points = {{to, 0.0f}, {0.5f * (from + to), 0.0f}, {from, 0.0f}}, .materials = {smooth}});
}

void lay_two_sided_chain(World& world, const BodyDefinition& body, float from, float to) {
    world.create_chain(
        world.create_body(body),
        {.points = {{from, 0.0f}, {to, 0.0f}}, .sides = ChainSides::Both, .materials = {smooth}});
}

void lay_chain_with_ghosts(World& world, const BodyDefinition& body, float from, float to) {
    world.create_chain(world.create_body(body), {.points = {{to, 0.0f}, {from, 0.0f}},
                                                 .ghost_before = Vec2{to + 1.0f, 0.0f},
                                                 .ghost_after = Vec2{from - 1.0f, 0.0f},
                                                 .materials = {smooth}});
}

/// Makes a concave outline that is deeper than the other pieces at its sides.
void lay_outline(World& world, const BodyDefinition& body, float from, float to) {
    const std::vector<Vec2> outline{
        {from, -2.0f}, {0.7f * from + 0.3f * to, -1.0f}, {to, -2.0f}, {to, 0.0f}, {from, 0.0f}};
    world.create_outline(world.create_body(body), outline, {}, {.material = smooth});
}

const std::vector<Piece> pieces{{"box", lay_box},
                                {"segment", lay_segment},
                                {"chain", lay_chain},
                                {"two-sided chain", lay_two_sided_chain},
                                {"chain with ghosts", lay_chain_with_ghosts},
                                {"outline", lay_outline},
                                {"kinematic box", lay_kinematic_box}};

/// Slides each slider over floors of two pieces that meet at x = `from_second`, the first of which ends at 0.
void check_pairs(const BodyDefinition& floor, float from_second, std::initializer_list<float> speeds) {
    for (const Piece& first : pieces) {
        for (const Piece& second : pieces) {
            for (const Slider& slider : sliders()) {
                for (const float speed : speeds) {
                    CAPTURE(std::string(first.name));
                    CAPTURE(std::string(second.name));
                    CAPTURE(std::string(slider.name));
                    CAPTURE(speed);
                    World world({.sleeping = false});
                    first.lay(world, floor, -8.0f, 0.0f);
                    second.lay(world, floor, from_second, 8.0f);
                    check_level_slide(world, slider, speed > 0.0f ? -2.0f : 2.0f,
                                      speed + floor.linear_velocity.x, std::abs(speed), 4.0f);
                }
            }
        }
    }
}

}  // namespace

TEST_CASE("internal edges: nothing is felt where any two pieces make a level floor") {
    check_pairs({.type = BodyType::Static}, 0.0f, {1.0f, 5.0f, -15.0f});
}

TEST_CASE("internal edges: nothing is felt where a piece begins within another one's length") {
    check_pairs({.type = BodyType::Static}, -0.7f, {-3.0f, 11.0f});
}

TEST_CASE("internal edges: nothing is felt where two pieces move together") {
    check_pairs({.type = BodyType::Kinematic, .linear_velocity = {2.0f, 0.0f}}, 0.0f, {-3.0f, 7.0f});
}

TEST_CASE("internal edges: the ends of an open chain that coincide are a corner of a ring") {
    for (const BodyType type : {BodyType::Static, BodyType::Kinematic, BodyType::Dynamic}) {
        World worlds[2];
        ChainDefinition ring{.materials = {smooth}};
        constexpr int count = 24;
        for (int i = 0; i < count; ++i) {
            const Rot turn = Rot::from_angle(-2.0f * pi * static_cast<float>(i) / count);
            ring.points.push_back(2.0f * Vec2{turn.c, turn.s});
        }
        ring.is_loop = true;
        const ChainId closed = worlds[0].create_chain(worlds[0].create_body({.type = type}), ring);
        ring.is_loop = false;
        ring.points.push_back(ring.points.front());
        const ChainId open = worlds[1].create_chain(worlds[1].create_body({.type = type}), ring);
        worlds[0].step(dt);
        worlds[1].step(dt);
        std::vector<ShapeId> shapes[2];
        for (const ShapeRef shape : worlds[0][closed].shapes()) {
            shapes[0].push_back(shape.id());
        }
        for (const ShapeRef shape : worlds[1][open].shapes()) {
            shapes[1].push_back(shape.id());
        }
        REQUIRE(shapes[0].size() == shapes[1].size());
        for (std::size_t i = 0; i < shapes[0].size(); ++i) {
            const ChainSegment& expected = internal_edges_of(worlds[0], shapes[0][i])->edges[0].segment;
            const ChainSegment& segment = internal_edges_of(worlds[1], shapes[1][i])->edges[0].segment;
            REQUIRE(segment.ghost_before.has_value());
            REQUIRE(segment.ghost_after.has_value());
            // A ghost vertex gives a direction only.
            const Vec2 before = normalized(*segment.ghost_before - segment.a);
            const Vec2 after = normalized(*segment.ghost_after - segment.b);
            CHECK(length(before - normalized(*expected.ghost_before - expected.a)) < 1e-5f);
            CHECK(length(after - normalized(*expected.ghost_after - expected.b)) < 1e-5f);
        }
        // What the user reads is what the user gave.
        CHECK_FALSE(worlds[1][open].definition().ghost_before.has_value());
        CHECK_FALSE(worlds[1][open].definition().ghost_after.has_value());
    }
}

TEST_CASE("internal edges: an open end of a chain is continued while its neighbour is there") {
    World world;
    const BodyId ground = world.create_body({.type = BodyType::Static});
    const ChainId chain = world.create_chain(ground, {.points = {{4.0f, 0.0f}, {0.0f, 0.0f}}});
    const auto first_shapes = world[chain].shapes();
    const ShapeId segment = (*first_shapes.begin()).id();
    const auto ghost = [&] {
        world.step(dt);
        return internal_edges_of(world, segment)->edges[0].segment.ghost_after;
    };
    CHECK_FALSE(ghost().has_value());
    const ShapeId tile = world.create_shape(ground, make_polygon(corners_of(-1.0f, 0.0f, 1.0f)));
    REQUIRE(ghost().has_value());
    CHECK(length(*ghost() - Vec2{-1.0f, 0.0f}) < 1e-6f);
    world.destroy_shape(tile);
    CHECK_FALSE(ghost().has_value());
    // A chain that is solid from below does not hold what comes along this one.
    const ChainId ceiling = world.create_chain(ground, {.points = {{-4.0f, 0.0f}, {0.0f, 0.0f}}});
    CHECK_FALSE(ghost().has_value());
    world.destroy_chain(ceiling);
    // The user's own ghosts stay as they are.
    world[chain].set_geometry(make_chain({{4.0f, 0.0f}, {0.0f, 0.0f}}, {.ghost_after = Vec2{-1.0f, -1.0f}}));
    world.create_shape(ground, make_polygon(corners_of(-1.0f, 0.0f, 1.0f)));
    REQUIRE(ghost().has_value());
    CHECK(*ghost() == Vec2{-1.0f, -1.0f});
}
