#include "values/tile_rows.h"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace drystone::scene {
namespace {

/// Number of different characters.
constexpr int digits = 36;

char digit_of(int value) {
    constexpr char names[] = ".123456789abcdefghijklmnopqrstuvwxyz";
    return names[value];
}

/// Returns the value of a digit; -1: it is none.
int value_of(char digit) {
    if (digit == '.') {
        return 0;
    }
    if (digit >= '1' && digit <= '9') {
        return digit - '0';
    }
    return digit >= 'a' && digit <= 'z' ? digit - 'a' + 10 : -1;
}

std::size_t characters_of(const TileGridDefinition& grid) {
    return grid.types.size() < static_cast<std::size_t>(digits) ? 1 : 2;
}

/// Returns the type that begins at the character; -1: there is none.
int type_at(const std::string& row, std::size_t at, std::size_t characters) {
    const int first = value_of(row[at]);
    if (characters == 1 || first < 0) {
        return first;
    }
    const int second = value_of(row[at + 1]);
    return second < 0 ? -1 : digits * first + second;
}

}  // namespace

std::vector<std::string> write_tile_rows(const TileGridDefinition& grid) {
    std::vector<std::string> rows;
    const auto width = static_cast<std::size_t>(grid.width);
    const std::size_t characters = characters_of(grid);
    for (int y = grid.height - 1; y >= 0; --y) {
        std::string row;
        for (std::size_t x = 0; x < width; ++x) {
            const std::size_t at = static_cast<std::size_t>(y) * width + x;
            const int cell = at < grid.cells.size() ? grid.cells[at] : 0;
            if (characters == 2) {
                row.push_back(digit_of(cell / digits));
            }
            row.push_back(digit_of(characters == 2 ? cell % digits : cell));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::optional<std::string> read_tile_rows(const std::vector<std::string>& rows, TileGridDefinition& grid) {
    const std::size_t characters = characters_of(grid);
    const std::size_t length = rows.empty() ? 0 : rows.front().size();
    constexpr auto most = static_cast<std::size_t>(std::numeric_limits<int>::max());
    if (length == 0 || length % characters != 0 || length > most || rows.size() > most) {
        return "rows must have at least one cell, of one character, or of two if there are over 35 types";
    }
    grid.width = static_cast<int>(length / characters);
    grid.height = static_cast<int>(rows.size());
    grid.cells.clear();
    for (std::size_t i = rows.size(); i-- > 0;) {
        if (rows[i].size() != length) {
            return "rows must have the same length";
        }
        for (std::size_t at = 0; at < length; at += characters) {
            const int type = type_at(rows[i], at, characters);
            if (type < 0 || type > static_cast<int>(grid.types.size())) {
                return "rows must consist of \".\" and the types' characters";
            }
            grid.cells.push_back(static_cast<std::uint8_t>(type));
        }
    }
    return std::nullopt;
}

}  // namespace drystone::scene
