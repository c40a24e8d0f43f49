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

/// Gives the world callbacks, whose answers are then part of its recording.
void set_callbacks(World& world) {
    world.set_collision_filter([](ShapeId a, ShapeId b) { return (a.index1 + b.index1) % 5 != 0; });
    world.set_material_mixing([](ShapeId, ShapeId, const MixedMaterial& by_rules) { return by_rules; });
    world.set_pre_solve_callback([](PreSolveContact& contact) {
        contact.friction = 0.2f;
        return contact.points[0].separation > -0.01f;
    });
}

/// Changes the world after one of a few steps.
void change(World& world, int step, BodyId body, ShapeId shape, JointId joint, const Snapshot& snapshot) {
    switch (step) {
        case 0:
            world.destroy_joint(joint);
            world.destroy_shape(shape);
            break;
        case 1:
            world.create_chain(body, {.points = {{-3.0f, 0.0f}, {0.0f, 1.0f}, {3.0f, 0.0f}}});
            world.create_field({.kind = RadialField{}, .region = make_box(3.0f, 3.0f)});
            break;
        case 2: {
            Explosion explosion{.center = {0.0f, 1.0f}, .radius = 10.0f};
            explosion.filter.accepts = [](ShapeId reached) { return reached.index1 % 2 == 0; };
            world.explode(explosion);
            world.restore(snapshot);
            break;
        }
        default: world.destroy_body(body); break;
    }
}

/// Records a scene with calls of many kinds. Steps have few solver steps: they take most of the time in which
/// an input is played.
void record(SaveScene& scene, const std::string& path) {
    World& world = scene.world;
    RecorderOptions options;
    options.keyframe_interval = 2;
    options.custom_shapes = scene.save_options().custom_shapes;
    const Recorder recorder(world, path, options);
    set_callbacks(world);
    const Snapshot snapshot = world.snapshot();
    for (int i = 0; i < 4; ++i) {
        const auto x = static_cast<float>(i);
        const BodyId body = world.create_body({.position = {x, 1.0f}, .name = "more"});
        const ShapeId shape = world.create_shape(body, make_box(0.3f, 0.2f), {.pre_solve = true});
        const BodyId other = world.bodies()[static_cast<std::size_t>(i) % world.bodies().size()];
        const JointId joint = world.create_joint(other, body, DistanceJoint{.length = 3.0f});
        world[body].apply_force({1.0f, 2.0f}, {3.0f, 4.0f});
        world[shape].set_material({.friction = 0.1f * x});
        world.step(1.0f / 60.0f, i == 1 ? 2 : 1);
        change(world, i, body, shape, joint, snapshot);
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
        made.snapshot_interval = 2;
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
    const std::uint8_t kind = input.byte();
    const Recorded& recorded = recordings()[kind % recordings().size()];
    const bool by_keyframes = kind / recordings().size() % 4 == 0;
    std::vector<RecordedChunk> chunks = recorded.chunks;
    while (!input.empty()) {
        const std::uint8_t choice = input.byte();
        const std::uint32_t place = input.bits(3);
        mutate_recording(chunks, place, choice, input.bits(4));
    }
    try {
        drystone::RecordingPlayer player(join_recording(recorded.header, chunks), player_options());
        try {
            if (by_keyframes) {
                player.seek(player.steps());
            }
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
