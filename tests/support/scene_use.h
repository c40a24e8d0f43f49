#pragma once

#include "support/save_scene.h"

#include <drystone/drystone.h>
#include <drystone/scene.h>

#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace drystone::test {

/// Returns the text of a file in tests/scene/data.
inline std::string scene_data(const std::string& name) {
    std::ifstream file(std::string(DRYSTONE_SOURCE_DIR) + "/tests/scene/data/" + name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Returns a scene file with kinds of shapes, joints and fields; by default with all of them.
inline std::string save_scene_file(const SaveSceneParts& parts = {}) {
    SaveScene scene(parts);
    scene::Annotations notes;
    for (const ConstShapeRef& shape : std::as_const(scene.world).shapes()) {
        if (shape.custom_shape()) {
            notes.custom_shapes.emplace(shape.id(), "ellipse");
        }
    }
    return scene::format(scene::describe(scene.world, notes));
}

/// Makes a scene of the text of one of these kinds: 0 a scene file, 1 a Tiled map, 2 a R.U.B.E. scene.
inline scene::Description read_scene(int kind, const std::string& text) {
    if (kind == 0) {
        return scene::parse(text);
    }
    if (kind == 2) {
        return scene::import_rube(text).scene;
    }
    static const std::string terrain = scene_data("terrain.tsj");
    return scene::import_tiled(text, "map", {.load_file = [](std::string_view) { return terrain; }}).scene;
}

/// Returns the texts of that kind from which mutations start. `whole`: with one that has everything.
inline std::vector<std::string> scene_texts(int kind, bool whole = true) {
    switch (kind) {
        case 0:
            if (whole) {
                return {save_scene_file()};
            }
            return {save_scene_file(save_scene_parts[0]), save_scene_file(save_scene_parts[1]),
                    save_scene_file(save_scene_parts[2])};
        case 1: return {scene_data("everything.tmj"), scene_data("level.tmj")};
        default: return {scene_data("machine.json"), scene_data("all_joints.json")};
    }
}

/// Loads a scene that was accepted, and steps it. Returns what is wrong with it; null: nothing.
inline const char* use_scene(const scene::Description& description) {
    const std::string text = scene::format(description);
    if (scene::format(scene::parse(text)) != text) {
        return "a scene that was written and read again differs";
    }
    World world(description.settings);
    scene::LoadOptions options;
    for (const scene::BodyEntry& body : description.bodies) {
        for (const scene::ShapeEntry& shape : body.shapes) {
            if (const auto* const custom = std::get_if<scene::NamedCustomShape>(&shape.geometry)) {
                options.custom_shapes.emplace(custom->custom, CustomShape(Ellipse{0.4f, 0.2f}));
            }
        }
    }
    scene::load(world, description, options);
    for (int i = 0; i < 3; ++i) {
        world.step(1.0f / 60.0f);
    }
    world.validate();
    return nullptr;
}

}  // namespace drystone::test
