#include "report.h"

#include "table.h"

#include <ostream>

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

/// What a scene costs.
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

/// What comes of it.
Table make_quality_table(const SceneResult& scene) {
    Table table({"engine", "watched at", "drift m", "lowest", "close", "overlaps", "worst mm", "mean mm",
                 "max m/s", "rms m/s"});
    for (const EngineResult& engine : scene.engines) {
        const Outcome& outcome = engine.runs.front().outcome;
        const scenes::OverlapReport& overlaps = outcome.overlaps;
        table.add({engine.name, watched_text(outcome), drift_text(outcome), fixed(outcome.lowest, 2),
                   std::to_string(overlaps.close_pairs), std::to_string(overlaps.overlapping_pairs),
                   fixed(1000.0 * overlaps.worst, 2), fixed(1000.0 * overlaps.mean, 3),
                   fixed(outcome.speeds.greatest, 4), fixed(outcome.speeds.root_mean_square, 5)});
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
    const auto done = static_cast<int>(engine.counted) + 1;
    if (done < steps) {
        out << "    - stopped after " << done << " of " << steps << " steps, when " << fixed(limit, 0)
            << " s were up: times and ratio are over these, all else is as it was then\n";
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
        << " of each engine in turn, first step not timed\n"
        << "min, median: ms per step; ratio: of medians, to " << reference_engine
        << "'s\n"
           "MB (10^6 bytes), pairs (boxes are close), contacts: at the end, as the engine counts them\n"
           "all else by the harness, in double precision: the watched body and its drift since it was made,\n"
           "the lowest dynamic body; close: pairs nearer than 2 cm, overlaps: pairs in each other, worst "
           "and\n"
           "mean depth; max and rms speed of dynamic bodies, from their positions before and after one\n"
           "further step, which is not timed\n\n";
}

void print_scene(std::ostream& out, const SceneResult& scene, const CompareOptions& options) {
    const Outcome& first = scene.engines.front().runs.front().outcome;
    out << scene.scene->name << " (" << scene.steps << " steps, " << first.bodies << " bodies, "
        << first.shapes << " shapes, sleeping " << (scene.scene->world.sleeping ? "on" : "off") << ")\n";
    make_cost_table(scene).print(out);
    out << '\n';
    make_quality_table(scene).print(out);
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
            << ", min " << fixed(summary.least, 2) << " (" << summary.least_scene << "); "
            << summary.below_aim << " of " << summary.scenes << (summary.scenes == 1 ? " scene" : " scenes")
            << " below " << fixed(aimed_ratio, 1) << '\n';
    }
}

}  // namespace bench
