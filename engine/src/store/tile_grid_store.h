#pragma once

#include <drystone/tile_grid.h>

#include "core/slot_pool.h"
#include "core/sparse_set.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace drystone {

/// Side of the squares of cells in which full cells are merged.
inline constexpr int tile_block = 8;
/// Side of the squares of cells that have a body of their own: what a change of cells costs depends on them
/// alone.
inline constexpr int tile_chunk = 16;

/// Cells that are one shape.
struct TileShape {
    std::uint32_t grid = no_index;
    TileRange cells{};
};

/// A tile grid. Its shapes are ordinary shapes of static bodies.
struct TileGridRecord {
    TileGridDefinition definition;      ///< With the cells as they are now.
    std::vector<std::uint32_t> shapes;  ///< By cell: the shape whose first cell it is, the lowest leftmost.
    std::vector<std::uint32_t> bodies;  ///< By chunk; `no_index` for those that have never had a shape.

    [[nodiscard]] int chunk_columns() const { return (definition.width + tile_chunk - 1) / tile_chunk; }
    [[nodiscard]] int chunk_rows() const { return (definition.height + tile_chunk - 1) / tile_chunk; }
    [[nodiscard]] std::size_t place(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(definition.width) +
               static_cast<std::size_t>(x);
    }
    [[nodiscard]] bool contains(int x, int y) const {
        return x >= 0 && y >= 0 && x < definition.width && y < definition.height;
    }
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        auto& grid = self.definition;
        visitor(grid.position, grid.angle, grid.cell_size, grid.width, grid.height, grid.types, grid.cells,
                grid.filter, grid.contact_events, grid.hit_events, grid.user_data, self.shapes, self.bodies);
    }
};

/// The tile grids of a world.
struct TileGridStore {
    SlotPool slots;
    std::vector<TileGridRecord> records;
    SparseSet<TileShape> of_shape;
    SparseSet<std::uint32_t> of_body;  ///< The grid whose chunk the body is.

    std::uint32_t create(TileGridRecord record) {
        prepare_room(records, 1);
        const std::uint32_t grid = slots.create();
        records.resize(slots.size());
        records[grid] = std::move(record);
        return grid;
    }
    void destroy(std::uint32_t grid) {
        records[grid] = {};
        slots.destroy(grid);
    }
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.slots, self.records, self.of_shape, self.of_body);
    }
    [[nodiscard]] std::size_t bytes() const {
        std::size_t bytes =
            slots.bytes() + of_shape.bytes() + of_body.bytes() + records.capacity() * sizeof(TileGridRecord);
        for (const TileGridRecord& record : records) {
            bytes += record.definition.types.capacity() * sizeof(TileType) +
                     record.definition.cells.capacity() +
                     (record.shapes.capacity() + record.bodies.capacity()) * sizeof(std::uint32_t);
        }
        return bytes;
    }
};

}  // namespace drystone
