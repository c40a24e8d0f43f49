#include "run.h"

#include <algorithm>
#include <chrono>
#include <limits>

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
    if (threads > engine.most_threads) {
        notes.push_back(engine.most_threads == 1
                            ? "single-threaded: ran on 1 thread, not " + std::to_string(threads)
                            : "ran on " + std::to_string(engine.most_threads) + " threads, its most, not " +
                                  std::to_string(threads));
    }
    return notes;
}

Outcome judge(const Engine& engine, const scenes::Recorder& recorder, scenes::BodyNumber watched) {
    Outcome outcome;
    const std::span<const scenes::RecordedBody> bodies = recorder.bodies();
    std::vector<scenes::WorldPose> poses(bodies.size());
    outcome.lowest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (!bodies[i].alive) {
            continue;
        }
        poses[i] = engine.pose(static_cast<scenes::BodyNumber>(i));
        outcome.bodies += 1;
        outcome.shapes += static_cast<int>(bodies[i].shapes.size());
        if (bodies[i].description.kind == scenes::BodyKind::Dynamic) {
            outcome.lowest = std::min(outcome.lowest, poses[i].y);
        }
    }
    if (watched >= 0 && bodies[static_cast<std::size_t>(watched)].alive) {
        outcome.has_watched = true;
        outcome.watched = poses[static_cast<std::size_t>(watched)];
    }
    outcome.contacts = engine.touching_contacts();
    outcome.overlaps = scenes::measure_overlaps(bodies, poses);
    return outcome;
}

}  // namespace

Run run_scene(const RunRequest& request) {
    const scenes::WorldSettings& world = request.scene->world;
    const std::unique_ptr<Engine> engine = request.engine->make(world, request.options);
    scenes::Recorder recorder(*engine);
    const std::unique_ptr<scenes::Scene> scene = request.scene->create();
    scene->build(recorder);

    Run run;
    double total = 0.0;
    const double limit =
        request.limit > 0.0 ? 1000.0 * request.limit : std::numeric_limits<double>::infinity();
    for (int step = 0; step < request.steps && (step < 2 || total < limit); ++step) {
        const Clock::time_point start = Clock::now();
        scene->before_step(recorder, step);
        engine->step(world.time_step, world.sub_steps);
        const double taken = milliseconds(Clock::now() - start);
        if (step > 0) {
            total += taken;
            run.step_times.push_back(taken);
            if (request.stages) {
                add_stages(run.stages, engine->stages());
            }
        }
        if (request.progress) {
            request.progress(step + 1);
        }
    }
    for (StageTime& stage : run.stages) {
        stage.milliseconds /= static_cast<double>(run.step_times.size());
    }
    run.version = engine->version();
    run.configuration = engine->configuration();
    run.notes = missing(*request.scene, recorder.needs(), engine->capabilities(), request.options.threads);
    if (request.outcome) {
        run.outcome = judge(*engine, recorder, scene->watched_body());
    }
    return run;
}

}  // namespace bench
