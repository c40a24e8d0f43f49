#pragma once

#include <drystone/collision/math.h>
#include <drystone/shape.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace drystone {

/// Form and surface that cells of a tile grid have in common.
///
/// The solid part of a cell stands on its bottom and is as high as the two heights say, straight in between:
/// 1 and 1 fill the cell, 0 and 1 are a slope up to the right, 0.5 and 0.5 the lower half.
struct TileType {
    float left_height = 1.0f;   ///< Height at the left side, as a part of the cell: 0, or in [0.01, 1].
    float right_height = 1.0f;  ///< Height at the right side, likewise; not both are 0.
    bool hangs = false;         ///< The solid part hangs from the top of the cell, its heights downwards.
    Material material{};        ///< Surface.
    /// Direction from which the tile is solid, in the frame of the grid, see `ShapeDefinition::one_way`.
    std::optional<Vec2> one_way{};
    std::uint64_t user_data = 0;  ///< User data of the shapes.

    friend bool operator==(const TileType&, const TileType&) = default;
};

/// Cell of a tile grid.
struct TileCell {
    int x = 0;  ///< Column, from the left.
    int y = 0;  ///< Row, from below.

    friend bool operator==(const TileCell&, const TileCell&) = default;
};

/// Rectangle of cells.
struct TileRange {
    int x = 0;       ///< First column.
    int y = 0;       ///< First row.
    int width = 0;   ///< Number of columns.
    int height = 0;  ///< Number of rows.

    friend bool operator==(const TileRange&, const TileRange&) = default;
};

/// Definition of a tile grid for `World::create_tile_grid`, see `TileGridRef`.
struct TileGridDefinition {
    Vec2 position{0.0f, 0.0f};  ///< Lower left corner of the grid [m].
    float angle = 0.0f;         ///< Rotation about that corner [rad].
    float cell_size = 1.0f;     ///< Side of a cell [m]; > 0.
    int width = 1;              ///< Number of columns; >= 1. The grid has at most 2^26 cells.
    int height = 1;             ///< Number of rows; >= 1.
    /// Types of tiles, at most 255. Cells name them by their number, from 1; 0 is an empty cell.
    std::vector<TileType> types{};
    /// Types of the cells, row by row from below, each from the left; empty: all cells are.
    std::vector<std::uint8_t> cells{};
    Filter filter{};              ///< Filter of all shapes.
    bool contact_events = true;   ///< Reports begins and ends of contacts, as in `ShapeDefinition`.
    bool hit_events = false;      ///< Reports impacts, see `ContactHit`.
    std::uint64_t user_data = 0;  ///< User data of the bodies.
};

}  // namespace drystone
