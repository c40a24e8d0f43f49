#include "world/tile_grids/tile_checks.h"

#include "world/checks.h"
#include "world/save/check_saved.h"
#include "world/tile_grids/tile_pieces.h"

#include <cstddef>
#include <vector>

namespace drystone {

namespace {

constexpr std::int64_t max_cells = std::int64_t{1} << 26;
constexpr float min_height = 0.01f;

void check_height(const char* function, const char* argument, float height) {
    if (!(height == 0.0f || (height >= min_height && height <= 1.0f))) {
        fail(function, argument, "0 or in [0.01, 1]", static_cast<double>(height));
    }
}

void check_tile_type(const char* function, const TileType& type) {
    check_height(function, "types.left_height", type.left_height);
    check_height(function, "types.right_height", type.right_height);
    if (type.left_height == 0.0f && type.right_height == 0.0f) {
        fail(function, "types.right_height", "not 0 where left_height is", 0.0);
    }
    check_material(function, type.material);
    static_cast<void>(checked_direction(function, "types.one_way", type.one_way));
}

/// Checks that the shapes of a block are those of its cells.
void check_block(const WorldState& world, std::uint32_t grid, int block_x, int block_y,
                 std::vector<TilePiece>& pieces, NumberSet& listed) {
    const TileGridRecord& record = world.stores.tile_grids.records[grid];
    collect_pieces(record.definition, block_x, block_y, pieces);
    const TileRange block = cells_of_block(record.definition, block_x, block_y);
    std::size_t count = 0;
    for (int y = block.y; y < block.y + block.height; ++y) {
        for (int x = block.x; x < block.x + block.width; ++x) {
            count += record.shapes[record.place(x, y)] != no_index ? 1u : 0u;
        }
    }
    require(count == pieces.size(), "each piece of a tile grid is a shape");
    for (const TilePiece& piece : pieces) {
        const std::uint32_t shape = record.shapes[record.place(piece.cells.x, piece.cells.y)];
        require(shape != no_index && world.stores.shapes.slots.is_live(shape),
                "the shapes of a tile grid exist");
        listed.add(shape, "a tile belongs to one grid");
        const TileShape* const tiles = world.stores.tile_grids.of_shape.find(shape);
        const int chunk = piece.cells.y / tile_chunk * record.chunk_columns() + piece.cells.x / tile_chunk;
        const std::uint32_t body = record.bodies[static_cast<std::size_t>(chunk)];
        const ShapeCore& core = world.stores.shapes.cores[shape];
        require(tiles != nullptr && tiles->grid == grid && tiles->cells == piece.cells && core.body == body,
                "the shapes of a tile grid know their cells");
        require(!is_level(record.definition.types[piece.type - 1u]) ||
                    (core.kind == ShapeKind::Polygon && core.count == 4),
                "runs of cells are rectangles");
    }
}

}  // namespace

std::string describe(const TileRange& cells) {
    std::string text("(");
    text.append(std::to_string(cells.x)).append(", ").append(std::to_string(cells.y)).append("), ");
    return text.append(std::to_string(cells.width)).append(" x ").append(std::to_string(cells.height));
}

void check_cells(const char* function, const char* argument, const TileGridDefinition& grid,
                 std::span<const std::uint8_t> cells) {
    for (const std::uint8_t cell : cells) {
        if (cell > grid.types.size()) {
            fail(function, argument, "0 or numbers of types", static_cast<double>(cell));
        }
    }
}

void check_tile_grid(const char* function, const TileGridDefinition& grid) {
    check_place(function, "position", grid.position);
    check_finite(function, "angle", grid.angle);
    check_positive(function, "cell_size", grid.cell_size);
    if (grid.width < 1 || grid.height < 1 ||
        static_cast<std::int64_t>(grid.width) * static_cast<std::int64_t>(grid.height) > max_cells) {
        fail(function, "width", "and height at least 1, with at most 2^26 cells",
             static_cast<double>(grid.width) * static_cast<double>(grid.height));
    }
    const double longest =
        static_cast<double>(grid.cell_size) * static_cast<double>(std::max(grid.width, grid.height));
    if (!(grid.cell_size >= 1e-6f && longest <= static_cast<double>(largest_reach))) {
        fail(function, "cell_size", "at least 1e-6 m, in a grid of at most 1e15 m",
             static_cast<double>(grid.cell_size));
    }
    if (grid.types.size() > 255) {
        fail(function, "types", "at most 255", static_cast<double>(grid.types.size()));
    }
    for (const TileType& type : grid.types) {
        check_tile_type(function, type);
    }
    const std::size_t count = static_cast<std::size_t>(grid.width) * static_cast<std::size_t>(grid.height);
    if (!grid.cells.empty() && grid.cells.size() != count) {
        fail(function, "cells", "none, or one number for each cell", static_cast<double>(grid.cells.size()));
    }
    check_cells(function, "cells", grid, grid.cells);
}

void check_tile_grids(const WorldState& world) {
    const TileGridStore& grids = world.stores.tile_grids;
    check_slots(grids.slots, grids.records.size(), "the slots of tile grids are consistent");
    check_sparse_set(grids.of_shape, world.stores.shapes.slots, "the shapes of tile grids exist");
    check_sparse_set(grids.of_body, world.stores.bodies.slots, "the bodies of tile grids exist");
    NumberSet shapes(world.stores.shapes.slots.size());
    NumberSet bodies(world.stores.bodies.slots.size());
    std::vector<TilePiece> pieces;
    visit_live(grids.slots, [&](std::uint32_t grid) {
        const TileGridRecord& record = grids.records[grid];
        check_tile_grid("World::load", record.definition);
        const std::size_t chunks =
            static_cast<std::size_t>(record.chunk_columns()) * static_cast<std::size_t>(record.chunk_rows());
        require(!record.definition.cells.empty() && record.shapes.size() == record.definition.cells.size() &&
                    record.bodies.size() == chunks,
                "the lists of a tile grid have its size");
        for (const std::uint32_t body : record.bodies) {
            if (body != no_index) {
                bodies.add(body, "a body belongs to one chunk of a tile grid");
                const std::uint32_t* const own = grids.of_body.find(body);
                require(world.stores.bodies.slots.is_live(body) && own != nullptr && *own == grid,
                        "a body knows its tile grid");
            }
        }
        for (int y = 0; y * tile_block < record.definition.height; ++y) {
            for (int x = 0; x * tile_block < record.definition.width; ++x) {
                check_block(world, grid, x, y, pieces, shapes);
            }
        }
    });
    visit_live(world.stores.shapes.slots, [&](std::uint32_t shape) {
        require(shapes.contains(shape) == (grids.of_shape.find(shape) != nullptr), "a grid lists its shapes");
    });
    visit_live(world.stores.bodies.slots, [&](std::uint32_t body) {
        require(bodies.contains(body) == (grids.of_body.find(body) != nullptr), "a grid lists its bodies");
    });
}

}  // namespace drystone
