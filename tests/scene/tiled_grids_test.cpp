// Tile layers of Tiled maps that become tile grids, against the outlines that the same layers become.
#include <doctest/doctest.h>

#include "tiled_maps.h"

#include <string>

using namespace drystone;
using namespace drystone::test;

namespace {

const std::string as_grid = ", \"properties\": [" + property("grid", "true") + "]";

/// Tileset with a full tile, slopes, a lower half that is one-way, a hanging slab, and forms that no grid
/// has.
std::string grid_tileset() {
    const auto polygon = [](const std::string& points) {
        return "{\"x\": 0, \"y\": 0, \"polygon\": [" + points + "]}";
    };
    return "{\"firstgid\": 1, \"tilewidth\": 32, \"tileheight\": 32, \"image\": \"a.png\", \"tiles\": [" +
           tile_object("0", "{\"x\": 0, \"y\": 0, \"width\": 32, \"height\": 32}") + ", " +
           tile_object("1", polygon("{\"x\": 0, \"y\": 0}, {\"x\": 32, \"y\": 32}, {\"x\": 0, \"y\": 32}")) +
           ", " +
           tile_object("2", "{\"x\": 0, \"y\": 16, \"width\": 32, \"height\": 16, \"properties\": [" +
                                property("one_way", "true") + ", " + property("friction", "0.25") + "]}") +
           ", " + tile_object("3", "{\"x\": 0, \"y\": 0, \"width\": 32, \"height\": 8}") + ", " +
           tile_object("4", "{\"x\": 8, \"y\": 0, \"width\": 8, \"height\": 32}") + ", " +
           tile_object("5", "{\"x\": 0, \"y\": 8, \"width\": 32, \"height\": 8}") + ", " +
           tile_object("6",
                       "{\"x\": 0, \"y\": 16, \"width\": 32, \"height\": 16}, "
                       "{\"x\": 0, \"y\": 0, \"width\": 32, \"height\": 8}") +
           ", " + tile_object("7", "{\"x\": 0, \"y\": 0, \"width\": 32, \"height\": 32, \"ellipse\": true}") +
           "]}";
}

/// Returns the scene of a layer as a grid, and as outlines.
scene::Description import_grid(const TileCells& cells, const std::string& members = as_grid) {
    return scene::import_tiled(map_of(tile_layer(cells, members), grid_tileset())).scene;
}

}  // namespace

TEST_CASE("tiled grids: a layer is solid where its outlines are, with all flips of slopes and slabs") {
    TileCells cells{8, 6, {}};
    const std::uint32_t tiles[] = {0, 1, 2, 4, 0, 3};
    std::uint32_t seed = 5;
    for (int i = 0; i < cells.width * cells.height; ++i) {
        seed = seed * 1664525u + 1013904223u;
        const std::uint32_t tile = tiles[(seed >> 16) % 6];
        // Slabs that are turned would stand: they are flipped only.
        const std::uint32_t flips = tile == 2                ? (seed >> 8) << 29
                                    : tile == 4 || tile == 3 ? (seed >> 8) << 30
                                                             : 0;
        cells.gids.push_back(tile == 0 ? 0 : tile | flips);
    }
    const scene::Description grid = import_grid(cells);
    CHECK(grid.bodies.empty());
    REQUIRE(grid.tile_grids.size() == 1);
    CHECK(grid.tile_grids.front().name == "ground");
    const SceneWorld as_cells(grid);
    const SceneWorld as_outlines(import_grid(cells, {}));
    int solid = 0;
    for (int y = 0; y < 16 * cells.height; ++y) {
        for (int x = 0; x < 16 * cells.width; ++x) {
            // Points off the sides and diagonals of cells.
            const Vec2 point{(static_cast<float>(x) + 0.37f) / 16.0f,
                             -(static_cast<float>(y) + 0.41f) / 16.0f};
            CAPTURE(point.x);
            CAPTURE(point.y);
            CHECK(as_cells.is_solid(point) == as_outlines.is_solid(point));
            solid += as_cells.is_solid(point) ? 1 : 0;
        }
    }
    CHECK(solid > 1000);
}

TEST_CASE("tiled grids: surfaces are those of the tiles, filters and events those of the layer") {
    const TileCells cells{4, 2, {1, 3, 9, 0, 1, 1, 1, 1}};
    const scene::Description scene =
        import_grid(cells, ", \"properties\": [" + property("grid", "true") + ", " +
                               property("friction", "0.5") + ", " + property("category", "4") + ", " +
                               property("hit_events", "true") + ", " + property("theme", "\"ice\"") + "]");
    REQUIRE(scene.tile_grids.size() == 1);
    const TileGridDefinition& grid = scene.tile_grids.front().definition;
    REQUIRE(grid.types.size() == 2);
    CHECK(grid.types[0].material.friction == 0.5f);
    CHECK(grid.types[1].material.friction == 0.25f);
    CHECK(grid.types[1].one_way == Vec2{0.0f, 1.0f});
    CHECK(grid.types[1].left_height == 0.5f);
    CHECK(grid.filter.category == 4);
    CHECK(grid.hit_events);
    CHECK(grid.width == 4);
    CHECK(grid.height == 2);
    CHECK(grid.position == Vec2{0.0f, -2.0f});
    CHECK(grid.cells == std::vector<std::uint8_t>{1, 1, 1, 1, 1, 2, 0, 0});
    CHECK(scene.tile_grids.front().properties.count("theme") == 1);
    // Its cells can be changed.
    SceneWorld loaded(scene);
    CHECK(loaded.is_solid({0.5f, -0.5f}));
    loaded.world[loaded.loaded.tile_grid("ground")].set_cell(0, 1, 0);
    CHECK_FALSE(loaded.is_solid({0.5f, -0.5f}));
}

TEST_CASE("tiled grids: chunks become one grid of what is used, where they are") {
    const std::string layer =
        "{\"type\": \"tilelayer\", \"name\": \"far\", \"properties\": [" + property("grid", "true") +
        "], \"chunks\": [{\"x\": -16, \"y\": -16, \"width\": 2, \"height\": 1, \"data\": [0, 1]}, "
        "{\"x\": 16, \"y\": 0, \"width\": 1, \"height\": 2, \"data\": [2, 1]}]}";
    const scene::Description scene = scene::import_tiled(map_of(layer, grid_tileset())).scene;
    REQUIRE(scene.tile_grids.size() == 1);
    const TileGridDefinition& grid = scene.tile_grids.front().definition;
    CHECK(grid.width == 32);
    CHECK(grid.height == 18);
    CHECK(grid.position == Vec2{-15.0f, -2.0f});
    const SceneWorld loaded(scene);
    CHECK(loaded.is_solid({-14.5f, 15.5f}));
    CHECK(loaded.is_solid({16.5f, -1.5f}));
    CHECK(loaded.is_solid({16.2f, -0.8f}));
    CHECK_FALSE(loaded.is_solid({16.8f, -0.2f}));
    CHECK(scene::import_tiled(map_of(tile_layer({1, 1, {9}}, as_grid), grid_tileset()))
              .scene.tile_grids.empty());
}

TEST_CASE("tiled grids: what a grid cannot hold is left out and noted with its place") {
    const struct {
        TileCells cells;
        std::string members;
        const char* words;
    } cases[] = {
        {{1, 1, {5}}, as_grid, "must fill its cell"},
        {{1, 1, {6}}, as_grid, "must fill its cell"},
        {{1, 1, {7}}, as_grid, "is a second shape"},
        {{1, 1, {8}}, as_grid, "must fill its cell"},
        {{1, 1, {0xa0000003u}}, as_grid, "must fill its cell"},
        {{1, 1, {1}},
         ", \"properties\": [" + property("grid", "true") + ", " + property("type", "\"dynamic\"") + "]",
         "cannot be a grid and move"},
        {{1, 1, {1}}, ", \"properties\": [" + property("grid", "7") + "]", "must be true or false"},
    };
    for (const auto& each : cases) {
        CAPTURE(each.words);
        const std::string text = map_of(tile_layer(each.cells, each.members), grid_tileset());
        const scene::Imported imported = scene::import_tiled(text);
        REQUIRE_FALSE(imported.notes.empty());
        CHECK(imported.notes.front().find(each.words) != std::string::npos);
        CHECK(imported.notes.front().starts_with("map:"));
    }
    std::string wide = map_of(tile_layer({1, 1, {1}}, as_grid), grid_tileset());
    wide.replace(wide.find("\"tilewidth\": 32"), 15, "\"tilewidth\": 16");
    CHECK(first_fault([&] { return scene::import_tiled(wide); }).find("not square") != std::string::npos);
    // Two cells that are far apart make no grid of millions.
    const std::string far =
        "{\"type\": \"tilelayer\", \"properties\": [" + property("grid", "true") +
        "], \"chunks\": [{\"x\": -2000, \"y\": -2000, \"width\": 1, \"height\": 1, \"data\": [1]}, "
        "{\"x\": 2000, \"y\": 2000, \"width\": 1, \"height\": 1, \"data\": [1]}]}";
    const std::string text = map_of(far, grid_tileset());
    CHECK(first_fault([&] { return scene::import_tiled(text); }).find("so far apart") != std::string::npos);
}
