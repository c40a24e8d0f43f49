#include "format/read_values.h"
#include "import/templates.h"
#include "import/tiled_map.h"

#include <cmath>
#include <numbers>

namespace drystone::scene {
namespace {

/// Imports the objects of one layer.
class ObjectLayer {
public:
    ObjectLayer(const std::string& what, const TiledTraits& traits, const Vec2d& offset, TiledMap& map)
        : layer_name_(what), traits_(traits), offset_(offset), map_(map) {}

    void import_object(const Place& own) {
        own.expect(Node::Kind::Object, "an object");
        const Template base = load_template(own, map_);
        const Place object = base.object == nullptr ? own : own.with_defaults(base.object->node());
        const std::string what = full_name(object);
        if (object.find("text")) {
            map_.notes.add(own, std::string("a text is left out: ").append(what));
            return;
        }
        TiledTraits traits = traits_;
        Properties others;
        std::string missing;
        const std::optional<Tile> tile = find_tile(own, object, base, missing);
        if (tile && tile->entry != nullptr) {
            map_.traits.read(*tile->entry, traits, &others);
        }
        if (base.object != nullptr) {
            map_.traits.read(*base.object, traits, &others);
        }
        map_.traits.read(own, traits, &others);
        if (traits.is_ignored) {
            return;
        }
        BodyEntry& body = add_body(object, what, traits, std::move(others));
        const auto append_shapes = [&] {
            if (!missing.empty()) {
                fail(missing);
            }
            tile ? append_tile(object, what, *tile, traits, body)
                 : append(object, what, read_flat_shape(object), traits, body);
        };
        attempt(map_.notes, append_shapes, [&] { return what + " becomes a body without shapes"; });
    }
    [[nodiscard]] std::string full_name(const Place& object) const {
        return name_of(object, "object").append(" of ").append(layer_name_);
    }

private:
    /// Returns the tile of an object; none if it has none. Of a template's object it is that of a tileset of
    /// the template. \param missing  tells what is wrong with it
    std::optional<Tile> find_tile(const Place& own, const Place& object, const Template& base,
                                  std::string& missing) {
        const bool is_own = own.find("gid").has_value();
        std::optional<Tile> tile;
        try {
            std::uint64_t gid = 0;
            if (read_member(object, "gid", gid) && gid > 0xffffffffu) {
                object.get("gid").stop("must be the number of a tile");
            }
            if (gid != 0) {
                const Tilesets& tilesets =
                    is_own || base.tilesets == nullptr ? map_.tilesets : *base.tilesets;
                tile = tilesets.find(static_cast<std::uint32_t>(gid), object);
            }
        } catch (const Error& error) {
            missing = error.what();
        }
        return tile;
    }
    BodyEntry& add_body(const Place& object, const std::string& what, const TiledTraits& traits,
                        Properties others) {
        const Vec2d corner{read_pixels(object, "x"), read_pixels(object, "y")};
        const double degrees = std::remainder(read_pixels(object, "rotation"), 360.0);
        for (const std::string_view key : {"type", "class"}) {
            const std::optional<Place> name = object.find(key);
            if (name && name->is(Node::Kind::String) && !name->node().text.empty()) {
                map_.traits.count(object, name->node().text.size() / 64);
                others["class"] = name->node().text;
            }
        }
        BodyEntry& body = map_.add_body(object, what, traits);
        body.definition.position = map_.to_world(offset_ + corner);
        body.definition.angle = static_cast<float>(-degrees * std::numbers::pi / 180.0);
        body.properties = std::move(others);
        return body;
    }
    void append(const Place& place, const std::string& what, const FlatShape& shape,
                const TiledTraits& traits, BodyEntry& body) {
        map_.count_points(place, shape.points.size());
        ShapeEntry pattern;
        pattern.definition = traits.shape;
        pattern.material = traits.material;
        const std::string repair =
            checked(place, [&] { return append_shape(shape, map_.scale(), pattern, body, map_.repairs); });
        if (!repair.empty()) {
            map_.notes.add(place, std::string(what).append(": ").append(repair));
        }
        map_.set_origin(origin_of(place, what, traits));
    }
    /// Appends the collision shapes of a tile; a tile without any is a rectangle.
    void append_tile(const Place& object, const std::string& what, const Tile& tile,
                     const TiledTraits& traits, BodyEntry& body) {
        const double width = std::abs(read_pixels(object, "width"));
        const double height = std::abs(read_pixels(object, "height"));
        const Vec2d own = tile.flipped_size();
        const PixelFrame frame =
            tile.frame_in_object({width > 0.0 ? width : own.x, height > 0.0 ? height : own.y});
        const auto append_collision_object = [&](const Place& shape) {
            TiledTraits own_traits = traits;
            map_.traits.read(shape, own_traits);
            if (!own_traits.is_ignored) {
                append(shape, what, transform(read_flat_shape(shape), frame * read_object_frame(shape)),
                       own_traits, body);
            }
        };
        if (tile.entry != nullptr) {
            visit_collision_objects(*tile.entry, map_, append_collision_object);
        }
        if (body.shapes.empty() && body.chains.empty()) {
            append(object, what, transform(tile.box(), frame), traits, body);
        }
    }

    const std::string& layer_name_;
    const TiledTraits& traits_;
    Vec2d offset_;
    TiledMap& map_;
};

}  // namespace

void import_object_layer(const Place& layer, const std::string& what, const TiledTraits& traits,
                         const Vec2d& offset, TiledMap& map) {
    const std::optional<Place> objects = layer.find("objects");
    if (!objects) {
        return;
    }
    objects->expect(Node::Kind::Array, "an array");
    ObjectLayer importer(what, traits, offset, map);
    for (std::size_t i = 0; i < objects->size(); ++i) {
        const Place object = objects->at(i);
        const std::size_t bodies = map.scene.bodies.size();
        if (!attempt(
                map.notes, [&] { importer.import_object(object); },
                [&] { return importer.full_name(object) + " is left out"; })) {
            map.keep_first(bodies, map.scene.tile_grids.size());
        }
    }
}

}  // namespace drystone::scene
