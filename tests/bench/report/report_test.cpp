#include "report/report.h"
#include "report/compare.h"
#include "report/json_report.h"
#include "report/table.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <sstream>
#include <string>
#include <vector>

namespace {

bench::EngineResult engine_result(const std::string& name, std::vector<double> step_times, double ratio) {
    bench::EngineResult result;
    result.name = name;
    result.counted = step_times.size();
    result.minimum = result.median = step_times.front();
    result.ratio = ratio;
    result.runs.emplace_back();
    result.runs.front().step_times = std::move(step_times);
    return result;
}

bench::SceneResult scene_result(const char* scene, double ratio) {
    return {scenes::find_scene(scene),
            3,
            {engine_result("drystone", {1.0, 1.0}, 1.0), engine_result("peer", {ratio, ratio}, ratio)}};
}

/// Makes a report with these depths [m].
scenes::OverlapReport overlaps(double mean, double worst) {
    return {.overlapping_pairs = 2, .worst = worst, .mean = mean};
}

std::vector<scenes::OverlapReport>& moments_of(bench::SceneResult& scene, std::size_t engine) {
    return scene.engines[engine].runs.front().moments;
}

std::string text_of(const bench::Table& table) {
    std::ostringstream out;
    table.print(out);
    return out.str();
}

}  // namespace

TEST_CASE("table: columns are as wide as their widest cell, the first one to the left") {
    bench::Table table({"name", "ms"});
    table.add({"a", "12.500"});
    CHECK(text_of(table) == "  name      ms\n  a     12.500\n");
}

TEST_CASE("table: what is no number is a dash") {
    CHECK(bench::fixed(1.0 / 3.0, 2) == "0.33");
    CHECK(bench::fixed(1.0 / 0.0, 2) == "-");
    CHECK(bench::megabytes(2500000) == "2.50");
    CHECK(bench::megabytes(std::nullopt) == "-");
}

TEST_CASE("report: a summary is the geometric mean and how many scenes miss the aim") {
    const std::vector<bench::SceneResult> scenes{scene_result("smash", 8.0), scene_result("washer", 2.0),
                                                 scene_result("junkyard", 0.5)};
    const std::vector<bench::Summary> summaries = bench::summarize(scenes);
    REQUIRE(summaries.size() == 1);
    CHECK(summaries[0].geometric_mean == doctest::Approx(2.0));
    CHECK(summaries[0].scenes == 3);
    CHECK(summaries[0].below_aim == 2);
    std::ostringstream out;
    bench::print_summaries(out, summaries);
    CHECK(out.str() == "peer/drystone: geomean 2.00, min 0.50 (junkyard); 2 of 3 scenes below 2.5\n");
    CHECK(bench::summarize({}).empty());
}

TEST_CASE("report: the summary names the scenes in which overlaps are deeper, by whatever little") {
    std::vector<bench::SceneResult> scenes{scene_result("smash", 2.0), scene_result("washer", 2.0),
                                           scene_result("junkyard", 2.0), scene_result("rain", 2.0)};
    moments_of(scenes[0], 0) = {overlaps(0.001, 0.002), overlaps(0.002, 0.005)};
    moments_of(scenes[0], 1) = {overlaps(0.001, 0.004), overlaps(0.002 - 1e-9, 0.004)};
    moments_of(scenes[1], 0) = {overlaps(0.001, 0.003)};
    moments_of(scenes[1], 1) = {overlaps(0.001, 0.003)};
    // The peer stopped early: only the first moment is common.
    moments_of(scenes[2], 0) = {overlaps(0.001, 0.003), overlaps(0.009, 0.009)};
    moments_of(scenes[2], 1) = {overlaps(0.002, 0.002)};
    const std::vector<bench::Summary> summaries = bench::summarize(scenes);
    REQUIRE(summaries.size() == 1);
    std::ostringstream out;
    bench::print_summaries(out, summaries);
    CHECK(out.str() ==
          "peer/drystone: geomean 2.00, min 2.00 (smash); 4 of 4 scenes below 2.5\n"
          "  overlaps over the run deeper in drystone, of 3 scenes: mean 1 (smash), worst 1 (junkyard), "
          "deepest 2 (smash, junkyard)\n");
    std::ostringstream json;
    bench::write_json(json, {.machine = {}, .options = {}, .scenes = scenes, .summaries = summaries});
    const auto summary = nlohmann::json::parse(json.str()).at("summary").at(0).at("deeper_overlaps_over_run");
    CHECK(summary == nlohmann::json{{"scenes", 3},
                                    {"mean", {"smash"}},
                                    {"worst", {"junkyard"}},
                                    {"deepest", {"smash", "junkyard"}}});
}

TEST_CASE("report: overlaps of the last step and over the run stand side by side, within 120 columns") {
    bench::SceneResult scene = scene_result("washer", 2.0);
    scene.engines[0].name = "drystone:avx3_spr";
    scene.engines[0].runs.front().outcome.overlaps = {
        .close_pairs = 123456, .overlapping_pairs = 98765, .worst = 0.5, .mean = 0.0015};
    moments_of(scene, 0) = {overlaps(0.001, 0.002), overlaps(0.002, 0.5)};
    std::ostringstream out;
    bench::print_scene(out, scene, {});
    for (const char* words : {"end: close  overlaps  mean mm  worst mm  run: overlaps  mean mm  worst mm",
                              "123456     98765    1.500    500.00            2.0    1.500    251.00",
                              "0         0    0.000      0.00              -        -         -"}) {
        CHECK_MESSAGE(out.str().find(words) != std::string::npos, out.str());
    }
    std::istringstream lines(out.str());
    for (std::string line; std::getline(lines, line);) {
        CHECK_MESSAGE(line.size() <= 120, line);
    }

    std::ostringstream json;
    bench::write_json(json, {.machine = {}, .options = {}, .scenes = {scene}, .summaries = {}});
    const auto engine = nlohmann::json::parse(json.str()).at("scenes").at(0).at("engines").at(0);
    CHECK(engine.at("overlaps_over_run") == nlohmann::json{{"moments", 2},
                                                           {"overlapping_pairs", 2.0},
                                                           {"mean_penetration_m", 0.0015},
                                                           {"mean_worst_penetration_m", 0.251},
                                                           {"deepest_penetration_m", 0.5},
                                                           {"non_finite_bodies", 0}});
}

TEST_CASE("report: memory is shown in megabytes and by body, and left out where it is not told") {
    bench::SceneResult scene = scene_result("washer", 2.0);
    bench::Outcome& outcome = scene.engines[0].runs.front().outcome;
    outcome.bodies = 1000;
    outcome.bytes = 2500000;
    std::ostringstream out;
    bench::print_scene(out, scene, {});
    CHECK_MESSAGE(out.str().find("1.00  2.50    2500") != std::string::npos, out.str());
    CHECK_MESSAGE(out.str().find("2.00     -       -") != std::string::npos, out.str());

    std::ostringstream json;
    bench::write_json(json, {.machine = {}, .options = {}, .scenes = {scene}, .summaries = {}});
    CHECK(json.str().find("\"bytes\": 2500000") != std::string::npos);
    CHECK(json.str().find("\"bytes\": null") != std::string::npos);
    CHECK(json.str().find("\"rms_speed_m_per_s\": 0.0") != std::string::npos);
}
