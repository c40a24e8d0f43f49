// Tests of the reader of declarations, and of the check of export macros.
#include "declarations.h"

#include <doctest/doctest.h>

#include <string>

using namespace architecture;

namespace {

const std::string path = "engine/include/drystone/world.h";

/// Returns what a header declares: names, each with a `+` if it is marked.
std::string declared_by(const std::string& text) {
    std::string names;
    for (const Declaration& declaration : read_declarations({path, text})) {
        names += (names.empty() ? "" : " ") + declaration.name;
        names += declaration.is_marked ? "+" : "";
    }
    return names;
}

}  // namespace

TEST_CASE("functions without a body are declared with their namespaces and classes") {
    CHECK(declared_by(
              "namespace a { namespace b::c {\n/// f(x);\nint f(int x = 1);\n}\nvoid g() noexcept; }") ==
          "a::b::c::f a::g");
    CHECK(
        declared_by(
            "namespace a {\nclass B final : public C {\npublic:\n    B();\n    ~B();\n    B& "
            "operator=(B&&);\n"
            "    [[nodiscard]] int get() const;\n    struct D { void run(); };\n    int x = f(1);\n};\n}") ==
        "a::B::B a::B::~B a::B::operator= a::B::get a::B::D::run");
    CHECK(declared_by(
              "struct alignas(16) A {\n alignas(16) float x[2];\n [[noreturn]] static void fail();\n};") ==
          "A::fail");
    CHECK(
        declared_by("#define F(x) \\\n    f(x);\nconst char* name(std::span<const A> a = {}, int b = {});") ==
        "name");
}

TEST_CASE("what a header defines, and what is no function, is not listed") {
    CHECK(declared_by(
              "inline int f();\nconstexpr int g();\nint h() { return f(); }\nusing F = int (*)(int);") == "");
    CHECK(declared_by("struct A {\n A() = default;\n A(const A&) = delete;\n virtual void f() = 0;\n"
                      " A(int x) : x_{x}, y_(1) { g(); }\n int x_;\n int (*callback)(int) = nullptr;\n};") ==
          "");
    CHECK(
        declared_by(
            "enum class E { A, B };\nconstexpr int n = sizeof(int);\nclass A;\nstruct S { E e = E(1); };") ==
        "");
    CHECK(declared_by("template <class T>\nint f(T);\ntemplate <class T> class A { void f(); struct B { int "
                      "g(); }; };") == "");
}

TEST_CASE("a mark counts for a function, or for the members of a class") {
    CHECK(declared_by("DRYSTONE_API int f();\n[[noreturn]] DRYSTONE_API void g();\nvoid h();") == "f+ g+ h");
    CHECK(
        declared_by("class DRYSTONE_API A {\n void f();\n friend void g();\n struct B { void h(); };\n};") ==
        "A+ A::f+ g A::B::h+");
    CHECK(declared_by("template <class T>\nclass DRYSTONE_API A {\n void f();\n};") == "A+");
}

TEST_CASE("a public function without the macro of its library is found") {
    const auto problems_of = [](const std::string& file, const std::string& text) {
        const std::vector<std::string> problems = check_exports({{file, text}});
        REQUIRE(problems.size() == 1);
        return problems[0];
    };
    CHECK(problems_of(path, "namespace a {\n\nvoid f();\n}") ==
          path + ":3: a::f needs DRYSTONE_API, on itself or on its class");
    CHECK(problems_of("scene/include/drystone/scene/text.h", "struct A {\n  void f();\n};") ==
          "scene/include/drystone/scene/text.h:2: A::f needs DRYSTONE_SCENE_API, on itself or on its class");
    CHECK(problems_of(path, "class DRYSTONE_API A {\n  friend void f();\n};")
              .starts_with(path + ":2: f needs"));
    CHECK(problems_of("collision/include/drystone/collision/gjk.h", "DRYSTONE_API void f();") ==
          "collision/include/drystone/collision/gjk.h: DRYSTONE_API is of another library; use "
          "DRYSTONE_COLLISION_API");
    CHECK(check_exports({{path, "class DRYSTONE_API A {\n  void f();\n};\nDRYSTONE_API void g();"}}).empty());
}
