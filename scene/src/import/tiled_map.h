#pragma once

#include "import/notes.h"
#include "import/origins.h"
#include "import/tiled_traits.h"
#include "import/tilesets.h"

#include <drystone/scene/import.h>

#include <map>
#include <memory>
#include <string>

namespace drystone::scene {

/// Largest number of points of all shapes of a map, and of cells of its layers.
inline constexpr std::size_t largest_point_count = std::size_t{1} << 20;
inline constexpr std::size_t largest_map_cells = std::size_t{1} << 24;

/// Content of the file of a template.
struct LoadedTemplate {
    const Place* object = nullptr;         ///< Null: it has none.
    std::unique_ptr<Tilesets> tilesets{};  ///< Its tileset; null: it has none.
};

/// Map that is being imported, and what was made of it so far.
struct TiledMap {
    explicit TiledMap(const TiledOptions& tiled_options)
        : options(tiled_options),
          files(tiled_options),
          tilesets(files, notes),
          traits(scene.materials, notes) {}

    const TiledOptions& options;
    Vec2d cell{0.0, 0.0};       ///< Size of a cell [pixels]; 0: there are none.
    std::string orientation{};  ///< "orthogonal", "isometric" and so on.
    Description scene{};
    Origins origins{};
    ImportNotes notes{};
    ImportFiles files;
    Tilesets tilesets;
    TraitReader traits;
    std::map<std::string, LoadedTemplate> templates{};  ///< By the paths of their files.
    OutlineRepairs repairs{};
    std::size_t point_count = 0;
    std::size_t cell_count = 0;

    [[nodiscard]] double scale() const { return static_cast<double>(options.pixels_per_meter); }
    /// Returns a position in the world [m], y upwards.
    [[nodiscard]] Vec2 to_world(const Vec2d& pixels) const {
        return to_float(Vec2d{pixels.x, -pixels.y} / scale());
    }
    /// Throws `Error` if the map has too many points of shapes.
    void count_points(const Place& place, std::size_t count);
    /// Adds a body with the traits; its shapes are still to come.
    BodyEntry& add_body(const Place& place, const std::string& what, const TiledTraits& body_traits);
    /// Gives those shapes and chains of the last body an origin that have none.
    void set_origin(const Origin& origin);
    /// Removes all bodies but the first ones, and all tile grids likewise.
    void keep_first(std::size_t bodies, std::size_t tile_grids);
};

/// Returns what stands at a place, for notes: "object 2 \"spawn\"".
std::string name_of(const Place& place, std::string_view kind);

/// Calls `visitor(object)` for every collision object of a tile of a tileset.
template <class Visitor>
void visit_collision_objects(const Place& tile, TiledMap& map, const Visitor& visitor) {
    const std::optional<Place> layer = tile.find("objectgroup");
    if (!layer) {
        return;
    }
    layer->expect(Node::Kind::Object, "an object");
    const std::optional<Place> objects = layer->find("objects");
    if (!objects) {
        return;
    }
    objects->expect(Node::Kind::Array, "an array");
    for (std::size_t i = 0; i < objects->size(); ++i) {
        const Place object = objects->at(i);
        map.count_points(tile, 1);
        const auto visit = [&] {
            object.expect(Node::Kind::Object, "an object");
            visitor(object);
        };
        attempt(map.notes, visit, [&] {
            return std::string("collision ")
                .append(name_of(object, "object"))
                .append(" of the tile is left out");
        });
    }
}

/// Note for a layer whose tiles have no shapes.
inline constexpr const char* no_collision_shapes =
    " becomes nothing: its tiles have no collision shapes, and are not solid by a property of that name";

/// Adds the body of a tile layer that is moved by `offset`, unless no tile has a shape, which is noted.
/// \param what  name of the layer, for notes
void import_tile_layer(const Place& layer, const std::string& what, const TiledTraits& traits,
                       const Properties& others, const Vec2d& offset, TiledMap& map);

/// Adds the tile grid of a tile layer that is moved by `offset`, unless no tile has a shape, which is noted.
/// Throws `Error` for a layer that can be no grid; tiles that a grid cannot have are left out.
void import_tile_grid(const Place& layer, const std::string& what, const TiledTraits& traits,
                      const Properties& others, const Vec2d& offset, TiledMap& map);

/// Adds a body for each object of a layer.
void import_object_layer(const Place& layer, const std::string& what, const TiledTraits& traits,
                         const Vec2d& offset, TiledMap& map);

}  // namespace drystone::scene
