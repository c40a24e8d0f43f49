#pragma once

#include <drystone/scene/description.h>
#include <drystone/scene/export.h>

#include <cstdint>
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
    /// Content of the file that has no counterpart or is faulty, and was left out or changed, each with its
    /// place and its name: "file:line: path: what is wrong; object 2 "spawn" of layer 1 "things" is left
    /// out".
    std::vector<std::string> notes{};
};

/// Options of `import_tiled`.
struct TiledOptions {
    /// Scale of the map [pixels per metre]; > 0.
    float pixels_per_meter = 32.0f;
    /// Materials that the property "material" of layers, tiles and objects may name, besides those of the
    /// map's property "materials".
    std::map<std::string, Material> materials{};
    /// Returns the text of a tileset or template that a file of the map names, by its path relative to the
    /// map. If it throws `Error`, what needs the file is left out; other exceptions are passed on. Without it
    /// `import_tiled` leaves out what needs another file, and `import_tiled_file` reads it.
    std::function<std::string(std::string_view path)> load_file{};
    /// Folder from which, and from the folders in it, `import_tiled_file` reads files that those of the map
    /// name; empty: the folder of the map. None outside of it is opened, also not by a symbolic link.
    std::filesystem::path folder{};
    /// Size up to which `import_tiled_file` reads each file [bytes]; texts have at most 64 MB in any case.
    std::uint64_t max_file_size = std::uint64_t{64} << 20;
};

/// Imports a map of the Tiled editor, version 1.0 or later, in its JSON format (.tmj, .json) or in XML
/// (.tmx), with tilesets and templates in either.
///
/// Each tile layer becomes a static body with the collision shapes of its tiles: their union is merged into
/// outlines, so that bodies slide from tile to tile without bumps, and lines that meet into chains. A layer
/// with the property "grid" becomes a tile grid instead, whose cells can be changed while the game runs. Each
/// object of an object layer becomes a body. The upper left corner of the map is the origin, and y points up.
/// See docs/scene_files.md for the properties that set types and materials.
///
/// What has no counterpart, or is faulty, is left out, and `Imported::notes` names it. Throws `Error` with
/// file and line if the text is no JSON and no XML, or no map, and for options out of range. Cost: about O(n
/// log n) for n tiles with shapes. A map has at most 2^20 points of shapes, 2^20 properties of objects, and
/// 2^24 cells of layers; what goes beyond is left out. \param name  name of the text in errors
DRYSTONE_SCENE_API Imported import_tiled(std::string_view text, std::string_view name = "map",
                                         const TiledOptions& options = {});
/// Imports a file, likewise. Also throws if it cannot be read, is no regular file, or is too large.
DRYSTONE_SCENE_API Imported import_tiled_file(const std::filesystem::path& path,
                                              const TiledOptions& options = {});

/// Imports the JSON that the R.U.B.E. editor exports (with b2dJson), not its own .rube files.
///
/// Bodies, fixtures and joints of Box2D become bodies, shapes, chains and joints with the same names and
/// custom properties; see docs/scene_files.md for what each becomes. What has no counterpart, or is faulty,
/// is left out, and `Imported::notes` names it. Throws `Error` with file and line if the text is no JSON or
/// not of the kind. Cost: about linear in the size of the text. \param name  name of the text in errors
DRYSTONE_SCENE_API Imported import_rube(std::string_view text, std::string_view name = "scene");
/// Imports a file, likewise. Also throws if it cannot be read, is no regular file, or has more than
/// `max_size` bytes.
DRYSTONE_SCENE_API Imported import_rube_file(const std::filesystem::path& path,
                                             std::uint64_t max_size = std::uint64_t{64} << 20);

}  // namespace drystone::scene
