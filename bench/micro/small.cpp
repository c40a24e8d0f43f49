#include "micro/small.h"

#include "report/progress.h"
#include "report/statistics.h"

#include <scenes/small_scenes.h>

#include <algorithm>
#include <ostream>

namespace bench {
namespace {

const SmallResult* find_reference(const SmallRow& row) {
    const auto found = std::find_if(row.engines.begin(), row.engines.end(), [](const SmallResult& result) {
        return result.engine == reference_engine;
    });
    return found == row.engines.end() ? nullptr : &*found;
}

/// Runs rounds in which every engine runs once. Each round begins with another engine.
SmallRow measure(const scenes::SceneInfo& scene, const std::vector<EngineEntry>& engines,
                 const SmallOptions& options, Progress& progress) {
    SmallRow row{scene.name, 0, {}};
    for (const EngineEntry& engine : engines) {
        row.engines.push_back({engine.name, {}});
    }
    const int steps = options.steps > 0 ? options.steps : scene.steps;
    for (int round = 0; round < options.repeat; ++round) {
        for (std::size_t turn = 0; turn < engines.size(); ++turn) {
            const std::size_t i = (turn + static_cast<std::size_t>(round)) % engines.size();
            progress.show(scene.name + ": " + engines[i].name, round, options.repeat);
            Run run = run_scene({.scene = &scene,
                                 .engine = &engines[i],
                                 .options = options.engine,
                                 .steps = steps,
                                 .progress = {}});
            row.bodies = run.dynamic_bodies;
            row.engines[i].runs.push_back(std::move(run.step_times));
        }
    }
    return row;
}

}  // namespace

std::vector<EngineEntry> engines_of_small(const std::vector<std::string>& names) {
    std::vector<EngineEntry> engines = select_engines(names);
    if (names.empty()) {
        std::erase_if(engines, [](const EngineEntry& engine) {
            return engine.name != reference_engine && engine.name != "box2d3";
        });
    }
    return engines;
}

double SmallResult::microseconds() const {
    std::vector<double> least = runs.front();
    for (const std::vector<double>& run : runs) {
        for (std::size_t step = 0; step < least.size(); ++step) {
            least[step] = std::min(least[step], run[step]);
        }
    }
    return 1000.0 * mean_of(least);
}

Table small_table(const std::vector<SmallRow>& rows) {
    std::vector<std::string> headings{"scene", "bodies"};
    if (!rows.empty()) {
        const SmallResult* const reference = find_reference(rows.front());
        for (const SmallResult& result : rows.front().engines) {
            headings.push_back(result.engine + " us");
            if (reference != nullptr && &result != reference) {
                headings.emplace_back("ratio");
            }
        }
    }
    Table table(std::move(headings));
    for (const SmallRow& row : rows) {
        const SmallResult* const reference = find_reference(row);
        std::vector<std::string> cells{row.scene, std::to_string(row.bodies)};
        for (const SmallResult& result : row.engines) {
            cells.push_back(fixed(result.microseconds(), 2));
            if (reference != nullptr && &result != reference) {
                cells.push_back(fixed(result.microseconds() / reference->microseconds(), 2));
            }
        }
        table.add(std::move(cells));
    }
    return table;
}

Small small(const SmallOptions& options, std::ostream& out) {
    const std::vector<EngineEntry> engines = engines_of_small(options.engines);
    std::vector<scenes::SceneInfo> chosen = scenes::small_scenes();
    if (!options.scenes.empty()) {
        std::erase_if(chosen, [&options](const scenes::SceneInfo& scene) {
            return std::find(options.scenes.begin(), options.scenes.end(), scene.name) ==
                   options.scenes.end();
        });
        if (chosen.size() != options.scenes.size()) {
            throw UsageError("small has the scenes platformer, pinball, car, tower and puzzle");
        }
    }
    Small result{describe_machine(), options, {}};
    out << summary_line(result.machine) << '\n'
        << options.engine.threads << (options.engine.threads == 1 ? " thread" : " threads")
        << "; us: mean over all steps of the least time of each step in " << options.repeat
        << " runs;\nratio: to " << reference_engine << "'s\n\n";
    Progress progress;
    for (const scenes::SceneInfo& scene : chosen) {
        result.rows.push_back(measure(scene, engines, options, progress));
    }
    progress.clear();
    small_table(result.rows).print(out);
    return result;
}

}  // namespace bench
