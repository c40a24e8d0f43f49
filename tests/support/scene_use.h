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

/// Files from which mutations of Tiled maps start: maps, and then what the map of templates names.
inline constexpr const char* tiled_files[] = {"everything.tmj", "level.tmj",           "everything.tmx",
                                              "level.tmx",      "templates.tmx",       "terrain.tsj",
                                              "terrain.tsx",    "templates/barrel.tx", "templates/stone.tj"};
inline constexpr std::size_t tiled_map_count = 5;

/// Makes a scene of a Tiled map, one of whose files has another text.
inline scene::Description read_tiled(const std::string& text, std::size_t number) {
    static const std::vector<std::string> originals = [] {
        std::vector<std::string> read;
        for (const char* const name : tiled_files) {
            read.push_back(scene_data(name));
        }
        return read;
    }();
    scene::TiledOptions options;
    options.load_file = [&](std::string_view path) {
        for (std::size_t i = tiled_map_count; i < std::size(tiled_files); ++i) {
            if (path == tiled_files[i]) {
                return i == number ? text : originals[i];
            }
        }
        fail("there is no such file");
    };
    return scene::import_tiled(number < tiled_map_count ? text : originals[4], "map", options).scene;
}

/// Makes a scene of the text of one of these kinds: 0 a scene file, 1 a Tiled map or a file that it names, 2
/// a R.U.B.E. scene. \param number  number of the text in `scene_texts` that it was made of
inline scene::Description read_scene(int kind, const std::string& text, std::size_t number) {
    if (kind == 0) {
        return scene::parse(text);
    }
    return kind == 2 ? scene::import_rube(text).scene : read_tiled(text, number);
}

/// Returns the texts of that kind from which mutations start. `whole`: with one that has everything.
inline std::vector<std::string> scene_texts(int kind, bool whole = true) {
    if (kind == 0) {
        if (whole) {
            return {save_scene_file()};
        }
        return {save_scene_file(save_scene_parts[0]), save_scene_file(save_scene_parts[1]),
                save_scene_file(save_scene_parts[2])};
    }
    if (kind == 2) {
        return {scene_data("machine.json"), scene_data("all_joints.json")};
    }
    std::vector<std::string> texts;
    for (const char* const name : tiled_files) {
        texts.push_back(scene_data(name));
    }
    return texts;
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
