#include "micro/small.h"

#include <doctest/doctest.h>

#include <sstream>

TEST_CASE("small: a step counts with the least time of all runs") {
    const bench::SmallResult reference{"drystone", {{1.0, 8.0, 3.0}, {4.0, 2.0, 3.0}}};
    CHECK(reference.microseconds() == doctest::Approx(2000.0));
    const bench::SmallResult peer{"peer", {{5.0, 5.0, 5.0}}};
    std::ostringstream out;
    bench::small_table({{"pinball", 3, {reference, peer}}}).print(out);
    CHECK(out.str() ==
          "  scene    bodies  drystone us  peer us  ratio\n"
          "  pinball       3      2000.00  5000.00   2.50\n");
}
