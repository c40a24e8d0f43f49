#include "growth/growth_worlds.h"

namespace bench {

using namespace grown;

namespace {

/// A level of tiles with a surface of hills and some caves; its side is the root of the number of cells.
TileGridDefinition level(int count) {
    const int side = static_cast<int>(std::sqrt(static_cast<float>(count)));
    TileGridDefinition grid{
        .width = side, .height = side, .types = {TileType{}, TileType{.right_height = 0.0f}}};
    grid.cells.resize(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            const bool is_cave = (x * 7 + y * 13) % 11 == 0;
            grid.cells[static_cast<std::size_t>(y) * static_cast<std::size_t>(side) +
                       static_cast<std::size_t>(x)] = is_cave                    ? 0
                                                      : x % 5 == 4 && y % 4 == 3 ? 2
                                                                                 : 1;
        }
    }
    return grid;
}

void created(int count, GrowthMeter& meter) {
    World world;
    const TileGridDefinition definition = level(count);
    meter.time([&] {
        world.create_tile_grid(definition);
        step(world);
    });
}

void full(int count, GrowthMeter& meter) {
    World world;
    TileGridDefinition definition = level(count);
    definition.cells.assign(definition.cells.size(), 1);
    meter.time([&] {
        world.create_tile_grid(definition);
        step(world);
    });
}

void destroyed(int count, GrowthMeter& meter) {
    World world;
    const TileGridId grid = world.create_tile_grid(level(count));
    step(world);
    meter.time([&] {
        world.destroy_tile_grid(grid);
        step(world);
    });
}

void one_change(int count, GrowthMeter& meter) {
    World world;
    const TileGridId grid = world.create_tile_grid(level(count));
    const int middle = world[grid].width() / 2;
    step(world, 2);
    meter.time([&] {
        for (int i = 0; i < 50; ++i) {
            world[grid].set_cell(middle + i % 3, middle, i % 2);
            step(world);
        }
    });
}

void all_change(int count, GrowthMeter& meter) {
    World world;
    const TileGridId grid = world.create_tile_grid(level(count));
    const int side = world[grid].width();
    step(world, 2);
    meter.time([&] {
        for (int i = 0; i < side * side; i += 3) {
            world[grid].set_cell(i % side, i / side, i % 2);
        }
        step(world);
    });
}

void one_fill(int count, GrowthMeter& meter) {
    World world;
    const TileGridId grid = world.create_tile_grid(level(count));
    const int side = world[grid].width();
    step(world, 2);
    meter.time([&] {
        world[grid].fill({0, 0, side, side}, 0);
        world[grid].fill({0, 0, side, side}, 1);
        step(world);
    });
}

void grids(int count, GrowthMeter& meter) {
    World world;
    std::vector<TileGridId> ids;
    for (int i = 0; i < count; ++i) {
        TileGridDefinition definition = level(16);
        definition.position = grid_place(i, count, 10.0f);
        ids.push_back(world.create_tile_grid(definition));
    }
    step(world);
    meter.time([&] {
        for (const TileGridId id : ids) {
            world[id].set_cell(1, 1, 0);
        }
        step(world);
        for (const TileGridId id : ids) {
            world.destroy_tile_grid(id);
        }
    });
}

void bodies_on_tiles(int count, GrowthMeter& meter) {
    World world;
    world.create_tile_grid({.width = 2 * count,
                            .height = 1,
                            .types = {TileType{}},
                            .cells = std::vector<std::uint8_t>(2 * static_cast<std::size_t>(count), 1)});
    for (int i = 0; i < count; ++i) {
        add_box(world, {2.0f * static_cast<float>(i) + 1.0f, 1.4f}, {0.4f, 0.4f});
    }
    step(world, 2);
    meter.time([&] { step(world, 5); });
}

void large_body_on_tiles(int count, GrowthMeter& meter) {
    World world;
    world.create_tile_grid({.position = {-0.5f * static_cast<float>(count), 0.0f},
                            .width = count,
                            .height = 1,
                            .types = {TileType{}},
                            .cells = std::vector<std::uint8_t>(static_cast<std::size_t>(count), 1)});
    add_box(world, {0.0f, 1.5f}, {0.49f * static_cast<float>(count), 0.5f},
            {.linear_velocity = {1.0f, 0.0f}});
    step(world, 2);
    meter.time([&] { step(world, 5); });
}

void cells_read(int count, GrowthMeter& meter) {
    World world;
    const TileGridId grid = world.create_tile_grid(level(count));
    const int side = world[grid].width();
    int found = 0;
    meter.time([&] {
        for (int i = 0; i < side * side; ++i) {
            found += world.is_valid(world[grid].shape_at(i % side, i / side)) ? 1 : 0;
        }
    });
}

}  // namespace

std::vector<GrowthRow> growth_rows_of_levels() {
    return {
        {"tiles: level created", 4096, created},
        {"tiles: full level created", 16384, full},
        {"tiles: level destroyed", 65536, destroyed},
        {"tiles: fifty changes of a level", 4096, one_change},
        {"tiles: a third of the cells changed", 4096, all_change},
        {"tiles: level emptied and filled", 16384, one_fill},
        {"tiles: levels", 64, grids},
        {"tiles: bodies on them", 500, bodies_on_tiles},
        {"tiles: under one body", 500, large_body_on_tiles},
        {"tiles: shapes read cell by cell", 4096, cells_read},
    };
}

}  // namespace bench
