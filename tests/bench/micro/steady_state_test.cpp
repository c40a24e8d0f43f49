#include "micro/steady_state.h"

#include "engines/engine_list.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace {

constexpr bench::SteadyStateSize small_world{.static_side = 12,
                                       .moving_side = 10,
                                       .queries = 40,
                                       .replaced = 30,
                                       .sleepers = 50,
                                       .worlds = 3,
                                       .shapes = 20,
                                       .pile_side = 6,
                                       .sensors = 60,
                                       .joints = 25};
const bench::SteadyStateOptions quick{.size = small_world, .repeat = 1, .seconds = 1e-5};

}  // namespace

TEST_CASE("steady state: every task has a name of its own, and operations to divide by") {
    std::set<std::string> names;
    for (std::size_t i = 0; i < bench::steady_state_task_count; ++i) {
        const auto task = static_cast<bench::SteadyStateTask>(i);
        names.insert(bench::name_of(task));
        CHECK(bench::steady_state_operations(task, small_world) > 0);
        CHECK_FALSE(std::string(bench::steady_state_unit(task)).empty());
    }
    CHECK(names.size() == bench::steady_state_task_count);
    CHECK(names.count("") == 0);
}

TEST_CASE("steady state: tasks do what they say, and engines give much the same answers") {
    using bench::SteadyStateTask;
    for (std::size_t i = 0; i < bench::steady_state_task_count; ++i) {
        const auto task = static_cast<SteadyStateTask>(i);
        CAPTURE(bench::name_of(task));
        const bench::SteadyStateResult result = bench::measure_steady_state(task, quick);
        CHECK(result.drystone.size() == 1);
        CHECK(result.drystone.front() > 0.0);
        switch (task) {
            case SteadyStateTask::CreateAndDestroy: CHECK(result.drystone_answer == 30.0); break;
            case SteadyStateTask::MakeStatic: CHECK(result.drystone_answer == 144.0); break;
            case SteadyStateTask::SleepingWorld: CHECK(result.drystone_answer == 0.0); break;
            case SteadyStateTask::OneAmongStatic: CHECK(result.drystone_answer == 1.0); break;
            case SteadyStateTask::SmallWorlds: CHECK(result.drystone_answer == 10.0); break;
            case SteadyStateTask::MoveStatic: CHECK(result.drystone_answer == 0.0); break;
            case SteadyStateTask::KinematicShapes: CHECK(result.drystone_answer == 21.0); break;
            case SteadyStateTask::WakePile: CHECK(result.drystone_answer == 21.0); break;
            case SteadyStateTask::MakeJoints: CHECK(result.drystone_answer == 25.0); break;
            default: CHECK(result.drystone_answer > 0.0);
        }
        if (!result.box2d3.empty()) {
            CHECK(result.box2d3_answer == doctest::Approx(result.drystone_answer).epsilon(0.1));
        }
    }
}

TEST_CASE("steady state: a run leaves the world as another run needs it") {
    for (const auto task : {bench::SteadyStateTask::CreateAndDestroy, bench::SteadyStateTask::WakePile,
                            bench::SteadyStateTask::MoveStatic, bench::SteadyStateTask::RayMoving}) {
        CAPTURE(bench::name_of(task));
        const auto runner = bench::make_drystone_steady_state(task, small_world);
        runner->run();
        const double first = runner->answer();
        runner->run();
        CHECK(runner->answer() == first);
    }
}

TEST_CASE("steady state: prints a table and writes a file") {
    const std::filesystem::path json = std::filesystem::temp_directory_path() / "drystone-everyday-test.json";
    bench::SteadyStateOptions options = quick;
    options.only = "overlap";
    options.json = json.string();
    std::ostringstream out;
    CHECK(bench::steady_state(options, out).size() == 4);
    CHECK(out.str().find("overlap with a disc, moving world") != std::string::npos);
    std::ifstream file(json);
    const nlohmann::json written = nlohmann::json::parse(file);
    CHECK(written["rows"].size() == 4);
    CHECK(written["rows"][0]["drystone_ns"].size() == 1);
    std::filesystem::remove(json);
    options.only = "no such task";
    CHECK_THROWS_AS(bench::steady_state(options, out), bench::UsageError);
}
