#pragma once

#include <drystone/tile_grid.h>

#include <cstdint>
#include <span>
#include <string>

namespace drystone {

[[nodiscard]] std::string describe(const TileRange& cells);

/// Throws unless all numbers of types are 0 or those of a type of the grid.
void check_cells(const char* function, const char* argument, const TileGridDefinition& grid,
                 std::span<const std::uint8_t> cells);

/// Throws unless sizes, types and cells of the grid are valid.
void check_tile_grid(const char* function, const TileGridDefinition& grid);

}  // namespace drystone
