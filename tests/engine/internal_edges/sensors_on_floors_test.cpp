#include <doctest/doctest.h>

#include "support/level_floor.h"

#include <cmath>
#include <string>
#include <vector>

using namespace drystone;
using test::check_level_slide;
using test::dt;
using test::internal_edges_of;
using test::sliders;

namespace {

const Material smooth{.friction = 0.0f};

/// A level floor from x = -8 to 8 at height 0.
struct Floor {
    const char* name;
    ShapeId (*lay)(World& world, BodyId body);
};

ShapeId lay_box(World& world, BodyId body) {
    return world.create_shape(body,
                              make_polygon({{-8.0f, -1.0f}, {8.0f, -1.0f}, {8.0f, 0.0f}, {-8.0f, 0.0f}}),
                              {.material = smooth});
}

ShapeId lay_segment(World& world, BodyId body) {
    return world.create_shape(body, Segment{{-8.0f, 0.0f}, {8.0f, 0.0f}}, {.material = smooth});
}

ShapeId lay_chain(World& world, BodyId body) {
    const ChainId chain =
        world.create_chain(body, {.points = {{8.0f, 0.0f}, {-8.0f, 0.0f}}, .materials = {smooth}});
    return (*world[chain].shapes().begin()).id();
}

const std::vector<Floor> floors{{"box", lay_box}, {"segment", lay_segment}, {"chain", lay_chain}};

/// Regions that share a border with the floor or cover a part of it.
const std::vector<ShapeGeometry> regions{
    make_polygon({{-1.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}}),
    make_polygon({{-1.0f, -0.5f}, {1.0f, -0.5f}, {1.0f, 1.0f}, {-1.0f, 1.0f}}),
    Segment{{-1.0f, 0.0f}, {1.0f, 0.5f}}};

const std::vector<BodyType> fixed_types{BodyType::Static, BodyType::Kinematic};

bool equal(const std::optional<Vec2>& a, const std::optional<Vec2>& b) {
    return a.has_value() == b.has_value() && (!a || *a == *b);
}

/// Returns whether two floors are continued in the same way.
bool is_same(const InternalEdges* a, const InternalEdges* b) {
    if (a == nullptr || b == nullptr) {
        return a == b;
    }
    bool same = a->hidden == b->hidden && a->edges.size() == b->edges.size();
    for (std::size_t i = 0; same && i < a->edges.size(); ++i) {
        const ChainSegment& p = a->edges[i].segment;
        const ChainSegment& q = b->edges[i].segment;
        same = p.a == q.a && p.b == q.b && equal(p.ghost_before, q.ghost_before) &&
               equal(p.ghost_after, q.ghost_after);
    }
    return same;
}

/// Calls `check(floor, its body's type, region, the region's body's type)` for all combinations.
template <class Check>
void for_each_pair(Check&& check) {
    for (const Floor& floor : floors) {
        for (const BodyType floor_type : fixed_types) {
            for (const ShapeGeometry& region : regions) {
                for (const BodyType type : fixed_types) {
                    CAPTURE(std::string(floor.name));
                    CAPTURE(static_cast<int>(floor_type));
                    CAPTURE(region.index());
                    CAPTURE(static_cast<int>(type));
                    check(floor, floor_type, region, type);
                }
            }
        }
    }
}

}  // namespace

TEST_CASE("internal edges: a floor under a sensor is a floor") {
    for_each_pair([](const Floor& floor, BodyType floor_type, const ShapeGeometry& region, BodyType type) {
        for (const test::Slider& slider : {sliders()[0], sliders()[1]}) {
            CAPTURE(std::string(slider.name));
            World world({.sleeping = false});
            floor.lay(world, world.create_body({.type = floor_type}));
            world.create_shape(world.create_body({.type = type}), region, {.sensor = true});
            check_level_slide(world, slider, -2.0f, 5.0f, 5.0f, 4.0f);
        }
    });
}

TEST_CASE("internal edges: a shape takes part in them while it is no sensor") {
    for_each_pair([](const Floor& floor, BodyType floor_type, const ShapeGeometry& region, BodyType type) {
        World alone;
        const ShapeId alone_floor = floor.lay(alone, alone.create_body({.type = floor_type}));
        World solid;
        const ShapeId solid_floor = floor.lay(solid, solid.create_body({.type = floor_type}));
        const ShapeId block = solid.create_shape(solid.create_body({.type = type}), region);
        World world;
        const ShapeId ground = floor.lay(world, world.create_body({.type = floor_type}));
        const ShapeId sensor =
            world.create_shape(world.create_body({.type = type}), region, {.sensor = true});
        alone.step(dt);
        solid.step(dt);
        for (int round = 0; round < 2; ++round) {
            world.step(dt);
            CHECK(is_same(internal_edges_of(world, ground), internal_edges_of(alone, alone_floor)));
            CHECK(internal_edges_of(world, sensor) == nullptr);
            world[sensor].set_sensor(false);
            world.step(dt);
            CHECK(is_same(internal_edges_of(world, ground), internal_edges_of(solid, solid_floor)));
            CHECK(is_same(internal_edges_of(world, sensor), internal_edges_of(solid, block)));
            world[sensor].set_sensor(true);
        }
    });
}

TEST_CASE("internal edges: a segment of a chain may be a sensor for a while") {
    World world;
    const BodyId ground = world.create_body({.type = BodyType::Static});
    const ChainId chain = world.create_chain(ground, {.points = {{4.0f, 0.0f}, {0.0f, 0.0f}}});
    const ShapeId segment = (*world[chain].shapes().begin()).id();
    world.create_shape(ground, make_polygon({{-4.0f, -1.0f}, {0.0f, -1.0f}, {0.0f, 0.0f}, {-4.0f, 0.0f}}));
    world.step(dt);
    CHECK(internal_edges_of(world, segment)->edges[0].segment.ghost_after.has_value());
    world[segment].set_sensor(true);
    world.step(dt);
    REQUIRE(internal_edges_of(world, segment) != nullptr);
    CHECK_FALSE(internal_edges_of(world, segment)->edges[0].segment.ghost_after.has_value());
    world[segment].set_sensor(false);
    world.step(dt);
    CHECK(internal_edges_of(world, segment)->edges[0].segment.ghost_after.has_value());
}
