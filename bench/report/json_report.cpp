#include "report/json_report.h"

#include "machine/machine_json.h"

#include <algorithm>
#include <ostream>

namespace bench {
namespace {

using nlohmann::ordered_json;

template <class T>
ordered_json to_json(const std::optional<T>& value) {
    return value ? ordered_json(*value) : ordered_json(nullptr);
}

ordered_json to_json(const Outcome& outcome) {
    ordered_json json{{"bodies", outcome.bodies},
                      {"shapes", outcome.shapes},
                      {"contacts", outcome.contacts},
                      {"pairs", to_json(outcome.pairs)},
                      {"bytes", to_json(outcome.bytes)},
                      {"close_pairs", outcome.overlaps.close_pairs},
                      {"overlapping_pairs", outcome.overlaps.overlapping_pairs},
                      {"worst_penetration_m", outcome.overlaps.worst},
                      {"mean_penetration_m", outcome.overlaps.mean},
                      {"non_finite_bodies", outcome.overlaps.non_finite_bodies},
                      {"greatest_speed_m_per_s", outcome.speeds.largest},
                      {"rms_speed_m_per_s", outcome.speeds.root_mean_square},
                      {"lowest_dynamic_body_m", outcome.lowest}};
    if (outcome.has_watched) {
        const scenes::WorldPose& pose = outcome.watched;
        json["watched_body"] = {{"x", pose.x},
                                {"y", pose.y},
                                {"cosine", pose.cosine},
                                {"sine", pose.sine},
                                {"drift_m", outcome.drift}};
    }
    return json;
}

ordered_json to_json(const OverlapsOverRun& over) {
    return {{"moments", over.moments},
            {"overlapping_pairs", over.pairs},
            {"mean_penetration_m", over.mean},
            {"mean_worst_penetration_m", over.worst},
            {"deepest_penetration_m", over.deepest},
            {"non_finite_bodies", over.non_finite_bodies}};
}

ordered_json to_json(const EngineResult& engine) {
    const Run& first = engine.runs.front();
    const Run& best = engine.best();
    ordered_json json{
        {"engine", engine.name},
        {"version", first.version},
        {"configuration", first.configuration},
        {"notes", first.notes},
        {"steps_done", engine.steps},
        {"timed_steps", engine.counted},
        {"ms_per_step",
         {{"runs", means(engine.runs, engine.counted)}, {"min", engine.minimum}, {"median", engine.median}}},
        {"slowest_step_ms", *std::max_element(best.step_times.begin(), best.step_times.end())}};
    if (engine.ratio) {
        json["ratio"] = *engine.ratio;
    }
    for (const StageTime& stage : best.stages) {
        json["stages_ms"][stage.name] = stage.milliseconds;
    }
    json["outcome"] = to_json(first.outcome);
    json["overlaps_over_run"] = to_json(over_moments(first.moments));
    return json;
}

ordered_json to_json(const SceneResult& scene) {
    ordered_json engines = ordered_json::array();
    for (const EngineResult& engine : scene.engines) {
        engines.push_back(to_json(engine));
    }
    const scenes::WorldSettings& world = scene.scene->world;
    return {{"scene", scene.scene->name},   {"steps", scene.steps},       {"time_step", world.time_step},
            {"sub_steps", world.sub_steps}, {"sleeping", world.sleeping}, {"engines", engines}};
}

}  // namespace

void write_json(std::ostream& out, const Comparison& comparison) {
    const CompareOptions& options = comparison.options;
    ordered_json scenes = ordered_json::array();
    for (const SceneResult& scene : comparison.scenes) {
        scenes.push_back(to_json(scene));
    }
    ordered_json summaries = ordered_json::array();
    for (const Summary& summary : comparison.summaries) {
        summaries.push_back({{"peer", summary.peer},
                             {"reference", reference_engine},
                             {"geomean", summary.geometric_mean},
                             {"min", summary.smallest},
                             {"min_scene", summary.min_scene},
                             {"scenes", summary.scenes},
                             {"aimed_ratio", aimed_ratio},
                             {"scenes_below_aim", summary.below_aim},
                             {"deeper_overlaps_over_run",
                              {{"scenes", summary.deeper.compared},
                               {"mean", summary.deeper.mean},
                               {"worst", summary.deeper.worst},
                               {"deepest", summary.deeper.deepest}}}});
    }
    const ordered_json json{
        {"machine", to_json(comparison.machine)},
        {"threads", options.engine.threads},
        {"repeat", options.repeat},
        {"limit_s", options.limit},
        {"shuffle_seed", options.shuffle ? ordered_json(*options.shuffle) : ordered_json(nullptr)},
        {"scenes", scenes},
        {"summary", summaries}};
    out << json.dump(2) << '\n';
}

}  // namespace bench
