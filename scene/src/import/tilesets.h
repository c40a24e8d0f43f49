#pragma once

#include "import/tiled_shapes.h"
#include "json/place.h"

#include <drystone/scene/import.h>

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace drystone::scene {

/// Files of an import, and places in them that are kept until it ends.
class ImportFiles {
public:
    explicit ImportFiles(const TiledOptions& options) : options_(options) {}
    ImportFiles(const ImportFiles&) = delete;
    ImportFiles& operator=(const ImportFiles&) = delete;

    const Place& add(std::string_view text, std::string_view name);
    /// Loads the file to which the place refers; each file once.
    const Place& load(const Place& reference);
    const Place& keep(const Place& place) { return places_.emplace_back(place); }

private:
    struct File {
        std::string name;
        Node root;
    };

    const TiledOptions& options_;
    std::deque<File> files_;
    std::deque<Place> places_;
    std::map<std::string, const Place*> loaded_;
};

/// Flips of a tile, in the upper bits of its number in a map.
struct TileFlips {
    bool horizontal = false;
    bool vertical = false;
    bool diagonal = false;  ///< Exchanges x and y, before the others.
};

/// Tile of a tileset, and how it is placed.
struct Tile {
    const Place* entry = nullptr;  ///< Object of the tile in the tileset; null if there is none.
    const Place* tileset = nullptr;
    double width = 0.0;  ///< Size before flips [pixels].
    double height = 0.0;
    Vec2d offset{0.0, 0.0};  ///< Offset of all tiles of the set.
    TileFlips flips{};

    /// Returns the frame of the tile with its flips, in a box from zero to its size after flips.
    [[nodiscard]] PixelFrame flipped_frame() const;
    [[nodiscard]] Vec2d flipped_size() const {
        return flips.diagonal ? Vec2d{height, width} : Vec2d{width, height};
    }
    /// Returns the frame of the tile in the box of a cell of the map.
    [[nodiscard]] PixelFrame frame_in_cell(const Vec2d& cell) const;
    /// Returns the frame of the tile in the frame of an object of that size.
    [[nodiscard]] PixelFrame frame_in_object(const Vec2d& size) const;
};

/// Tilesets of a map.
class Tilesets {
public:
    /// Reads the "tilesets" of the map, and those that it refers to.
    Tilesets(const Place& map, ImportFiles& files);
    /// Returns the tile of a number in a map, which is not 0. Throws `Error` if no tileset has it.
    [[nodiscard]] Tile find(std::uint32_t gid, const Place& user) const;

private:
    struct Tileset {
        std::uint32_t first = 1;
        const Place* place = nullptr;
        std::map<std::uint32_t, const Place*> tiles{};
    };
    void read_tiles(Tileset& set, ImportFiles& files) const;

    std::vector<Tileset> sets_;  ///< Sorted by their first numbers.
};

}  // namespace drystone::scene
