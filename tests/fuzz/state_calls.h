#pragma once

#include "world_fuzzer.h"

#include <drystone/drystone.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <unistd.h>

/// Calls that save, restore, copy and record the state of the world: what follows from each of them is the
/// same as if it had not been called.
namespace drystone::test {

/// Names for all custom shapes of a world.
inline std::vector<Named<CustomShape>> name_custom_shapes(const World& world) {
    std::vector<Named<CustomShape>> named;
    for (const ShapeId shape : world.shapes()) {
        if (const auto custom = world[shape].custom_shape()) {
            named.push_back({std::to_string(shape.index1), *custom});
        }
    }
    return named;
}

/// Steps a world, and returns its hash after each step.
inline std::vector<std::uint64_t> step_and_hash(World& world, int count) {
    std::vector<std::uint64_t> hashes;
    for (int i = 0; i < count; ++i) {
        world.step(1.0f / 60.0f);
        hashes.push_back(world.state_hash());
    }
    return hashes;
}

/// Continues from a snapshot, in a clone and from a save file, and compares every step. Does nothing for a
/// world with callbacks, whose answers no file holds.
inline void compare_branches(WorldFuzzer& f) {
    const Snapshot before = f.world.snapshot();
    const std::vector<Named<CustomShape>> named = name_custom_shapes(f.world);
    std::vector<std::byte> file;
    try {
        file = f.world.save({.custom_shapes = named});
    } catch (const Error&) {
        return;
    }
    World clone = f.world.clone(1 + f.input.below(3));
    World loaded = World::load(file, {.custom_shapes = named});
    expect(clone.state_hash() == f.world.state_hash(), "a clone has the same state");
    expect(loaded.state_hash() == f.world.state_hash(), "a loaded world has the same state");
    const int steps = 1 + f.input.below(3);
    const std::vector<std::uint64_t> expected = step_and_hash(f.world, steps);
    expect(step_and_hash(clone, steps) == expected, "a clone continues in the same way");
    expect(step_and_hash(loaded, steps) == expected, "a loaded world continues in the same way");
    f.world.restore(before);
    expect(step_and_hash(f.world, steps) == expected, "a restored world continues in the same way");
}

/// Plays the recording, and compares its last state.
inline void play_recording(WorldFuzzer& f) {
    const bool is_whole = f.recorder->stop_reason().empty();
    const std::uint64_t hash = f.world.state_hash();
    f.recorder->close();
    f.recorder.reset();
    try {
        RecordingPlayer player(f.recording_path,
                               {.custom_shapes = f.recorded_shapes, .snapshot_interval = 5});
        while (player.play_step()) {
        }
        if (const auto& divergence = player.divergence()) {
            std::fprintf(stderr, "%s\n", divergence->text.c_str());
            expect(false, "a recording is played without a divergence");
        }
        player.world().validate();
        expect(!is_whole || player.world().state_hash() == hash,
               "a recording ends in the state of the world");
        player.seek(player.steps() / 2);
        expect(!player.divergence(), "a seek finds the same steps");
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        expect(false, "a recording can be played");
    }
    std::filesystem::remove(f.recording_path);
}

inline constexpr WorldCall state_calls[] = {
    {"snapshot",
     [](WorldFuzzer& f) {
         WorldFuzzer::Saved& saved = f.saved[f.input.byte() % 3];
         f.world.snapshot(saved.snapshot);
         saved.hash = f.world.state_hash();
     }},
    {"snapshot (delta)",
     [](WorldFuzzer& f) {
         const std::size_t place = f.input.byte() % 3;
         f.world.snapshot(f.saved[place].snapshot, f.saved[(place + 1) % 3].snapshot);
         f.saved[place].hash = f.world.state_hash();
     }},
    {"restore",
     [](WorldFuzzer& f) {
         const WorldFuzzer::Saved& saved = f.saved[f.input.byte() % 3];
         f.world.restore(saved.snapshot);
         expect(f.world.state_hash() == saved.hash, "a restored world has the state of the snapshot");
     }},
    {"branches", [](WorldFuzzer& f) { compare_branches(f); }},
    {"record",
     [](WorldFuzzer& f) {
         if (f.recorder) {
             play_recording(f);
             return;
         }
         f.recording_path =
             (std::filesystem::temp_directory_path() / ("drystone_fuzz_world_" + std::to_string(getpid())))
                 .string();
         f.recorded_shapes = name_custom_shapes(f.world);
         f.recorder.emplace(f.world, f.recording_path,
                            RecorderOptions{.keyframe_interval = 7, .custom_shapes = f.recorded_shapes});
     }},
};

}  // namespace drystone::test
