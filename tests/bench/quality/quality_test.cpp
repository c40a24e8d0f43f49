#include "quality/quality.h"
#include "command_line.h"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using bench::Metric;
using bench::QualityRow;
using bench::Verdict;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

Verdict judge(double ideal, int decimals, const Metric& ours, const Metric& theirs) {
    return bench::judge({"row", "m", ideal, decimals}, ours, theirs);
}

bench::TestedEngine drystone() {
    static const std::vector<bench::EngineEntry> engines =
        bench::select_engines(std::vector<std::string>{"drystone"});
    return {&engines.front(), {}};
}

/// Plays the scene and returns the metrics of all its rows.
std::vector<Metric> measure(const std::string& name) {
    for (const bench::QualityScene& scene : bench::quality_scenes()) {
        if (scene.name == name) {
            return scene.measure(drystone());
        }
    }
    FAIL("no scene " << name);
    return {};
}

bench::Quality two_rows(std::vector<std::string> engines) {
    bench::Quality quality{.machine = {}, .options = {}, .engines = std::move(engines), .results = {}};
    quality.results.push_back({"stack", {"sag", "mm", 0.0, 1}, {Metric(2.0), Metric(1.0)}, Verdict::Worse});
    quality.results.push_back(
        {"stack", {"height", "boxes", 9.0, 0}, {Metric(9.0), Metric::failure("falls")}, Verdict::Better});
    return quality;
}

std::vector<std::string> run(std::vector<const char*> arguments, int status) {
    arguments.insert(arguments.begin(), {"drystone-bench", "quality"});
    std::ostringstream out;
    std::ostringstream errors;
    CHECK(bench::run_command_line(static_cast<int>(arguments.size()), arguments.data(), out, errors) ==
          status);
    std::istringstream text(status == 0 ? out.str() : errors.str());
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) {
        lines.push_back(line);
    }
    return lines;
}

}  // namespace

TEST_CASE("quality: who is nearer to the ideal is better, whichever side of it") {
    CHECK(judge(0.0, 2, 1.0, 2.0) == Verdict::Better);
    CHECK(judge(0.0, 2, 2.0, 1.0) == Verdict::Worse);
    CHECK(judge(0.0, 2, -1.0, 2.0) == Verdict::Better);
    CHECK(judge(5.0, 2, 4.0, 7.0) == Verdict::Better);
    CHECK(judge(300.0, 0, 60.0, 80.0) == Verdict::Worse);
}

TEST_CASE("quality: equal within one in the last digit or two per cent of the greater error") {
    CHECK(judge(0.0, 2, 0.11, 0.1) == Verdict::Equal);
    CHECK(judge(0.0, 2, 0.13, 0.1) == Verdict::Worse);
    CHECK(judge(0.0, 2, 101.9, 100.0) == Verdict::Equal);
    CHECK(judge(0.0, 2, 102.1, 100.0) == Verdict::Worse);
    CHECK(judge(0.0, 2, 97.9, 100.0) == Verdict::Better);
    CHECK(judge(0.0, 0, -1.0, 1.0) == Verdict::Equal);
}

TEST_CASE("quality: what is no number is as bad as can be") {
    for (const Metric& bad :
         {Metric::failure("falls"), Metric(no_number), Metric(std::numeric_limits<double>::infinity())}) {
        CHECK(judge(0.0, 2, bad, 1e9) == Verdict::Worse);
        CHECK(judge(0.0, 2, 1e9, bad) == Verdict::Better);
        CHECK(judge(0.0, 2, bad, Metric::failure("squeezed out")) == Verdict::Equal);
    }
}

TEST_CASE("quality: figures as text") {
    CHECK(Metric(1.26).text(1) == "1.3");
    CHECK(Metric(-0.001).text(2) == "0.00");
    CHECK(Metric(-0.006).text(2) == "-0.01");
    CHECK(Metric(no_number).text(2) == "-");
    CHECK(Metric::failure("falls").text(2) == "falls");
}

TEST_CASE("quality: the table has the reference last, the summary counts the rows") {
    const bench::Quality quality = two_rows({"drystone", "box2d3"});
    std::ostringstream out;
    bench::quality_table(quality).print(out);
    CHECK(out.str() ==
          "  row             unit  ideal  box2d3  drystone  verdict\n"
          "  stack: sag        mm    0.0     1.0       2.0    WORSE\n"
          "  stack: height  boxes      9   falls         9   better\n");
    CHECK(bench::quality_summary(quality) == "drystone worse than box2d3 in 1 of 2 rows");
    CHECK(bench::quality_summary(two_rows({"box2d2", "box2d3"})) ==
          "no verdicts: drystone did not take part");
    CHECK(bench::quality_summary(two_rows({"drystone", "box2d2"})) ==
          "no verdicts: box2d3 did not take part");
}

TEST_CASE("quality: every row has a name of its own, a unit and a number for its ideal") {
    std::set<std::string> names;
    for (const bench::QualityScene& scene : bench::quality_scenes()) {
        CHECK_FALSE(scene.rows.empty());
        for (const QualityRow& row : scene.rows) {
            CAPTURE(scene.name);
            CAPTURE(row.name);
            CHECK(names.insert(scene.name + ": " + row.name).second);
            CHECK_FALSE(row.unit.empty());
            CHECK(std::isfinite(row.ideal));
        }
    }
    CHECK(names.size() > 100);
}

// A semi-implicit Euler step would deviate by g t h / 2 = 208 mm after ten seconds; velocity Verlet is exact.
TEST_CASE("quality: free flight follows the parabola to rounding") {
    const std::vector<Metric> flight = measure("free flight");
    REQUIRE(flight.size() == 3);
    CHECK(std::abs(flight[0].value) < 2e-3);
    CHECK(std::abs(flight[1].value) < 2e-3);
    CHECK(std::abs(flight[2].value) < 1e-3);
}

// The discs transfer their velocity one at a time: the result for a row of discs is that of pairwise
// collisions in some order, and the total momentum is that of the first disc.
TEST_CASE("quality: the discs in a row keep their momentum") {
    const std::vector<Metric> cradle = measure("disc into five in a row, e = 1");
    REQUIRE(cradle.size() == 4);
    CHECK(cradle[3].value < 2.0);
    CHECK(cradle[1].value > 0.0);
    CHECK(cradle[1].value <= 5.0);
}

TEST_CASE("quality: a scene gives as many figures as it has rows, in every engine of the build") {
    for (const bench::QualityScene& scene : bench::quality_scenes()) {
        if (scene.name == "free spin" || scene.name == "over 60 m of chain" || scene.name == "waking up" ||
            scene.name == "10 m box on two of 1 m") {
            for (const bench::EngineEntry& engine : bench::select_engines({})) {
                CAPTURE(scene.name);
                CAPTURE(engine.name);
                CHECK(scene.measure({&engine, {}}).size() == scene.rows.size());
            }
        }
    }
}

TEST_CASE("quality: the command prints its rows and ends with the summary") {
    const std::filesystem::path json = std::filesystem::temp_directory_path() / "drystone-quality-test.json";
    const std::vector<std::string> lines =
        run({"--engines", "drystone", "--only", "free flight", "--json", json.c_str()}, 0);
    REQUIRE(lines.size() > 4);
    CHECK(lines.back() == "no verdicts: box2d3 did not take part");
    CHECK(lines[lines.size() - 3].find("  free flight: error of width") == 0);
    CHECK(lines[lines.size() - 6].find("  row ") == 0);
    std::ifstream file(json);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    CHECK(text.find("\"row\": \"error of width after a throw of 8 s\"") != std::string::npos);
    file.close();
    std::filesystem::remove(json);
}

TEST_CASE("quality: wrong arguments are told, and nothing runs") {
    CHECK(run({"--only", "no such row"}, bench::usage_failure).at(0) ==
          "drystone-bench: no row of the quality table has \"no such row\" in its name");
    CHECK(run({"--engines", "newton"}, bench::usage_failure).at(0).find("unknown engine \"newton\"") !=
          std::string::npos);
    CHECK(run({"--only", "free flight", "--json", "no/such/folder/file.json"}, bench::usage_failure)
              .at(0)
              .find("cannot write to") != std::string::npos);
}
