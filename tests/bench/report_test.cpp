#include "report.h"
#include "compare.h"
#include "json_report.h"
#include "table.h"

#include <doctest/doctest.h>

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
