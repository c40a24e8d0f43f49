#include "instructions/instructions.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <sstream>

using namespace bench;

TEST_CASE("sums of callgrind's file are divided by the steps") {
    std::istringstream file(
        "version: 1\nevents: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw Bc Bcm Bi Bim\n"
        "fn=(1) step\n1 7 0 0 0 0 0 0 0 0 0 0 0 0\n"
        "totals: 6000 900 800 60 40 20 1 2 3 500 8 100 4\n");
    const std::optional<CallgrindCounts> counts = read_callgrind(file, 4);
    REQUIRE(counts);
    CHECK(counts->instructions == 1500.0);
    CHECK(counts->instruction_misses == 15.0);
    CHECK(counts->data_misses == 15.0);
    CHECK(counts->branch_misses == 3.0);
}

TEST_CASE("a file of callgrind without sums gives no counts") {
    std::istringstream empty("events: Ir\n");
    CHECK_FALSE(read_callgrind(empty, 4));
}

TEST_CASE("rows of instructions have names of their own and worlds that step") {
    std::set<std::string> names;
    for (const InstructionsRow& row : instructions_rows()) {
        CAPTURE(row.name);
        CHECK(names.insert(row.name).second);
        for (const EngineEntry& engine : select_engines(std::vector<std::string>{reference_engine})) {
            const std::optional<CountedWorld> world = row.make(engine);
            REQUIRE(world);
            for (int i = 0; i < 2; ++i) {
                if (world->before) {
                    world->before();
                }
                world->step();
            }
        }
    }
}
