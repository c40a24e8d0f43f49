#include <doctest/doctest.h>

#include "engine/world/recording/recorded_drop.h"
#include "engine/world/save/reload.h"
#include "support/level_floor.h"
#include "support/world_build.h"

#include <drystone/drystone.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Full, slopes up to the right and to the left, a hanging slope, the lower half, a one-way platform, and
/// full with another surface.
std::vector<TileType> all_types() {
    return {{},
            {.left_height = 0.0f},
            {.right_height = 0.0f},
            {.left_height = 0.0f, .hangs = true},
            {.left_height = 0.5f, .right_height = 0.5f},
            {.left_height = 0.25f, .right_height = 0.25f, .hangs = true, .one_way = Vec2{0.0f, 1.0f}},
            {.material = {.friction = 0.1f}, .user_data = 7}};
}

/// Returns whether the solid part of a type holds a point of the cell, given in units of cells.
bool holds(const TileType& type, const Vec2& point) {
    const float height = type.left_height + point.x * (type.right_height - type.left_height);
    return (type.hangs ? 1.0f - point.y : point.y) < height;
}

TileGridDefinition make_grid(int width, int height, std::vector<std::uint8_t> cells = {}) {
    return {.width = width, .height = height, .types = all_types(), .cells = std::move(cells)};
}

std::vector<std::uint8_t> random_cells(test::Random& random, int count, int types) {
    std::vector<std::uint8_t> cells;
    for (int i = 0; i < count; ++i) {
        // Long runs and large areas, too.
        const bool same = !cells.empty() && random.between(0.0f, 1.0f) < 0.7f;
        cells.push_back(
            same ? cells.back()
                 : static_cast<std::uint8_t>(random.between(0.0f, static_cast<float>(types) + 0.99f)));
    }
    return cells;
}

using Cells = std::tuple<int, int, int, int>;

/// Returns the areas of the shapes of a grid by their cells.
std::map<Cells, float> shapes_of(const World& world) {
    std::map<Cells, float> found;
    for (const ConstShapeRef shape : world.shapes()) {
        if (const auto tiles = shape.tiles()) {
            found[{tiles->x, tiles->y, tiles->width, tiles->height}] =
                compute_mass(shape.geometry(), 1.0f).mass;
        }
    }
    return found;
}

/// Checks points of each cell against what its type says.
void check_cells(const World& world, TileGridId grid, const std::vector<std::uint8_t>& cells, int width,
                 test::Random& random) {
    const std::vector<TileType> types = all_types();
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const int x = static_cast<int>(i) % width;
        const int y = static_cast<int>(i) / width;
        CAPTURE(x);
        CAPTURE(y);
        CHECK(world[grid].cell(x, y) == cells[i]);
        const ShapeId shape = world[grid].shape_at(x, y);
        REQUIRE(shape.is_null() == (cells[i] == 0));
        const Vec2 inside{random.between(0.02f, 0.98f), random.between(0.02f, 0.98f)};
        const Vec2 point =
            transform(world[grid].pose(), world[grid].cell_size() * Vec2{static_cast<float>(x) + inside.x,
                                                                         static_cast<float>(y) + inside.y});
        CHECK(world[grid].cell_at(point) == TileCell{x, y});
        bool found = false;
        world.overlap(point, [&](ShapeId) {
            found = true;
            return true;
        });
        const bool expected = cells[i] != 0 && holds(types[cells[i] - 1u], inside);
        const float slack = 1e-3f;
        const bool near = cells[i] != 0 && holds(types[cells[i] - 1u], inside + Vec2{0.0f, slack}) !=
                                               holds(types[cells[i] - 1u], inside - Vec2{0.0f, slack});
        CHECK((found == expected || near));
        if (!shape.is_null()) {
            CHECK(world[grid].cell_of(shape, point) == TileCell{x, y});
            CHECK(world[shape].user_data() == types[cells[i] - 1u].user_data);
        }
    }
}

std::string refusal(World& world, const TileGridDefinition& definition) {
    try {
        world.create_tile_grid(definition);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("tile grid: after any changes it has the shapes of a grid made with the same cells") {
    test::Random random(5);
    for (const float angle : {0.0f, 0.7f}) {
        const int width = 37;
        const int height = 21;
        World world;
        TileGridDefinition definition = make_grid(width, height, random_cells(random, width * height, 7));
        definition.position = {-12.5f, 3.0f};
        definition.angle = angle;
        definition.cell_size = 0.75f;
        std::vector<std::uint8_t> cells = definition.cells;
        const TileGridId grid = world.create_tile_grid(definition);
        check_cells(world, grid, cells, width, random);
        for (int i = 0; i < 200; ++i) {
            const int x = static_cast<int>(random.between(0.0f, 36.9f));
            const int y = static_cast<int>(random.between(0.0f, 20.9f));
            const TileRange range{x, y, std::min(width - x, 1 + i % 11), std::min(height - y, 1 + i % 9)};
            const int type = i % 8;
            if (i % 3 != 0) {
                world[grid].set_cell(x, y, type);
                cells[static_cast<std::size_t>(y * width + x)] = static_cast<std::uint8_t>(type);
                continue;
            }
            const auto some = random_cells(random, range.width * range.height, 7);
            i % 2 == 0 ? world[grid].fill(range, type) : world[grid].set_cells(range, some);
            for (int k = 0; k < range.width * range.height; ++k) {
                const int at = (y + k / range.width) * width + x + k % range.width;
                cells[static_cast<std::size_t>(at)] =
                    i % 2 == 0 ? static_cast<std::uint8_t>(type) : some[static_cast<std::size_t>(k)];
            }
        }
        check_cells(world, grid, cells, width, random);
        World fresh;
        definition.cells = cells;
        fresh.create_tile_grid(definition);
        CHECK(shapes_of(world) == shapes_of(fresh));
        CHECK(world[grid].definition().cells == cells);
        CHECK_NOTHROW(world.validate());
        world.step(dt);
        CHECK_NOTHROW(world.validate());
        world.destroy_tile_grid(grid);
        CHECK(world.shapes().empty());
        CHECK(world.bodies().empty());
    }
}

TEST_CASE("tile grid: bodies slide over merged cells, blocks and other surfaces as over one floor") {
    for (const test::Slider& slider : test::sliders()) {
        CAPTURE(slider.name);
        for (const int depth : {1, 9}) {
            World world;
            TileGridDefinition definition = make_grid(40, depth);
            definition.position = {-20.0f, -static_cast<float>(depth)};
            definition.cells.assign(static_cast<std::size_t>(40 * depth), 1);
            for (int x = 0; x < 40; x += 3) {
                definition.cells[static_cast<std::size_t>(40 * (depth - 1) + x)] = 7;
            }
            world.create_tile_grid(definition);
            test::check_level_slide(world, slider, -15.0f, 7.0f, 7.0f, 28.0f);
        }
    }
}

TEST_CASE("tile grid: after changes between steps all shapes have the internal edges of a new grid") {
    test::Random random(9);
    const int width = 21;
    const int height = 13;
    World world;
    TileGridDefinition definition = make_grid(width, height, random_cells(random, width * height, 7));
    definition.position = {40.0f, -7.0f};
    const TileGridId grid = world.create_tile_grid(definition);
    const auto edges_of = [](World& each) {
        std::map<Cells, std::vector<Vec2>> found;
        for (const ShapeRef shape : each.shapes()) {
            const TileRange tiles = *shape.tiles();
            std::vector<Vec2>& edges = found[{tiles.x, tiles.y, tiles.width, tiles.height}];
            if (const InternalEdges* const own = test::internal_edges_of(each, shape)) {
                edges.push_back(
                    {static_cast<float>(own->hidden), static_cast<float>(own->one_way_neighbors.size())});
                for (const ActiveEdge& edge : own->edges) {
                    edges.push_back(edge.segment.a);
                    edges.push_back(edge.segment.b);
                }
            }
        }
        return found;
    };
    for (int i = 0; i < 120; ++i) {
        const int x = static_cast<int>(random.between(0.0f, 20.9f));
        const int y = static_cast<int>(random.between(0.0f, 12.9f));
        // Full cells at first, so that blocks are made and split, too.
        const int type = i < 60 ? (i % 3 == 0 ? 0 : 1) : i % 8;
        if (i % 10 == 0) {
            world[grid].fill({0, 0, width, 8 + i % 5}, type);
        } else {
            world[grid].set_cell(x, y, type);
        }
        world.step(dt);
        World fresh;
        definition.cells = world[grid].definition().cells;
        fresh.create_tile_grid(definition);
        fresh.step(dt);
        CAPTURE(i);
        REQUIRE(edges_of(world) == edges_of(fresh));
    }
}

TEST_CASE("tile grid: a box slides down a slope of single tiles with the acceleration of an inclined plane") {
    World world({.gravity = {0.0f, -10.0f}});
    TileGridDefinition definition = make_grid(30, 30);
    definition.cells.assign(900, 0);
    for (int x = 0; x < 30; ++x) {
        for (int y = 0; y < 29 - x; ++y) {
            definition.cells[static_cast<std::size_t>(30 * y + x)] = 1;
        }
        definition.cells[static_cast<std::size_t>(30 * (29 - x) + x)] = 3;
    }
    world.create_tile_grid(definition);
    const float side = std::sqrt(0.5f);
    const BodyId box =
        world.create_body({.position = Vec2{3.0f, 27.0f} + 0.4f * Vec2{side, side}, .angle = -0.25f * pi});
    world.create_shape(box, make_box(0.4f, 0.4f), {.material = {.friction = 0.0f}});
    const Vec2 start = world[box].position();
    float lift = 0.0f;
    for (int i = 0; i < 120; ++i) {
        world.step(dt);
        const Vec2 way = world[box].position() - start;
        lift = std::max(lift, std::abs(side * (way.x + way.y)));
    }
    const float acceleration = 10.0f * side;
    CHECK(lift < 0.005f);
    CHECK(world[box].linear_velocity().x == doctest::Approx(side * acceleration * 2.0f).epsilon(2e-3));
}

TEST_CASE("tile grid: digging under a body drops it, and other contacts of the same run persist") {
    World world;
    TileGridDefinition definition = make_grid(16, 2);
    definition.cells.assign(32, 1);
    const TileGridId grid = world.create_tile_grid(definition);
    const BodyId stays = test::add_box(world, {1.5f, 2.3f}, 0.3f, 0.3f);
    const BodyId falls = test::add_box(world, {6.5f, 2.3f}, 0.3f, 0.3f);
    for (int i = 0; i < 200; ++i) {
        world.step(dt);
    }
    REQUIRE(!world[falls].is_awake());
    const float height = world[stays].position().y;
    world[grid].set_cell(6, 1, 0);
    float sunk = 0.0f;
    for (int i = 0; i < 120; ++i) {
        world.step(dt);
        sunk = std::max(sunk, height - world[stays].position().y);
        for (const ContactEnd& end : world.contact_ends()) {
            CHECK((!world.is_valid(end.shape_a) || world[end.shape_a].body().id() != stays));
            CHECK((!world.is_valid(end.shape_b) || world[end.shape_b].body().id() != stays));
        }
    }
    CHECK(sunk < 1e-4f);
    CHECK(world[falls].position().y == doctest::Approx(1.3f).epsilon(0.002));
    // Filled again from the side: the body is pushed out, or stays where it is, but never falls through.
    world[grid].set_cell(6, 1, 1);
    test::run(world, 120);
    CHECK(world[falls].position().y > 0.9f);
}

TEST_CASE("tile grid: a changed grid is saved, restored and recorded") {
    const test::TemporaryFile file("tiles");
    World world;
    test::Random random(3);
    const TileGridId grid = world.create_tile_grid(make_grid(24, 12, random_cells(random, 24 * 12, 7)));
    for (int i = 0; i < 12; ++i) {
        test::add_box(world, {1.0f + 2.0f * static_cast<float>(i), 13.0f}, 0.4f, 0.4f);
    }
    std::vector<std::uint64_t> hashes;
    {
        const Recorder recorder(world, file.path, {.keyframe_interval = 20});
        for (int i = 0; i < 60; ++i) {
            world[grid].set_cell(i % 24, i * 7 % 12, i % 8);
            if (i % 20 == 7) {
                world[grid].fill({i / 4, 2, 8, 8}, 0);
            }
            world.step(dt);
            hashes.push_back(world.state_hash());
        }
        CHECK(recorder.stop_reason() == "");
    }
    test::check_played(file.path, hashes, {});
    World loaded = test::reload(world, 2, SimdTarget::Widest);
    const Snapshot snapshot = world.snapshot();
    const auto go_on = [&](World& each) {
        std::vector<std::uint64_t> found;
        for (int i = 0; i < 30; ++i) {
            each[grid].set_cell(i % 24, i * 5 % 12, i % 2);
            each.step(dt);
            found.push_back(each.state_hash());
        }
        return found;
    };
    const std::vector<std::uint64_t> expected = go_on(world);
    world.restore(snapshot);
    CHECK(go_on(world) == expected);
    CHECK(go_on(loaded) == expected);
    CHECK(shapes_of(loaded) == shapes_of(world));
}

TEST_CASE("tile grid: bad input is refused and changes nothing") {
    World world;
    CHECK(refusal(world, {.width = 0}).find("World::create_tile_grid: width") == 0);
    CHECK(refusal(world, {.cell_size = -1.0f}).find("World::create_tile_grid: cell_size") == 0);
    CHECK(refusal(world, {.width = 2, .cells = {0}}).find("World::create_tile_grid: cells") == 0);
    CHECK(refusal(world, {.cells = {1}}).find("World::create_tile_grid: cells") == 0);
    CHECK(refusal(world, {.types = {{.left_height = 0.0f, .right_height = 0.0f}}}) != "");
    CHECK(refusal(world, {.types = {{.left_height = 1.5f}}}) != "");
    CHECK(world.bodies().empty());
    const TileGridId grid = world.create_tile_grid(make_grid(4, 4, std::vector<std::uint8_t>(16, 1)));
    const ShapeId shape = world[grid].shape_at(0, 0);
    CHECK_THROWS_AS(world[grid].set_cell(4, 0, 1), Error);
    CHECK_THROWS_AS(world[grid].set_cell(0, -1, 1), Error);
    CHECK_THROWS_AS(world[grid].set_cell(0, 0, 8), Error);
    CHECK_THROWS_AS(world[grid].fill({2, 2, 3, 1}, 1), Error);
    CHECK_THROWS_AS(world[grid].set_cells({0, 0, 2, 1}, std::vector<std::uint8_t>{1}), Error);
    CHECK_THROWS_AS(world.destroy_shape(shape), Error);
    CHECK_THROWS_AS(world[shape].set_geometry(Circle{}), Error);
    CHECK_THROWS_AS(world[shape].set_enabled(false), Error);
    CHECK_THROWS_AS(world.destroy_body(world[shape].body()), Error);
    CHECK(world[grid].cell(-1, 0) == 0);
    CHECK(world[grid].shape_at(0, 9).is_null());
    CHECK(world.shapes().size() == 1);
    world.destroy_tile_grid(grid);
    CHECK(!world.is_valid(grid));
    CHECK_THROWS_AS(static_cast<void>(world[grid]), Error);
}
