#include "import/import_files.h"

#include "import/old_tilesets.h"
#include "import/tiled_xml.h"

#include <filesystem>

namespace drystone::scene {

const Place& ImportFiles::add(std::string_view text, std::string_view name) {
    File& file = files_.emplace_back();
    file.name = name;
    file.root = is_xml(text) ? parse_tiled_xml(text, name) : parse_json(text, name, imported_depth);
    const Place& root = places_.emplace_back(file.name, file.root);
    root.expect(Node::Kind::Object, "an object");
    modernize_tilesets(file.root);
    return root;
}

std::string ImportFiles::folder_of(const std::string& path) {
    return std::filesystem::path(path).parent_path().generic_string();
}

std::string ImportFiles::path_of(const std::string& path, const std::string& folder) {
    return (std::filesystem::path(folder) / path).lexically_normal().generic_string();
}

ImportFiles::Loaded ImportFiles::try_load(const std::string& path) {
    Loaded loaded;
    if (!options_.load_file) {
        loaded.error = std::string("needs TiledOptions::load_file for ").append(quote(path));
        return loaded;
    }
    try {
        loaded.root = &add(options_.load_file(path), path);
    } catch (const Error& error) {
        loaded.error = std::string("cannot be used: ").append(error.what());
    }
    return loaded;
}

const Place& ImportFiles::load(const Place& reference, const std::string& folder) {
    reference.expect(Node::Kind::String, "the path of a file");
    const std::string path = path_of(reference.node().text, folder);
    auto known = loaded_.find(path);
    if (known == loaded_.end()) {
        known = loaded_.emplace(path, try_load(path)).first;
    }
    if (known->second.root == nullptr) {
        reference.stop(known->second.error);
    }
    return *known->second.root;
}

}  // namespace drystone::scene
