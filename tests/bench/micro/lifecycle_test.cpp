#include "micro/lifecycle.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

using bench::LifecyclePhase;

TEST_CASE("lifecycle: the scattered order has every number once, and is the same every time") {
    std::vector<int> order = bench::scattered_order(100);
    CHECK(order == bench::scattered_order(100));
    CHECK_FALSE(std::is_sorted(order.begin(), order.end()));
    std::sort(order.begin(), order.end());
    for (int i = 0; i < 100; ++i) {
        CHECK(order[static_cast<std::size_t>(i)] == i);
    }
}

TEST_CASE("lifecycle: two phases are about half of the bodies") {
    CHECK(bench::replaced_bodies(LifecyclePhase::Create, 11) == 11);
    CHECK(bench::replaced_bodies(LifecyclePhase::DestroyHalf, 11) == 5);
    CHECK(bench::replaced_bodies(LifecyclePhase::CreateAgain, 11) == 5);
    CHECK(bench::replaced_bodies(LifecyclePhase::DestroyAll, 11) == 11);
}

TEST_CASE("lifecycle: every engine goes through all phases") {
    for (const bench::EngineEntry& engine : bench::select_engines({})) {
        CAPTURE(engine.name);
        const bench::LifecycleRun run = bench::run_lifecycle_once(engine, {}, 21);
        for (std::size_t phase = 0; phase < bench::lifecycle_phase_count; ++phase) {
            CHECK(run.calls[phase] > 0.0);
            CHECK(run.steps[phase] > 0.0);
        }
    }
}

TEST_CASE("lifecycle: medians are of each time by itself") {
    std::vector<bench::LifecycleRun> runs(3);
    runs[0].calls.fill(1.0);
    runs[1].calls.fill(5.0);
    runs[2].calls.fill(3.0);
    runs[0].steps.fill(30.0);
    runs[1].steps.fill(10.0);
    runs[2].steps.fill(20.0);
    const bench::LifecycleRun medians = bench::lifecycle_medians(runs);
    CHECK(medians.calls.back() == 3.0);
    CHECK(medians.steps.front() == 20.0);
}

TEST_CASE("lifecycle: the table weighs the phases of the last row by their bodies") {
    std::vector<bench::LifecycleResult> results{{"drystone", "", {}, {}}, {"peer", "", {}, {}}};
    results[0].medians = {{9.0, 9.0, 10.0, 40.0, 40.0, 10.0}, {9.0, 9.0, 0.0, 0.0, 0.0, 0.0}};
    results[1].medians = {{9.0, 9.0, 20.0, 20.0, 20.0, 20.0}, {9.0, 9.0, 20.0, 20.0, 20.0, 20.0}};
    std::ostringstream out;
    bench::lifecycle_table(results).print(out);
    const std::string text = out.str();
    CHECK_MESSAGE(
        text.find("\n  the last four and their steps      20.0  40.0   2.00\n") != std::string::npos, text);
    CHECK_MESSAGE(
        text.find("\n  destroy half, scattered            40.0  20.0   0.50\n") != std::string::npos, text);
}
