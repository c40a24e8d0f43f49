#include "micro/scaling.h"
#include "report/plot.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <sstream>
#include <string>

namespace {

bench::Scaling two_engines() {
    bench::Scaling scaling;
    scaling.machine.cpu = "Some CPU";
    scaling.curves = {{"drystone", "1.0", {{1000, {0.25, 0.25}, false}, {2000, {0.5, 0.5}, false}}},
                      {"peer", "", {{1000, {1.0, 1.0}, false}, {2000, {1.0}, true}}}};
    return scaling;
}

std::string text_of(const bench::Table& table) {
    std::ostringstream out;
    table.print(out);
    return out.str();
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("scaling: the table has time, time per body and the ratio to the reference") {
    CHECK(text_of(bench::scaling_table(two_engines().curves)) ==
          "  bodies  drystone ms     ns  peer ms      ns  ratio\n"
          "  1000          0.250  250.0    1.000  1000.0   4.00\n"
          "  2000          0.500  250.0   1.000*   500.0   2.00\n");
}

TEST_CASE("scaling: without the reference there are no ratios, without engines no rows") {
    bench::Scaling scaling = two_engines();
    scaling.curves.erase(scaling.curves.begin());
    CHECK(text_of(bench::scaling_table(scaling.curves)) ==
          "  bodies  peer ms      ns\n"
          "  1000      1.000  1000.0\n"
          "  2000     1.000*   500.0\n");
    CHECK(text_of(bench::scaling_table({})) == "  bodies\n");
}

TEST_CASE("scaling: a ratio is taken over the steps that both did") {
    const bench::ScalingPoint reference{10, {1.0, 3.0, 8.0}, false};
    const bench::ScalingPoint stopped{10, {2.0, 6.0}, true};
    CHECK(bench::scaling_ratio(stopped, reference) == doctest::Approx(2.0));
    CHECK(bench::scaling_ratio(reference, stopped) == doctest::Approx(0.5));
}

TEST_CASE("scaling: the curves that are drawn are those of the table") {
    const bench::Plot plot = bench::scaling_plot(two_engines());
    REQUIRE(plot.curves.size() == 2);
    CHECK(plot.curves[0].name == "drystone (1.0)");
    CHECK(plot.curves[1].name == "peer");
    REQUIRE(plot.curves[0].points.size() == 2);
    CHECK(plot.curves[0].points[1].x == 2000.0);
    CHECK(plot.curves[0].points[1].y == 0.5);
    CHECK(contains(plot.subtitle, "stopped"));
    CHECK(contains(plot.y_label, "[ms]"));
}

TEST_CASE("plot: the script holds data, labels and ranges, and quotes what it is given") {
    const bench::Plot plot{.title = "Bob's title",
                           .subtitle = "below",
                           .x_label = "Bodies",
                           .y_label = "Time [ms]",
                           .curves = {{"first", {{1000.0, 2.0}, {4000.0, 8.5}}}, {"second", {{1000.0, 4.0}}}},
                           .mark = 16.0,
                           .mark_name = "a mark"};
    const std::string script = bench::gnuplot_script(plot, "|it's.svg");
    CHECK(contains(script, "$curve0 << end\n1000 2\n4000 8.5\nend\n"));
    CHECK(contains(script, "$curve1 << end\n1000 4\nend\n"));
    CHECK(contains(script, "'Bob''s title'"));
    CHECK(contains(script, "set terminal svg"));
    CHECK(contains(script, "set output '/"));
    CHECK(contains(script, "/|it''s.svg'\n"));
    CHECK(contains(script, "set logscale xy\n"));
    CHECK(contains(script, "set xrange [750:6000]\n"));
    CHECK(contains(script, "set yrange [1.5:24]\n"));
    CHECK(contains(script, "'a mark' at graph 0.01, first 16 "));
    CHECK(contains(script, "title 'first', $curve1 with"));
    CHECK(contains(bench::gnuplot_script(plot, "a.png"), "set terminal pngcairo"));
    bench::Plot bare = plot;
    bare.mark = 0.0;
    CHECK_FALSE(contains(bench::gnuplot_script(bare, "a.png"), "arrow"));
}

TEST_CASE("plot: gnuplot understands the script, where it is installed") {
    if (!bench::has_gnuplot()) {
        MESSAGE("gnuplot was not found");
        return;
    }
    for (const char* name : {"drystone-plot-test.svg", "drystone-plot-test.png"}) {
        const std::filesystem::path file = std::filesystem::temp_directory_path() / name;
        bench::draw(bench::scaling_plot(two_engines()), file);
        CHECK(std::filesystem::file_size(file) > 1000);
        std::filesystem::remove(file);
    }
    CHECK_THROWS_AS(bench::draw(bench::scaling_plot(two_engines()), "no/such/folder/a.svg"),
                    std::runtime_error);
}
