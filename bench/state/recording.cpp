#include "state/state.h"

#include "report/statistics.h"

#include <scenes/recorder.h>
#include <scenes/scene.h>

#include <algorithm>
#include <chrono>
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
/// Turns of each world for one repetition.
constexpr int turns_in_repetition = 6;

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

}  // namespace

std::optional<RecordingResult> measure_recording(const scenes::SceneInfo& scene, const EngineEntry& engine,
                                                 const StateOptions& options) {
    Play plain(scene, engine);
    Play recorded(scene, engine);
    const int first = std::min(options.steps, scene.steps);
    plain.steps(first);
    recorded.steps(first);
    StateKeeper* const keeper = recorded.world->state_keeper();
    const RecordingFile file;
    if (keeper == nullptr || !keeper->record(file.path, 0)) {
        return std::nullopt;
    }
    const std::uint64_t empty = keeper->end_recording();
    keeper->record(file.path, 0);
    std::vector<double> times;
    std::vector<double> ratios;
    const int turns = turns_in_repetition * options.repeat;
    for (int turn = 0; turn < turns; ++turn) {
        // The order changes: the first world of a turn would always have colder caches.
        const double before = turn % 2 == 0 ? plain.steps(steps_in_turn) : 0.0;
        const double with = recorded.steps(steps_in_turn);
        const double without = turn % 2 == 0 ? before : plain.steps(steps_in_turn);
        times.push_back(without / steps_in_turn);
        ratios.push_back(with / without);
    }
    const std::uint64_t bytes = keeper->end_recording() - empty;
    RecordingResult result{.scene = scene.name, .engine = engine.name};
    result.bodies = static_cast<int>(recorded.recorder.bodies().size());
    result.step = median(std::move(times));
    result.ratio = median(std::move(ratios));
    result.bytes_per_step = static_cast<double>(bytes) / (turns * steps_in_turn);
    result.keyframe = time_of_keyframe(plain, recorded, file.path, options.repeat);
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
