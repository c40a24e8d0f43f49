#include "quality/quality_run.h"

#include <algorithm>
#include <cmath>
#include <string>

/// Light bodies under heavy ones.
namespace bench {
namespace {

using scenes::BodyNumber;

constexpr double to_mm = 1000.0;

std::string ratio_text(double ratio) { return "1:" + std::to_string(static_cast<int>(ratio)); }

/// Runs the simulation and returns the maximum overlap [mm].
double deepest_during(QualityRun& quality_run, double seconds) {
    double deepest = 0.0;
    quality_run.run(seconds, [&] { deepest = std::max(deepest, quality_run.overlaps().worst); });
    return to_mm * deepest;
}

Metric play_pair(const TestedEngine& tested_engine, float ratio) {
    QualityRun quality_run(tested_engine, awake_world());
    scenes::add_ground(quality_run.scene(), 40.0f);
    scenes::add_box(quality_run.scene(), {0.0f, 0.5f}, {1.0f, 1.0f}, {.shape = {}});
    const BodyNumber heavy =
        scenes::add_box(quality_run.scene(), {0.0f, 1.5f}, {1.0f, 1.0f}, {.shape = {}, .density = ratio});
    quality_run.run(5.0);
    const double deepest = deepest_during(quality_run, 5.0);
    return quality_run.pose(heavy).y > 1.0 ? Metric(deepest) : Metric::failure("squeezed out");
}

/// Returns a scene with a row for a measure [mm] at each ratio.
QualityScene at_ratios(const char* name, const char* measure, const std::vector<float>& ratios, int decimals,
                       Metric (*play)(const TestedEngine& tested_engine, float ratio)) {
    std::vector<QualityRow> rows;
    for (const float ratio : ratios) {
        rows.push_back({std::string(measure) + " at " + ratio_text(ratio), "mm", 0.0, decimals});
    }
    return {name, rows, [ratios, play](const TestedEngine& tested_engine) {
                std::vector<Metric> metrics;
                for (const float ratio : ratios) {
                    metrics.push_back(play(tested_engine, ratio));
                }
                return metrics;
            }};
}

Metric play_stack(const TestedEngine& tested_engine, float ratio) {
    QualityRun quality_run(tested_engine, awake_world());
    scenes::add_ground(quality_run.scene(), 40.0f);
    BodyNumber top = -1;
    for (int i = 0; i <= 10; ++i) {
        const float density = i == 10 ? ratio : 1.0f;
        top = scenes::add_box(quality_run.scene(), {0.0f, 0.5f + static_cast<float>(i)}, {1.0f, 1.0f},
                              {.shape = {}, .density = density});
    }
    quality_run.run(10.0);
    const double deepest = deepest_during(quality_run, 5.0);
    const bool stands = quality_run.pose(top).y > 9.0 && std::abs(quality_run.shift(top).x) < 0.5;
    return stands ? Metric(deepest) : Metric::failure("collapses");
}

std::vector<Metric> play_table(const TestedEngine& tested_engine) {
    QualityRun quality_run(tested_engine, awake_world());
    scenes::add_ground(quality_run.scene(), 40.0f);
    for (const float x : {-4.5f, 4.5f}) {
        scenes::add_box(quality_run.scene(), {x, 0.5f}, {1.0f, 1.0f}, {.shape = {}});
    }
    scenes::add_box(quality_run.scene(), {0.0f, 6.0f}, {10.0f, 10.0f}, {.shape = {}});
    quality_run.run(10.0);
    const scenes::OverlapReport overlaps = quality_run.overlaps();
    return {to_mm * overlaps.worst, to_mm * overlaps.mean};
}

QualityScene table() {
    return {"10 m box on two of 1 m",
            {{"deepest overlap", "mm", 0.0, 2}, {"mean overlap", "mm", 0.0, 2}},
            play_table};
}

/// Returns the deepest overlap [mm] of a wall in running bond under a plate of `ratio` times its mass.
Metric play_wall(const TestedEngine& tested_engine, float ratio) {
    constexpr int rows = 6;
    constexpr int columns = 8;
    constexpr float spacing = 1.02f;
    QualityRun quality_run(tested_engine, awake_world());
    scenes::add_ground(quality_run.scene(), 40.0f);
    for (int row = 0; row < rows; ++row) {
        const float shift = row % 2 == 0 ? 0.25f : -0.25f;
        for (int i = 0; i < columns; ++i) {
            const float x =
                spacing * (static_cast<float>(i) - 0.5f * static_cast<float>(columns - 1)) + shift;
            scenes::add_box(quality_run.scene(), {x, 0.5f + static_cast<float>(row)}, {1.0f, 1.0f},
                            {.shape = {}});
        }
    }
    const BodyNumber plate =
        scenes::add_box(quality_run.scene(), {0.0f, static_cast<float>(rows) + 0.5f}, {8.0f, 1.0f},
                        {.shape = {}, .density = ratio * static_cast<float>(rows)});
    quality_run.run(10.0);
    const double deepest = deepest_during(quality_run, 5.0);
    return quality_run.pose(plate).y > static_cast<double>(rows) ? Metric(deepest)
                                                                 : Metric::failure("collapses");
}

/// Plays a beam on a hinge with a weight at its end, of `ratio` times the mass of each of three boxes that
/// bear it. Returns how far the weight sinks [mm].
Metric play_beam(const TestedEngine& tested_engine, float ratio) {
    constexpr float height = 3.0f;
    QualityRun quality_run(tested_engine, awake_world());
    const BodyNumber ground = scenes::add_ground(quality_run.scene(), 40.0f);
    for (int i = 0; i < 3; ++i) {
        scenes::add_box(quality_run.scene(), {4.0f, 0.5f + static_cast<float>(i)}, {1.0f, 1.0f},
                        {.shape = {}});
    }
    const BodyNumber beam =
        scenes::add_box(quality_run.scene(), {2.0f, height + 0.2f}, {5.0f, 0.4f}, {.shape = {}});
    const BodyNumber weight = scenes::add_box(quality_run.scene(), {4.0f, height + 0.9f}, {1.0f, 1.0f},
                                              {.shape = {}, .density = ratio});
    const scenes::WorldPose start = quality_run.pose(ground);
    const scenes::JointDescription hinge{ground,
                                         beam,
                                         {-0.4f, height + 0.2f - static_cast<float>(start.y)},
                                         {-2.4f, 0.0f},
                                         scenes::RevoluteJoint{}};
    const scenes::JointDescription weld{beam, weight, {2.0f, 0.7f}, {}, scenes::WeldJoint{}};
    if (quality_run.scene().create_joint(hinge) == scenes::no_joint ||
        quality_run.scene().create_joint(weld) == scenes::no_joint) {
        return Metric::failure("no joint");
    }
    quality_run.run(10.0);
    return to_mm * std::abs(quality_run.shift(weight).y);
}

}  // namespace

std::vector<QualityScene> load_scenes() {
    constexpr const char* overlap = "deepest overlap";
    return {at_ratios("heavy box on a light one", overlap, {1.0f, 10.0f, 100.0f, 1000.0f, 10000.0f}, 2,
                      play_pair),
            at_ratios("heavy box on ten", overlap, {10.0f, 100.0f, 300.0f, 1000.0f}, 1, play_stack), table(),
            at_ratios("plate on a wall of 48 boxes", overlap, {1.0f, 10.0f, 100.0f, 1000.0f}, 1, play_wall),
            at_ratios("hinged beam with a weight on three light boxes", "sag", {10.0f, 30.0f, 100.0f, 300.0f},
                      1, play_beam)};
}

}  // namespace bench
