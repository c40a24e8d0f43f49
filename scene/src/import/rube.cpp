#include "format/read_values.h"
#include "import/rube_scene.h"
#include "import/rube_values.h"
#include "json/read_text.h"

#include <drystone/world.h>

namespace drystone::scene {
namespace {

/// Returns the array of that name. Notes a member that is none.
std::optional<Place> find_list(const Place& object, std::string_view key, RubeScene& scene) {
    const std::optional<Place> list = object.find(key);
    const bool is_list = list && attempt(
                                     scene.notes, [&] { list->expect(Node::Kind::Array, "an array"); },
                                     [] { return "it is left out"; });
    return is_list ? list : std::nullopt;
}

void import_world(const Place& root, RubeScene& scene) {
    WorldDefinition& settings = scene.scene.settings;
    const auto left_out = [] { return "the setting is left out"; };
    attempt(
        scene.notes,
        [&] {
            const Vec2 gravity = read_rube_vector(root, "gravity");
            static_cast<void>(World(WorldDefinition{.gravity = gravity}));
            settings.gravity = gravity;
        },
        left_out);
    attempt(
        scene.notes, [&] { settings.sleeping = read_rube_flag(root, "allowSleep"); }, left_out);
    std::string ignored;
    read_rube_label(root, ignored, scene.scene.properties, scene.notes);
    attempt(
        scene.notes,
        [&] {
            if (!read_rube_flag(root, "continuousPhysics", true) || read_rube_flag(root, "subStepping")) {
                scene.notes.add(root, "settings of continuous collision are left out: it is always on");
            }
        },
        left_out);
    const std::optional<Place> images = find_list(root, "image", scene);
    if (images && images->size() > 0) {
        scene.notes.add(*images, "images are left out");
    }
}

void import_bodies(const Place& list, RubeScene& scene) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Place body = list.at(i);
        const std::size_t count = scene.scene.bodies.size();
        const bool is_made = attempt(
            scene.notes, [&] { import_rube_body(body, scene); },
            [&] { return rube_name(body, "body") + " is left out"; });
        if (!is_made) {
            scene.scene.bodies.resize(count);
            scene.origins.bodies.resize(count);
        }
        scene.bodies.push_back(is_made ? count : no_entry);
    }
}

}  // namespace

std::string rube_name(const Place& place, std::string_view kind) {
    constexpr std::size_t longest = 80;
    std::string text(kind);
    const std::optional<Place> name = place.find("name");
    if (name && name->is(Node::Kind::String) && !name->node().text.empty()) {
        text.append(" ").append(quote(name->node().text.substr(0, longest)));
    }
    return text;
}

Imported import_rube(std::string_view text, std::string_view name) {
    const Node node = parse_json(text, name, imported_depth);
    const Place root(name, node);
    root.expect(Node::Kind::Object, "an object");
    if (root.find("metaworld")) {
        root.get("metaworld").stop("is that of a .rube file: export the scene as JSON");
    }
    RubeScene scene;
    scene.origins.name = name;
    import_world(root, scene);
    if (const std::optional<Place> bodies = find_list(root, "body", scene)) {
        import_bodies(*bodies, scene);
    }
    if (const std::optional<Place> joints = find_list(root, "joint", scene)) {
        import_rube_joints(*joints, scene);
    }
    remove_refused(scene.scene, scene.origins, scene.notes);
    return {std::move(scene.scene), scene.notes.take()};
}

Imported import_rube_file(const std::filesystem::path& path, std::uint64_t max_size) {
    return import_rube(read_text("import_rube_file", path, max_size), path.string());
}

}  // namespace drystone::scene
