#include "instructions/instructions.h"
#include "micro/batch.h"

#include <scenes/building.h>
#include <scenes/recorder.h>
#include <scenes/small_scenes.h>

#include <memory>
#include <utility>

namespace bench {
namespace {

constexpr float time_step = 1.0f / 60.0f;
constexpr int sub_steps = 4;

using Builder = std::function<void(scenes::Backend&)>;
using Maker = std::function<std::optional<CountedWorld>(const EngineEntry&)>;

std::shared_ptr<Engine> build(const EngineEntry& entry, const Builder& builder) {
    std::shared_ptr<Engine> engine = entry.make_world({.sleeping = false}, {});
    builder(*engine);
    return engine;
}

Maker plain(const Builder& builder) {
    return [builder](const EngineEntry& entry) -> std::optional<CountedWorld> {
        const std::shared_ptr<Engine> engine = build(entry, builder);
        return CountedWorld{{}, [engine] { engine->step(time_step, sub_steps); }};
    };
}

void add_unit_box(scenes::Backend& backend, float x, float y) {
    scenes::add_box(backend, {x, y}, {1.0f, 1.0f}, {.shape = {}});
}

/// Boxes at rest on the ground, in columns that do not touch.
Builder resting(int columns, int height) {
    return [columns, height](scenes::Backend& backend) {
        scenes::add_ground(backend, 4.0f * static_cast<float>(columns));
        for (int column = 0; column < columns; ++column) {
            for (int i = 0; i < height; ++i) {
                const float from_middle = static_cast<float>(column) - 0.5f * static_cast<float>(columns - 1);
                add_unit_box(backend, 2.0f * from_middle, 0.5f + static_cast<float>(i));
            }
        }
    };
}

/// A scene of `small`, with its own calls before each step, which are not counted.
Maker small_scene(const scenes::SceneInfo& info) {
    return [info](const EngineEntry& entry) -> std::optional<CountedWorld> {
        struct State {
            std::unique_ptr<Engine> engine;
            std::unique_ptr<scenes::Recorder> recorder;
            std::unique_ptr<scenes::Scene> scene;
            int step = 0;
        };
        const auto state = std::make_shared<State>();
        state->engine = entry.make_world(info.world, {});
        state->recorder = std::make_unique<scenes::Recorder>(*state->engine);
        state->scene = info.create();
        state->scene->build(*state->recorder);
        return CountedWorld{
            [state] { state->scene->before_step(*state->recorder, state->step++); },
            [state, world = info.world] { state->engine->step(world.time_step, world.sub_steps); }};
    };
}

/// The first step after a return to a saved state.
Maker after_rollback(const Builder& builder) {
    return [builder](const EngineEntry& entry) -> std::optional<CountedWorld> {
        const std::shared_ptr<Engine> engine = build(entry, builder);
        if (engine->state_keeper() == nullptr) {
            return std::nullopt;
        }
        for (int i = 0; i < 60; ++i) {
            engine->step(time_step, sub_steps);
        }
        engine->state_keeper()->save(0, std::nullopt);
        return CountedWorld{[engine] { engine->state_keeper()->restore(0); },
                            [engine] { engine->step(time_step, sub_steps); }};
    };
}

/// Worlds that are stepped together where the engine can, else one by one.
Maker many_worlds(const std::string& scene, int worlds) {
    return [scene, worlds](const EngineEntry& entry) -> std::optional<CountedWorld> {
        const BatchWay way = entry.name == reference_engine ? BatchWay::Batch : BatchWay::Peer;
        return CountedWorld{{}, make_batch_step(scene, entry, way, worlds)};
    };
}

}  // namespace

std::vector<InstructionsRow> instructions_rows() {
    std::vector<InstructionsRow> rows;
    const auto add = [&rows](const std::string& name, Maker make, int first_steps = 60, int steps = 60) {
        rows.push_back({name, first_steps, steps, std::move(make)});
    };
    add("empty", plain([](scenes::Backend&) {}));
    add("1 box in flight", plain([](scenes::Backend& backend) { add_unit_box(backend, 0.0f, 0.0f); }));
    add("1 box at rest", plain(resting(1, 1)));
    add("10 boxes at rest, side by side", plain(resting(10, 1)));
    add("column of 10", plain(resting(1, 10)));
    add("50 columns of 10", plain(resting(50, 10)));
    for (const scenes::SceneInfo& info : scenes::small_scenes()) {
        add(info.name, small_scene(info), 120, 60);
    }
    add("column of 10, the step after a rollback", after_rollback(resting(1, 10)), 1, 20);
    add("50 columns of 10, the step after a rollback", after_rollback(resting(50, 10)), 1, 20);
    for (const std::string& scene : batch_scenes()) {
        add("64 worlds of 12, " + scene, many_worlds(scene, 64), 30, 30);
    }
    return rows;
}

}  // namespace bench
