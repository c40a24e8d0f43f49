#include "report.h"

#include "table.h"

#include <ostream>

namespace bench {
namespace {

std::string watched_text(const Outcome& outcome) {
    return outcome.has_watched ? fixed(outcome.watched.x, 2) + ", " + fixed(outcome.watched.y, 3) : "-";
}

Table make_table(const SceneResult& scene) {
    Table table({"engine", "min", "median", "ratio", "watched at", "lowest", "contacts", "close", "overlaps",
                 "worst mm", "mean mm"});
    for (const EngineResult& engine : scene.engines) {
        const Outcome& outcome = engine.runs.front().outcome;
        table.add({engine.name, fixed(engine.minimum, 3), fixed(engine.median, 3),
                   engine.ratio ? fixed(*engine.ratio, 2) : "-", watched_text(outcome),
                   fixed(outcome.lowest, 2), std::to_string(outcome.contacts),
                   std::to_string(outcome.overlaps.close_pairs),
                   std::to_string(outcome.overlaps.overlapping_pairs),
                   fixed(1000.0 * outcome.overlaps.worst, 2), fixed(1000.0 * outcome.overlaps.mean, 3)});
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
    out << machine.cpu << ", " << machine.logical_cores << " logical cores, load " << fixed(machine.load, 2)
        << "; " << machine.compiler << ", " << machine.build << '\n';
    out << options.engine.threads << (options.engine.threads == 1 ? " thread, " : " threads, ")
        << options.repeat << (options.repeat == 1 ? " run" : " runs")
        << " of each engine in turn, first step not timed\n"
        << "min, median: ms per step; ratio: of medians, to " << reference_engine
        << "'s; contacts: as the engine counts them;\n"
           "close: pairs nearer than 2 cm, overlaps: pairs in each other, worst and mean depth: all by the "
           "harness, in "
           "double precision\n\n";
}

void print_scene(std::ostream& out, const SceneResult& scene, const CompareOptions& options) {
    const Outcome& first = scene.engines.front().runs.front().outcome;
    out << scene.scene->name << " (" << scene.steps << " steps, " << first.bodies << " bodies, "
        << first.shapes << " shapes, sleeping " << (scene.scene->world.sleeping ? "on" : "off") << ")\n";
    make_table(scene).print(out);
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
            << ", min " << fixed(summary.least, 2) << " (" << summary.least_scene << ")\n";
    }
}

}  // namespace bench
