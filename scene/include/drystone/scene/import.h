#pragma once

#include <drystone/scene/description.h>
#include <drystone/scene/export.h>

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace drystone::scene {

/// Scene that was made of the file of another program. It is checked as by `parse`: it can be loaded.
struct Imported {
    Description scene{};  ///< Bodies, joints and fields of the file.
    /// Content of the file that has no counterpart and was left out, as "file:line: path: what".
    std::vector<std::string> notes{};
};

/// Options of `import_tiled`.
struct TiledOptions {
    /// Scale of the map [pixels per metre]; > 0.
    float pixels_per_meter = 32.0f;
    /// Materials that the property "material" of layers, tiles and objects may name, besides those of the
    /// map's property "materials".
    std::map<std::string, Material> materials{};
    /// Returns the text of a tileset that the map refers to, by the path that stands in the map.
    /// Without it such a reference is an error. What it throws is passed on.
    std::function<std::string(std::string_view path)> load_file{};
};

/// Imports an orthogonal map of the Tiled editor, in its JSON format, version 1.2 or later.
///
/// Each tile layer becomes a static body with the collision shapes of its tiles: their union is merged into
/// outlines, so that bodies slide from tile to tile without bumps, and lines that meet into chains. A layer
/// with the property "grid" becomes a tile grid instead, whose cells can be changed while the game runs. Each
/// object of an object layer becomes a body. The upper left corner of the map is the origin, and y points up.
/// See docs/scene_files.md for the properties that set types and materials.
///
/// Throws `Error` with file, line and path of what is faulty or unsupported. Cost: about O(n log n) for n
/// tiles with shapes.
/// \param name  name of the text in errors
DRYSTONE_SCENE_API Imported import_tiled(std::string_view text, std::string_view name = "map",
                                         const TiledOptions& options = {});
/// Imports a file. Without `load_file`, tilesets are read from their paths relative to the map.
DRYSTONE_SCENE_API Imported import_tiled_file(const std::filesystem::path& path,
                                              const TiledOptions& options = {});

/// Imports the JSON that the R.U.B.E. editor exports (with b2dJson), not its own .rube files.
///
/// Bodies, fixtures and joints of Box2D become bodies, shapes, chains and joints with the same names and
/// custom properties; see docs/scene_files.md for what each becomes. Throws `Error` with file, line and path
/// of what is faulty. Cost: about linear in the size of the text. \param name  name of the text in errors
DRYSTONE_SCENE_API Imported import_rube(std::string_view text, std::string_view name = "scene");
/// Imports a file, likewise.
DRYSTONE_SCENE_API Imported import_rube_file(const std::filesystem::path& path);

}  // namespace drystone::scene
