#pragma once

#include <drystone/detail/object_ref.h>
#include <drystone/export.h>
#include <drystone/tile_grid.h>

#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Read access to a tile grid, as a `const World` returns it. See `detail::ObjectRef` for what a reference
/// is.
class DRYSTONE_API ConstTileGridRef : public detail::ObjectRef<TileGridId> {
public:
    /// Returns true while the grid exists.
    [[nodiscard]] bool is_valid() const;
    /// Returns a definition that creates the grid as it is now. Cost: a copy of all cells.
    [[nodiscard]] TileGridDefinition definition() const;
    /// Returns the number of columns.
    [[nodiscard]] int width() const;
    /// Returns the number of rows.
    [[nodiscard]] int height() const;
    /// Returns the side of a cell [m].
    [[nodiscard]] float cell_size() const;
    /// Returns the frame of the grid: its origin is the lower left corner.
    [[nodiscard]] Pose pose() const;
    /// Returns the type with that number, from 1.
    [[nodiscard]] TileType type(int number) const;
    /// Returns the number of the type of a cell; 0 for empty cells and outside of the grid.
    [[nodiscard]] int cell(int x, int y) const;
    /// Returns the cell of the plane in which a point of the world lies; it may be outside of the grid.
    [[nodiscard]] TileCell cell_at(const Vec2& world_point) const;
    /// Returns the cell of a shape of this grid that is nearest to a point of the world, such as the point of
    /// a contact or a ray's hit. Throws `Error` for other shapes.
    [[nodiscard]] TileCell cell_of(ShapeId shape, const Vec2& world_point) const;
    /// Returns the shape that a cell is part of; null for empty cells and outside of the grid.
    [[nodiscard]] ShapeId shape_at(int x, int y) const;
    /// Returns the static bodies that hold the shapes.
    [[nodiscard]] std::vector<BodyId> body_ids() const;

protected:
    /// Makes a reference; for the library.
    ConstTileGridRef(WorldState* state, TileGridId id) : ObjectRef(state, id) {}
    friend class World;
    friend class ConstShapeRef;
};

/// Read and write access to a tile grid: `world[id]`. See `detail::ObjectRef` for what a reference is.
///
/// A static grid of square cells, made to be changed while the game runs: by digging, building, explosions.
/// Contacts, queries, sensors and fields find its shapes as they find others: cells of one type are merged,
/// in rows of up to eight and in full blocks of eight by eight. Bodies slide over the internal edges between
/// them without bumps, and as over one floor from full cells to slopes, one-way cells and other static
/// shapes of the same filter. Each square of 16 x 16 cells that was ever in use has a static body.
///
/// Shapes come and go with the cells; `ConstShapeRef::tiles` tells the cells of one, `cell_of` the cell of a
/// contact. What is set of a single shape is lost when its cells change; shapes and bodies are created and
/// destroyed only with the grid. Creating a grid costs 3 to 6 us for each shape, and as much in the next
/// step. If an allocation fails in a change of cells, those whose shapes could not be made are empty, others
/// are as before or changed, and the world continues.
class DRYSTONE_API TileGridRef : public ConstTileGridRef {
public:
    /// Sets a cell to a type, or clears it with 0. Throws `Error` outside of the grid and for numbers that
    /// have no type. Bodies that touch the square of 16 x 16 cells around it wake. Contacts with shapes that
    /// grow or shrink keep their handles and impulses.
    ///
    /// Cost: about 2 us, and 4 to 6 us in the next step, whatever the size of the grid.
    void set_cell(int x, int y, int type) const;
    /// Sets all cells of a rectangle to one type, or clears them; cheaper than one at a time.
    void fill(const TileRange& cells, int type) const;
    /// Sets the cells of a rectangle to the types given row by row from below, as many as there are cells.
    void set_cells(const TileRange& cells, std::span<const std::uint8_t> types) const;

private:
    TileGridRef(WorldState* state, TileGridId id) : ConstTileGridRef(state, id) {}
    friend class World;
    friend class ShapeRef;
};

static_assert(sizeof(TileGridRef) == sizeof(void*) + sizeof(TileGridId));

}  // namespace drystone
