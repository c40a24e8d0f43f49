#include "checks.h"

#include <doctest/doctest.h>

using namespace architecture;

namespace {

void report(const std::vector<std::string>& problems) {
    for (const std::string& problem : problems) {
        FAIL_CHECK(problem);
    }
}

}  // namespace

TEST_CASE("no include goes up, sideways or inside") {
    const SourceTree tree = read_tree(DRYSTONE_SOURCE_DIR, {"collision", "engine", "demos", "bench"});
    REQUIRE(tree.size() > 20);
    report(check_includes(tree));
}

TEST_CASE("code that moves bodies gives the same bits everywhere") {
    report(check_names(read_tree(DRYSTONE_SOURCE_DIR, {"collision", "engine"}), allowances()));
}

TEST_CASE("files are short and finished") {
    const SourceTree tree = read_tree(DRYSTONE_SOURCE_DIR, {"collision", "engine"});
    report(check_habits(tree));
    for (const SourceFile& file : tree) {
        const std::size_t lines = split_lines(file.text).size();
        if (lines > static_cast<std::size_t>(advised_lines)) {
            MESSAGE(file.path << " has " << lines << " lines; it may hold more than one thing");
        }
    }
}
