#pragma once

#include "import/import_files.h"
#include "import/notes.h"
#include "import/tiled_shapes.h"
#include "json/place.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace drystone::scene {

/// Flips of a tile, in the upper bits of its number in a map.
struct TileFlips {
    bool horizontal = false;
    bool vertical = false;
    bool diagonal = false;  ///< Exchanges x and y, before the others.
};

/// Values that count for all tiles of a tileset.
struct TilesetLayout {
    double width = 0.0;  ///< Size of its tiles [pixels]; of a collection of images, of those without a size.
    double height = 0.0;
    bool has_image = false;        ///< All tiles are parts of one image.
    Vec2d offset{0.0, 0.0};        ///< Offset of all tiles [pixels].
    Vec2d alignment{0.0, 1.0};     ///< Place of the origin of an object in it, as parts of its size.
    bool fills_cells = false;      ///< Tiles have the size of the cells that they are in.
    bool preserves_ratio = false;  ///< Tiles keep their ratio of width and height then.
};

/// Tile of a tileset, and how it is placed.
struct Tile {
    const Place* entry = nullptr;  ///< Object of the tile in the tileset; null if there is none.
    TilesetLayout layout{};        ///< Layout of its tileset, with the size of this tile before flips.
    TileFlips flips{};

    /// Returns the frame of the tile with its flips, in a box from zero to its size after flips.
    [[nodiscard]] PixelFrame flipped_frame() const;
    [[nodiscard]] Vec2d flipped_size() const {
        return flips.diagonal ? Vec2d{layout.height, layout.width} : Vec2d{layout.width, layout.height};
    }
    /// Returns the rectangle of the tile before flips.
    [[nodiscard]] FlatShape box() const;
    /// Returns the frame of the tile in the box of a cell of the map.
    [[nodiscard]] PixelFrame frame_in_cell(const Vec2d& cell) const;
    /// Returns the frame of the tile in the frame of an object of that size.
    [[nodiscard]] PixelFrame frame_in_object(const Vec2d& size) const;
};

/// Tilesets of a map or of a template.
class Tilesets {
public:
    Tilesets(ImportFiles& files, ImportNotes& notes) : files_(files), notes_(notes) {}

    /// Reads the "tilesets" of the map, and those that it refers to. Notes those that cannot be used.
    void add_all(const Place& map);
    /// Reads a tileset, likewise. \param folder  folder of the file that has the entry
    void add(const Place& entry, const std::string& folder);
    /// Returns the tile of a number in a map, which is not 0. Throws `Error` if no tileset has it.
    [[nodiscard]] Tile find(std::uint32_t gid, const Place& user) const;

private:
    struct Tileset {
        const Place* place = nullptr;  ///< Null: it could not be used.
        TilesetLayout layout{};
        std::map<std::uint32_t, const Place*> tiles{};
    };
    void read(const Place& place, Tileset& set);
    void read_tile(const Place& tile, Tileset& set);

    ImportFiles& files_;
    ImportNotes& notes_;
    std::map<std::uint32_t, Tileset> sets_;  ///< By their first numbers.
};

}  // namespace drystone::scene
