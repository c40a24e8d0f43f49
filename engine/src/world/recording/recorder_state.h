#pragma once

#include <drystone/recorder.h>
#include <drystone/shape.h>

#include <drystone/collision/function_ref.h>

#include "step/motion_sums.h"
#include "step/world_state.h"
#include "world/recording/recorded_call.h"
#include "world/recording/recording_file.h"
#include "world/recording/saved_arguments.h"
#include "world/save/save_writer.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace drystone {

struct RecorderState {
    RecorderState(WorldState& recorded, const std::string& path, const RecorderOptions& options);

    /// Appends an operation and its argument; notes a failure if there is no memory for them.
    template <class Argument>
    void append(Operation operation, const Argument& argument) noexcept {
        attempt([&] {
            calls.push_back(static_cast<std::byte>(operation));
            SaveWriter(calls, save_options)("", argument);
        });
    }
    /// Calls `write()`, which appends to `calls`. If it throws, takes back what it appended and notes the
    /// failure, with which `flush` ends the recording. Returns whether it did not throw.
    bool attempt(FunctionRef<void()> write) noexcept;
    /// Writes what was appended as a chunk. Ends the recording after a failure.
    void flush(ChunkKind kind);
    /// Writes the whole world as a chunk.
    void write_world(ChunkKind kind);
    /// Ends the recording for a cause.
    void stop(std::string reason);
    /// Ends the recording: the world has its own callbacks again.
    void end();

    std::uint64_t number;  ///< Distinguishes the recordings of a program.
    WorldState* world;     ///< Null once the recording has ended.
    RecordingWriter writer;
    SaveOptions save_options;  ///< Names of custom shapes.
    int interval = 0;
    int steps_since_keyframe = 0;
    double seconds = 0.0;  ///< Simulated time [s].
    std::int64_t steps = 0;
    float last_time_step = -1.0f;
    int last_sub_steps = 0;
    int depth = 0;                 ///< Recorded calls under way, one inside of the other.
    std::size_t call_begin = 0;    ///< Place of the outer one in `calls`.
    int call_exceptions = 0;       ///< Exceptions under way as it began.
    std::vector<std::byte> calls;  ///< Content of the next chunk.
    std::vector<std::byte> saved;
    std::string failure;  ///< Cause for which the recording will end.
    std::string stop_reason;
    MotionSum motion_sum;  ///< Sum over the last step.
    // Callbacks of the world, behind those that record their answers.
    CollisionFilter filter;
    MaterialMixing mixing;
    PreSolve pre_solve;
};

}  // namespace drystone
