// Writes scene files of all samples but the large ones, and one with every kind of object, to a folder; for
// tests/scene/check_schema.py.
#include "support/scene_use.h"

#include "engine/world/sample_run.h"

#include <samples/catalogue.h>

#include <cstdio>

using namespace drystone;

namespace {

/// The validator is too slow for scenes with more bodies.
constexpr std::size_t max_bodies = 300;

scene::Description describe_sample(const World& world) {
    scene::Annotations notes;
    for (const ConstShapeRef& shape : world.shapes()) {
        if (shape.custom_shape()) {
            notes.custom_shapes.emplace(shape.id(), "custom");
        }
    }
    return scene::describe(world, notes);
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::fputs("usage: drystone-test-write-scenes FOLDER\n", stderr);
        return 2;
    }
    const std::string folder = std::string(arguments[1]) + "/";
    for (const scenes::SceneInfo& info : samples::catalogue()) {
        test::SampleRun run(info);
        if (run.backend.world().bodies().size() > max_bodies) {
            continue;
        }
        scene::write_file(folder + info.name + ".json", describe_sample(run.backend.world()));
    }
    scene::write_file(folder + "full.json", scene::parse(test::save_scene_file()));
    for (int kind = 1; kind < 3; ++kind) {
        std::size_t number = 0;
        for (const std::string& text : test::scene_texts(kind)) {
            scene::write_file(folder + (kind == 1 ? "tiled" : "rube") + std::to_string(number) + ".json",
                              test::read_scene(kind, text, number));
            ++number;
        }
    }
    return 0;
}
