#include "state/state.h"

#include "report/compare.h"
#include "report/statistics.h"

#include <scenes/recorder.h>
#include <scenes/scene.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <ostream>

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Returns the median time of a call [ms]; each measurement repeats it until it is long enough.
template <class Call>
double time_of(const StateOptions& options, Call&& call) {
    std::vector<double> times;
    for (int i = 0; i < options.repeat; ++i) {
        const Clock::time_point start = Clock::now();
        int calls = 0;
        do {
            call();
            ++calls;
        } while (seconds_since(start) < options.seconds);
        times.push_back(1e3 * seconds_since(start) / calls);
    }
    return median(std::move(times));
}

StateKeeper& keeper_of(Engine& engine, const std::string& name) {
    StateKeeper* const keeper = engine.state_keeper();
    if (keeper == nullptr) {
        throw UsageError(name + " saves no states");
    }
    return *keeper;
}

/// Adds boxes in heaps of ten on the ground.
void add_heaps(Engine& engine, int count, float x, float distance) {
    for (int i = 0; i < count; ++i) {
        scenes::BodyDescription box;
        box.kind = scenes::BodyKind::Dynamic;
        box.position = {x + distance * static_cast<float>(i / 10), 0.5f + 1.0f * static_cast<float>(i % 10)};
        engine.add_box(engine.create_body(box), {0.5f, 0.5f});
    }
}

void add_ground(Engine& engine, float half_width) {
    scenes::BodyDescription ground;
    ground.kind = scenes::BodyKind::Static;
    ground.position = {0.0f, -1.0f};
    engine.add_box(engine.create_body(ground), {half_width, 1.0f});
}

constexpr float time_step = 1.0f / 60.0f;
constexpr int sub_steps = 4;

void run_steps(Engine& engine, int count) {
    for (int i = 0; i < count; ++i) {
        engine.step(time_step, sub_steps);
    }
}

std::string microseconds(double milliseconds) { return fixed(1e3 * milliseconds, 1); }

std::string bytes_each(std::size_t bytes, int bodies) {
    return bytes == 0 ? "-" : fixed(static_cast<double>(bytes) / std::max(1, bodies), 0);
}

/// Times one saving and one restoration after each of some steps, into the same memory: between two of either
/// the state has changed as far as steps change it.
void measure_frames(const scenes::SceneInfo& scene, const StateOptions& options, Engine& world,
                    StateResult& result) {
    StateKeeper& keeper = *world.state_keeper();
    std::vector<double> saves;
    std::vector<double> restores;
    for (int i = 0; i < 4 * options.repeat; ++i) {
        Clock::time_point start = Clock::now();
        keeper.save(0, std::nullopt);
        saves.push_back(1e3 * seconds_since(start));
        world.step(scene.world.time_step, scene.world.sub_steps);
        start = Clock::now();
        keeper.restore(0);
        restores.push_back(1e3 * seconds_since(start));
        world.step(scene.world.time_step, scene.world.sub_steps);
    }
    result.save = median(std::move(saves));
    result.restore = median(std::move(restores));
}

}  // namespace

StateResult measure_state(const scenes::SceneInfo& scene, const EngineEntry& engine,
                          const StateOptions& options) {
    const std::unique_ptr<Engine> world = engine.make_world(scene.world, {});
    StateKeeper& keeper = keeper_of(*world, engine.name);
    scenes::Recorder recorder(*world);
    const std::unique_ptr<scenes::Scene> play = scene.create();
    play->build(recorder);
    for (int i = 0; i < std::min(options.steps, scene.steps); ++i) {
        play->before_step(recorder, i);
        world->step(scene.world.time_step, scene.world.sub_steps);
    }
    StateResult result{
        .scene = scene.name, .engine = engine.name, .bodies = static_cast<int>(recorder.bodies().size())};
    measure_frames(scene, options, *world, result);
    keeper.save(1, std::nullopt);
    world->step(scene.world.time_step, scene.world.sub_steps);
    keeper.save(0, std::nullopt);
    result.bytes = keeper.bytes(0);
    result.new_bytes = keeper.own_bytes(0);
    if (keeper.hash()) {
        result.hash = time_of(options, [&] { static_cast<void>(keeper.hash()); });
    }
    result.file_bytes = keeper.save_file();
    if (result.file_bytes != 0) {
        result.save_file = time_of(options, [&] { static_cast<void>(keeper.save_file()); });
        result.load_file = time_of(options, [&] { keeper.load_file(); });
    }
    return result;
}

DeltaResult measure_delta(const EngineEntry& engine, const StateOptions& options) {
    const std::unique_ptr<Engine> world = engine.make_world({}, {});
    StateKeeper& keeper = keeper_of(*world, engine.name);
    const float width = 0.15f * static_cast<float>(options.bodies) + 100.0f;
    add_ground(*world, width);
    const int asleep = options.bodies * 95 / 100;
    add_heaps(*world, asleep, 10.0f - width, 2.0f);
    run_steps(*world, 300);
    // The rest stays in the air while it is measured.
    for (int i = 0; i < options.bodies - asleep; ++i) {
        scenes::BodyDescription box;
        box.kind = scenes::BodyKind::Dynamic;
        box.position = {width - 40.0f + 2.0f * static_cast<float>(i % 16),
                        200.0f + 2.0f * static_cast<float>(i / 16)};
        world->add_box(world->create_body(box), {0.5f, 0.5f});
    }
    run_steps(*world, 2);
    DeltaResult result{.engine = engine.name};
    std::vector<double> times;
    for (int i = 0; i < 4 * options.repeat; ++i) {
        keeper.save(i % state_frames, i > 0 ? std::optional((i - 1) % state_frames) : std::nullopt);
        world->step(time_step, sub_steps);
        const int next = (i + 1) % state_frames;
        const Clock::time_point start = Clock::now();
        keeper.save(next, i % state_frames);
        times.push_back(1e3 * seconds_since(start));
        result.bytes = keeper.bytes(next);
        result.own_bytes = keeper.own_bytes(next);
    }
    result.save = median(std::move(times));
    return result;
}

RollbackResult measure_rollback(const EngineEntry& engine, const StateOptions& options) {
    const std::unique_ptr<Engine> world = engine.make_world({}, {});
    StateKeeper& keeper = keeper_of(*world, engine.name);
    add_ground(*world, 100.0f);
    add_heaps(*world, 500, -60.0f, 1.6f);
    run_steps(*world, 20);
    keeper.save(0, std::nullopt);
    for (int frame = 1; frame < state_frames; ++frame) {
        world->step(time_step, sub_steps);
        keeper.save(frame, frame - 1);
    }
    std::vector<double> state_times;
    std::vector<double> step_times;
    for (int i = 0; i < options.repeat; ++i) {
        double in_steps = 0.0;
        const Clock::time_point start = Clock::now();
        keeper.restore(0);
        for (int frame = 0; frame < state_frames; ++frame) {
            const Clock::time_point before = Clock::now();
            world->step(time_step, sub_steps);
            in_steps += seconds_since(before);
            if (frame + 1 < state_frames) {
                keeper.save(frame + 1, frame);
            }
        }
        state_times.push_back(1e3 * (seconds_since(start) - in_steps));
        step_times.push_back(1e3 * in_steps);
    }
    return {engine.name, median(std::move(state_times)), median(std::move(step_times))};
}

Table state_table(const std::vector<StateResult>& results) {
    Table table({"scene", "bodies", "engine", "save us", "restore us", "hash us", "B/body", "new B",
                 "file save us", "load us", "B/body"});
    for (const StateResult& result : results) {
        const bool has_files = result.file_bytes != 0;
        table.add({result.scene, std::to_string(result.bodies), result.engine, microseconds(result.save),
                   microseconds(result.restore), result.hash ? microseconds(*result.hash) : "-",
                   bytes_each(result.bytes, result.bodies), bytes_each(result.new_bytes, result.bodies),
                   has_files ? microseconds(result.save_file) : "-",
                   has_files ? microseconds(result.load_file) : "-",
                   bytes_each(result.file_bytes, result.bodies)});
    }
    return table;
}

void state(const StateOptions& options, std::ostream& out) {
    std::vector<EngineEntry> engines = select_engines(options.engines);
    if (options.engines.empty()) {
        std::erase_if(engines, [](const EngineEntry& engine) {
            return engine.make_world({}, {})->state_keeper() == nullptr;
        });
    }
    const bool any_scenes = options.scenes != std::vector<std::string>{"none"};
    std::vector<StateResult> results;
    std::vector<RecordingResult> recordings;
    for (const scenes::SceneInfo* const scene :
         any_scenes ? select_scenes(options.scenes) : std::vector<const scenes::SceneInfo*>{}) {
        for (const EngineEntry& engine : engines) {
            results.push_back(measure_state(*scene, engine, options));
            if (const auto recording = measure_recording(*scene, engine, options)) {
                recordings.push_back(*recording);
            }
        }
    }
    if (any_scenes) {
        state_table(results).print(out);
        out << '\n';
        recording_table(recordings).print(out);
        out << '\n';
    }
    Table deltas({"engine", "95 % asleep: save us", "bytes", "new bytes", "%", "8 frames of 500: state ms",
                  "steps ms"});
    for (const EngineEntry& engine : engines) {
        const DeltaResult delta = measure_delta(engine, options);
        const RollbackResult rollback = measure_rollback(engine, options);
        deltas.add({engine.name, microseconds(delta.save), std::to_string(delta.bytes),
                    std::to_string(delta.own_bytes),
                    fixed(100.0 * static_cast<double>(delta.own_bytes) / static_cast<double>(delta.bytes), 1),
                    fixed(rollback.state, 3), fixed(rollback.steps, 3)});
    }
    deltas.print(out);
}

}  // namespace bench
