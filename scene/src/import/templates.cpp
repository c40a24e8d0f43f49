#include "import/templates.h"

#include <memory>
#include <optional>

namespace drystone::scene {

Template load_template(const Place& object, TiledMap& map) {
    const std::optional<Place> reference = object.find("template");
    if (!reference) {
        return {};
    }
    const Place& root = map.files.load(*reference, {});
    const std::string path = ImportFiles::path_of(reference->node().text, {});
    const auto [known, is_new] = map.templates.emplace(path, LoadedTemplate{});
    LoadedTemplate& loaded = known->second;
    if (is_new) {
        const std::optional<Place> found = root.find("object");
        loaded.object = found && found->is(Node::Kind::Object) ? &map.files.keep(*found) : nullptr;
        if (const std::optional<Place> tileset = root.find("tileset")) {
            loaded.tilesets = std::make_unique<Tilesets>(map.files, map.notes);
            loaded.tilesets->add(map.files.keep(*tileset), ImportFiles::folder_of(path));
        }
    }
    if (loaded.object == nullptr) {
        reference->stop("is no template: it has no object");
    }
    return {loaded.object, loaded.tilesets.get()};
}

}  // namespace drystone::scene
