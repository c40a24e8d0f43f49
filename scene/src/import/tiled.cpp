#include "format/read_values.h"
#include "import/folder_reader.h"
#include "import/tiled_map.h"
#include "json/read_text.h"

#include <cmath>

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
        const bool is_list = attempt(
            map_.notes, [&] { layers->expect(Node::Kind::Array, "an array"); },
            [] { return "the layers are left out"; });
        for (std::size_t i = 0; is_list && i < layers->size(); ++i) {
            const Place layer = layers->at(i);
            const std::string what = name_of(layer, "layer");
            const std::size_t bodies = map_.scene.bodies.size();
            const std::size_t tile_grids = map_.scene.tile_grids.size();
            const auto import = [&] {
                layer.expect(Node::Kind::Object, "an object");
                const Vec2d own{read_pixels(layer, "offsetx"), read_pixels(layer, "offsety")};
                import_layer(layer, what, offset + own);
            };
            if (!attempt(map_.notes, import, [&] { return what + " is left out"; })) {
                map_.keep_first(bodies, tile_grids);
            }
        }
    }

private:
    void import_layer(const Place& layer, const std::string& what, const Vec2d& offset) {
        constexpr std::string_view kinds[] = {"tilelayer", "objectgroup", "group", "imagelayer"};
        const std::size_t kind = read_name(layer.get("type"), kinds);
        TiledTraits traits;
        Properties others;
        map_.traits.read(layer, traits, &others);
        if (traits.is_ignored) {
            return;
        }
        switch (kind) {
            case 0: import_tiles(layer, what, traits, others, offset); break;
            case 1: import_object_layer(layer, what, traits, offset, map_); break;
            case 2: import_layers(layer, offset); break;
            default: map_.notes.add(layer, "an image layer is left out"); break;
        }
    }
    void import_tiles(const Place& layer, const std::string& what, const TiledTraits& traits,
                      const Properties& others, const Vec2d& offset) {
        if (map_.orientation != "orthogonal") {
            layer.stop(std::string("tiles of ").append(map_.orientation).append(" maps have no counterpart"));
        }
        if (!(map_.cell.x > 0.0 && map_.cell.y > 0.0)) {
            layer.stop("the map has no size of tiles");
        }
        (traits.is_grid ? import_tile_grid : import_tile_layer)(layer, what, traits, others, offset, map_);
    }

    TiledMap& map_;
};

/// Throws `Error` if the file is no map.
void check_root(const Place& root) {
    const std::optional<Place> type = root.find("type");
    const bool is_map = type ? type->is(Node::Kind::String) && type->node().text == "map"
                             : root.find("layers") || root.find("orientation");
    if (!is_map) {
        root.stop("is no map of Tiled");
    }
}

void read_layout(const Place& root, TiledMap& map) {
    map.orientation = "orthogonal";
    attempt(
        map.notes, [&] { read_member(root, "orientation", map.orientation); },
        [] { return "the map is taken for an orthogonal one"; });
    if (map.orientation != "orthogonal") {
        map.orientation = map.orientation.substr(0, 80);
        map.notes.add(
            root.get("orientation"),
            std::string("the map is ")
                .append(map.orientation)
                .append(": its tile layers are left out, and objects are where their coordinates say"));
    }
    const auto read_cell = [&] {
        const Vec2d size{read_pixels(root, "tilewidth"), read_pixels(root, "tileheight")};
        for (const char* const key : {"tilewidth", "tileheight"}) {
            if (!(read_pixels(root, key) > 0.0)) {
                root.stop(std::string(key).append(" must be > 0"));
            }
        }
        map.cell = size;
    };
    attempt(map.notes, read_cell, [] { return "tile layers are left out"; });
}

Imported import_map(std::string_view text, std::string_view name, const TiledOptions& options) {
    TiledMap map(options);
    map.origins.name = name;
    map.scene.materials = options.materials;
    const Place& root = map.files.add(text, name);
    check_root(root);
    read_layout(root, map);
    map.tilesets.add_all(root);
    map.traits.read_map(root, map.scene);
    LayerImporter(map).import_layers(root, {0.0, 0.0});
    remove_refused(map.scene, map.origins, map.notes);
    return {std::move(map.scene), map.notes.take()};
}

}  // namespace

Imported import_tiled(std::string_view text, std::string_view name, const TiledOptions& options) {
    if (!(options.pixels_per_meter > 0.0f && std::isfinite(options.pixels_per_meter))) {
        fail("import_tiled", "pixels_per_meter", "finite and > 0",
             static_cast<double>(options.pixels_per_meter));
    }
    return import_map(text, name, options);
}

Imported import_tiled_file(const std::filesystem::path& path, const TiledOptions& options) {
    TiledOptions complete = options;
    const FolderReader reader(path, options.folder, options.max_file_size);
    if (!complete.load_file) {
        complete.load_file = [&](std::string_view other) { return reader.read(other); };
    }
    return import_tiled(read_text("import_tiled_file", path, options.max_file_size), path.string(), complete);
}

}  // namespace drystone::scene
