// Every scene through every way of saving its state, compared step by step with what follows without.
//
// By default benchmark scenes alone, and few steps. The whole takes hours: DRYSTONE_STATE_STEPS=120 takes all
// scenes, 120 steps after random moments, and every number of threads with every instruction set.
#include <doctest/doctest.h>

#include "engine/world/recording/recorded_drop.h"
#include "engine/world/sample_run.h"
#include "engine/world/save/reload.h"
#include "engine/world/state/step_record.h"
#include "support/world_random.h"

#include <drystone/drystone.h>
#include <samples/catalogue.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

using namespace drystone;
using test::StepRecord;

namespace {

/// Frames that the history keeps.
constexpr int kept_frames = 4;

/// Returns the number of steps of a long run; 0: this is none.
int long_steps() {
    const char* const text = std::getenv("DRYSTONE_STATE_STEPS");  // NOLINT(concurrency-mt-unsafe)
    return text != nullptr ? std::atoi(text) : 0;
}

struct ExecutionChoice {
    int threads = 1;
    SimdTarget simd = SimdTarget::Widest;
};

/// Returns those that a scene is run with.
std::vector<ExecutionChoice> executions(int scene) {
    const std::vector<SimdTarget> targets = simd_targets();
    std::vector<ExecutionChoice> all;
    for (int threads = 1; threads <= 3; ++threads) {
        for (const SimdTarget target : targets) {
            all.push_back({threads, target});
        }
    }
    if (long_steps() == 0) {
        return {all[static_cast<std::size_t>(scene) % all.size()]};
    }
    return all;
}

struct Steps {
    const scenes::SceneInfo& info;
    int count = 0;

    std::vector<StepRecord> operator()(World& world) const {
        return test::record_steps(world, count, info.world.time_step, info.world.sub_steps);
    }
    void one(World& world) const { world.step(info.world.time_step, info.world.sub_steps); }
};

/// Continues while recording and keeping deltas, rolls back by them, and plays the recording.
void check_recorded(World& world, const Steps& steps, const std::vector<StepRecord>& expected,
                    const ExecutionChoice& execution) {
    const test::TemporaryFile file("all_ways");
    const std::vector<Named<CustomShape>> shapes = test::name_all(world).custom_shapes;
    std::vector<std::uint64_t> hashes;
    StateHistory history(kept_frames);
    {
        const Recorder recorder(world, file.path, {.keyframe_interval = 25, .custom_shapes = shapes});
        for (int i = 0; i < steps.count; ++i) {
            history.save(world);
            steps.one(world);
            hashes.push_back(world.state_hash());
            CHECK(StepRecord(world) == expected[static_cast<std::size_t>(i)]);
        }
        CHECK(recorder.stop_reason() == "");
    }
    test::check_played(file.path, hashes,
                       {.threads = execution.threads, .simd = execution.simd, .custom_shapes = shapes});
    const int back = history.size() - 1;
    history.restore(world, back);
    for (int i = steps.count - 1 - back; i < steps.count; ++i) {
        steps.one(world);
        CHECK(StepRecord(world) == expected[static_cast<std::size_t>(i)]);
    }
}

/// Returns what follows from the present state, after comparing what follows by all ways.
std::vector<StepRecord> check_all_ways(World& world, const Steps& steps, const ExecutionChoice& execution) {
    const Snapshot snapshot = world.snapshot();
    World clone = world.clone(execution.threads);
    World loaded = test::reload(world, execution.threads, execution.simd);
    std::vector<StepRecord> expected = steps(world);
    CHECK(steps(clone) == expected);
    CHECK(steps(loaded) == expected);
    world.restore(snapshot);
    CHECK_NOTHROW(world.validate());
    check_recorded(world, steps, expected, execution);
    world.restore(snapshot);
    return expected;
}

}  // namespace

TEST_CASE("state: every scene continues in the same way by every way of saving its state") {
    int number = 0;
    for (const scenes::SceneInfo& info : samples::catalogue()) {
        const bool is_benchmark = info.group == "Benchmark";
        if (long_steps() == 0 && !is_benchmark) {
            continue;  // Each way has a test of its own over the samples.
        }
        CAPTURE(info.name);
        test::Random random(static_cast<std::uint32_t>(++number));
        const int moment = long_steps() == 0 ? 3 : random.below(is_benchmark ? 60 : 200);
        const Steps steps{info, long_steps() == 0 ? 1 : long_steps()};
        std::optional<std::vector<StepRecord>> expected;
        for (const ExecutionChoice& execution : executions(number)) {
            CAPTURE(execution.threads);
            CAPTURE(static_cast<int>(execution.simd));
            test::SampleRun run(info, {.threads = execution.threads, .simd = execution.simd});
            run.steps(moment);
            const std::vector<StepRecord> found = check_all_ways(run.backend.world(), steps, execution);
            CHECK((!expected || found == *expected));
            expected = found;
        }
    }
}
