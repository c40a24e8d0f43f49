#include "report/run.h"

#include <scenes/shuffler.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <string>

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration duration) {
    return std::chrono::duration<double, std::milli>(duration).count();
}

void add_stages(std::vector<StageTime>& sums, const std::vector<StageTime>& stages) {
    if (sums.empty()) {
        sums = stages;
        return;
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
        sums[i].milliseconds += stages[i].milliseconds;
    }
}

std::vector<std::string> missing(const scenes::SceneInfo& scene, const scenes::SceneNeeds& needs,
                                 const Capabilities& engine, int threads) {
    std::vector<std::string> notes;
    const auto note = [&](bool needed, bool offered, const char* text) {
        if (needed && !offered) {
            notes.emplace_back(text);
        }
    };
    const bool sleeps = scene.world.sleeping;
    note(sleeps, engine.sleeping, "no sleeping: every body is simulated all the time");
    note(sleeps && needs.sleeping_start && engine.sleeping, engine.sleeping_start,
         "bodies cannot start asleep");
    note(needs.hit_events, engine.hit_events, "no hit events: spared their cost");
    note(needs.capsules, engine.capsules, "capsules are made of a box and two circles");
    note(needs.rounded_polygons, engine.rounded_polygons, "rounded polygons have sharp corners");
    note(needs.bullets, engine.bullets, "no bullets");
    note(needs.linear_damping, engine.linear_damping, "bodies are not damped");
    note(sleeps && needs.sleep_speeds && engine.sleeping, engine.sleep_speeds,
         "all bodies sleep at the engine's own speed");
    note(needs.hinge_springs, engine.hinge_springs, "hinges have no springs: spared their cost");
    if (needs.declined_joints > 0) {
        notes.push_back("has no such joint as " + std::to_string(needs.declined_joints) + " of the scene's " +
                        std::to_string(needs.joints) + ": not the same scene");
    }
    if (threads > engine.max_threads) {
        notes.push_back(engine.max_threads == 1
                            ? "single-threaded: ran on 1 thread, not " + std::to_string(threads)
                            : "ran on " + std::to_string(engine.max_threads) + " threads, its most, not " +
                                  std::to_string(threads));
    }
    return notes;
}

/// Scene that plays in an engine, with a recorder of its calls and, if requested, a shuffler in front of it.
class Play {
public:
    Play(const RunRequest& request, Engine& engine) : recorder_(engine), scene_(request.scene->create()) {
        if (request.shuffle) {
            shuffler_.emplace(recorder_, *request.shuffle);
        }
        scene_->build(backend());
        flush();
    }
    void before_step(int step) {
        scene_->before_step(backend(), step);
        flush();
    }
    [[nodiscard]] const scenes::Recorder& recorder() const { return recorder_; }
    /// Returns the engine's number of the watched body.
    [[nodiscard]] scenes::BodyNumber watched_body() const {
        const scenes::BodyNumber body = scene_->watched_body();
        return shuffler_ ? shuffler_->target_number(body) : body;
    }

private:
    [[nodiscard]] scenes::Backend& backend() {
        return shuffler_ ? static_cast<scenes::Backend&>(*shuffler_) : recorder_;
    }
    void flush() {
        if (shuffler_) {
            shuffler_->flush();
        }
    }

    scenes::Recorder recorder_;
    std::optional<scenes::Shuffler> shuffler_;
    std::unique_ptr<scenes::Scene> scene_;
};

/// Measures the outcome. One further step, which is not timed, gives the speeds.
Outcome judge_with_speeds(Engine& engine, Play& play, const scenes::WorldSettings& world, int steps_done) {
    const scenes::Recorder& recorder = play.recorder();
    const std::vector<scenes::WorldPose> poses = read_poses(engine, recorder.bodies());
    Outcome outcome = judge(engine, recorder.bodies(), poses, play.watched_body());
    play.before_step(steps_done);
    engine.step(world.time_step, world.sub_steps);
    outcome.speeds =
        measure_speeds(recorder.bodies(), poses, read_poses(engine, recorder.bodies()), world.time_step);
    return outcome;
}

int count_dynamic(std::span<const scenes::RecordedBody> bodies) {
    return static_cast<int>(std::count_if(bodies.begin(), bodies.end(), [](const auto& body) {
        return body.alive && body.description.kind == scenes::BodyKind::Dynamic;
    }));
}

scenes::OverlapReport read_overlaps(const Engine& engine, const scenes::Recorder& recorder) {
    return scenes::measure_overlaps(recorder.bodies(), read_poses(engine, recorder.bodies()));
}

/// Returns whether a step is timed. The first one creates data that the later ones find; one after an overlap
/// measurement finds cold caches.
bool is_timed(int step) { return step % steps_between_moments != 0; }
bool is_moment(int steps_done) { return steps_done % steps_between_moments == 0; }

/// Steps until all is done or the limit is reached, takes the times and measures the overlaps.
void time_steps(const RunRequest& request, Engine& engine, Play& play, Run& run) {
    const scenes::WorldSettings& world = request.scene->world;
    const double limit =
        request.limit > 0.0 ? 1000.0 * request.limit : std::numeric_limits<double>::infinity();
    double total = 0.0;
    for (; run.steps < request.steps && (run.steps < 2 || total < limit); ++run.steps) {
        const Clock::time_point start = Clock::now();
        play.before_step(run.steps);
        engine.step(world.time_step, world.sub_steps);
        const double taken = milliseconds(Clock::now() - start);
        if (is_timed(run.steps)) {
            total += taken;
            run.step_times.push_back(taken);
            if (request.stages) {
                add_stages(run.stages, engine.stages());
            }
        }
        if (request.outcome && is_moment(run.steps + 1)) {
            run.moments.push_back(read_overlaps(engine, play.recorder()));
        }
        if (request.progress) {
            request.progress(run.steps + 1);
        }
    }
    for (StageTime& stage : run.stages) {
        stage.milliseconds /= static_cast<double>(run.step_times.size());
    }
}

}  // namespace

Run run_scene(const RunRequest& request) {
    const scenes::WorldSettings& world = request.scene->world;
    const std::unique_ptr<Engine> engine = request.engine->make_world(world, request.options);
    Play play(request, *engine);
    const scenes::Recorder& recorder = play.recorder();

    Run run;
    time_steps(request, *engine, play, run);
    run.version = engine->version();
    run.configuration = engine->configuration();
    run.notes = missing(*request.scene, recorder.needs(), engine->capabilities(), request.options.threads);
    run.dynamic_bodies = count_dynamic(recorder.bodies());
    if (request.outcome) {
        run.outcome = judge_with_speeds(*engine, play, world, run.steps);
    }
    return run;
}

}  // namespace bench
