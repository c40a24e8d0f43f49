#pragma once

#include "step/world_state.h"
#include "world/tile_grids/tile_pieces.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// Replaces the shapes of a grid as its cells change.
class TileChanges {
public:
    TileChanges(WorldState& world, const char* function, std::uint32_t grid)
        : world_(world), function_(function), grid_(grid) {
        before_.reserve(tile_block * tile_block);
        after_.reserve(tile_block * tile_block);
    }

    /// Sets the cells of a rectangle within the grid, block by block. `type(x, y)` returns the new type. If
    /// an allocation fails, cells whose shapes could not be made are empty, and later blocks are as before.
    template <class Types>
    void set(const TileRange& cells, const Types& type) {
        changed_ = cells;
        const int last_x = (cells.x + cells.width - 1) / tile_block;
        const int last_y = (cells.y + cells.height - 1) / tile_block;
        for (int y = cells.y / tile_block; y <= last_y; ++y) {
            for (int x = cells.x / tile_block; x <= last_x; ++x) {
                collect_pieces(record().definition, x, y, before_);
                prepare_block(x, y);
                const TileRange part = common_cells(cells, cells_of_block(record().definition, x, y));
                if (write_cells(part, type)) {
                    collect_pieces(record().definition, x, y, after_);
                    replace_pieces_beside(part);
                }
            }
        }
    }
    /// Makes the shapes of a block that has none.
    void make_block(int block_x, int block_y) {
        collect_pieces(record().definition, block_x, block_y, after_);
        before_.clear();
        replace_pieces();
    }

private:
    [[nodiscard]] TileGridRecord& record() const { return world_.stores.tile_grids.records[grid_]; }
    /// Makes room for what replacing the shapes of a block may do, except for new shapes.
    void prepare_block(int block_x, int block_y);
    void clear_cells(const TilePiece& piece);
    [[nodiscard]] static TileRange common_cells(const TileRange& a, const TileRange& b);
    /// Returns whether any cell has changed.
    template <class Types>
    bool write_cells(const TileRange& cells, const Types& type) {
        bool changed = false;
        for (int y = cells.y; y < cells.y + cells.height; ++y) {
            for (int x = cells.x; x < cells.x + cells.width; ++x) {
                std::uint8_t& cell = record().definition.cells[record().place(x, y)];
                const std::uint8_t wanted = type(x, y);
                changed = changed || cell != wanted;
                cell = wanted;
            }
        }
        return changed;
    }
    /// Replaces the shapes of the pieces `before_` by those of `after_`. A shape that shares cells with a new
    /// piece of its type takes its form, of one in the changed rows if it can; the others are destroyed.
    void replace_pieces();
    /// Replaces them after a change of some cells, and has internal edges found again as near to these as is
    /// enough.
    void replace_pieces_beside(const TileRange& cells);
    /// Returns whether the shapes beside the changed cells alone may have other internal edges than before.
    [[nodiscard]] bool is_local() const;
    [[nodiscard]] Aabb box_of(const TileRange& cells) const;
    [[nodiscard]] std::vector<TilePiece>::iterator find_heir(const TilePiece& piece);
    void add(const TilePiece& piece);
    void resize(const TilePiece& from, const TilePiece& to);
    void drop(const TilePiece& piece);
    std::uint32_t body_of(const TilePiece& piece);
    void enter(std::uint32_t shape, const TilePiece& piece);

    WorldState& world_;
    const char* function_;
    std::uint32_t grid_;
    TileRange changed_{};
    std::vector<TilePiece> before_;
    std::vector<TilePiece> after_;
};

}  // namespace drystone
