#include "command_line.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Answer {
    int status = 0;
    std::string out;
    std::string errors;
};

Answer run(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "drystone-bench");
    std::ostringstream out;
    std::ostringstream errors;
    const int status =
        bench::run_command_line(static_cast<int>(arguments.size()), arguments.data(), out, errors);
    return {status, out.str(), errors.str()};
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("command line: wrong arguments are told, and nothing runs") {
    const struct {
        std::vector<const char*> arguments;
        const char* words;
    } cases[] = {
        {{}, "A subcommand is required"},
        {{"race"}, "A subcommand is required"},
        {{"compare", "--scene", "no_such"}, "unknown scene \"no_such\"; known are all, "},
        {{"compare", "--engines", "newton"}, "unknown engine \"newton\"; known are drystone, "},
        {{"compare", "--engines", "drystone,drystone"}, "given twice"},
        {{"compare", "--engines", "drystone:no_such"}, "engine \"drystone\" has no variant \"no_such\""},
        {{"compare", "--repeat", "0"}, "--repeat"},
        {{"compare", "--limit", "-1"}, "--limit"},
        {{"compare", "--shuffle", "much"}, "--shuffle"},
        {{"compare", "--json", "no/such/folder/file.json"}, "cannot write to"},
        {{"compare", "--box2d2-iterations", "8"}, "--box2d2-iterations"},
        {{"scaling", "--scene", "washer"}, "no scene \"washer\" can be made in any size"},
        {{"scaling", "--engines", "newton"}, "unknown engine \"newton\""},
        {{"scaling", "--bodies", "100,0"}, "--bodies"},
        {{"scaling", "--bodies", "many"}, "--bodies"},
        {{"scaling", "--steps", "1"}, "--steps"},
        {{"scaling", "--output", "picture.pdf"}, "neither .svg nor .png"},
        {{"scaling", "--output", "no/such/folder/picture.svg"}, "there is no folder"},
        {{"small", "--engines", "newton"}, "unknown engine \"newton\""},
        {{"small", "--repeat", "0"}, "--repeat"},
        {{"lifecycle", "--bodies", "1"}, "--bodies"},
        {{"lifecycle", "--engines", "newton"}, "unknown engine \"newton\""},
        {{"course", "--only", "no such row"}, "no situation has \"no such row\" in its name"},
        {{"course", "--rate", "1"}, "--rate"},
        {{"micro", "--only", "no such row"}, "no row has \"no such row\" in its name"},
        {{"micro", "--queries", "0"}, "--queries"},
        {{"steady-state", "--only", "no such task"}, "no row has \"no such task\" in its name"},
        {{"steady-state", "--worlds", "0"}, "--worlds"},
        {{"steady-state", "--json", "no/such/folder/file.json"}, "cannot write to"},
        {{"roofline", "--scene", "no_such"}, "unknown scene \"no_such\""},
        {{"roofline", "--steps", "1"}, "--steps"},
    };
    for (const auto& entry : cases) {
        CAPTURE(std::string(entry.words));
        const Answer answer = run(entry.arguments);
        CHECK(answer.status == bench::usage_failure);
        CHECK_MESSAGE(contains(answer.errors, entry.words), answer.errors);
        CHECK(answer.out.empty());
    }
}

TEST_CASE("command line: help is no failure") {
    const Answer answer = run({"--help"});
    CHECK(answer.status == 0);
    for (const char* command : {"compare", "scaling", "small", "lifecycle", "quality", "micro",
                                "steady-state", "roofline", "state", "list"}) {
        CHECK_MESSAGE(contains(answer.out, command), command);
    }
}

TEST_CASE("command line: each command runs") {
    const Answer list = run({"list"});
    CHECK(list.status == 0);
    CHECK(contains(list.out, "junkyard"));

    const std::filesystem::path json = std::filesystem::temp_directory_path() / "drystone-bench-test.json";
    const Answer compare = run({"compare", "--scene", "pyramid", "--engines", "drystone", "--steps", "3",
                                "--repeat", "1", "--json", json.c_str()});
    CHECK(compare.status == 0);
    CHECK(contains(compare.out, "pyramid (3 steps, 211 bodies, 211 shapes, sleeping on)"));
    CHECK(std::filesystem::file_size(json) > 500);
    std::filesystem::remove(json);
    CHECK_FALSE(contains(compare.out, "shuffled"));

    const auto shuffled = [](std::vector<const char*> end) {
        std::vector<const char*> arguments{"compare",  "--scene",  "pyramid", "--engines",
                                           "drystone", "--repeat", "1"};
        arguments.insert(arguments.end(), end.begin(), end.end());
        return run(arguments);
    };
    const Answer with_seed = shuffled({"--steps", "3", "--shuffle", "29"});
    CHECK(with_seed.status == 0);
    CHECK(contains(with_seed.out, "shuffled with the seed 29\n"));
    CHECK(contains(with_seed.out, "pyramid (3 steps, 211 bodies, 211 shapes, sleeping on)"));
    CHECK(contains(shuffled({"--shuffle", "--steps", "3"}).out, "shuffled with the seed 1\n"));

    const Answer scaling = run({"scaling", "--engines", "drystone", "--bodies", "110,55,55", "--steps", "3"});
    CHECK(scaling.status == 0);
    CHECK(contains(scaling.out, "\n  55 "));
    CHECK(contains(scaling.out, "\n  110 "));

    const Answer small = run({"small", "--engines", "drystone", "--repeat", "1", "--steps", "2"});
    CHECK(small.status == 0);
    CHECK(contains(small.out, "platformer      73 "));
    CHECK(contains(small.out, "puzzle          12 "));

    const Answer lifecycle = run({"lifecycle", "--engines", "drystone", "--bodies", "10", "--repeat", "1"});
    CHECK(lifecycle.status == 0);
    CHECK(contains(lifecycle.out, "destroy half, scattered"));

    const Answer micro = run({"micro", "--only", "ray/miss/4", "--queries", "3", "--repeat", "1", "--seconds",
                              "0.00001", "--benchmark_time_unit=ns"});
    CHECK(micro.status == 0);
    CHECK(contains(micro.out, "miss"));

    const Answer steady_state = run(
        {"steady-state", "--only", "kinematic", "--shapes", "5", "--repeat", "1", "--seconds", "0.00001"});
    CHECK(steady_state.status == 0);
    CHECK(contains(steady_state.out, "step, kinematic body of many shapes"));
}
