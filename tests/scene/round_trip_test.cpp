// Worlds that are written, read and loaded again.
#include <doctest/doctest.h>

#include "engine/world/sample_run.h"

#include <drystone/drystone.h>
#include <drystone/scene.h>
#include <samples/catalogue.h>

#include <string>

using namespace drystone;
using drystone::test::SampleRun;

namespace {

/// Names the custom shapes of a world by their numbers.
scene::Annotations name_custom_shapes(const World& world, scene::LoadOptions& options) {
    scene::Annotations notes;
    for (const ConstShapeRef& shape : world.shapes()) {
        if (const std::optional<CustomShape> custom = shape.custom_shape()) {
            const std::string name = "custom " + std::to_string(options.custom_shapes.size());
            options.custom_shapes.emplace(name, *custom);
            notes.custom_shapes.emplace(shape.id(), name);
        }
    }
    return notes;
}

/// Returns whether the sample asks callbacks, which no file holds.
bool has_callback(const std::string& name) { return name == "bent_normals" || name == "custom_filter"; }

}  // namespace

TEST_CASE("scene: every sample steps the same after a round trip through a file") {
    for (const scenes::SceneInfo& info : samples::catalogue()) {
        CAPTURE(info.name);
        SampleRun run(info);
        World& world = run.backend.world();
        scene::LoadOptions options;
        const scene::Annotations notes = name_custom_shapes(world, options);
        const std::string text = scene::format(scene::describe(world, notes));
        const scene::Description description = scene::parse(text, info.name);
        World copy(description.settings);
        const scene::Loaded loaded = scene::load(copy, description, options);
        CHECK(scene::format(scene::describe(copy, scene::annotate(description, loaded))) == text);
        int first_difference = 0;
        for (int step = 1; step <= 60 && first_difference == 0; ++step) {
            world.step(info.world.time_step, info.world.sub_steps);
            copy.step(info.world.time_step, info.world.sub_steps);
            first_difference = world.state_hash() == copy.state_hash() ? 0 : step;
        }
        if (has_callback(info.name)) {
            continue;
        }
        CHECK(first_difference == 0);
    }
}
