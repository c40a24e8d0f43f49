#pragma once

#include <drystone/drystone.h>
#include <drystone/scene.h>

#include <cstdint>
#include <string>
#include <vector>

namespace drystone::test {

/// Cells of a map, row by row from the top.
struct TileCells {
    int width = 0;
    int height = 0;
    std::vector<std::uint32_t> gids{};

    [[nodiscard]] std::uint32_t at(int x, int y) const {
        const bool is_inside = x >= 0 && y >= 0 && x < width && y < height;
        return is_inside ? gids[static_cast<std::size_t>(y * width + x)] : 0;
    }
    [[nodiscard]] std::string csv() const {
        std::string text = "[";
        for (const std::uint32_t gid : gids) {
            text.append(text.size() > 1 ? "," : "").append(std::to_string(gid));
        }
        return text + "]";
    }
};

inline std::string tile_object(const std::string& id, const std::string& members) {
    return std::string("{\"id\": ")
        .append(id)
        .append(", \"objectgroup\": {\"objects\": [")
        .append(members)
        .append("]}}");
}

/// Tileset of 32 pixels: tile 1 is full, 2 a triangle with its right angle at the bottom left, 3 has no
/// shape.
inline std::string tileset() {
    return "{\"firstgid\": 1, \"tilewidth\": 32, \"tileheight\": 32, \"image\": \"a.png\", \"tiles\": [" +
           tile_object("0", "{\"x\": 0, \"y\": 0, \"width\": 32, \"height\": 32}") + ", " +
           tile_object("1",
                       "{\"x\": 0, \"y\": 0, \"polygon\": [{\"x\": 0, \"y\": 0}, {\"x\": 32, \"y\": 32}, "
                       "{\"x\": 0, \"y\": 32}]}") +
           "]}";
}

inline std::string map_of(const std::string& layers, const std::string& tilesets = tileset()) {
    return std::string(
               "{\"orientation\": \"orthogonal\", \"tilewidth\": 32, \"tileheight\": 32,\n\"tilesets\": [")
        .append(tilesets)
        .append("],\n\"layers\": [\n")
        .append(layers)
        .append("]}");
}

inline std::string tile_layer(const TileCells& cells, const std::string& members = {}) {
    return std::string("{\"type\": \"tilelayer\", \"name\": \"ground\", \"width\": ")
        .append(std::to_string(cells.width))
        .append(", \"height\": ")
        .append(std::to_string(cells.height))
        .append(members)
        .append(", \"data\": ")
        .append(cells.csv())
        .append("}");
}

inline std::string object_layer(const std::string& objects, const std::string& members = {}) {
    return std::string("{\"type\": \"objectgroup\", \"name\": \"things\", \"objects\": [")
        .append(objects)
        .append("]")
        .append(members)
        .append("}");
}

inline std::string property(const std::string& name, const std::string& value) {
    return std::string("{\"name\": \"").append(name).append("\", \"value\": ").append(value).append("}");
}

/// Returns why a text is refused, or what is noted first.
template <class Import>
std::string first_fault(const Import& import) {
    try {
        const scene::Imported imported = import();
        return imported.notes.empty() ? std::string() : imported.notes.front();
    } catch (const Error& error) {
        return std::string("error: ").append(error.what());
    }
}

/// World with everything of a scene.
struct SceneWorld {
    explicit SceneWorld(const scene::Description& description)
        : world(description.settings), loaded(scene::load(world, description)) {}

    /// Returns whether a shape contains the point.
    [[nodiscard]] bool is_solid(const Vec2& point) const {
        bool found = false;
        world.overlap(point, [&](ShapeId) {
            found = true;
            return false;
        });
        return found;
    }

    World world;
    scene::Loaded loaded;
};

}  // namespace drystone::test
