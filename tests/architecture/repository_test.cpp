#include "checks.h"
#include "declarations.h"
#include "pages.h"

#include <doctest/doctest.h>

#include <string>

using namespace architecture;

namespace {

void report(const std::vector<std::string>& problems) {
    for (const std::string& problem : problems) {
        FAIL_CHECK(problem);
    }
}

}  // namespace

TEST_CASE("no include goes up, sideways or inside") {
    const SourceTree tree =
        read_tree(DRYSTONE_SOURCE_DIR, {"collision", "engine", "scene", "demos", "bench"});
    REQUIRE(tree.size() > 20);
    report(check_includes(tree));
}

TEST_CASE("code that moves bodies gives the same bits everywhere") {
    report(check_names(read_tree(DRYSTONE_SOURCE_DIR, {"collision", "engine"}), allowances()));
}

TEST_CASE("files are short and finished") {
    report(check_habits(read_tree(DRYSTONE_SOURCE_DIR,
                                  {"collision", "engine", "scene", "demos", "bench", "bindings/c/src"})));
}

TEST_CASE("public functions and classes are marked for shared libraries") {
    const SourceTree headers =
        read_tree(DRYSTONE_SOURCE_DIR, {"collision/include", "engine/include", "scene/include"});
    REQUIRE(headers.size() > 50);
    report(check_exports(headers));
}

TEST_CASE("comments and names are in the words of the field") {
    const SourceTree tree = read_tree(
        DRYSTONE_SOURCE_DIR, {"collision", "engine", "scene", "demos", "bench", "bindings/c/src", "tests"});
    report(check_words(tree));
}

TEST_CASE("pages are in the words of the field") {
    for (const char* folder :
         {".", "collision", "docs", "docs/manual", "docs/manual/joints", "docs/reference"}) {
        const SourceTree pages = read_folder(DRYSTONE_SOURCE_DIR, folder, {".md"});
        CHECK(!pages.empty());
        for (const SourceFile& page : pages) {
            report(check_page_words(page));
        }
    }
}
