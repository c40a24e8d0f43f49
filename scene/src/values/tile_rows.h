#pragma once

#include <drystone/tile_grid.h>

#include <optional>
#include <string>
#include <vector>

namespace drystone::scene {

/// Returns the cells of a grid as text: rows from the top down, two characters a cell if the grid has more
/// than 35 types, else one. "." is an empty cell; "1" to "9" and "a" to "z" are the types 1 to 35; of two
/// characters, the first counts 36s: ".1" is type 1, "1." type 36.
[[nodiscard]] std::vector<std::string> write_tile_rows(const TileGridDefinition& grid);

/// Sets size and cells of a grid, whose types are known, from text. Returns what is wrong with the text.
[[nodiscard]] std::optional<std::string> read_tile_rows(const std::vector<std::string>& rows,
                                                        TileGridDefinition& grid);

}  // namespace drystone::scene
