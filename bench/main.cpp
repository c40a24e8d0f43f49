#include "compare.h"
#include "list.h"

#include <CLI/CLI.hpp>

#include <exception>
#include <iostream>

namespace {

constexpr int usage_failure = 2;

void add_compare(CLI::App& app, bench::CompareOptions& options) {
    CLI::App* command =
        app.add_subcommand("compare", "Run the same scenes in every engine and compare their speed");
    command
        ->add_option("--scene", options.scenes,
                     "Scenes, separated by commas; all: those of the benchmark group")
        ->delimiter(',')
        ->capture_default_str();
    command
        ->add_option("--engines", options.engines, "Engines, separated by commas; default: all in this build")
        ->delimiter(',');
    command->add_option("--threads", options.engine.threads, "Threads for every engine that can use them")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    command->add_option("--repeat", options.repeat, "Runs of each engine; minimum and median are shown")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->add_option("--steps", options.steps, "Steps per run in place of the scene's own number")
        ->check(CLI::Range(2, 1000000));
    command
        ->add_option("--limit", options.limit,
                     "Longest run in seconds; slower engines stop early, with a note")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command->add_flag("--stages", options.stages, "Show where engines that tell it spend their time");
    command->add_option("--json", options.json, "Write everything to this file as well");
    command
        ->add_option_function<std::vector<int>>(
            "--box2d2-iterations",
            [&options](const std::vector<int>& counts) {
                options.engine.velocity_iterations = counts[0];
                options.engine.position_iterations = counts[1];
            },
            "Velocity and position iterations of box2d2 (default: 8,3)")
        ->delimiter(',')
        ->expected(2)
        ->check(CLI::Range(1, 1000));
    command->callback([&options] { bench::compare(options); });
}

int run(int argc, char** argv) {
    CLI::App app("Times Drystone and its peers on the same scenes.", "drystone-bench");
    app.require_subcommand(1);
    bench::CompareOptions compare_options;
    add_compare(app, compare_options);
    app.add_subcommand("list", "Show the scenes and the engines")->callback([] {
        bench::print_list(std::cout);
    });
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : usage_failure;
    } catch (const bench::UsageError& error) {
        std::cerr << "drystone-bench: " << error.what() << '\n';
        return usage_failure;
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::cerr << "drystone-bench: " << error.what() << '\n';
    } catch (...) {
        std::cerr << "drystone-bench: ended by an unknown exception\n";
    }
    return 1;
}
