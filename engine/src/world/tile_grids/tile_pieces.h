#pragma once

#include <drystone/collision/shapes.h>

#include "store/tile_grid_store.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// Cells of one type that are merged.
struct TilePiece {
    TileRange cells{};
    std::uint8_t type = 0;  ///< Number of the type, from 1.

    friend bool operator==(const TilePiece&, const TilePiece&) = default;
};

/// Returns whether the solid part of a type is a rectangle as wide as the cell, so that cells side by side
/// are merged.
[[nodiscard]] bool is_level(const TileType& type);

/// Returns the cells of a block that are in the grid.
[[nodiscard]] TileRange cells_of_block(const TileGridDefinition& grid, int block_x, int block_y);

/// Writes the pieces of a block of cells, by their first cell, row by row: all cells if they are full and of
/// one type, else the longest runs of level cells in rows, and single cells. They depend on the cells of the
/// block alone.
///
/// A face of eight cells has at most four active stretches, as many as `InternalEdges` keep apart.
void collect_pieces(const TileGridDefinition& grid, int block_x, int block_y, std::vector<TilePiece>& pieces);

/// Returns the solid part of a piece in the frame of its chunk's body. Corners that pieces share have the
/// same coordinates.
[[nodiscard]] Polygon make_piece(const TileGridDefinition& grid, const TilePiece& piece);

/// Returns the place of a chunk's body: the lower left corner of its cells.
[[nodiscard]] Vec2 place_of_chunk(const TileGridDefinition& grid, int chunk_x, int chunk_y);

}  // namespace drystone
