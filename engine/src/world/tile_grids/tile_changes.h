#pragma once

#include "core/undo.h"
#include "step/world_state.h"
#include "world/tile_grids/tile_pieces.h"

#include <cstddef>
#include <cstdint>
#include <optional>
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

    /// Sets the cells of a rectangle within the grid. `type(x, y)` returns the new type. Changes nothing if
    /// an allocation fails.
    template <class Types>
    void set(const TileRange& cells, const Types& type) {
        changed_ = cells;
        const std::vector<std::uint8_t> old = copy_cells(cells);
        Undo undo([&] { write_cells(cells, [&](int x, int y) { return old[place_in(cells, x, y)]; }); });
        const int last_x = (cells.x + cells.width - 1) / tile_block;
        const int last_y = (cells.y + cells.height - 1) / tile_block;
        for (int y = cells.y / tile_block; y <= last_y; ++y) {
            for (int x = cells.x / tile_block; x <= last_x; ++x) {
                collect_pieces(record().definition, x, y, before_);
                const TileRange part = common_cells(cells, cells_of_block(record().definition, x, y));
                if (write_cells(part, type)) {
                    collect_pieces(record().definition, x, y, after_);
                    plan_block(part);
                }
            }
        }
        replace_pieces();
        undo.keep();
    }
    /// Makes the shapes of a block that has none. If it throws, the grid is to be destroyed.
    void make_block(int block_x, int block_y);

private:
    [[nodiscard]] TileGridRecord& record() const { return world_.stores.tile_grids.records[grid_]; }
    /// Piece that goes, and the one that takes over its shape, if there is one.
    struct Change {
        TilePiece from;
        std::optional<TilePiece> to;
        std::optional<Polygon> form;  ///< Form of that piece.
    };

    [[nodiscard]] std::vector<std::uint8_t> copy_cells(const TileRange& cells) const;
    /// Returns the place of a cell in a list of the cells of a rectangle.
    [[nodiscard]] static std::size_t place_in(const TileRange& cells, int x, int y) {
        return static_cast<std::size_t>(y - cells.y) * static_cast<std::size_t>(cells.width) +
               static_cast<std::size_t>(x - cells.x);
    }
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
    /// Notes how to replace the shapes of the pieces `before_` of a block by those of `after_`, as some of
    /// its cells have changed. A shape that shares cells with a new piece of its type takes its form, of one
    /// in the changed rows if it can; the others are destroyed.
    void plan_block(const TileRange& changed_cells);
    /// Replaces the shapes of all blocks, and has internal edges found again as near to the changes as is
    /// enough. What can fail comes first: making new shapes and room.
    void replace_pieces();
    /// Makes the new shapes, and room for all other changes.
    void make_shapes();
    /// Destroys the new shapes and the bodies that were made for them.
    void drop_made();
    /// Returns whether the shapes beside the changed cells alone may have other internal edges than before.
    [[nodiscard]] bool is_local() const;
    [[nodiscard]] Aabb box_of(const TileRange& cells) const;
    [[nodiscard]] std::vector<TilePiece>::iterator find_heir(const TilePiece& piece);
    /// Returns the new shape of a piece, with room for entering it and others, `entries` in all.
    std::uint32_t add(const TilePiece& piece, std::size_t entries);
    void resize(const Change& change);
    void drop(const TilePiece& piece);
    std::uint32_t body_of(const TilePiece& piece);
    void enter(std::uint32_t shape, const TilePiece& piece);

    WorldState& world_;
    const char* function_;
    std::uint32_t grid_;
    TileRange changed_{};
    std::vector<TilePiece> before_;
    std::vector<TilePiece> after_;
    std::vector<TileRange> blocks_;      ///< Changed cells, by block.
    std::vector<Change> changes_;        ///< Pieces whose shapes exist.
    std::vector<TilePiece> new_;         ///< Pieces without shapes.
    std::vector<std::uint32_t> made_;    ///< Their shapes, as far as they are made.
    std::vector<std::uint32_t> bodies_;  ///< Bodies of all of them, each once.
    std::vector<std::size_t> chunks_;    ///< Chunks whose bodies were made.
    bool is_local_ = true;               ///< Only internal edges near the changed cells differ.
};

}  // namespace drystone
