#include "command_line.h"

#include "course/course.h"
#include "growth/growth.h"
#include "instructions/instructions.h"
#include "micro/batch.h"
#include "micro/lifecycle.h"
#include "micro/micro.h"
#include "micro/roofline.h"
#include "micro/scaling.h"
#include "micro/small.h"
#include "micro/steady_state.h"
#include "quality/quality.h"
#include "report/compare.h"
#include "report/list.h"
#include "state/state.h"

#include <CLI/CLI.hpp>

#include <ostream>
#include <string>

namespace bench {
namespace {

constexpr int max_bodies = 1000000;

void add_engines(CLI::App& command, std::vector<std::string>& engines) {
    command
        .add_option(
            "--engines", engines,
            "Engines, separated by commas, or variants of them, as in drystone:scalar; default: all in this "
            "build")
        ->delimiter(',');
}

/// Settings that say how engines run, and for how long.
void add_run_options(CLI::App& command, EngineOptions& engine, int& repeat, int& steps, double& limit) {
    command.add_option("--threads", engine.threads, "Threads for every engine that can use them")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    command.add_option("--repeat", repeat, "Runs of each engine")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command.add_option("--steps", steps, "Steps per run in place of the scene's own number")
        ->check(CLI::Range(2, 1000000));
    command.add_option("--limit", limit, "Longest run in seconds; slower engines stop early, with a note")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
}

void add_compare(CLI::App& app, CompareOptions& options, std::ostream& out) {
    CLI::App* command = app.add_subcommand(
        "compare", "Run the same scenes in every engine and compare their speed, memory and quality");
    command
        ->add_option("--scene", options.scenes,
                     "Scenes, separated by commas; all: those of the benchmark group")
        ->delimiter(',')
        ->capture_default_str();
    add_engines(*command, options.engines);
    add_run_options(*command, options.engine, options.repeat, options.steps, options.limit);
    command->add_flag("--stages", options.stages, "Show where engines that tell it spend their time");
    command
        ->add_option("--shuffle", options.shuffle,
                     "Create the bodies of every scene in an order shuffled with this seed (1 where none is "
                     "given), the same for every engine")
        ->expected(0, 1)
        ->default_str("1");
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
    command->callback([&options, &out] { compare(options, out); });
}

void add_scaling(CLI::App& app, ScalingOptions& options, std::ostream& out) {
    CLI::App* command =
        app.add_subcommand("scaling", "Show how the time of a step grows with the number of bodies");
    command
        ->add_option("--scene", options.scene,
                     "pyramids: many islands at rest; pile: one heap in which everything moves; platformer: "
                     "levels of a game side by side")
        ->capture_default_str();
    add_engines(*command, options.engines);
    command->add_option("--bodies", options.bodies, "Numbers of bodies, separated by commas")
        ->delimiter(',')
        ->check(CLI::Range(1, max_bodies))
        ->capture_default_str();
    add_run_options(*command, options.engine, options.repeat, options.steps, options.limit);
    command->add_option("--output", options.output, "Draw the curves into this .svg or .png, with gnuplot");
    command->callback([&options, &out] { scaling(options, out); });
}

void add_small(CLI::App& app, SmallOptions& options, std::ostream& out) {
    CLI::App* command =
        app.add_subcommand("small", "Time worlds of the size that most games have, beside Box2D v3");
    command->add_option("--scene", options.scenes, "Scenes, separated by commas; default: all")
        ->delimiter(',');
    add_engines(*command, options.engines);
    command->add_option("--threads", options.engine.threads, "Threads for every engine that can use them")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    command->add_option("--repeat", options.repeat, "Runs of each engine")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->add_option("--steps", options.steps, "Steps per run in place of the scene's own number")
        ->check(CLI::Range(2, 1000000));
    command->callback([&options, &out] { small(options, out); });
}

void add_batch(CLI::App& app, BatchOptions& options, std::ostream& out) {
    CLI::App* command =
        app.add_subcommand("batch", "Time many small worlds that are stepped together, beside Box2D v3");
    command->add_option("--scene", options.scenes, "Scenes, separated by commas; default: all")
        ->delimiter(',');
    command->add_option("--worlds", options.worlds, "Number of worlds")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str();
    command->add_option("--steps", options.steps, "Steps per run")
        ->check(CLI::Range(2, 100000))
        ->capture_default_str();
    command->add_option("--repeat", options.repeat, "Runs of each way")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->callback([&options, &out] { batch(options, out); });
}

void add_lifecycle(CLI::App& app, LifecycleOptions& options, std::ostream& out) {
    CLI::App* command = app.add_subcommand("lifecycle", "Time how bodies are made and destroyed");
    add_engines(*command, options.engines);
    command->add_option("--bodies", options.bodies, "Bodies that are made and destroyed")
        ->check(CLI::Range(2, max_bodies))
        ->capture_default_str();
    command->add_option("--repeat", options.repeat, "Runs of each engine; medians are shown")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->callback([&options, &out] { lifecycle(options, out); });
}

void add_quality(CLI::App& app, QualityOptions& options, std::ostream& out) {
    CLI::App* command =
        app.add_subcommand("quality", "Measure how near to the laws of mechanics each engine comes");
    add_engines(*command, options.engines);
    command->add_option("--only", options.only, "Rows whose name holds this text");
    CLI::Option* rate = command->add_option("--rate", options.times.rate, "Steps per second of all scenes")
                            ->check(CLI::Range(1.0, 10000.0));
    command->add_option("--sub-steps", options.times.sub_steps, "Sub-steps of all scenes")
        ->check(CLI::Range(1, 100));
    command->add_flag("--random-steps", options.times.random_steps, "Steps of random length, 1/144 to 1/30 s")
        ->excludes(rate);
    command->add_option("--json", options.json, "Write everything to this file as well");
    command->callback([&options, &out] { quality(options, out); });
}

template <class Options>
void add_measuring(CLI::App& command, Options& options) {
    command.add_option("--repeat", options.repeat, "Measurements of each row, of which the median is shown")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command.add_option("--seconds", options.seconds, "Least time of a measurement")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
}

void add_micro(CLI::App& app, MicroOptions& options, std::ostream& out) {
    CLI::App* command = app.add_subcommand(
        "micro", "Time geometric queries and the tree beside Box2D v3's, on the same inputs");
    command->add_option("--only", options.only, "Rows whose name (query/kind/n) holds this text");
    command->add_option("--queries", options.queries, "Inputs of each row")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str();
    add_measuring(*command, options);
    command->allow_extras();
    command->footer(
        "Flags that begin with --benchmark_ go to Google Benchmark: --benchmark_out=FILE.json ...");
    command->callback([&options, &out, command] {
        options.flags = command->remaining();
        micro(options, out);
    });
}

void add_steady_state(CLI::App& app, SteadyStateOptions& options, std::ostream& out) {
    CLI::App* command = app.add_subcommand(
        "steady-state",
        "Time queries into large worlds, making and moving bodies, sleep, and more, beside Box2D v3");
    command->add_option("--only", options.only, "Rows whose name holds this text");
    command->add_option("--static-side", options.size.static_side, "Boxes on a side of the static world")
        ->check(CLI::Range(2, 1000))
        ->capture_default_str();
    command->add_option("--moving-side", options.size.moving_side, "Boxes on a side of the moving world")
        ->check(CLI::Range(2, 1000))
        ->capture_default_str();
    command->add_option("--queries", options.size.queries, "Different queries of a row")
        ->check(CLI::Range(1, max_bodies))
        ->capture_default_str();
    command->add_option("--bodies", options.size.replaced, "Bodies that are made and destroyed")
        ->check(CLI::Range(1, max_bodies))
        ->capture_default_str();
    command->add_option("--sleepers", options.size.sleepers, "Bodies of the sleeping world")
        ->check(CLI::Range(1, max_bodies))
        ->capture_default_str();
    command->add_option("--sensors", options.size.sensors, "Sensors, and bodies that pass through them")
        ->check(CLI::Range(1, max_bodies))
        ->capture_default_str();
    command->add_option("--joints", options.size.joints, "Joints that are made and destroyed")
        ->check(CLI::Range(1, max_bodies))
        ->capture_default_str();
    command->add_option("--worlds", options.size.worlds, "Small worlds")
        ->check(CLI::Range(1, 100))
        ->capture_default_str();
    command->add_option("--shapes", options.size.shapes, "Shapes of the kinematic body")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str();
    command->add_option("--pile-side", options.size.pile_side, "Boxes in the lowest row of the pile")
        ->check(CLI::Range(1, 500))
        ->capture_default_str();
    add_measuring(*command, options);
    command->add_option("--json", options.json, "Write everything to this file as well");
    command->callback([&options, &out] { steady_state(options, out); });
}

void add_state(CLI::App& app, StateOptions& options, std::ostream& out) {
    CLI::App* command = app.add_subcommand(
        "state", "Time saving and restoring the state of worlds, its size, deltas and rollback");
    command
        ->add_option("--scene", options.scenes,
                     "Scenes, separated by commas; all: those of the benchmark group; none: tasks alone")
        ->delimiter(',')
        ->capture_default_str();
    add_engines(*command, options.engines);
    command->add_option("--steps", options.steps, "Steps before the state is saved")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str();
    command->add_option("--bodies", options.bodies, "Bodies of the sleeping world")
        ->check(CLI::Range(100, max_bodies))
        ->capture_default_str();
    add_measuring(*command, options);
    command->callback([&options, &out] { bench::state(options, out); });
}

void add_course(CLI::App& app, CourseOptions& options, std::ostream& out) {
    CLI::App* command = app.add_subcommand(
        "course", "Run situations of a character, each with its exact law, beside Box2D v3's mover");
    command->add_option("--only", options.only, "Situations whose name holds this text");
    command->add_option("--rate", options.rate, "Steps per second")
        ->check(CLI::Range(10.0f, 1000.0f))
        ->capture_default_str();
    command->callback([&options, &out] { course(options, out); });
}

void add_growth(CLI::App& app, GrowthOptions& options, std::ostream& out) {
    CLI::App* command = app.add_subcommand(
        "growth", "Show how time and memory grow with each count of a world: N log N, or why not");
    command->add_option("--only", options.only, "Rows whose name holds this text");
    command
        ->add_option("--doublings", options.doublings,
                     "Counts of a row after the first one, each twice the last")
        ->check(CLI::Range(2, 12))
        ->capture_default_str();
    command->add_option("--repeat", options.repeat, "Runs of each count, of which the least is shown")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command
        ->add_option("--limit", options.limit,
                     "Longest run in seconds; a row ends with the first that is longer")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command->add_flag("--markdown", options.markdown, "Print the table in Markdown");
    command->add_option("--json", options.json, "Write everything to this file as well");
    command->callback([&options, &out] { growth(options, out); });
}

void add_instructions(CLI::App& app, InstructionsOptions& options, std::ostream& out) {
    CLI::App* command = app.add_subcommand(
        "instructions", "Count instructions and cache misses of a step of small worlds, by callgrind");
    command->add_option("--only", options.only, "Rows whose name holds this text");
    add_engines(*command, options.engines);
    command->add_flag("--markdown", options.markdown, "Print the table in Markdown");
    command->add_option("--play", options.play, "Step the world of this row, and count nothing");
    command->callback([&options, &out] { instructions(options, out); });
}

void add_roofline(CLI::App& app, RooflineOptions& options, std::ostream& out) {
    CLI::App* command = app.add_subcommand(
        "roofline", "Show how far Drystone's step is from what memory and arithmetic of this machine allow");
    command
        ->add_option("--scene", options.scenes,
                     "Scenes, separated by commas; all: those of the benchmark group")
        ->delimiter(',')
        ->capture_default_str();
    command->add_option("--steps", options.steps, "Steps per run in place of the scene's own number")
        ->check(CLI::Range(2, 1000000));
    command->add_option("--seconds", options.seconds, "Time to measure each rate of the machine")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command->footer(
        "Bytes and operations are counted from the sizes of the rows that the passes of a step read and\n"
        "write, times contacts and bodies, times sub-steps. Pairs that begin or end, faces that are found\n"
        "anew, joints and sleep are left out, so the limits are lower bounds.");
    command->callback([&options, &out] { roofline(options, out); });
}

}  // namespace

int run_command_line(int argc, const char* const* argv, std::ostream& out, std::ostream& errors) {
    CLI::App app("Times Drystone and its peers on the same scenes.", "drystone-bench");
    app.require_subcommand(1);
    CompareOptions compare_options;
    ScalingOptions scaling_options;
    SmallOptions small_options;
    BatchOptions batch_options;
    LifecycleOptions lifecycle_options;
    QualityOptions quality_options;
    MicroOptions micro_options;
    SteadyStateOptions steady_state_options;
    RooflineOptions roofline_options;
    StateOptions state_options;
    CourseOptions course_options;
    GrowthOptions growth_options;
    InstructionsOptions instructions_options;
    add_compare(app, compare_options, out);
    add_scaling(app, scaling_options, out);
    add_small(app, small_options, out);
    add_batch(app, batch_options, out);
    add_lifecycle(app, lifecycle_options, out);
    add_quality(app, quality_options, out);
    add_micro(app, micro_options, out);
    add_steady_state(app, steady_state_options, out);
    add_roofline(app, roofline_options, out);
    add_state(app, state_options, out);
    add_course(app, course_options, out);
    add_growth(app, growth_options, out);
    add_instructions(app, instructions_options, out);
    app.add_subcommand("list", "Show the scenes and the engines")->callback([&out] { print_list(out); });
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error, out, errors) == 0 ? 0 : usage_failure;
    } catch (const UsageError& error) {
        errors << "drystone-bench: " << error.what() << '\n';
        return usage_failure;
    }
    return 0;
}

}  // namespace bench
