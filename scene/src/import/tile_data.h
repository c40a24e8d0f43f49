#pragma once

#include "json/place.h"

#include <drystone/collision/function_ref.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace drystone::scene {

/// Largest number of cells of a layer or chunk.
inline constexpr std::size_t largest_cell_count = std::size_t{1} << 24;

/// Form in which the cells of a layer are written.
struct TileCoding {
    bool is_csv = false;        ///< Text of numbers; else of base64.
    std::string compression{};  ///< "zlib", "gzip", "zstd" or "".
};

/// Reads the "data" of a tile layer or of a chunk of one, row by row: an array, or text. Throws `Error` where
/// it does not hold `count` cells. Memory: a small multiple of the data, and at most that of the cells.
std::vector<std::uint32_t> read_tile_data(const Place& data, const TileCoding& coding, std::size_t count);

/// Calls `visitor(number, column, row)` for every cell of a tile layer that is not empty: chunk by chunk, row
/// by row. Returns the number of all cells. Throws `Error` for bad data, and for more than `max_cells` cells.
std::size_t visit_tiles(const Place& layer, std::size_t max_cells,
                        FunctionRef<void(std::uint32_t gid, int x, int y)> visitor);

}  // namespace drystone::scene
