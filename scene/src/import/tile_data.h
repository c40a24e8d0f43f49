#pragma once

#include "json/place.h"

#include <drystone/collision/function_ref.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone::scene {

/// Largest number of cells of a layer or chunk.
inline constexpr std::size_t largest_cell_count = std::size_t{1} << 24;

/// Reads the "data" of a tile layer or of a chunk of one, row by row: an array, or text of base64, compressed
/// by zlib or gzip or not compressed. Throws `Error` where it does not hold `count` cells.
/// \param layer  object that has "encoding" and "compression"
std::vector<std::uint32_t> read_tile_data(const Place& data, const Place& layer, std::size_t count);

/// Calls `visitor(number, column, row)` for every cell of a tile layer that is not empty: chunk by chunk, row
/// by row. Throws `Error` for bad data.
void visit_tiles(const Place& layer, FunctionRef<void(std::uint32_t gid, int x, int y)> visitor);

}  // namespace drystone::scene
