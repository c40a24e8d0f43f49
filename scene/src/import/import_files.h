#pragma once

#include "json/place.h"

#include <drystone/scene/import.h>

#include <deque>
#include <map>
#include <string>
#include <string_view>

namespace drystone::scene {

/// Files of an import of a Tiled map, in JSON or XML, and places in them that are kept until it ends.
class ImportFiles {
public:
    explicit ImportFiles(const TiledOptions& options) : options_(options) {}
    ImportFiles(const ImportFiles&) = delete;
    ImportFiles& operator=(const ImportFiles&) = delete;

    /// Adds the text of a file.
    const Place& add(std::string_view text, std::string_view name);
    /// Loads the file to which the place refers; each file once. Throws `Error` if that fails.
    /// \param folder  folder of the file that refers to it, relative to that of the map
    const Place& load(const Place& reference, const std::string& folder);
    const Place& keep(const Place& place) { return places_.emplace_back(place); }
    /// Returns the folder of a file that was loaded, likewise; "" for the map's.
    [[nodiscard]] static std::string folder_of(const std::string& path);
    /// Returns the path of a file relative to the folder of the map.
    [[nodiscard]] static std::string path_of(const std::string& path, const std::string& folder);

private:
    struct File {
        std::string name;
        Node root;
    };
    /// Place of the root of a file; null: it could not be loaded, for that reason.
    struct Loaded {
        const Place* root = nullptr;
        std::string error{};
    };
    [[nodiscard]] Loaded try_load(const std::string& path);

    const TiledOptions& options_;
    std::deque<File> files_;
    std::deque<Place> places_;
    std::map<std::string, Loaded> loaded_;
};

}  // namespace drystone::scene
