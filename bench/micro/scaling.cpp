#include "micro/scaling.h"

#include "report/progress.h"
#include "report/run.h"
#include "report/statistics.h"

#include <scenes/scaling_scenes.h>
#include <scenes/small_scenes.h>

#include <algorithm>
#include <ostream>
#include <span>
#include <string>

namespace bench {
namespace {

/// Duration of a frame at 60 Hz [ms].
constexpr double frame = 1000.0 / 60.0;

std::string time_text(const ScalingPoint& point) {
    return fixed(point.milliseconds(), 3) + (point.stopped ? "*" : "");
}

const ScalingCurve* find_reference(const std::vector<ScalingCurve>& curves) {
    const auto found = std::find_if(curves.begin(), curves.end(), [](const ScalingCurve& curve) {
        return curve.engine == reference_engine;
    });
    return found == curves.end() ? nullptr : &*found;
}

bool any_stopped(const std::vector<ScalingCurve>& curves) {
    return std::any_of(curves.begin(), curves.end(), [](const ScalingCurve& curve) {
        return std::any_of(curve.points.begin(), curve.points.end(),
                           [](const ScalingPoint& point) { return point.stopped; });
    });
}

/// Returns the run with the smallest mean.
ScalingPoint measure(const RunRequest& request, int repeat) {
    ScalingPoint point;
    for (int i = 0; i < repeat; ++i) {
        const Run run = run_scene(request);
        if (i == 0 || mean_of(run.step_times) < point.milliseconds()) {
            point = {run.dynamic_bodies, run.step_times, run.steps < request.steps};
        }
    }
    return point;
}

void add_size(Scaling& scaling, const std::vector<EngineEntry>& engines, int bodies, Progress& progress) {
    const ScalingOptions& options = scaling.options;
    const scenes::SceneInfo scene = scaling_scene(options.scene, bodies);
    const int steps = options.steps > 0 ? options.steps : scene.steps;
    for (std::size_t i = 0; i < engines.size(); ++i) {
        const std::string label =
            options.scene + ": " + std::to_string(bodies) + " bodies, " + engines[i].name;
        scaling.curves[i].points.push_back(
            measure({.scene = &scene,
                     .engine = &engines[i],
                     .options = options.engine,
                     .steps = steps,
                     .limit = options.limit,
                     .progress = [&](int done) { progress.show(label, done, steps); }},
                    options.repeat));
    }
}

void print_heading(std::ostream& out, const Scaling& scaling) {
    const ScalingOptions& options = scaling.options;
    const scenes::SceneInfo scene = scaling_scene(options.scene, options.bodies.front());
    const int steps = options.steps > 0 ? options.steps : scene.steps;
    out << summary_line(scaling.machine) << '\n'
        << options.engine.threads << (options.engine.threads == 1 ? " thread, " : " threads, ") << steps
        << " steps, the first not timed\n"
        << options.scene << ": " << scene.description << "\nms: mean per step"
        << (options.repeat > 1 ? ", the least of " + std::to_string(options.repeat) + " runs" : "")
        << "; ns: per body and step; ratio: to " << reference_engine
        << "'s, over the steps that both did;\n*: stopped before all steps were done, after "
        << fixed(options.limit, 0) << " s\n\n";
}

void draw_picture(const Scaling& scaling, std::ostream& out) {
    const std::string& file = scaling.options.output;
    if (!has_gnuplot()) {
        throw std::runtime_error("\"" + file + "\" was not drawn: gnuplot was not found");
    }
    draw(scaling_plot(scaling), file);
    out << "\nwritten: " << file << '\n';
}

}  // namespace

scenes::SceneInfo scaling_scene(const std::string& name, int bodies) {
    if (name == "pyramids") {
        return scenes::pyramids_scene(bodies);
    }
    if (name == "pile") {
        return scenes::pile_scene(bodies);
    }
    if (name == "platformer") {
        return scenes::platformer_scene(bodies);
    }
    throw UsageError("no scene \"" + name +
                     "\" can be made in any size; known are pyramids, pile, platformer");
}

double scaling_ratio(const ScalingPoint& point, const ScalingPoint& reference) {
    const std::size_t common = std::min(point.step_times.size(), reference.step_times.size());
    return mean_of(std::span(point.step_times).first(common)) /
           mean_of(std::span(reference.step_times).first(common));
}

Table scaling_table(const std::vector<ScalingCurve>& curves) {
    const ScalingCurve* const reference = find_reference(curves);
    std::vector<std::string> headings{"bodies"};
    for (const ScalingCurve& curve : curves) {
        headings.insert(headings.end(), {curve.engine + " ms", "ns"});
        if (reference != nullptr && &curve != reference) {
            headings.emplace_back("ratio");
        }
    }
    Table table(std::move(headings));
    for (std::size_t size = 0; !curves.empty() && size < curves.front().points.size(); ++size) {
        std::vector<std::string> row{std::to_string(curves.front().points[size].bodies)};
        for (const ScalingCurve& curve : curves) {
            const ScalingPoint& point = curve.points[size];
            row.insert(row.end(), {time_text(point), fixed(point.nanoseconds_per_body(), 1)});
            if (reference != nullptr && &curve != reference) {
                row.push_back(fixed(scaling_ratio(point, reference->points[size]), 2));
            }
        }
        table.add(std::move(row));
    }
    return table;
}

Plot scaling_plot(const Scaling& scaling) {
    const int threads = scaling.options.engine.threads;
    Plot plot{.title = "Time per step by number of bodies, scene \"" + scaling.options.scene + "\"",
              .subtitle = scaling.machine.cpu + ", " + std::to_string(threads) +
                          (threads == 1 ? " thread" : " threads"),
              .x_label = "Dynamic bodies",
              .y_label = "Time per step [ms]",
              .curves = {},
              .mark = frame,
              .mark_name = "one frame at 60 Hz"};
    if (any_stopped(scaling.curves)) {
        plot.subtitle += "; slow runs stopped after " + fixed(scaling.options.limit, 0) + " s";
    }
    for (const ScalingCurve& curve : scaling.curves) {
        PlotCurve drawn{curve.engine + (curve.version.empty() ? "" : " (" + curve.version + ")"), {}};
        for (const ScalingPoint& point : curve.points) {
            drawn.points.push_back({static_cast<double>(point.bodies), point.milliseconds()});
        }
        plot.curves.push_back(std::move(drawn));
    }
    return plot;
}

Scaling scaling(const ScalingOptions& options, std::ostream& out) {
    const std::vector<EngineEntry> engines = select_engines(options.engines);
    Scaling result{describe_machine(), options, {}};
    std::vector<int>& sizes = result.options.bodies;
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    if (!options.output.empty()) {
        check_plot_file(options.output);
    }
    for (const EngineEntry& engine : engines) {
        result.curves.push_back({engine.name, engine.make_world({}, {})->version(), {}});
    }
    print_heading(out, result);
    if (!options.output.empty() && !has_gnuplot()) {
        out << "there will be no picture: gnuplot was not found (Debian: gnuplot-nox)\n\n";
    }
    Progress progress;
    for (const int bodies : sizes) {
        add_size(result, engines, bodies, progress);
    }
    progress.clear();
    scaling_table(result.curves).print(out);
    if (!options.output.empty()) {
        draw_picture(result, out);
    }
    return result;
}

}  // namespace bench
