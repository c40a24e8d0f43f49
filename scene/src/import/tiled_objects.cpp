#include "format/read_values.h"
#include "import/tiled_map.h"

#include <cmath>
#include <numbers>

namespace drystone::scene {
namespace {

/// Imports the objects of one layer.
class ObjectLayer {
public:
    ObjectLayer(const TiledTraits& traits, const Vec2d& offset, TiledMap& map)
        : traits_(traits), offset_(offset), map_(map) {}

    void import_object(const Place& object) {
        if (const std::optional<Place> source = object.find("template")) {
            source->stop("is not supported: export the map with the option \"Detach templates\"");
        }
        if (object.find("text")) {
            map_.note(object, "a text is left out");
            return;
        }
        std::uint64_t gid = 0;
        if (read_member(object, "gid", gid) && (gid == 0 || gid > 0xffffffffu)) {
            object.get("gid").stop("must be the number of a tile");
        }
        std::optional<Tile> tile;
        TiledTraits traits = traits_;
        traits.others.clear();
        if (gid != 0) {
            tile = map_.tilesets.find(static_cast<std::uint32_t>(gid), object);
            if (tile->entry != nullptr) {
                read_traits(*tile->entry, map_.result.scene.materials, traits);
            }
        }
        read_traits(object, map_.result.scene.materials, traits);
        if (traits.is_ignored) {
            return;
        }
        BodyEntry& body = add_body(object, traits);
        if (tile) {
            append_tile(object, *tile, traits, body);
        } else {
            append(object, read_flat_shape(object), traits, body);
        }
    }

private:
    BodyEntry& add_body(const Place& object, const TiledTraits& traits) {
        BodyEntry& body = map_.add_body(object, traits);
        const Vec2d corner{read_pixels(object, "x"), read_pixels(object, "y")};
        body.definition.position = map_.to_world(offset_ + corner);
        const double degrees = std::remainder(read_pixels(object, "rotation"), 360.0);
        body.definition.angle = static_cast<float>(-degrees * std::numbers::pi / 180.0);
        body.properties = traits.others;
        for (const std::string_view key : {"type", "class"}) {
            std::string name;
            if (read_member(object, key, name) && !name.empty()) {
                body.properties["class"] = name;
            }
        }
        return body;
    }
    void append(const Place& place, const FlatShape& shape, const TiledTraits& traits, BodyEntry& body) {
        map_.count_points(place, shape.points.size());
        ShapeEntry pattern;
        pattern.definition = traits.shape;
        pattern.material = traits.material;
        checked(place, [&] { append_shape(shape, map_.scale(), pattern, body); });
        map_.set_origin(origin_of(place, traits));
    }
    /// Appends the collision shapes of a tile; a tile without any is a rectangle.
    void append_tile(const Place& object, const Tile& tile, const TiledTraits& traits, BodyEntry& body) {
        const double width = read_pixels(object, "width");
        const double height = read_pixels(object, "height");
        const Vec2d own = tile.flipped_size();
        const PixelFrame frame =
            tile.frame_in_object({width > 0.0 ? width : own.x, height > 0.0 ? height : own.y});
        const auto append_collision_object = [&](const Place& shape) {
            TiledTraits own_traits = traits;
            read_traits(shape, map_.result.scene.materials, own_traits);
            if (!own_traits.is_ignored) {
                append(shape, transform(read_flat_shape(shape), frame * read_object_frame(shape)), own_traits,
                       body);
            }
        };
        if (tile.entry != nullptr) {
            visit_collision_objects(*tile.entry, append_collision_object);
        }
        if (body.shapes.empty() && body.chains.empty()) {
            const FlatShape box{
                FlatShape::Kind::Area,
                {{0.0, 0.0}, {tile.width, 0.0}, {tile.width, tile.height}, {0.0, tile.height}}};
            append(object, transform(box, frame), traits, body);
        }
    }

    const TiledTraits& traits_;
    Vec2d offset_;
    TiledMap& map_;
};

}  // namespace

void import_object_layer(const Place& layer, const TiledTraits& traits, const Vec2d& offset, TiledMap& map) {
    const Place objects = layer.get("objects");
    objects.expect(Node::Kind::Array, "an array");
    ObjectLayer importer(traits, offset, map);
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const Place object = objects.at(i);
        object.expect(Node::Kind::Object, "an object");
        importer.import_object(object);
    }
}

}  // namespace drystone::scene
