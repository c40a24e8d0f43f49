// Recordings that were changed after they were written, with right checksums: each is refused with an
// `Error`, at once or when the damage is reached, or is played to a world whose invariants hold.
#include "fuzz_input.h"

#include "support/recording_mutations.h"
#include "support/save_scene.h"

#include <drystone/drystone.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <unistd.h>

namespace drystone::test {

namespace {

/// Records a scene with calls of many kinds.
void record(SaveScene& scene, const std::string& path) {
    World& world = scene.world;
    RecorderOptions options;
    options.keyframe_interval = 5;
    options.custom_shapes = scene.save_options().custom_shapes;
    const Recorder recorder(world, path, options);
    const Snapshot snapshot = world.snapshot();
    for (int i = 0; i < 9; ++i) {
        const auto x = static_cast<float>(i);
        const BodyId body = world.create_body({.position = {x, 11.0f}, .name = "more"});
        const ShapeId shape = world.create_shape(body, make_box(0.3f, 0.2f));
        const BodyId other = world.bodies()[static_cast<std::size_t>(i) % world.bodies().size()];
        const JointId joint = world.create_joint(other, body, DistanceJoint{.length = 3.0f});
        world[body].apply_force({1.0f, 2.0f}, {3.0f, 4.0f});
        world[shape].set_material({.friction = 0.1f * x});
        scene.step(1);
        switch (i) {
            case 2: world.destroy_joint(joint); break;
            case 3: world.destroy_shape(shape); break;
            case 4: world.create_chain(body, {.points = {{-3.0f, 0.0f}, {0.0f, 1.0f}, {3.0f, 0.0f}}}); break;
            case 5: world.create_field({.kind = RadialField{}, .region = make_box(3.0f, 3.0f)}); break;
            case 6: world.explode({.center = {0.0f, 1.0f}}); break;
            case 7: world.restore(snapshot); break;
            case 8: world.destroy_body(body); break;
            default: break;
        }
    }
}

struct Recorded {
    std::vector<std::byte> header;
    std::vector<RecordedChunk> chunks;
};

Recorded record(const SaveSceneParts& parts) {
    SaveScene scene(parts);
    scene.step(30);
    const std::string path =
        (std::filesystem::temp_directory_path() / ("drystone_fuzz_recording_" + std::to_string(getpid())))
            .string();
    record(scene, path);
    std::ifstream file(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::filesystem::remove(path);
    std::vector<std::byte> bytes(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        bytes[i] = static_cast<std::byte>(text[i]);
    }
    std::vector<RecordedChunk> chunks = split_recording(bytes);
    expect(join_recording(bytes, chunks) == bytes, "chunks and checksums are as documented");
    return Recorded{bytes, std::move(chunks)};
}

/// Recordings of small scenes.
const std::vector<Recorded>& recordings() {
    static const std::vector<Recorded> made = [] {
        std::vector<Recorded> list;
        for (const SaveSceneParts& parts : save_scene_parts) {
            list.push_back(record(parts));
        }
        return list;
    }();
    return made;
}

const PlayerOptions& player_options() {
    static const PlayerOptions options = [] {
        PlayerOptions made;
        made.custom_shapes = SaveScene().save_options().custom_shapes;
        made.snapshot_interval = 4;
        made.max_sub_steps = 8;
        return made;
    }();
    return options;
}

}  // namespace

}  // namespace drystone::test

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace drystone::test;
    FuzzInput input(data, size);
    const Recorded& recorded = recordings()[input.byte() % recordings().size()];
    std::vector<RecordedChunk> chunks = recorded.chunks;
    while (!input.empty()) {
        const std::uint8_t choice = input.byte();
        const std::uint32_t place = input.bits(3);
        mutate_recording(chunks, place, choice, input.bits(4));
    }
    try {
        drystone::RecordingPlayer player(join_recording(recorded.header, chunks), player_options());
        try {
            while (player.play_step()) {
            }
            player.seek(player.steps() / 2);
        } catch (const drystone::Error&) {  // NOLINT(bugprone-empty-catch): the damage was reached.
        }
        try {
            player.world().validate();
        } catch (const drystone::Error& error) {
            std::fprintf(stderr, "%s\n", error.what());
            expect(false, "the invariants of a played world hold");
        }
    } catch (const drystone::Error&) {  // NOLINT(bugprone-empty-catch): refused, as it should be.
    }
    return 0;
}
