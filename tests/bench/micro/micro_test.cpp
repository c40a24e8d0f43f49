#include "micro/micro.h"

#include "engines/engine_list.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

bool is_tree(bench::MicroQuery query) { return query >= bench::MicroQuery::TreeCreate; }

}  // namespace

TEST_CASE("micro: every kind of query has rows, and no two rows have the same name") {
    const std::vector<bench::MicroCase> rows = bench::make_micro_cases(4);
    std::set<std::string> names;
    std::set<bench::MicroQuery> queries;
    for (const bench::MicroCase& row : rows) {
        names.insert(std::string(bench::name_of(row.query)) + bench::kind_of(row) + std::to_string(row.size));
        queries.insert(row.query);
        CHECK((is_tree(row.query) || row.queries() == 4));
    }
    CHECK(names.size() == rows.size());
    CHECK(queries.size() == 12);
}

TEST_CASE("micro: the pairs of a class are as far apart as it says") {
    for (const bench::MicroCase& row : bench::make_micro_cases(20)) {
        if (row.query != bench::MicroQuery::Collide || row.cache != bench::MicroCache::Cold) {
            continue;
        }
        CAPTURE(row.kind);
        CAPTURE(row.size);
        const auto runner = bench::make_drystone_runner(row);
        runner->run();
        for (const float separation : runner->answers()) {
            if (row.kind == "separated") {
                CHECK(separation == bench::micro_no_contact);
            } else if (row.kind == "near") {
                CHECK(separation > 0.0019f);
                CHECK(separation < bench::micro_margin);
            } else if (row.kind == "shallow") {
                CHECK(separation < -0.0009f);
                CHECK(separation > -0.0201f);
            } else {
                CHECK(separation < -0.0999f);
            }
        }
    }
}

TEST_CASE("micro: both libraries answer alike, except for sweeps that only graze") {
    for (const bench::MicroCase& row : bench::make_micro_cases(50)) {
        if (is_tree(row.query) && row.size > 1000) {
            continue;
        }
        CAPTURE(bench::name_of(row.query));
        CAPTURE(bench::kind_of(row));
        CAPTURE(row.size);
        const bool grazes = row.query == bench::MicroQuery::TimeOfImpact;
        CHECK(bench::count_disagreements(row) <= (grazes ? 20 : 0));
    }
}

TEST_CASE("micro: the table and the verdict") {
    std::vector<bench::MicroResult> results(2);
    results[0].row = bench::make_micro_cases(1).front();
    results[1].row = results[0].row;
    results[0].drystone = {10.0, 30.0, 20.0};
    results[0].box2d3 = {40.0, 50.0, 60.0};
    results[1].drystone = {20.0};
    results[1].box2d3 = {10.0};
    std::ostringstream out;
    bench::micro_table(results).print(out);
    CHECK(out.str().find("20.0") != std::string::npos);
    if (bench::has_box2d3_micro()) {
        CHECK(out.str().find("50.0   2.50\n") != std::string::npos);
        CHECK(bench::micro_verdict(results) ==
              "drystone slower than box2d3 in 1 of 2 rows; at least twice as fast in 1");
    } else {
        CHECK(bench::micro_verdict(results).empty());
    }
}

TEST_CASE("micro: runs the rows that are asked for") {
    std::ostringstream out;
    const bench::MicroOptions options{
        .only = "ray/hit", .queries = 10, .repeat = 2, .seconds = 1e-5, .flags = {}};
    const std::vector<bench::MicroResult> results = bench::micro(options, out);
    REQUIRE(results.size() == 4);
    for (const bench::MicroResult& result : results) {
        CHECK(result.drystone.size() == 2);
        CHECK(result.box2d3.size() == (bench::has_box2d3_micro() ? 2 : 0));
        CHECK(*std::min_element(result.drystone.begin(), result.drystone.end()) > 0.0);
    }
    CHECK_THROWS_AS(bench::micro({.only = "no such row"}, out), bench::UsageError);
    CHECK_THROWS_AS(bench::micro({.only = "ray/hit", .flags = {"--no_such_flag"}}, out), bench::UsageError);
}
