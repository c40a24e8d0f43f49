// Tests of the checks: each must find its kind of problem in small trees made for it.
#include "checks.h"

#include <doctest/doctest.h>

using namespace architecture;

namespace {

const std::string collision = "collision/include/drystone/collision/";

/// Returns the problems of a file, apart from those of the headers that it includes, which are empty.
std::vector<std::string> includes_of(const std::string& path, const std::string& text) {
    SourceTree tree{{path, text}};
    for (const char* other :
         {"collision/include/drystone/collision/math.h", "collision/include/drystone/collision/gjk.h",
          "collision/include/drystone/collision/aabb_tree.h", "collision/src/simd/float4.h",
          "collision/include/drystone/collision/epa.h", "engine/include/drystone/body.h",
          "engine/include/drystone/world.h", "engine/src/store/body_store.h", "engine/src/solver/solver.h",
          "engine/src/step/step.h", "demos/scenes/scene.h"}) {
        if (path != other) {
            tree.push_back({other, ""});
        }
    }
    return check_includes(tree);
}

/// Expects exactly one problem, at this line and with this text.
void expect_one(const std::vector<std::string>& problems, const std::string& place,
                const std::string& words) {
    REQUIRE(problems.size() == 1);
    CHECK_MESSAGE(problems[0].starts_with(place), problems[0]);
    CHECK_MESSAGE(problems[0].find(words) != std::string::npos, problems[0]);
}

}  // namespace

TEST_CASE("includes that go down are fine") {
    CHECK(
        includes_of(collision + "epa.h", "#include <drystone/collision/gjk.h>\n#include <vector>\n").empty());
    CHECK(includes_of("collision/src/gjk/gjk.cpp",
                      "#include <drystone/collision/gjk.h>\n#include \"simd/float4.h\"\n")
              .empty());
    CHECK(includes_of("engine/src/solver/rows.cpp",
                      "#include \"solver/solver.h\"\n#include \"store/body_store.h\"\n")
              .empty());
    CHECK(includes_of("engine/src/solver/rows.cpp", "#include \"solver.h\"\n#include <hwy/highway.h>\n")
              .empty());
    CHECK(includes_of("engine/src/world/world.cpp", "#include <drystone/world.h>\n#include \"step/step.h\"\n")
              .empty());
    CHECK(includes_of("demos/viewer/app.cpp", "#include <drystone/world.h>\n#include <scenes/scene.h>\n")
              .empty());
    CHECK(includes_of("bench/engines/box2d3.cpp", "#include <box2d/box2d.h>\n#include <scenes/scene.h>\n")
              .empty());
}

TEST_CASE("an include that goes up is found") {
    expect_one(includes_of(collision + "math.h", "\n  #  include <drystone/collision/gjk.h>\n"),
               collision + "math.h:2:", "layer math includes layer gjk, which is above it");
    expect_one(includes_of("engine/src/store/body_store.h", "#include \"solver/solver.h\"\n"),
               "engine/src/store/body_store.h:1:", "above");
    expect_one(includes_of("engine/src/store/deep/er.h", "#include \"../../solver/solver.h\"\n"),
               "engine/src/store/deep/er.h:1:", "above");
    expect_one(includes_of("engine/src/step/step.cpp", "#include <drystone/world.h>\n"),
               "engine/src/step/step.cpp:1:", "layer step includes layer world");
}

TEST_CASE("an include that goes sideways is found") {
    expect_one(includes_of(collision + "gjk.h", "#include <drystone/collision/aabb_tree.h>\n"),
               collision + "gjk.h:1:", "layer gjk includes layer aabb_tree, which stands beside it");
    CHECK(includes_of(collision + "epa.h", "#include <drystone/collision/aabb_tree.h>\n").empty());
}

TEST_CASE("collision cannot see the engine") {
    expect_one(includes_of("collision/src/gjk/gjk.cpp", "#include <drystone/body.h>\n"),
               "collision/src/gjk/gjk.cpp:1:", "layer gjk includes layer values");
    const auto problems = includes_of("collision/src/gjk/gjk.cpp", "#include \"store/body_store.h\"\n");
    REQUIRE(problems.size() == 2);
    CHECK(problems[0].find("reaches into engine/src") != std::string::npos);
}

TEST_CASE("the inside of a module is its own") {
    for (const char* path : {"engine/src/solver/rows.cpp", "demos/viewer/app.cpp", "bench/main.cpp"}) {
        expect_one(includes_of(path, "#include \"simd/float4.h\"\n"), path, "reaches into collision/src");
    }
    expect_one(includes_of("bench/main.cpp", "#include \"../engine/src/store/body_store.h\"\n"),
               "bench/main.cpp:1:", "reaches into engine/src");
    expect_one(includes_of(collision + "gjk.h", "#include \"../../../src/simd/float4.h\"\n"),
               collision + "gjk.h:1:", "a public header includes a private one");
}

TEST_CASE("headers from outside stay where they belong") {
    expect_one(includes_of("collision/src/gjk/gjk.cpp", "#include <hwy/highway.h>\n"),
               "collision/src/gjk/gjk.cpp:1:", "Highway");
    expect_one(includes_of("bench/main.cpp", "#include <box2d/box2d.h>\n"),
               "bench/main.cpp:1:", "both versions");
    expect_one(includes_of("bench/main.cpp", "#include <SFML/Graphics.hpp>\n"),
               "bench/main.cpp:1:", "display");
    expect_one(includes_of("demos/scenes/arch.cpp", "#include <drystone/world.h>\n"),
               "demos/scenes/arch.cpp:1:", "same for every engine");
    CHECK(includes_of("demos/scenes/drystone_backend.cpp", "#include <drystone/world.h>\n").empty());
}

TEST_CASE("files and headers that the tables do not know are found") {
    expect_one(includes_of("collision/src/cloth.cpp", ""), "collision/src/cloth.cpp:1:", "in no layer");
    expect_one(includes_of("engine/src/solver/rows.cpp", "#include <drystone/cloth.h>\n"),
               "engine/src/solver/rows.cpp:1:", "not a header of ours");
}

TEST_CASE("includes in a circle are found") {
    const SourceTree tree{{"engine/src/store/a.h", "#include \"store/b.h\"\n"},
                          {"engine/src/store/b.h", "#include \"c.h\"\n"},
                          {"engine/src/store/c.h", "#include \"store/a.h\"\n"}};
    expect_one(check_includes(tree), "engine/src/store/a.h",
               "by way of engine/src/store/b.h, engine/src/store/c.h");
}

TEST_CASE("banned names are found in code, and only there") {
    const auto problems_of = [](const std::string& text) {
        return check_names({{"engine/src/x.cpp", text}}, {});
    };
    for (const char* code :
         {"float y = std::sin(x);", "y = cos (x);", "y = atan2f(a, b);", "int r = std::rand();",
          "y = std::fma(a, b, c);", "v = hn::MulAdd(a, b, c);", "v = _mm256_fmadd_ps(a, b, c);",
          "v = _mm512_fnmsub_ps(a, b, c);", "v = _mm_rcp_ps(a);", "v = _mm_rsqrt_ss(a);",
          "v = hn::ApproximateReciprocalSqrt(a);", "v = vrecpeq_f32(a);", "std::unordered_map<int, int> m;",
          "s = hn::SumOfLanes(d, v);"}) {
        CHECK_MESSAGE(problems_of("int a;\n" + std::string(code)).size() == 1, code);
    }
    expect_one(problems_of("\n\nfloat y = 1'000.0f * std::sin(x);  // '\n"), "engine/src/x.cpp:3:", "sin: ");
    for (const char* code :
         {"float y = std::sqrt(x);", "y = std::abs(x) + std::floor(x);", "sin_cos(x, s, c);",
          "float cos = q.c, sin = q.s;", "// std::sin(x) differs between libraries",
          "/* fma,\n std::cos(x) */ int a;", "throw Error(\"sin(x) of a NaN\");", "v = _mm_madd_epi16(a, b);",
          "const char quote = '\"'; const char* text = \"\\\"rand\";"}) {
        CHECK_MESSAGE(problems_of(code).empty(), code);
    }
}

TEST_CASE("an allowance allows one name in one file, as long as it is needed") {
    const SourceTree tree{{"collision/src/a.cpp", "y = std::hypot(a, b);\n"}};
    CHECK(check_names(tree, {{"collision/src/a.cpp", "hypot", "not part of a step"}}).empty());
    CHECK(check_names(tree, {{"collision/src/b.cpp", "hypot", "not part of a step"}}).size() == 2);
    CHECK(check_names({}, {{"collision/src/a.cpp", "hypot", "not part of a step"}}).size() == 1);
}

TEST_CASE("long, unfinished and dead code is found") {
    const auto problems_of = [](const std::string& text) {
        return check_habits({{"engine/src/x.cpp", text}});
    };
    std::string long_text;
    for (int i = 0; i < max_lines; ++i) {
        long_text += "int a;\n";
    }
    CHECK(problems_of(long_text).empty());
    expect_one(problems_of(long_text + "int b;\n"), "engine/src/x.cpp:1:", "401 lines");
    expect_one(problems_of("\n# if 0\n#endif\n"), "engine/src/x.cpp:2:", "switched off");
    expect_one(problems_of("int a;  // TODO: more\n"), "engine/src/x.cpp:1:", "TODO");
    CHECK(problems_of("#if 01\n#endif\nint mastodon;\n").empty());
}

TEST_CASE("comments and names that are not in the words of the field are found") {
    const auto problems_of = [](const std::string& text) {
        return check_words({{"engine/src/x.cpp", text}});
    };
    expect_one(problems_of("/// What a body weighs.\nfloat mass;\n"), "engine/src/x.cpp:1:", "\"What\"");
    expect_one(problems_of("\nfloat mass;  ///< Of the body.\n"), "engine/src/x.cpp:2:", "\"Of\"");
    expect_one(problems_of("/// In kilograms.\nfloat mass;\n"), "engine/src/x.cpp:1:", "\"In\"");
    expect_one(problems_of("// Does it move?\n"), "engine/src/x.cpp:1:", "question");
    expect_one(problems_of("// Found anew in each step.\n"), "engine/src/x.cpp:1:", "again");
    expect_one(problems_of("float greatest_mass;\n"), "engine/src/x.cpp:1:", "max_*");
    for (const char* text :
         {"float mass;  ///< In kilograms.\n", "/// Mass [kg].\n/// What has none is static.\n",
          "/// `what(body)` throws.\n", "const char* text = \"// Is it anew?\";\n",
          "// `a ? b : c`, and greatest_mass is not read as a name here\n", "// renewed, whole\n"}) {
        CHECK_MESSAGE(problems_of(text).empty(), text);
    }
    CHECK(check_page_words({"README.md", "Bodies wake anew.\n```cpp\n// anew\n```\nIn `anew`.\n"}).size() ==
          1);
}
