#pragma once

#include <drystone/collision/custom_shape.h>
#include <drystone/detail/owned.h>
#include <drystone/export.h>
#include <drystone/fwd.h>
#include <drystone/save_file.h>

#include <cstdint>
#include <string>
#include <vector>

namespace drystone {

/// State of a recorder; private to the library.
struct RecorderState;

/// Options of `Recorder`.
struct RecorderOptions {
    /// Steps from one saved world in the file to the next, >= 0. They let `RecordingPlayer` begin in the
    /// middle, and say more about a divergence. Cost: one `World::save` each; 0: only at the start.
    int keyframe_interval = 600;
    /// Custom shapes that the world uses, which `PlayerOptions` gives again, by name.
    std::vector<Named<CustomShape>> custom_shapes{};
};

/// Writes every call that changes a world to a file, with its steps, the answers of its callbacks, and sums
/// of the motion after each step, from which `RecordingPlayer` repeats all of it.
///
///     Recorder recorder(world, "bug.recording");
///     while (playing) { ... world.step(1.0f / 60.0f); }
///
/// The file is complete up to the beginning of the step under way, whatever happens to the program: a step
/// that crashes can be repeated from it. The recording ends with the recorder, or with its world, or once it
/// cannot continue, see `stop_reason`. `World::restore` of a snapshot that was made while recording writes 17
/// bytes; of another snapshot, the whole world.
///
/// Until the recording ends, the file may be longer than `bytes` by zeros, and must not be shortened by
/// others.
///
/// Cost: some 2 ns for each body that a step moves, and about 35 bytes in the file for each step, which take
/// a system call only where files cannot be mapped into memory; and a copy of the arguments of each call. A
/// world without a recorder pays 1 to 2 ns a call.
class DRYSTONE_API Recorder {
public:
    /// Starts a recording with the present state; replaces the file. Throws `Error` if the file cannot be
    /// written, if the world has a recorder already, for a custom shape without a name, inside a step, and
    /// for a negative interval.
    Recorder(World& world, const std::string& path, const RecorderOptions& options = {});
    /// Ends the recording.
    ~Recorder();
    /// Takes over a recording.
    Recorder(Recorder&&) noexcept;
    /// Ends the present recording and takes over another.
    Recorder& operator=(Recorder&&) noexcept;

    /// Ends the recording and closes the file. Not allowed inside a step (`Error`).
    void close();
    /// Returns whether calls are written.
    [[nodiscard]] bool is_recording() const;
    /// Returns the cause for which the recording has ended by itself: the file could not be written, or a
    /// custom shape has no name. Empty: none.
    [[nodiscard]] const std::string& stop_reason() const;
    /// Returns the number of steps that were recorded.
    [[nodiscard]] std::int64_t steps() const;
    /// Returns the size of what was recorded [bytes].
    [[nodiscard]] std::uint64_t bytes() const;

private:
    detail::Owned<RecorderState> state_;
};

}  // namespace drystone
