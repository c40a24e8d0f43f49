// Programs and outputs on the pages are those that are built and run, word for word.
#include "pages.h"

#include <doctest/doctest.h>

#include <string>

using namespace architecture;

namespace {

const std::string program = "int main() {\n    return 0;\n}\n";

SourceFile page_with(const std::string& block) {
    return {"page.md", "Words.\n\n```" + block + "```\nMore.\n"};
}

SourceFile read_page(const std::string& folder) {
    const SourceTree pages = read_folder(DRYSTONE_SOURCE_DIR, folder, {".md"});
    for (const SourceFile& page : pages) {
        if (page.path.ends_with("README.md")) {
            return page;
        }
    }
    return {};
}

void report(const std::vector<std::string>& problems) {
    for (const std::string& problem : problems) {
        FAIL_CHECK(problem);
    }
}

}  // namespace

TEST_CASE("the blocks of a page are found with their language and line") {
    const std::string page = "a\n```sh\nls\n```\n```cpp\nint x;\n\nint y;\n```\n";
    const std::vector<Block> blocks = blocks_of(page);
    REQUIRE(blocks.size() == 2);
    CHECK(blocks[0].language == "sh");
    CHECK(blocks[0].text == "ls\n");
    CHECK(blocks[0].line == 3);
    CHECK(blocks[1].language == "cpp");
    CHECK(blocks[1].text == "int x;\n\nint y;\n");
    CHECK(blocks[1].line == 6);
}

TEST_CASE("a program that differs from its page by a character is found") {
    CHECK(check_programs(page_with("cpp\n" + program), {{"a.cpp", "// A comment.\n" + program}}).empty());
    CHECK(check_programs(page_with("cpp\n" + program),
                         {{"a.cpp", "int main() {\n    f();\n    return 0;\n}\n"}})
              .empty());
    CHECK(check_programs(page_with("cpp\nint x;\n"), {}).empty());
    CHECK(check_programs(page_with("sh\nls\n"), {}).empty());
    const auto problems =
        check_programs(page_with("cpp\n" + program), {{"a.cpp", "int main() { return 0; }\n"}});
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].starts_with("page.md:4: "));
    CHECK(check_programs(page_with("text\n1.75 m\n"), {{"a.txt", "1.76 m\n"}}).size() == 1);

    CHECK(check_shown(page_with("cpp\n" + program), {{"a.cpp", program}}).empty());
    CHECK(check_shown(page_with("cpp\n" + program), {{"a.cpp", program + "\n"}}).size() == 1);
}

TEST_CASE("a block that differs from the lines that it names is found") {
    const SourceTree files{{"a.cpp", "int f() {\n    // [part]\n    g();\n    // [/part]\n}\n"},
                           {"b.cpp", "int x;\n"}};
    CHECK(check_sources({"page.md", "<!-- a.cpp: part -->\n```cpp\ng();\n```\n"}, files).empty());
    CHECK(check_sources({"page.md", "<!-- b.cpp -->\n```cpp\nint x;\n```\n"}, files).empty());
    CHECK(check_sources({"page.md", "```sh\nls\n```\n"}, files).empty());
    CHECK(check_sources({"page.md", "<!-- a.cpp: part -->\n```cpp\nh();\n```\n"}, files).size() == 1);
    CHECK(check_sources({"page.md", "<!-- a.cpp: other -->\n```cpp\ng();\n```\n"}, files).size() == 1);
    CHECK(check_sources({"page.md", "<!-- c.cpp -->\n```cpp\nint x;\n```\n"}, files).size() == 1);
    CHECK(check_sources({"page.md", "Words.\n```cpp\nint x;\n```\n"}, files).size() == 1);
}

TEST_CASE("programs of the manual are those that are tested") {
    SourceTree files;
    for (const char* folder : {"tests/manual/pieces", "tests/manual/programs", "tests/manual/project",
                               "tests/readme", "tests/readme/collision", "tests/scene", "tests/c"}) {
        const SourceTree more = read_folder(DRYSTONE_SOURCE_DIR, folder, {".cpp", ".c", ".txt", ".json"});
        files.insert(files.end(), more.begin(), more.end());
    }
    for (const char* folder : {"docs/manual", "docs/manual/joints"}) {
        const SourceTree pages = read_folder(DRYSTONE_SOURCE_DIR, folder, {".md"});
        REQUIRE(!pages.empty());
        for (const SourceFile& page : pages) {
            report(check_sources(page, files));
        }
    }
    for (const SourceFile& page : read_folder(DRYSTONE_SOURCE_DIR, "docs", {".md"})) {
        if (page.path == "docs/state.md" || page.path == "docs/scene_files.md") {
            report(check_sources(page, files));
        }
    }
}

TEST_CASE("programs of the README are those that are tested") {
    const SourceTree files = read_folder(DRYSTONE_SOURCE_DIR, "tests/readme", {".cpp"});
    REQUIRE(files.size() >= 2);
    report(check_programs(read_page("."), files));
}

TEST_CASE("programs and outputs of collision/README.md are those that are tested") {
    const SourceTree files = read_folder(DRYSTONE_SOURCE_DIR, "tests/readme/collision", {".cpp", ".txt"});
    REQUIRE(files.size() >= 10);
    const SourceFile page = read_page("collision");
    report(check_programs(page, files));
    report(check_shown(page, files));
}
