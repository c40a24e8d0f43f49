// Tile layers of Tiled maps: unions of collision shapes against the cells that they are made of.
#include <doctest/doctest.h>

#include "tiled_maps.h"

#include <algorithm>
#include <cmath>

using namespace drystone;
using namespace drystone::test;

namespace {

/// Returns cells of which about `percent` are full.
TileCells random_cells(int width, int height, std::uint32_t seed, std::uint32_t percent) {
    TileCells cells{width, height};
    for (int i = 0; i < width * height; ++i) {
        seed = seed * 1664525u + 1013904223u;
        cells.gids.push_back((seed >> 16) % 100 < percent ? 1 : 0);
    }
    return cells;
}

/// Area and border of the full cells, counted one by one.
struct CellCount {
    explicit CellCount(const TileCells& cells) {
        for (int y = 0; y <= cells.height; ++y) {
            for (int x = 0; x <= cells.width; ++x) {
                const bool here = cells.at(x, y) != 0;
                const bool left = cells.at(x - 1, y) != 0;
                const bool above = cells.at(x, y - 1) != 0;
                const bool diagonal = cells.at(x - 1, y - 1) != 0;
                area += here ? 1 : 0;
                edges += (here != left ? 1 : 0) + (here != above ? 1 : 0);
                corners += here == diagonal && left == above && here != left ? 1 : 0;
            }
        }
    }

    int area = 0;
    int edges = 0;
    int corners = 0;  ///< Points in which two full cells meet.
};

struct Measure {
    double area = 0.0;
    double length = 0.0;
};

void add_loop(const std::vector<Vec2>& loop, Measure& measure) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const Vec2d p = to_double(loop[i]);
        const Vec2d q = to_double(loop[(i + 1) % loop.size()]);
        measure.area += 0.5 * (p.x * q.y - p.y * q.x);
        measure.length += std::hypot(q.x - p.x, q.y - p.y);
    }
}

Measure measure_outlines(const scene::BodyEntry& body) {
    Measure measure;
    for (const scene::ShapeEntry& shape : body.shapes) {
        const auto& outline = std::get<scene::Outline>(shape.geometry);
        add_loop(outline.points, measure);
        for (const std::vector<Vec2>& hole : outline.holes) {
            add_loop(hole, measure);
        }
    }
    return measure;
}

/// Returns the smallest and largest height and speed of a box that slides over the ground of the world.
struct Slide {
    float lowest = 1e9f;
    float highest = -1e9f;
    float speed = 0.0f;
};

Slide slide_box(World& world, const Vec2& start, int steps) {
    const BodyId box = world.create_body({.position = start, .linear_velocity = {5.0f, 0.0f}});
    world.create_shape(box, make_box(0.25f, 0.25f), {.material = {.friction = 0.0f}});
    Slide slide;
    for (int i = 0; i < steps; ++i) {
        world.step(1.0f / 60.0f);
        if (i > 60) {
            slide.lowest = std::min(slide.lowest, world[box].position().y);
            slide.highest = std::max(slide.highest, world[box].position().y);
        }
    }
    slide.speed = world[box].linear_velocity().x;
    return slide;
}

}  // namespace

TEST_CASE("tiled: the outlines of a layer have the area and the length of the cells' borders") {
    for (const std::uint32_t percent : {5u, 30u, 50u, 70u, 95u, 100u}) {
        for (std::uint32_t seed = 1; seed <= 4; ++seed) {
            CAPTURE(percent);
            CAPTURE(seed);
            const TileCells cells = random_cells(17, 13, seed, percent);
            const CellCount count(cells);
            const scene::Description scene = scene::import_tiled(map_of(tile_layer(cells))).scene;
            REQUIRE(scene.bodies.size() == 1);
            const Measure measure = measure_outlines(scene.bodies.front());
            // Where cells meet in a point, a triangle with legs of 1/32 of a pixel is cut off one of them.
            const double cut = 1.0 / 32.0 / 32.0;
            CHECK(measure.area ==
                  doctest::Approx(count.area - 0.5 * cut * cut * count.corners).epsilon(1e-9));
            CHECK(measure.length ==
                  doctest::Approx(count.edges - (2.0 - std::sqrt(2.0)) * cut * count.corners).epsilon(1e-7));
            const SceneWorld loaded(scene);
            int wrong = 0;
            for (int y = 0; y < cells.height; ++y) {
                for (int x = 0; x < cells.width; ++x) {
                    for (const Vec2 part : {Vec2{0.5f, 0.5f}, Vec2{0.01f, 0.3f}, Vec2{0.7f, 0.99f}}) {
                        const Vec2 point{static_cast<float>(x) + part.x, -static_cast<float>(y) - part.y};
                        wrong += loaded.is_solid(point) == (cells.at(x, y) != 0) ? 0 : 1;
                    }
                }
            }
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("tiled: chains of hollow layers have the same borders") {
    const TileCells cells = random_cells(17, 13, 3, 60);
    const std::string hollow =
        std::string(", \"properties\": [").append(property("hollow", "true")).append("]");
    const scene::Description solid = scene::import_tiled(map_of(tile_layer(cells))).scene;
    const scene::Description scene = scene::import_tiled(map_of(tile_layer(cells, hollow))).scene;
    Measure measure;
    CHECK(scene.bodies.front().shapes.empty());
    for (const scene::ChainEntry& chain : scene.bodies.front().chains) {
        CHECK(chain.definition.is_loop);
        add_loop(chain.definition.points, measure);
    }
    const Measure expected = measure_outlines(solid.bodies.front());
    CHECK(measure.area == doctest::Approx(expected.area));
    CHECK(measure.length == doctest::Approx(expected.length));
}

TEST_CASE("tiled: a box slides over a floor of tiles as over one long box") {
    TileCells cells{60, 3};
    cells.gids.assign(180, 1);
    std::fill(cells.gids.begin(), cells.gids.begin() + 60, 0);
    for (const char* const hollow : {"false", "true"}) {
        CAPTURE(hollow);
        const std::string members =
            std::string(", \"properties\": [").append(property("hollow", hollow)).append("]");
        SceneWorld tiles(scene::import_tiled(map_of(tile_layer(cells, members))).scene);
        World plain;
        plain.create_shape(plain.create_body({.type = BodyType::Static}),
                           make_box(30.0f, 1.0f, Pose{{30.0f, -2.0f}, {}}));
        const Slide on_tiles = slide_box(tiles.world, {2.0f, -0.75f}, 600);
        const Slide on_box = slide_box(plain, {2.0f, -0.75f}, 600);
        CHECK(on_tiles.highest - on_tiles.lowest < 1e-5f);
        CHECK(on_tiles.highest == doctest::Approx(on_box.highest).epsilon(1e-5));
        CHECK(on_tiles.speed == doctest::Approx(5.0f).epsilon(1e-5));
    }
}

TEST_CASE("tiled: flips turn and mirror the shapes of a tile") {
    // The corner with the right angle, as in the picture that the editor shows: quarter turns clockwise are
    // diagonal + horizontal, horizontal + vertical, and diagonal + vertical.
    struct Row {
        std::uint32_t flips;
        Vec2 corner;
    };
    const Vec2 bottom_left{0.2f, -0.8f};
    const Vec2 bottom_right{0.8f, -0.8f};
    const Vec2 top_left{0.2f, -0.2f};
    const Vec2 top_right{0.8f, -0.2f};
    const Row rows[] = {{0x00000000u, bottom_left},  {0xa0000000u, top_left},     {0xc0000000u, top_right},
                        {0x60000000u, bottom_right}, {0x80000000u, bottom_right}, {0x40000000u, top_left},
                        {0x20000000u, top_right},    {0xe0000000u, bottom_left}};
    for (const Row& row : rows) {
        CAPTURE(row.flips);
        const SceneWorld loaded(scene::import_tiled(map_of(tile_layer({1, 1, {row.flips | 2u}}))).scene);
        int solid = 0;
        for (const Vec2 corner : {bottom_left, bottom_right, top_left, top_right}) {
            solid += loaded.is_solid(corner) ? 1 : 0;
        }
        // The corner, and not the one across; the diagonal passes through the two others.
        CHECK(loaded.is_solid(row.corner));
        CHECK_FALSE(loaded.is_solid(Vec2{1.0f, -1.0f} - row.corner));
        CHECK(solid <= 3);
    }
}

TEST_CASE("tiled: slopes continue floors in one outline") {
    // A floor, a slope up and a plateau: six corners in all.
    const TileCells cells{6, 2, {0, 0, 0x80000002u, 1, 1, 1, 1, 1, 1, 1, 1, 1}};
    const scene::Description scene = scene::import_tiled(map_of(tile_layer(cells))).scene;
    REQUIRE(scene.bodies.front().shapes.size() == 1);
    const auto& outline = std::get<scene::Outline>(scene.bodies.front().shapes.front().geometry);
    std::vector<Vec2> points = outline.points;
    std::rotate(points.begin(), std::find(points.begin(), points.end(), Vec2{0.0f, -2.0f}), points.end());
    CHECK(points == std::vector<Vec2>{{0, -2}, {6, -2}, {6, 0}, {3, 0}, {2, -1}, {0, -1}});
}

TEST_CASE("tiled: lines of neighbouring tiles become one chain") {
    const std::string line =
        "{\"firstgid\": 1, \"tilewidth\": 32, \"tileheight\": 32, \"tiles\": [" +
        tile_object("0",
                    "{\"x\": 0, \"y\": 16, \"polyline\": [{\"x\": 0, \"y\": 0}, {\"x\": 32, \"y\": 0}]}") +
        "]}";
    const scene::Description scene =
        scene::import_tiled(map_of(tile_layer({5, 1, {1, 1, 1, 0, 1}}), line)).scene;
    REQUIRE(scene.bodies.front().chains.size() == 2);
    const ChainDefinition& chain = scene.bodies.front().chains.front().definition;
    CHECK(chain.points == std::vector<Vec2>{{0, -0.5f}, {1, -0.5f}, {2, -0.5f}, {3, -0.5f}});
    CHECK(chain.sides == ChainSides::Both);
}

TEST_CASE("tiled: every encoding of a layer gives the same scene") {
    const TileCells cells{4, 3, {0, 0, 0, 1, 0, 1, 1, 1, 1, 1, 0, 0x80000001u}};
    const std::string expected = scene::format(scene::import_tiled(map_of(tile_layer(cells))).scene);
    const auto encoded = [](const std::string& compression, const std::string& data) {
        return "{\"type\": \"tilelayer\", \"name\": \"ground\", \"width\": 4, \"height\": 3, \"encoding\": "
               "\"base64\", \"compression\": \"" +
               compression + "\", \"data\": \"" + data + "\"}";
    };
    const std::string layers[] = {
        encoded("", "AAAAAAAAAAAAAAAAAQAAAAAAAAABAAAAAQAAAAEAAAABAAAAAQAAAAAAAAABAACA"),
        encoded("zlib", "eJxjYEAARiQaHUPFGwABPACI"),
        encoded("gzip", "H4sIAAAAAAAC/2NgQABGJBodQ8UbAMf9xuIwAAAA"),
        "{\"type\": \"tilelayer\", \"name\": \"ground\", \"chunks\": ["
        "{\"x\": 0, \"y\": 0, \"width\": 2, \"height\": 3, \"data\": [0, 0, 0, 1, 1, 1]}, "
        "{\"x\": 2, \"y\": 0, \"width\": 2, \"height\": 3, \"data\": [0, 1, 1, 1, 0, 1]}]}"};
    for (const std::string& layer : layers) {
        CHECK(scene::format(scene::import_tiled(map_of(layer)).scene) == expected);
    }
}

TEST_CASE("tiled: chunks to the left of and above the origin") {
    const scene::Description scene =
        scene::import_tiled(
            map_of("{\"type\": \"tilelayer\", \"chunks\": [{\"x\": -3, \"y\": -2, \"width\": 1, "
                   "\"height\": 1, \"data\": [1]}]}"))
            .scene;
    const SceneWorld loaded(scene);
    CHECK(loaded.is_solid({-2.5f, 1.5f}));
    CHECK_FALSE(loaded.is_solid({-1.9f, 1.5f}));
    CHECK_FALSE(loaded.is_solid({-2.5f, 2.1f}));
}

TEST_CASE("tiled: tiles of different materials keep their own outlines") {
    const std::string tiles =
        "{\"firstgid\": 1, \"tilewidth\": 32, \"tileheight\": 32, \"tiles\": [{\"id\": 0, \"properties\": [" +
        property("solid", "true") + "]}, {\"id\": 1, \"properties\": [" + property("solid", "true") + ", " +
        property("friction", "0.125") + "]}, {\"id\": 2, \"properties\": [" + property("solid", "true") +
        ", " + property("material", "\"ice\"") + "]}]}";
    const std::string map = map_of(tile_layer({6, 1, {1, 1, 2, 2, 3, 1}}), tiles);
    const scene::Description scene =
        scene::import_tiled(map, "map",
                            {.pixels_per_meter = 64.0f, .materials = {{"ice", {.friction = 0.02f}}}})
            .scene;
    const SceneWorld loaded(scene);
    const auto friction_at = [&](float x) {
        float friction = -1.0f;
        loaded.world.overlap(Vec2{x, -0.25f}, [&](ShapeId shape) {
            friction = loaded.world[shape].material().friction;
            return true;
        });
        return friction;
    };
    CHECK(friction_at(0.5f) == 0.6f);
    CHECK(friction_at(1.5f) == 0.125f);
    CHECK(friction_at(2.25f) == 0.02f);
    CHECK(friction_at(2.75f) == 0.6f);
    CHECK(scene.bodies.front().shapes.size() == 4);
    CHECK(scene.materials.at("ice").friction == 0.02f);
}
