#include "format/read_values.h"
#include "import/rube_scene.h"
#include "import/rube_values.h"
#include "json/read_text_file.h"

namespace drystone::scene {
namespace {

/// Returns the array of that name.
std::optional<Place> find_list(const Place& object, std::string_view key) {
    const std::optional<Place> list = object.find(key);
    if (list) {
        list->expect(Node::Kind::Array, "an array");
    }
    return list;
}

void import_world(const Place& root, RubeScene& scene) {
    WorldDefinition& settings = scene.result.scene.settings;
    settings.gravity = read_rube_vector(root, "gravity");
    settings.sleeping = read_rube_flag(root, "allowSleep");
    std::string ignored;
    read_rube_label(root, ignored, scene.result.scene.properties);
    if (!read_rube_flag(root, "continuousPhysics", true) || read_rube_flag(root, "subStepping")) {
        scene.note(root, "settings of continuous collision are left out: it is always on");
    }
    if (const std::optional<Place> images = find_list(root, "image"); images && images->size() > 0) {
        scene.note(*images, "images are left out");
    }
}

}  // namespace

Imported import_rube(std::string_view text, std::string_view name) {
    const Node node = parse_json(text, name);
    const Place root(name, node);
    root.expect(Node::Kind::Object, "an object");
    if (root.find("metaworld")) {
        root.get("metaworld").stop("is that of a .rube file: export the scene as JSON");
    }
    RubeScene scene;
    scene.origins.name = name;
    import_world(root, scene);
    if (const std::optional<Place> bodies = find_list(root, "body")) {
        for (std::size_t i = 0; i < bodies->size(); ++i) {
            const Place body = bodies->at(i);
            body.expect(Node::Kind::Object, "an object");
            import_rube_body(body, scene);
        }
    }
    if (const std::optional<Place> joints = find_list(root, "joint")) {
        import_rube_joints(*joints, scene);
    }
    check(scene.result.scene, scene.origins);
    return std::move(scene.result);
}

Imported import_rube_file(const std::filesystem::path& path) {
    return import_rube(read_text_file(path), path.string());
}

}  // namespace drystone::scene
