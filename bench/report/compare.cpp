#include "report/compare.h"

#include "report/json_report.h"
#include "report/progress.h"
#include "report/report.h"
#include "report/report_file.h"
#include "report/statistics.h"

#include <scenes/benchmark_scenes.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <span>
#include <string>

namespace bench {
namespace {

std::string scene_names() {
    std::string names;
    for (const scenes::SceneInfo& scene : scenes::all_scenes()) {
        names += ", " + scene.name;
    }
    return "all" + names;
}

void add_benchmark_group(std::vector<const scenes::SceneInfo*>& selected) {
    for (const scenes::SceneInfo& scene : scenes::all_scenes()) {
        if (scene.group == scenes::benchmark_group) {
            selected.push_back(&scene);
        }
    }
}

EngineResult make_result(const EngineEntry& engine) {
    EngineResult result;
    result.name = engine.name;
    return result;
}

void add_run(EngineResult& result, Run run) {
    const std::size_t timed = run.step_times.size();
    result.counted = result.runs.empty() ? timed : std::min(result.counted, timed);
    result.steps = result.runs.empty() ? run.steps : std::min(result.steps, run.steps);
    result.runs.push_back(std::move(run));
}

/// Returns null if the reference did not run.
const EngineResult* find_reference(const SceneResult& scene) {
    const auto found =
        std::find_if(scene.engines.begin(), scene.engines.end(),
                     [](const EngineResult& engine) { return engine.name == reference_engine; });
    return found == scene.engines.end() ? nullptr : &*found;
}

void evaluate(SceneResult& scene) {
    for (EngineResult& engine : scene.engines) {
        const std::vector<double> times = means(engine.runs, engine.counted);
        engine.minimum = *std::min_element(times.begin(), times.end());
        engine.median = median(times);
    }
    const EngineResult* const reference = find_reference(scene);
    if (reference == nullptr) {
        return;
    }
    for (EngineResult& engine : scene.engines) {
        const std::size_t common = std::min(engine.counted, reference->counted);
        engine.ratio = median(means(engine.runs, common)) / median(means(reference->runs, common));
    }
}

void compare_overlaps(DeeperScenes& deeper, const SceneResult& scene, const EngineResult& peer) {
    const EngineResult* const reference = find_reference(scene);
    if (reference == nullptr) {
        return;
    }
    const std::vector<scenes::OverlapReport>& ours = reference->runs.front().moments;
    const std::vector<scenes::OverlapReport>& theirs = peer.runs.front().moments;
    const std::size_t common = std::min(ours.size(), theirs.size());
    if (common == 0) {
        return;
    }
    ++deeper.compared;
    const OverlapsOverRun our = over_moments(std::span(ours).first(common));
    const OverlapsOverRun their = over_moments(std::span(theirs).first(common));
    const auto note = [&](std::vector<std::string>& names, double OverlapsOverRun::*depth) {
        if (our.*depth > their.*depth) {
            names.push_back(scene.scene->name);
        }
    };
    note(deeper.mean, &OverlapsOverRun::mean);
    note(deeper.worst, &OverlapsOverRun::worst);
    note(deeper.deepest, &OverlapsOverRun::deepest);
}

/// Runs rounds in which every engine runs once. Each round begins with another engine, so that none always
/// comes first.
SceneResult compare_scene(const scenes::SceneInfo& scene, const std::vector<EngineEntry>& engines,
                          const CompareOptions& options, Progress& progress) {
    SceneResult result{&scene, options.steps > 0 ? options.steps : scene.steps, {}};
    std::transform(engines.begin(), engines.end(), std::back_inserter(result.engines), make_result);
    for (int round = 0; round < options.repeat; ++round) {
        for (std::size_t turn = 0; turn < engines.size(); ++turn) {
            const std::size_t index = (turn + static_cast<std::size_t>(round)) % engines.size();
            const std::string label = scene.name + ": " + engines[index].name + ", run " +
                                      std::to_string(round + 1) + " of " + std::to_string(options.repeat);
            add_run(result.engines[index],
                    run_scene({.scene = &scene,
                               .engine = &engines[index],
                               .options = options.engine,
                               .steps = result.steps,
                               .limit = options.limit,
                               .shuffle = options.shuffle,
                               .stages = options.stages,
                               .outcome = round == 0,
                               .progress = [&](int done) { progress.show(label, done, result.steps); }}));
        }
    }
    progress.clear();
    evaluate(result);
    return result;
}

}  // namespace

const Run& EngineResult::best() const {
    const std::vector<double> times = means(runs, counted);
    return runs[static_cast<std::size_t>(std::min_element(times.begin(), times.end()) - times.begin())];
}

std::vector<double> means(const std::vector<Run>& runs, std::size_t count) {
    std::vector<double> result;
    result.reserve(runs.size());
    for (const Run& run : runs) {
        result.push_back(mean_of(std::span(run.step_times).first(count)));
    }
    return result;
}

std::vector<const scenes::SceneInfo*> select_scenes(const std::vector<std::string>& names) {
    std::vector<const scenes::SceneInfo*> selected;
    for (const std::string& name : names) {
        if (name == "all") {
            add_benchmark_group(selected);
        } else if (const scenes::SceneInfo* scene = scenes::find_scene(name)) {
            selected.push_back(scene);
        } else {
            throw UsageError("unknown scene \"" + name + "\"; known are " + scene_names());
        }
    }
    return selected;
}

std::vector<Summary> summarize(const std::vector<SceneResult>& scenes) {
    std::vector<Summary> summaries;
    if (scenes.empty()) {
        return summaries;
    }
    for (std::size_t i = 0; i < scenes.front().engines.size(); ++i) {
        const EngineResult& first = scenes.front().engines[i];
        if (first.name == reference_engine || !first.ratio) {
            continue;
        }
        Summary summary{.peer = first.name,
                        .smallest = *first.ratio,
                        .min_scene = scenes.front().scene->name,
                        .scenes = static_cast<int>(scenes.size())};
        double logarithms = 0.0;
        for (const SceneResult& scene : scenes) {
            const double ratio = *scene.engines[i].ratio;
            logarithms += std::log(ratio);
            summary.below_aim += ratio < aimed_ratio ? 1 : 0;
            if (ratio < summary.smallest) {
                summary.smallest = ratio;
                summary.min_scene = scene.scene->name;
            }
            compare_overlaps(summary.deeper, scene, scene.engines[i]);
        }
        summary.geometric_mean = std::exp(logarithms / static_cast<double>(scenes.size()));
        summaries.push_back(summary);
    }
    return summaries;
}

Comparison compare(const CompareOptions& options, std::ostream& out) {
    const std::vector<const scenes::SceneInfo*> selected = select_scenes(options.scenes);
    const std::vector<EngineEntry> engines = select_engines(options.engines);
    std::ofstream file = open_report_file(options.json);

    Comparison comparison{describe_machine(), options, {}, {}};
    Progress progress;
    print_heading(out, comparison.machine, options);
    for (const scenes::SceneInfo* scene : selected) {
        comparison.scenes.push_back(compare_scene(*scene, engines, options, progress));
        print_scene(out, comparison.scenes.back(), options);
        out << std::flush;
    }
    comparison.summaries = summarize(comparison.scenes);
    print_summaries(out, comparison.summaries);
    if (file.is_open()) {
        write_json(file, comparison);
        close_report_file(file, options.json);
    }
    return comparison;
}

}  // namespace bench
