#include "growth/growth.h"

#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <sstream>
#include <string>

using bench::GrowthResult;

namespace {

/// Returns points whose time and memory are powers of the count.
GrowthResult powers(double time, double memory, const std::string& reason = {}) {
    GrowthResult result{"row", reason, {}};
    for (const int count : {100, 200, 400, 800, 1600}) {
        const double c = count;
        result.points.push_back({count, 1e-6 * std::pow(c, time), 1e3 * std::pow(c, memory)});
    }
    return result;
}

}  // namespace

TEST_CASE("growth: exponents are those of the last counts") {
    GrowthResult result = powers(2.0, 1.0);
    CHECK(bench::time_exponent(result).value() == doctest::Approx(2.0));
    CHECK(bench::memory_exponent(result).value() == doctest::Approx(1.0));
    result.points[0].seconds *= 100.0;
    CHECK(bench::time_exponent(result).value() == doctest::Approx(2.0));
}

TEST_CASE("growth: times that the clock cannot tell give no exponent") {
    GrowthResult result = powers(1.0, 1.0);
    for (auto& point : result.points) {
        point.seconds = 1e-6;
        point.bytes = 100.0;
    }
    CHECK_FALSE(bench::time_exponent(result).has_value());
    CHECK_FALSE(bench::memory_exponent(result).has_value());
    CHECK_FALSE(bench::is_fault(result));
}

TEST_CASE("growth: what grows too fast is a fault unless there is a reason, which the table tells") {
    CHECK_FALSE(bench::is_fault(powers(1.1, 1.0)));
    CHECK(bench::is_fault(powers(1.5, 1.0)));
    CHECK(bench::is_fault(powers(1.0, 1.5)));
    CHECK_FALSE(bench::is_fault(powers(2.0, 2.0, "all pairs touch")));
    std::ostringstream out;
    bench::growth_table({powers(2.0, 1.0, "all pairs touch"), powers(2.0, 1.0), powers(1.0, 1.0, "hidden")})
        .print(out);
    CHECK(out.str().find("all pairs touch") != std::string::npos);
    CHECK(out.str().find("FAULT") != std::string::npos);
    CHECK(out.str().find("hidden") == std::string::npos);
}

TEST_CASE("growth: each row has a name of its own and runs") {
    std::set<std::string> names;
    for (bench::GrowthRow& row : bench::growth_rows()) {
        CAPTURE(row.name);
        CHECK(names.insert(row.name).second);
        row.smallest = row.name.starts_with("tiles: ") ? 256 : 16;
        const GrowthResult result = bench::measure_growth(row, {.doublings = 1, .repeat = 1});
        REQUIRE(result.points.size() == 2);
        CHECK(result.points[1].count == 2 * row.smallest);
    }
}
