#pragma once

#include "import/origins.h"
#include "import/tiled_traits.h"
#include "import/tilesets.h"

#include <drystone/scene/import.h>

namespace drystone::scene {

/// Largest number of points of all shapes of a map.
inline constexpr std::size_t largest_point_count = std::size_t{1} << 20;

/// Map that is being imported, and what was made of it so far.
struct TiledMap {
    const TiledOptions& options;
    const Tilesets& tilesets;
    Vec2d cell{0.0, 0.0};  ///< Size of a cell [pixels].
    Imported result{};
    Origins origins{};
    std::size_t point_count = 0;

    [[nodiscard]] double scale() const { return static_cast<double>(options.pixels_per_meter); }
    /// Returns a position in the world [m], y upwards.
    [[nodiscard]] Vec2 to_world(const Vec2d& pixels) const {
        return to_float(Vec2d{pixels.x, -pixels.y} / scale());
    }
    /// Throws `Error` if the map has too many points of shapes.
    void count_points(const Place& place, std::size_t count) {
        point_count += count;
        if (point_count > largest_point_count) {
            place.stop("the shapes of the map have more than 1048576 points");
        }
    }
    /// Notes that what stands at the place is left out.
    void note(const Place& place, std::string_view what) {
        result.notes.push_back(place.where().append(": ").append(what));
    }
    /// Adds a body with the traits; its shapes are still to come.
    BodyEntry& add_body(const Place& place, const TiledTraits& traits);
    /// Gives those shapes and chains of the last body an origin that have none.
    void set_origin(const Origin& origin);
};

/// Calls `visitor(object)` for every collision object of a tile of a tileset.
template <class Visitor>
void visit_collision_objects(const Place& tile, const Visitor& visitor) {
    const std::optional<Place> layer = tile.find("objectgroup");
    if (!layer) {
        return;
    }
    layer->expect(Node::Kind::Object, "an object");
    const Place objects = layer->get("objects");
    objects.expect(Node::Kind::Array, "an array");
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const Place object = objects.at(i);
        object.expect(Node::Kind::Object, "an object");
        visitor(object);
    }
}

/// Adds the body of a tile layer that is moved by `offset`, unless no tile has a shape.
void import_tile_layer(const Place& layer, const TiledTraits& traits, const Vec2d& offset, TiledMap& map);

/// Adds the tile grid of a tile layer that is moved by `offset`, unless no tile has a shape. Throws `Error`
/// for tiles that a grid cannot have.
void import_tile_grid(const Place& layer, const TiledTraits& traits, const Vec2d& offset, TiledMap& map);

/// Adds a body for each object of a layer.
void import_object_layer(const Place& layer, const TiledTraits& traits, const Vec2d& offset, TiledMap& map);

}  // namespace drystone::scene
