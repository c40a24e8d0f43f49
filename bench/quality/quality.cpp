#include "quality/quality.h"

#include "report/progress.h"
#include "report/report_file.h"

#include <algorithm>
#include <ostream>
#include <string>

namespace bench {
namespace {

bool wanted(const QualityScene& scene, const QualityRow& row, const std::string& pattern) {
    return (scene.name + ": " + row.name).find(pattern) != std::string::npos;
}

bool wanted(const QualityScene& scene, const std::string& pattern) {
    return std::any_of(scene.rows.begin(), scene.rows.end(),
                       [&](const QualityRow& row) { return wanted(scene, row, pattern); });
}

std::vector<QualityScene> select_quality_scenes(const std::string& pattern) {
    std::vector<QualityScene> all = quality_scenes();
    all.erase(std::remove_if(all.begin(), all.end(),
                             [&](const QualityScene& scene) { return !wanted(scene, pattern); }),
              all.end());
    if (all.empty()) {
        throw UsageError("no row of the quality table has \"" + pattern + "\" in its name");
    }
    return all;
}

std::vector<EngineEntry> select_quality_engines(const std::vector<std::string>& names) {
    if (!names.empty()) {
        return select_engines(names);
    }
    std::vector<std::string> usual;
    for (const EngineEntry& engine : known_engines()) {
        if (engine.make != nullptr && engine.name != "chipmunk") {
            usual.push_back(engine.name);
        }
    }
    return select_engines(usual);
}

std::optional<std::size_t> find_engine(const std::vector<std::string>& engines, const std::string& name) {
    const auto found = std::find(engines.begin(), engines.end(), name);
    return found == engines.end() ? std::nullopt : std::optional<std::size_t>(found - engines.begin());
}

Verdict verdict_on(const QualityResult& result, const std::vector<std::string>& engines) {
    const auto ours = find_engine(engines, reference_engine);
    const auto theirs = find_engine(engines, rival_engine);
    return ours && theirs ? judge(result.row, result.metrics[*ours], result.metrics[*theirs]) : Verdict::None;
}

/// Plays the scene in every engine and appends the requested rows.
void add_scene(Quality& quality, const QualityScene& scene, const std::vector<EngineEntry>& engines,
               const std::function<void(const std::string&)>& show) {
    std::vector<std::vector<Metric>> metrics;
    for (const EngineEntry& engine : engines) {
        show(scene.name + ": " + engine.name);
        metrics.push_back(scene.measure({&engine, quality.options.engine, quality.options.times}));
        if (metrics.back().size() != scene.rows.size()) {
            throw std::logic_error("quality: \"" + scene.name + "\" gave " +
                                   std::to_string(metrics.back().size()) + " figures for " +
                                   std::to_string(scene.rows.size()) + " rows");
        }
    }
    for (std::size_t i = 0; i < scene.rows.size(); ++i) {
        if (!wanted(scene, scene.rows[i], quality.options.only)) {
            continue;
        }
        QualityResult result{scene.name, scene.rows[i], {}};
        for (const std::vector<Metric>& of_engine : metrics) {
            result.metrics.push_back(of_engine[i]);
        }
        result.verdict = verdict_on(result, quality.engines);
        quality.results.push_back(std::move(result));
    }
}

/// Returns the rate in words: "60 Hz", "30 Hz x 2".
std::string describe(const QualityTimes& times) {
    std::string text = times.random_steps ? "steps of 1/144 to 1/30 s"
                                          : fixed(times.rate > 0.0 ? times.rate : 60.0, 0) + " Hz";
    if (times.sub_steps > 0) {
        text += " x " + std::to_string(times.sub_steps);
    }
    return text;
}

void print_heading(std::ostream& out, const Quality& quality, const std::vector<EngineEntry>& engines) {
    out << summary_line(quality.machine) << "\n" << describe(quality.options.times);
    for (const EngineEntry& engine : engines) {
        const std::unique_ptr<Engine> world = engine.make_world({}, quality.options.engine);
        out << "; " << engine.name << " " << world->version() << ", " << world->configuration();
    }
    out << "\nmeasured in double precision from the engines' poses, by the same code for all\n"
        << "verdict: whose figure is nearer to the ideal; equal where the errors differ by no more than "
        << fixed(100.0 * equal_part, 0) << " % or one in the last digit\n\n";
}

}  // namespace

std::vector<QualityScene> quality_scenes() {
    std::vector<QualityScene> all;
    for (const auto theme :
         {stacking_scenes, load_scenes,       drop_scenes,       heap_scenes,       impact_scenes,
          sequence_scenes, motion_scenes,     friction_scenes,   tilting_scenes,    ground_scenes,
          floor_scenes,    ring_scenes,       tunnelling_scenes, passing_scenes,    crate_scenes,
          sinking_scenes,  overlap_scenes,    sleep_scenes,      joint_scenes,      bridge_scenes,
          peg_scenes,      stop_scenes,       spring_scenes,     limit_scenes,      rocking_scenes,
          loaded_scenes,   continuity_scenes, calm_scenes,       determinism_scenes}) {
        for (QualityScene& scene : theme()) {
            all.push_back(std::move(scene));
        }
    }
    return all;
}

Table quality_table(const Quality& quality) {
    // The reference comes last, next to the verdict.
    const auto ours = find_engine(quality.engines, reference_engine);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < quality.engines.size(); ++i) {
        if (!ours || i != *ours) {
            order.push_back(i);
        }
    }
    if (ours) {
        order.push_back(*ours);
    }
    std::vector<std::string> headings{"row", "unit", "ideal"};
    for (const std::size_t i : order) {
        headings.push_back(quality.engines[i]);
    }
    headings.emplace_back("verdict");
    Table table(std::move(headings));
    for (const QualityResult& result : quality.results) {
        std::vector<std::string> cells{result.name(), result.row.unit,
                                       Metric(result.row.ideal).text(result.row.decimals)};
        for (const std::size_t i : order) {
            cells.push_back(result.metrics[i].text(result.row.decimals));
        }
        cells.push_back(verdict_text(result.verdict));
        table.add(std::move(cells));
    }
    return table;
}

std::string quality_summary(const Quality& quality) {
    for (const char* name : {reference_engine, rival_engine}) {
        if (!find_engine(quality.engines, name)) {
            return std::string("no verdicts: ") + name + " did not take part";
        }
    }
    const auto worse = std::count_if(quality.results.begin(), quality.results.end(),
                                     [](const auto& result) { return result.verdict == Verdict::Worse; });
    return std::string(reference_engine) + " worse than " + rival_engine + " in " + std::to_string(worse) +
           " of " + std::to_string(quality.results.size()) + " rows";
}

Quality quality(const QualityOptions& options, std::ostream& out) {
    const std::vector<EngineEntry> engines = select_quality_engines(options.engines);
    const std::vector<QualityScene> scenes = select_quality_scenes(options.only);
    std::ofstream file = open_report_file(options.json);
    Quality result{describe_machine(), options, {}, {}};
    for (const EngineEntry& engine : engines) {
        result.engines.push_back(engine.name);
    }
    print_heading(out, result, engines);
    Progress progress;
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        add_scene(result, scenes[i], engines, [&](const std::string& label) {
            progress.show(label, static_cast<int>(i), static_cast<int>(scenes.size()));
        });
    }
    progress.clear();
    quality_table(result).print(out);
    out << '\n' << quality_summary(result) << '\n';
    if (file.is_open()) {
        write_json(file, result);
        close_report_file(file, options.json);
    }
    return result;
}

}  // namespace bench
