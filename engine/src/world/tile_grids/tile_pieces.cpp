#include "world/tile_grids/tile_pieces.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace drystone {

namespace {

std::uint8_t cell_of(const TileGridDefinition& grid, int x, int y) {
    return grid.cells[static_cast<std::size_t>(y) * static_cast<std::size_t>(grid.width) +
                      static_cast<std::size_t>(x)];
}

const TileType& type_of(const TileGridDefinition& grid, std::uint8_t number) {
    return grid.types[number - 1u];
}

/// Returns whether cells of the type are merged with those above, too. Bodies inside of a one-way shape pass
/// all of it: rows of those stay apart.
bool fills_block(const TileType& type) {
    return type.left_height == 1.0f && type.right_height == 1.0f && !type.one_way;
}

bool is_uniform(const TileGridDefinition& grid, const TileRange& block) {
    const std::uint8_t first = cell_of(grid, block.x, block.y);
    for (int y = block.y; y < block.y + block.height; ++y) {
        for (int x = block.x; x < block.x + block.width; ++x) {
            if (cell_of(grid, x, y) != first) {
                return false;
            }
        }
    }
    return first != 0 && fills_block(type_of(grid, first));
}

}  // namespace

bool is_level(const TileType& type) { return type.left_height == type.right_height; }

TileRange cells_of_block(const TileGridDefinition& grid, int block_x, int block_y) {
    const int x = tile_block * block_x;
    const int y = tile_block * block_y;
    return {x, y, std::min(tile_block, grid.width - x), std::min(tile_block, grid.height - y)};
}

void collect_pieces(const TileGridDefinition& grid, int block_x, int block_y,
                    std::vector<TilePiece>& pieces) {
    pieces.clear();
    const TileRange block = cells_of_block(grid, block_x, block_y);
    if (is_uniform(grid, block)) {
        pieces.push_back({block, cell_of(grid, block.x, block.y)});
        return;
    }
    for (int y = block.y; y < block.y + block.height; ++y) {
        const int end = block.x + block.width;
        for (int x = block.x; x < end;) {
            const std::uint8_t type = cell_of(grid, x, y);
            int next = x + 1;
            while (type != 0 && next < end && is_level(type_of(grid, type)) &&
                   cell_of(grid, next, y) == type) {
                ++next;
            }
            if (type != 0) {
                pieces.push_back({{x, y, next - x, 1}, type});
            }
            x = next;
        }
    }
}

Polygon make_piece(const TileGridDefinition& grid, const TilePiece& piece) {
    const TileType& type = type_of(grid, piece.type);
    const auto size = static_cast<double>(grid.cell_size);
    const int left = piece.cells.x % tile_chunk;
    const int bottom = piece.cells.y % tile_chunk;
    const int top = bottom + piece.cells.height;
    const auto at = [&](int x, double y) { return to_float(Vec2d{size * static_cast<double>(x), size * y}); };
    const double base = type.hangs ? static_cast<double>(top) : static_cast<double>(bottom);
    const double sense = type.hangs ? -1.0 : 1.0;
    const double rows = static_cast<double>(piece.cells.height - 1);
    const auto surface = [&](float height) { return base + sense * (rows + static_cast<double>(height)); };
    const int right = left + piece.cells.width;
    std::array<Vec2, 4> corners{};
    std::size_t count = 0;
    corners[count++] = at(left, base);
    corners[count++] = at(right, base);
    if (type.right_height > 0.0f) {
        corners[count++] = at(right, surface(type.right_height));
    }
    if (type.left_height > 0.0f) {
        corners[count++] = at(left, surface(type.left_height));
    }
    return make_polygon(std::span<const Vec2>(corners.data(), count));
}

Vec2 place_of_chunk(const TileGridDefinition& grid, int chunk_x, int chunk_y) {
    const Rot rotation = Rot::from_angle(grid.angle);
    const auto c = static_cast<double>(rotation.c);
    const auto s = static_cast<double>(rotation.s);
    const double side = static_cast<double>(grid.cell_size) * static_cast<double>(tile_chunk);
    const double x = side * static_cast<double>(chunk_x);
    const double y = side * static_cast<double>(chunk_y);
    return to_float(to_double(grid.position) + Vec2d{c * x - s * y, s * x + c * y});
}

}  // namespace drystone
