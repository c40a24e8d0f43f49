// Save files that were changed after they were written, with a right checksum: each is refused with an
// `Error`, or gives a world whose invariants hold, which can be stepped, changed and saved.
#include "fuzz_input.h"

#include "support/save_mutations.h"
#include "support/save_scene.h"

#include <drystone/drystone.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace drystone::test {

namespace {

/// Save files of small scenes at several moments.
const std::vector<std::vector<std::byte>>& save_files() {
    static const std::vector<std::vector<std::byte>> files = [] {
        std::vector<std::vector<std::byte>> made;
        for (const SaveSceneParts& parts : save_scene_parts) {
            SaveScene scene(parts);
            for (const int steps : {0, 1, 30, 200}) {
                scene.step(steps);
                made.push_back(scene.world.save(scene.save_options()));
            }
        }
        return made;
    }();
    return files;
}

const LoadOptions& load_options() {
    static const LoadOptions options = SaveScene().load_options();
    return options;
}

/// Returns whether DRYSTONE_FUZZ_TRACE is set: reasons of refusal are then printed.
bool tracing() {
    static const bool on = std::getenv("DRYSTONE_FUZZ_TRACE") != nullptr;  // NOLINT(concurrency-mt-unsafe)
    return on;
}

/// Uses a world that was loaded, also in ways that follow lists and links.
void use(World& world, const LoadOptions& options) {
    world.validate();
    SaveOptions names;
    names.custom_shapes = options.custom_shapes;
    static_cast<void>(world.save(names));
    const Snapshot snapshot = world.snapshot();
    world.step(1.0f / 60.0f);
    world.step(1.0f / 60.0f);
    static_cast<void>(world.cast_ray_all({.origin = {-20.0f, 1.0f}, .translation = {40.0f, 0.1f}}));
    world.visit_contacts([](const ContactView&) {});
    world.restore(snapshot);
    for (const BodyId body : world.bodies()) {
        if (world.is_valid(body) && body.index1 % 2 == 0) {
            world.destroy_body(body);
        }
    }
    world.step(1.0f / 60.0f);
    world.validate();
}

}  // namespace

}  // namespace drystone::test

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace drystone::test;
    FuzzInput input(data, size);
    const auto& files = save_files();
    std::vector<std::byte> bytes = files[input.byte() % files.size()];
    while (!input.empty()) {
        const std::uint8_t choice = input.byte();
        const std::uint32_t place = input.bits(3);
        mutate(bytes, place, choice, input.bits(4));
    }
    seal(bytes);
    const drystone::LoadOptions& options = load_options();
    try {
        drystone::World world = drystone::World::load(bytes, options);
        try {
            use(world, options);
        } catch (const drystone::Error& error) {
            std::fprintf(stderr, "%s\n", error.what());
            expect(false, "a world that was loaded can be used");
        }
    } catch (const drystone::Error& error) {
        if (tracing()) {
            std::fprintf(stderr, "%s\n", error.what());
        }
    }
    return 0;
}
