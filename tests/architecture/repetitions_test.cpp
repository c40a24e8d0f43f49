#include "repetitions.h"

#include <doctest/doctest.h>

#include <string>

using namespace architecture;

namespace {

/// Returns a function of `lines` lines of ten tokens each, the body indented by `indent`.
std::string function_text(const std::string& name, int lines, const std::string& indent,
                          const std::string& factor = "3") {
    std::string text = "float " + name + "(float x) {\n";
    for (int i = 0; i < lines; ++i) {
        text += indent + "x += scale" + std::to_string(i) + "(x, " + factor + ") - offset;  // comment of " +
                name + "\n";
    }
    return text + "}\n";
}

}  // namespace

TEST_CASE("blocks that stand in two files are found, whatever their layout and comments") {
    const SourceTree tree{{"a.cpp", function_text("one", 14, "    ")},
                          {"b.cpp", "int before();\n" + function_text("two", 14, "\t\t")}};
    const std::vector<Repetition> found = find_repetitions(tree, 12, 80);
    REQUIRE(found.size() == 1);
    CHECK(found[0].first.starts_with("a.cpp:"));
    CHECK(found[0].second.starts_with("b.cpp:"));
    CHECK(found[0].lines >= 14);
}

TEST_CASE("blocks that stand twice in one file are found") {
    const SourceTree tree{{"a.cpp", function_text("one", 20, " ") + function_text("two", 20, " ")}};
    CHECK(find_repetitions(tree, 12, 80).size() >= 1);
}

TEST_CASE("short blocks, other names and other numbers are no repetition") {
    const auto count = [](const std::string& a, const std::string& b) {
        return find_repetitions({{"a.cpp", a}, {"b.cpp", b}}, 12, 80).size();
    };
    CHECK(count(function_text("f", 4, " "), function_text("g", 4, " ")) == 0);
    CHECK(count(function_text("f", 14, " "), function_text("g", 14, " ", "4")) == 0);
    CHECK(count("#include <a>\n#include <b>\n", "#include <a>\n#include <b>\n") == 0);
}

TEST_CASE("a repetition may be allowed, as long as it is there") {
    const SourceTree tree{{"x/a.cpp", function_text("one", 14, " ")},
                          {"x/b.cpp", function_text("two", 14, " ")}};
    CHECK(check_repetitions(tree, {}).size() == 1);
    CHECK(check_repetitions(tree, {{"x/b.cpp", "x/*", "for a test"}}).empty());
    CHECK(check_repetitions(tree, {{"x/b.cpp", "x/*", ""}, {"x/c.cpp", "x/*", ""}}).size() == 1);
}

TEST_CASE("nothing is written twice") {
    const SourceTree tree =
        read_tree(DRYSTONE_SOURCE_DIR, {"collision", "engine", "scene", "demos", "bench"});
    REQUIRE(tree.size() > 20);
    for (const std::string& problem : check_repetitions(tree, allowed_repetitions())) {
        FAIL_CHECK(problem);
    }
}

TEST_CASE(
    "no limit, motor or spring is copied from one joint file into another, not even under other names") {
    const SourceTree joints = read_tree(DRYSTONE_SOURCE_DIR, {"engine/src/joints"});
    REQUIRE(joints.size() > 10);
    for (const Repetition& found : find_repetitions(without_names(joints), 6, 70)) {
        FAIL_CHECK(found.second << ": " << found.lines << " lines like those at " << found.first);
    }
}

TEST_CASE("a copy under other names is found without names") {
    const SourceTree tree{{"a.cpp", function_text("one", 14, " ")},
                          {"b.cpp", function_text("two", 14, " ", "other")}};
    CHECK(find_repetitions(tree, 12, 80).empty());
    const SourceTree renamed{{"a.cpp", function_text("one", 14, " ", "own")}, tree[1]};
    CHECK(find_repetitions(renamed, 12, 80).empty());
    CHECK(find_repetitions(without_names(renamed), 12, 80).size() == 1);
}

TEST_CASE("types of joints are told apart in tables, nowhere else") {
    for (const std::string& problem : check_joint_types(read_tree(DRYSTONE_SOURCE_DIR, {"engine"}))) {
        FAIL_CHECK(problem);
    }
}

TEST_CASE("a file that tells types of joints apart outside the tables is found") {
    const std::string code =
        "bool f(const JointDefinition& d) { return is<WheelJoint>(d) || is<WeldJoint>(d); }\n";
    CHECK(check_joint_types({{"engine/src/step/a.cpp", code}}).size() == 1);
    CHECK(check_joint_types({{"engine/src/world/joints/check_joints.cpp", code}}).empty());
    CHECK(check_joint_types(
              {{"engine/src/joints/types/wheel.cpp", "// WeldJoint\nJointRows rows(WheelJoint j);\n"}})
              .empty());
}
