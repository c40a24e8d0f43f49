#include "format/read_values.h"
#include "import/tiled_map.h"
#include "json/read_text_file.h"

#include <cmath>
#include <numbers>

namespace drystone::scene {
namespace {

/// Layers, groups of layers included.
class LayerImporter {
public:
    explicit LayerImporter(TiledMap& map) : map_(map) {}

    void import_layers(const Place& owner, const Vec2d& offset) {
        const std::optional<Place> layers = owner.find("layers");
        if (!layers) {
            return;
        }
        layers->expect(Node::Kind::Array, "an array");
        for (std::size_t i = 0; i < layers->size(); ++i) {
            const Place layer = layers->at(i);
            layer.expect(Node::Kind::Object, "an object");
            import_layer(layer, offset + Vec2d{read_pixels(layer, "offsetx"), read_pixels(layer, "offsety")});
        }
    }

private:
    void import_layer(const Place& layer, const Vec2d& offset) {
        constexpr std::string_view kinds[] = {"tilelayer", "objectgroup", "group", "imagelayer"};
        const std::size_t kind = read_name(layer.get("type"), kinds);
        TiledTraits traits;
        read_traits(layer, map_.result.scene.materials, traits);
        if (traits.is_ignored) {
            return;
        }
        switch (kind) {
            case 0:
                (traits.is_grid ? import_tile_grid : import_tile_layer)(layer, traits, offset, map_);
                break;
            case 1: import_object_layer(layer, traits, offset, map_); break;
            case 2: import_layers(layer, offset); break;
            default: map_.note(layer, "an image layer is left out"); break;
        }
    }

    TiledMap& map_;
};

void check_map(const Place& root) {
    const Place orientation = root.get("orientation");
    if (!orientation.is(Node::Kind::String) || orientation.node().text != "orthogonal") {
        orientation.stop("must be \"orthogonal\"");
    }
    for (const std::string_view key : {"tilewidth", "tileheight"}) {
        if (!(read_pixels(root, key) > 0.0)) {
            root.get(key).stop("must be > 0");
        }
    }
}

}  // namespace

BodyEntry& TiledMap::add_body(const Place& place, const TiledTraits& traits) {
    BodyEntry& body = result.scene.bodies.emplace_back();
    read_member(place, "name", body.name);
    body.definition = traits.body;
    origins.bodies.push_back({origin_of(place, traits)});
    return body;
}

void TiledMap::set_origin(const Origin& origin) {
    Origins::Body& body = origins.bodies.back();
    body.shapes.resize(result.scene.bodies.back().shapes.size(), origin);
    body.chains.resize(result.scene.bodies.back().chains.size(), origin);
}

Imported import_tiled(std::string_view text, std::string_view name, const TiledOptions& options) {
    if (!(options.pixels_per_meter > 0.0f && std::isfinite(options.pixels_per_meter))) {
        fail("import_tiled", "pixels_per_meter", "finite and > 0",
             static_cast<double>(options.pixels_per_meter));
    }
    ImportFiles files(options);
    const Place& root = files.add(text, name);
    check_map(root);
    const Tilesets tilesets(root, files);
    TiledMap map{options, tilesets, {read_pixels(root, "tilewidth"), read_pixels(root, "tileheight")}};
    map.origins.name = name;
    map.result.scene.materials = options.materials;
    read_map_properties(root, map.result.scene);
    LayerImporter(map).import_layers(root, {0.0, 0.0});
    check(map.result.scene, map.origins);
    return std::move(map.result);
}

Imported import_tiled_file(const std::filesystem::path& path, const TiledOptions& options) {
    TiledOptions complete = options;
    if (!complete.load_file) {
        complete.load_file = [&](std::string_view other) {
            return read_text_file(path.parent_path() / std::filesystem::path(other));
        };
    }
    return import_tiled(read_text_file(path), path.string(), complete);
}

}  // namespace drystone::scene
