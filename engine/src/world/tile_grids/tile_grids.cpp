#include <drystone/tile_grid_ref.h>
#include <drystone/world.h>

#include "world/bodies/body_lifecycle.h"
#include "world/checks.h"
#include "world/prepare.h"
#include "world/recording/recorded_call.h"
#include "world/tile_grids/tile_changes.h"
#include "world/tile_grids/tile_checks.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace drystone {

namespace {

const TileGridRecord& record_of(const WorldState& world, const char* function, TileGridId grid) {
    return world.stores.tile_grids.records[tile_grid_index(world, function, grid)];
}

Pose pose_of(const TileGridDefinition& grid) { return {grid.position, Rot::from_angle(grid.angle)}; }

void check_range(const char* function, const TileGridDefinition& grid, const TileRange& cells) {
    const bool inside = cells.x >= 0 && cells.y >= 0 && cells.width >= 0 && cells.height >= 0 &&
                        cells.width <= grid.width && cells.height <= grid.height &&
                        cells.x <= grid.width - cells.width && cells.y <= grid.height - cells.height;
    if (!inside) {
        fail(function, "cells", "within the grid", describe(cells));
    }
}

void check_type(const char* function, const TileGridDefinition& grid, int type) {
    if (type < 0 || type > static_cast<int>(grid.types.size())) {
        fail(function, "type", "0 or the number of a type", static_cast<double>(type));
    }
}

/// Returns the grid of a call that changes its cells.
std::uint32_t changed_grid(const WorldState& world, const char* function, TileGridId grid) {
    const std::uint32_t index = tile_grid_index(world, function, grid);
    check_not_reading(world, function);
    return index;
}

/// Calls `visitor(body)` for each body of a grid.
template <class Visitor>
void visit_bodies(const TileGridRecord& record, const Visitor& visitor) {
    for (const std::uint32_t body : record.bodies) {
        if (body != no_index) {
            visitor(body);
        }
    }
}

/// Returns the cell in which a point in units of cells lies, as far as numbers reach.
TileCell floor_cell(const Vec2d& point) {
    static constexpr double farthest = 1e9;
    const auto floored = [](double value) {
        return static_cast<int>(std::floor(std::clamp(value, -farthest, farthest)));
    };
    return {floored(point.x), floored(point.y)};
}

Vec2d point_in_cells(const TileGridDefinition& grid, const Vec2& world_point) {
    const Vec2d local = to_double(inverse_transform(pose_of(grid), world_point));
    return local / static_cast<double>(grid.cell_size);
}

}  // namespace

TileGridId World::create_tile_grid(const TileGridDefinition& definition) {
    const RecordedCall call(*state_, Operation::CreateTileGrid, definition);
    const char* const function = "World::create_tile_grid";
    WorldState& world = *state_;
    check_usable(world);
    check_tile_grid(function, definition);
    check_not_reading(world, function);
    TileGridRecord record{definition, {}, {}};
    const std::size_t cells =
        static_cast<std::size_t>(definition.width) * static_cast<std::size_t>(definition.height);
    record.definition.cells.resize(cells, 0);
    record.shapes.assign(cells, no_index);
    const int columns = record.chunk_columns();
    const int rows = record.chunk_rows();
    record.bodies.assign(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), no_index);
    const std::uint32_t grid = world.stores.tile_grids.create(std::move(record));
    Undo undo([&] {
        visit_bodies(world.stores.tile_grids.records[grid],
                     [&](std::uint32_t body) { drop_body(world, body); });
        world.stores.tile_grids.destroy(grid);
    });
    TileChanges changes(world, function, grid);
    for (int y = 0; y * tile_block < definition.height; ++y) {
        for (int x = 0; x * tile_block < definition.width; ++x) {
            changes.make_block(x, y);
        }
    }
    undo.keep();
    return world.stores.tile_grids.slots.handle<TileGridId>(grid, world.number);
}

void World::destroy_tile_grid(TileGridId grid) {
    const RecordedCall call(*state_, Operation::DestroyTileGrid, grid);
    WorldState& world = *state_;
    const std::uint32_t index = changed_grid(world, "World::destroy_tile_grid", grid);
    const BrokenScope broken(world);
    visit_bodies(world.stores.tile_grids.records[index], [&](std::uint32_t body) {
        prepare_change(world, body);
        drop_body(world, body);
    });
    world.stores.tile_grids.destroy(index);
}

TileGridDefinition ConstTileGridRef::definition() const {
    return record_of(*state_, "TileGridRef::definition", id_).definition;
}

int ConstTileGridRef::width() const { return record_of(*state_, "TileGridRef::width", id_).definition.width; }

int ConstTileGridRef::height() const {
    return record_of(*state_, "TileGridRef::height", id_).definition.height;
}

float ConstTileGridRef::cell_size() const {
    return record_of(*state_, "TileGridRef::cell_size", id_).definition.cell_size;
}

Pose ConstTileGridRef::pose() const {
    return pose_of(record_of(*state_, "TileGridRef::pose", id_).definition);
}

TileType ConstTileGridRef::type(int number) const {
    const char* const function = "TileGridRef::type";
    const TileGridDefinition& grid = record_of(*state_, function, id_).definition;
    if (number < 1 || number > static_cast<int>(grid.types.size())) {
        fail(function, "number", "that of a type, from 1", static_cast<double>(number));
    }
    return grid.types[static_cast<std::size_t>(number - 1)];
}

int ConstTileGridRef::cell(int x, int y) const {
    const TileGridRecord& record = record_of(*state_, "TileGridRef::cell", id_);
    return record.contains(x, y) ? record.definition.cells[record.place(x, y)] : 0;
}

TileCell ConstTileGridRef::cell_at(const Vec2& world_point) const {
    const char* const function = "TileGridRef::cell_at";
    const TileGridDefinition& grid = record_of(*state_, function, id_).definition;
    check_finite(function, "world_point", world_point);
    return floor_cell(point_in_cells(grid, world_point));
}

TileCell ConstTileGridRef::cell_of(ShapeId shape, const Vec2& world_point) const {
    const char* const function = "TileGridRef::cell_of";
    const std::uint32_t grid = tile_grid_index(*state_, function, id_);
    const TileShape* const tiles =
        state_->stores.tile_grids.of_shape.find(shape_index(*state_, function, shape));
    if (tiles == nullptr || tiles->grid != grid) {
        fail(function, "shape", "one of the grid", describe(shape));
    }
    check_finite(function, "world_point", world_point);
    const TileRange& cells = tiles->cells;
    const TileCell at =
        floor_cell(point_in_cells(state_->stores.tile_grids.records[grid].definition, world_point));
    return {std::clamp(at.x, cells.x, cells.x + cells.width - 1),
            std::clamp(at.y, cells.y, cells.y + cells.height - 1)};
}

ShapeId ConstTileGridRef::shape_at(int x, int y) const {
    const TileGridRecord& record = record_of(*state_, "TileGridRef::shape_at", id_);
    if (!record.contains(x, y) || record.definition.cells[record.place(x, y)] == 0) {
        return {};
    }
    // The first cell is the first of the row, or the lowest leftmost of the block.
    const TileRange block = cells_of_block(record.definition, x / tile_block, y / tile_block);
    const auto covers = [&](std::uint32_t shape) {
        const TileRange& cells = state_->stores.tile_grids.of_shape.find(shape)->cells;
        return x < cells.x + cells.width && y < cells.y + cells.height;
    };
    for (int first = x; first >= block.x; --first) {
        const std::uint32_t shape = record.shapes[record.place(first, y)];
        if (shape != no_index) {
            return covers(shape) ? shape_id(*state_, shape) : ShapeId{};
        }
    }
    return shape_id(*state_, record.shapes[record.place(block.x, block.y)]);
}

std::vector<BodyId> ConstTileGridRef::body_ids() const {
    std::vector<BodyId> ids;
    visit_bodies(record_of(*state_, "TileGridRef::body_ids", id_), [&](std::uint32_t body) {
        ids.push_back(state_->stores.bodies.slots.handle<BodyId>(body, state_->number));
    });
    return ids;
}

std::optional<TileRange> ConstShapeRef::tiles() const {
    const TileShape* const tiles =
        state_->stores.tile_grids.of_shape.find(shape_index(*state_, "ShapeRef::tiles", id_));
    return tiles == nullptr ? std::nullopt : std::optional<TileRange>(tiles->cells);
}

void TileGridRef::set_cell(int x, int y, int type) const {
    const RecordedCall call(*state_, Operation::SetTile, id_, x, y, type);
    const char* const function = "TileGridRef::set_cell";
    const std::uint32_t index = changed_grid(*state_, function, id_);
    const TileGridDefinition& grid = state_->stores.tile_grids.records[index].definition;
    const TileRange cell{x, y, 1, 1};
    check_range(function, grid, cell);
    check_type(function, grid, type);
    TileChanges(*state_, function, index).set(cell, [type](int, int) {
        return static_cast<std::uint8_t>(type);
    });
}

void TileGridRef::fill(const TileRange& cells, int type) const {
    const RecordedCall call(*state_, Operation::FillTiles, id_, cells, type);
    const char* const function = "TileGridRef::fill";
    const std::uint32_t index = changed_grid(*state_, function, id_);
    const TileGridDefinition& grid = state_->stores.tile_grids.records[index].definition;
    check_range(function, grid, cells);
    check_type(function, grid, type);
    if (cells.width > 0 && cells.height > 0) {
        TileChanges(*state_, function, index).set(cells, [type](int, int) {
            return static_cast<std::uint8_t>(type);
        });
    }
}

void TileGridRef::set_cells(const TileRange& cells, std::span<const std::uint8_t> types) const {
    const RecordedCall call(*state_, Operation::SetTiles, id_, cells, types);
    const char* const function = "TileGridRef::set_cells";
    const std::uint32_t index = changed_grid(*state_, function, id_);
    const TileGridDefinition& grid = state_->stores.tile_grids.records[index].definition;
    check_range(function, grid, cells);
    if (types.size() != static_cast<std::size_t>(cells.width) * static_cast<std::size_t>(cells.height)) {
        fail(function, "types", "one for each cell", static_cast<double>(types.size()));
    }
    check_cells(function, "types", grid, types);
    if (types.empty()) {
        return;
    }
    TileChanges(*state_, function, index).set(cells, [&](int x, int y) {
        return types[static_cast<std::size_t>(y - cells.y) * static_cast<std::size_t>(cells.width) +
                     static_cast<std::size_t>(x - cells.x)];
    });
}

}  // namespace drystone
