#include "state/state.h"

#include "report/statistics.h"

#include <scenes/recorder.h>
#include <scenes/scene.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

/// Interval of keyframes that recordings have unless told otherwise [steps].
constexpr double keyframe_interval = 600.0;
/// Steps of one world in a turn: enough for its data to be in the caches in most of them.
constexpr int steps_in_turn = 8;
/// Pairs of turns for one repetition.
constexpr int pairs_in_repetition = 3;

/// A world that plays a scene.
struct Play {
    Play(const scenes::SceneInfo& scene, const EngineEntry& engine)
        : info(scene), world(engine.make_world(scene.world, {})), recorder(*world), scene(scene.create()) {
        this->scene->build(recorder);
    }
    /// Returns the time of `count` steps [ms].
    double steps(int count) {
        const Clock::time_point start = Clock::now();
        for (int i = 0; i < count; ++i) {
            scene->before_step(recorder, done++);
            world->step(info.world.time_step, info.world.sub_steps);
        }
        return 1e3 * std::chrono::duration<double>(Clock::now() - start).count();
    }

    const scenes::SceneInfo& info;
    std::unique_ptr<Engine> world;
    scenes::Recorder recorder;
    std::unique_ptr<scenes::Scene> scene;
    int done = 0;
};

/// A file for recordings, removed at the end.
struct RecordingFile {
    RecordingFile() = default;
    ~RecordingFile() { static_cast<void>(std::remove(path)); }
    RecordingFile(const RecordingFile&) = delete;
    RecordingFile& operator=(const RecordingFile&) = delete;
    const char* path = "drystone-bench.recording";
};

/// Returns what a keyframe adds to a step of the recorded world [ms].
double time_of_keyframe(Play& plain, Play& recorded, const std::string& path, int repeat) {
    recorded.world->state_keeper()->record(path, 1);
    std::vector<double> differences;
    for (int i = 0; i < repeat; ++i) {
        const double without = plain.steps(1);
        differences.push_back(recorded.steps(1) - without);
    }
    recorded.world->state_keeper()->end_recording();
    return std::max(0.0, median(std::move(differences)));
}

/// Returns what `count` steps add to the file, its end included [bytes].
double bytes_of_steps(Play& play, const std::string& path, int count) {
    StateKeeper& keeper = *play.world->state_keeper();
    const std::uint64_t before = keeper.record(path, 0).value();
    play.steps(count);
    return static_cast<double>(keeper.end_recording() - before);
}

/// Times of the two worlds in a turn [ms].
struct Turn {
    double plain = 0.0;
    double recorded = 0.0;
};

Turn take_turn(Play& plain, Play& recorded, bool plain_first, const std::string& path) {
    StateKeeper& keeper = *recorded.world->state_keeper();
    Turn turn;
    keeper.record(path, 0);
    if (plain_first) {
        turn.plain = plain.steps(steps_in_turn);
    }
    turn.recorded = recorded.steps(steps_in_turn);
    if (!plain_first) {
        turn.plain = plain.steps(steps_in_turn);
    }
    keeper.end_recording();
    return turn;
}

}  // namespace

std::optional<RecordingResult> measure_recording(const scenes::SceneInfo& scene, const EngineEntry& engine,
                                                 const StateOptions& options) {
    Play first(scene, engine);
    Play second(scene, engine);
    const int steps = std::min(options.steps, scene.steps);
    first.steps(steps);
    second.steps(steps);
    StateKeeper* const keeper = first.world->state_keeper();
    const RecordingFile file;
    if (keeper == nullptr || !keeper->record(file.path, 0)) {
        return std::nullopt;
    }
    keeper->end_recording();
    std::vector<double> times;
    std::vector<double> ratios;
    const int pairs = pairs_in_repetition * options.repeat;
    for (int pair = 0; pair < pairs; ++pair) {
        // Each world is recorded once: where its memory is makes a difference of some percent.
        const Turn one = take_turn(first, second, pair % 2 == 0, file.path);
        const Turn other = take_turn(second, first, pair % 2 != 0, file.path);
        times.push_back(0.5 * (one.plain + other.plain) / steps_in_turn);
        ratios.push_back(std::sqrt(one.recorded / one.plain * (other.recorded / other.plain)));
    }
    RecordingResult result{.scene = scene.name, .engine = engine.name};
    result.bodies = static_cast<int>(first.recorder.bodies().size());
    result.step = median(std::move(times));
    result.ratio = median(std::move(ratios));
    constexpr int few = 8;
    constexpr int more = 40;
    const double of_few = bytes_of_steps(first, file.path, few);
    result.bytes_per_step = (bytes_of_steps(second, file.path, few + more) - of_few) / more;
    result.keyframe = time_of_keyframe(first, second, file.path, options.repeat);
    return result;
}

Table recording_table(const std::vector<RecordingResult>& results) {
    Table table(
        {"scene", "bodies", "engine", "step us", "recorded %", "B/step", "keyframe us", "% of a step"});
    for (const RecordingResult& result : results) {
        table.add({result.scene, std::to_string(result.bodies), result.engine, fixed(1e3 * result.step, 1),
                   fixed(100.0 * (result.ratio - 1.0), 1), fixed(result.bytes_per_step, 1),
                   fixed(1e3 * result.keyframe, 0),
                   fixed(100.0 * result.keyframe / (keyframe_interval * result.step), 2)});
    }
    return table;
}

}  // namespace bench
