#include "report/report.h"

#include "report/table.h"

#include <ostream>
#include <string>

namespace bench {
namespace {

std::string watched_text(const Outcome& outcome) {
    return outcome.has_watched ? fixed(outcome.watched.x, 2) + ", " + fixed(outcome.watched.y, 3) : "-";
}

std::string drift_text(const Outcome& outcome) { return outcome.has_watched ? fixed(outcome.drift, 4) : "-"; }

std::string bytes_per_body(const Outcome& outcome) {
    return outcome.bytes && outcome.bodies > 0
               ? fixed(static_cast<double>(*outcome.bytes) / outcome.bodies, 0)
               : "-";
}

/// Makes the table of a scene's cost.
Table make_cost_table(const SceneResult& scene) {
    Table table({"engine", "min", "median", "ratio", "MB", "B/body", "pairs", "contacts"});
    for (const EngineResult& engine : scene.engines) {
        const Outcome& outcome = engine.runs.front().outcome;
        table.add({engine.name, fixed(engine.minimum, 3), fixed(engine.median, 3),
                   engine.ratio ? fixed(*engine.ratio, 2) : "-", megabytes(outcome.bytes),
                   bytes_per_body(outcome), outcome.pairs ? std::to_string(*outcome.pairs) : "-",
                   std::to_string(outcome.contacts)});
    }
    return table;
}

/// Makes the table of the bodies' final state.
Table make_end_table(const SceneResult& scene) {
    Table table({"engine", "watched at", "drift m", "lowest", "max m/s", "rms m/s"});
    for (const EngineResult& engine : scene.engines) {
        const Outcome& outcome = engine.runs.front().outcome;
        table.add({engine.name, watched_text(outcome), drift_text(outcome), fixed(outcome.lowest, 2),
                   fixed(outcome.speeds.largest, 4), fixed(outcome.speeds.root_mean_square, 5)});
    }
    return table;
}

/// Makes the table of overlaps after the last step and over the run.
Table make_overlap_table(const SceneResult& scene) {
    Table table({"engine", "end: close", "overlaps", "mean mm", "worst mm", "run: overlaps", "mean mm",
                 "worst mm", "deepest mm"});
    for (const EngineResult& engine : scene.engines) {
        const Run& run = engine.runs.front();
        const scenes::OverlapReport& end = run.outcome.overlaps;
        const OverlapsOverRun over = over_moments(run.moments);
        const auto metric = [&](double value, int decimals) {
            return over.moments > 0 ? fixed(value, decimals) : "-";
        };
        table.add({engine.name, std::to_string(end.close_pairs), std::to_string(end.overlapping_pairs),
                   fixed(1000.0 * end.mean, 3), fixed(1000.0 * end.worst, 2), metric(over.pairs, 1),
                   metric(1000.0 * over.mean, 3), metric(1000.0 * over.worst, 2),
                   metric(1000.0 * over.deepest, 2)});
    }
    return table;
}

void print_notes(std::ostream& out, const EngineResult& engine, int steps, double limit) {
    const Run& run = engine.runs.front();
    out << "  " << engine.name << ' ' << run.version << ": " << run.configuration << '\n';
    for (const std::string& note : run.notes) {
        out << "    - " << note << '\n';
    }
    if (run.outcome.overlaps.non_finite_bodies > 0) {
        out << "    - " << run.outcome.overlaps.non_finite_bodies << " bodies are not finite\n";
    }
    if (const int maximum = over_moments(run.moments).non_finite_bodies; maximum > 0) {
        out << "    - up to " << maximum << " bodies were not finite on the way: overlaps are without them\n";
    }
    if (engine.steps < steps) {
        out << "    - stopped after " << engine.steps << " of " << steps << " steps, when " << fixed(limit, 0)
            << " s were up: times and ratio are over these, all else is as it was then\n";
    }
}

/// Formats a list of scenes: "2 (rain, smash)".
std::string count_text(const std::vector<std::string>& names) {
    std::string text = std::to_string(names.size());
    for (const std::string& name : names) {
        text += (&name == names.data() ? " (" : ", ") + name;
    }
    return names.empty() ? text : text + ")";
}

void print_deeper(std::ostream& out, const DeeperScenes& deeper) {
    if (deeper.compared > 0) {
        out << "  overlaps over the run deeper in " << reference_engine << ", of " << deeper.compared
            << (deeper.compared == 1 ? " scene" : " scenes") << ": mean " << count_text(deeper.mean)
            << ", worst " << count_text(deeper.worst) << ", deepest " << count_text(deeper.deepest) << '\n';
    }
}

void print_stages(std::ostream& out, const EngineResult& engine) {
    const Run& best = engine.best();
    if (best.stages.empty()) {
        out << "  stages of " << engine.name << ": not told\n";
        return;
    }
    const double step = engine.minimum;
    Table table({"stages of " + engine.name, "ms", "%"});
    double sum = 0.0;
    for (const StageTime& stage : best.stages) {
        sum += stage.milliseconds;
        table.add({stage.name, fixed(stage.milliseconds, 4), fixed(100.0 * stage.milliseconds / step, 1)});
    }
    table.add({"all else", fixed(step - sum, 4), fixed(100.0 * (step - sum) / step, 1)});
    table.add({"step", fixed(step, 4), fixed(100.0, 1)});
    table.print(out);
    out << '\n';
}

}  // namespace

void print_heading(std::ostream& out, const Machine& machine, const CompareOptions& options) {
    out << summary_line(machine) << '\n';
    out << options.engine.threads << (options.engine.threads == 1 ? " thread, " : " threads, ")
        << options.repeat << (options.repeat == 1 ? " run" : " runs")
        << " of each engine in turn; the first step and those after a reading are not timed\n"
           "min, median: ms per step; ratio: of medians, to "
        << reference_engine
        << "'s\n"
           "MB (10^6 bytes), pairs (boxes are close), contacts: at the end, as the engine counts them\n"
           "all else by the harness, in double precision: the watched body and its drift since it was made,\n"
           "the lowest dynamic body; max and rms speed of dynamic bodies, from their positions before and\n"
           "after one further step, which is not timed\n"
           "end: after the last step; close: pairs nearer than 2 cm; overlaps: pairs in each other; mean "
           "and\n"
           "worst: of their depths; run: the same, read every "
        << steps_between_moments
        << " steps, as means over these readings;\n"
           "deepest: the worst of all readings\n";
    if (options.shuffle) {
        out << "bodies are created in an order shuffled with the seed " << *options.shuffle << '\n';
    }
    out << '\n';
}

void print_scene(std::ostream& out, const SceneResult& scene, const CompareOptions& options) {
    const Outcome& first = scene.engines.front().runs.front().outcome;
    out << scene.scene->name << " (" << scene.steps << " steps, " << first.bodies << " bodies, "
        << first.shapes << " shapes, sleeping " << (scene.scene->world.sleeping ? "on" : "off") << ")\n";
    make_cost_table(scene).print(out);
    out << '\n';
    make_end_table(scene).print(out);
    out << '\n';
    make_overlap_table(scene).print(out);
    for (const EngineResult& engine : scene.engines) {
        print_notes(out, engine, scene.steps, options.limit);
    }
    out << '\n';
    if (options.stages) {
        for (const EngineResult& engine : scene.engines) {
            print_stages(out, engine);
        }
    }
}

void print_summaries(std::ostream& out, const std::vector<Summary>& summaries) {
    for (const Summary& summary : summaries) {
        out << summary.peer << '/' << reference_engine << ": geomean " << fixed(summary.geometric_mean, 2)
            << ", min " << fixed(summary.smallest, 2) << " (" << summary.min_scene << "); "
            << summary.below_aim << " of " << summary.scenes << (summary.scenes == 1 ? " scene" : " scenes")
            << " below " << fixed(aimed_ratio, 1) << '\n';
        print_deeper(out, summary.deeper);
    }
}

}  // namespace bench
