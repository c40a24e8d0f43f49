#pragma once

#include <drystone/recording_player.h>

#include <drystone/collision/function_ref.h>

#include "step/motion_sums.h"
#include "world/recording/recorded_call.h"
#include "world/recording/recording_file.h"
#include "world/recording/saved_arguments.h"
#include "world/save/save_reader.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace drystone {

/// Number of calls that were played, by operation.
using CallCounts = std::array<std::int64_t, static_cast<std::size_t>(Operation::Count)>;

/// Answers of one callback, which the played world gets again in their order.
template <class Answer>
struct Answers {
    std::vector<Answer> all;
    std::size_t next = 0;
};

/// Place in a recording.
struct PlayerPlace {
    std::size_t chunk = 0;
    std::size_t offset = 0;
    float time_step = 0.0f;  ///< Length of the last step, for `Operation::StepAgain`.
    std::int32_t sub_steps = 0;
    double seconds = 0.0;   ///< Simulated time so far.
    KeyframeEnd callbacks;  ///< Callbacks that the world has.
};

/// A moment to which a player can return.
struct PlayerSnapshot {
    Snapshot world;
    PlayerPlace place;
};

/// Snapshot that the recorded program made, and restored later.
struct TakenSnapshot {
    std::size_t last_use = 0;  ///< Last chunk that restores it.
    bool is_wanted = false;    ///< The recording is played to make it.
    Snapshot world;            ///< Empty: it has not been made yet, or will not be restored again.
};

/// State of a player before a call.
struct PlayerReturn {
    std::int64_t step = 0;
    std::int64_t furthest = 0;
    bool is_at_end = false;  ///< All calls after the last step were played too.
    CallCounts counts{};
    std::optional<Divergence> divergence;
};

struct PlayerState {
    PlayerState(std::vector<std::byte> recording, const PlayerOptions& options);

    /// Calls `call()`, which plays a part of the recording, in the name of a function. If it throws, the
    /// player is where it was before.
    void play(const char* called, FunctionRef<void()> call);
    bool play_step();
    void seek(std::int64_t target);
    [[nodiscard]] RecordingInfo info() const;
    [[nodiscard]] bool is_closed() const { return chunks.back().kind == ChunkKind::End; }

    /// Lists the snapshots that the recorded program restored.
    void find_taken_snapshots();
    /// Loads the world of the chunk at the place.
    void load_keyframe();
    /// Continues at a snapshot that was made after step `at`.
    void go_to(std::int64_t at, const PlayerSnapshot& snapshot);
    /// Continues at a keyframe.
    void go_to_keyframe(std::size_t chunk);
    /// Continues at the last keyframe up to a step, if it is after the present one.
    void pass_over(std::int64_t target);
    /// Makes the snapshot that the recorded program made at the place, if it restored it later.
    void keep_taken_snapshot();
    /// Restores the snapshot that the chunk at the place names.
    void restore_taken_snapshot();
    /// Makes a snapshot that the recorded program made before the present place, by playing that part again.
    void make_taken_snapshot(const SnapshotPlace& at, TakenSnapshot& taken);
    /// Returns to where the player was before a call that threw.
    void return_to(const PlayerReturn& to);
    /// Goes to the next operation; returns whether there is one.
    bool find_operation();
    /// Returns the operation at the place, without going on.
    [[nodiscard]] std::optional<Operation> peek() const;
    /// Reads the answers of callbacks that follow.
    void read_answers();
    /// Reads the answers of callbacks that belong to a call, and makes it. An `Error` is a divergence.
    void attempt(FunctionRef<void()> call);
    void compare_step();
    void take_snapshot(std::int64_t min_distance);
    /// Drops snapshots until they take no more memory than the options allow.
    void limit_snapshots();
    void drop(Snapshot& snapshot);
    /// Gives the world the callbacks that answer as recorded, without what their setters do to contacts.
    void restore_callbacks();
    [[nodiscard]] CollisionFilter make_filter();
    [[nodiscard]] MaterialMixing make_mixing();
    [[nodiscard]] PreSolve make_pre_solve();
    void diverge(BodyId body, const std::string& fields, const std::string& text);

    template <class T>
    void read(T& value) {
        SaveReader reader(chunks[place.chunk].content.subspan(place.offset), load_options);
        reader("recording", value);
        place.offset = chunks[place.chunk].content.size() - reader.remaining();
    }

    const char* function = "RecordingPlayer::RecordingPlayer";  ///< Function that the user called.
    std::vector<std::byte> bytes;
    PlayerOptions options;
    LoadOptions load_options;
    std::vector<Chunk> chunks;
    bool is_cut_off = false;  ///< The last bytes are damaged or incomplete.
    World world;
    MotionSum motion_sum;  ///< Sum over the last step.
    std::int64_t step = 0;
    std::int64_t steps = 0;
    std::int64_t furthest = 0;  ///< Largest step that was played.
    PlayerPlace place;
    Operation operation = Operation::Step;  ///< Operation that is played.
    Answers<FilterAnswer> filter_answers;
    Answers<MixingAnswer> mixing_answers;
    Answers<PreSolveAnswer> pre_solve_answers;
    std::map<std::int64_t, PlayerSnapshot> snapshots;  ///< By step.
    std::int64_t snapshot_interval = 1;
    std::map<SnapshotPlace, TakenSnapshot> taken_snapshots;
    std::size_t snapshot_bytes = 0;                 ///< Memory of all snapshots; a shared chunk counts once.
    std::map<std::size_t, std::int64_t> keyframes;  ///< Chunks of keyframes, and the steps before them.
    std::optional<Divergence> divergence;
    CallCounts counts{};
    std::optional<PlayerReturn> lost;  ///< State to return to: there was no memory for it after an error.
};

/// Reads the arguments of a call and repeats it.
void repeat_call(PlayerState& player, Operation operation);
/// Returns the name of the function of an operation.
const char* operation_name(Operation operation);

/// Exception of a callback that threw when it was recorded.
struct RecordedException {};

}  // namespace drystone
