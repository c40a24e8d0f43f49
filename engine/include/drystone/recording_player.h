#pragma once

#include <drystone/detail/owned.h>
#include <drystone/export.h>
#include <drystone/fwd.h>
#include <drystone/save_file.h>
#include <drystone/world.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace drystone {

/// State of a player; private to the library.
struct PlayerState;

/// Options of `RecordingPlayer`.
struct PlayerOptions {
    /// Threads and instruction set of the played world, see `WorldDefinition`. They do not change what is
    /// played.
    int threads = 1;
    SimdTarget simd = SimdTarget::Widest;  ///< Instruction set, see `WorldDefinition`.
    /// Custom shapes of the recording, by name.
    std::vector<Named<CustomShape>> custom_shapes{};
    /// Steps from one snapshot in memory to the next, >= 1; a seek repeats at most as many.
    int snapshot_interval = 60;
    /// Memory of the snapshots together [bytes]: beyond it, every second one is dropped.
    std::size_t snapshot_bytes = std::size_t{256} << 20;
    /// Solver steps of a step, >= 1: a recording with more is refused when it gets there. Raise it for one
    /// that has more; a limit keeps a damaged or hostile file from taking hours.
    int max_sub_steps = 1000;
    /// Size up to which a file is read [bytes].
    std::uint64_t max_file_size = std::uint64_t{4} << 30;
};

/// First difference between what was recorded and what is played.
struct Divergence {
    std::int64_t step = 0;  ///< Number of the step after which the worlds differ, from 1.
    /// Body that differs, if it is a single one; else null.
    BodyId body{};
    /// Values that differ: "position", "angle", "linear velocity", "angular velocity"; empty if none of them
    /// is the cause.
    std::string fields{};
    /// Description of the difference, for people.
    std::string text{};
};

/// Number of calls of a function.
struct CallCount {
    std::string name{};      ///< Name of the function: "World::create_body".
    std::int64_t count = 0;  ///< Number of times that it was called.
};

/// Summary of a recording.
struct RecordingInfo {
    std::int64_t steps = 0;   ///< Number of steps in the file.
    double seconds = 0.0;     ///< Simulated time, of the steps up to the present one [s].
    std::size_t bytes = 0;    ///< Size of the file.
    int keyframes = 0;        ///< Worlds in the file, those after `World::restore` included.
    bool is_closed = false;   ///< The recording was ended by its program, which did not crash before.
    bool is_cut_off = false;  ///< The last bytes of the file are damaged or incomplete; they are ignored.
    std::vector<CallCount> calls{};  ///< Calls played so far.
};

/// Plays a recording of `Recorder`: repeats all calls and steps, without the game and its callbacks, and
/// compares the motion after each step with the recorded one.
class DRYSTONE_API RecordingPlayer {
public:
    /// Reads a recording. Throws `Error` if the bytes are no recording of this version, if its first world
    /// cannot be loaded, see `World::load`, and for options out of range.
    explicit RecordingPlayer(std::vector<std::byte> recording, const PlayerOptions& options = {});
    /// Reads a file; also throws if it cannot be read, is no regular file (a folder, a pipe, a device), or is
    /// larger than `PlayerOptions::max_file_size`.
    explicit RecordingPlayer(const std::string& path, const PlayerOptions& options = {});
    ~RecordingPlayer();
    /// Takes over a player; the other can only be destroyed or assigned to.
    RecordingPlayer(RecordingPlayer&&) noexcept;
    /// Replaces the player by another.
    RecordingPlayer& operator=(RecordingPlayer&&) noexcept;

    /// Returns the world at the present step. To continue from here in another way, step a `World::clone` of
    /// it.
    [[nodiscard]] const World& world() const;
    /// Returns the number of steps that were played.
    [[nodiscard]] std::int64_t step() const;
    /// Returns the number of steps in the recording. Of a program that crashed inside a step, the last one is
    /// it.
    [[nodiscard]] std::int64_t steps() const;
    /// Plays the next step and the calls before it. Returns whether there was one. Throws `Error` if the
    /// bytes are damaged; the player is then where it was.
    bool play_step();
    /// Goes to a step in [0, steps], forwards or backwards; throws `Error` for others. Steps that were not
    /// played before are passed over, without being compared, up to the last keyframe before the step, see
    /// `RecorderOptions::keyframe_interval`. Cost: a restore, and up to `PlayerOptions::snapshot_interval`
    /// steps, after the first time that the step was played.
    void seek(std::int64_t step);
    /// Returns the first divergence that was found.
    [[nodiscard]] const std::optional<Divergence>& divergence() const;
    /// Returns a summary of the recording, as far as it was played. Cost: one pass over the calls' counts.
    [[nodiscard]] RecordingInfo info() const;

private:
    detail::Owned<PlayerState> state_;
};

}  // namespace drystone
