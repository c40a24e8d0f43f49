#include "quality/quality_run.h"

#include <scenes/ragdoll.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

/// Heaps of many bodies: they should come to rest without sinking into each other.
namespace bench {
namespace {

using scenes::BodyNumber;

constexpr double to_mm = 1000.0;

/// Adds a bin about the vertical axis.
void add_bin(scenes::Backend& scene, float half_width, float height) {
    scenes::add_ground(scene, 40.0f);
    for (const float side : {-1.0f, 1.0f}) {
        scenes::add_static_box(scene, {side * (half_width + 0.5f), 0.5f * height}, {1.0f, height});
    }
}

/// Heaps of each kind that fall asleep: how long a single one takes is chance. The mean of eight heaps of
/// ragdolls was 3.2 to 4.05 s in engines that differed by rounding.
constexpr int piles_of_boxes = 8;
constexpr int heaps_of_ragdolls = 24;

/// Adds boxes of 1 m at random angles, in rows above each other that do not touch.
void add_boxes(scenes::Backend& scene, int columns, int rows, std::uint32_t seed) {
    constexpr float spacing = 1.45f;  // More than a diagonal.
    scenes::Random random(seed);
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const float x = spacing * (static_cast<float>(column) - 0.5f * static_cast<float>(columns - 1));
            const float y = 1.0f + spacing * static_cast<float>(row);
            const float angle = random.between(0.0f, 0.5f * std::numbers::pi_v<float>);
            scenes::add_box(scene, {x, y}, {1.0f, 1.0f}, {.shape = {}}, angle);
        }
    }
}

std::vector<Metric> play_pile(const TestedEngine& tested_engine) {
    QualityRun awake(tested_engine, awake_world());
    add_bin(awake.scene(), 9.0f, 40.0f);
    add_boxes(awake.scene(), 12, 20, 7);
    awake.run(20.0);
    const double rms = awake.run_rms_speed(5.0);
    const scenes::OverlapReport overlaps = awake.overlaps();
    const double asleep = mean_time_to_sleep(
        tested_engine, piles_of_boxes,
        [](scenes::Backend& scene, int number) {
            add_bin(scene, 9.0f, 40.0f);
            add_boxes(scene, 12, 20, static_cast<std::uint32_t>(7 + number));
        },
        [](const QualityRun&) {});
    return {to_mm * overlaps.mean, to_mm * overlaps.worst, to_mm * rms, asleep};
}

QualityScene pile() {
    return {"pile of 240 boxes",
            {{"mean overlap", "mm", 0.0, 2},
             {"deepest overlap", "mm", 0.0, 1},
             {"rms speed, 20 to 25 s", "mm/s", 0.0, 3},
             {"fall asleep after, mean of 8 piles", "s", 0.0, 1}},
            play_pile};
}

/// Returns the maximum distance between the anchors of a joint [m].
double joint_gap(const QualityRun& quality_run) {
    double maximum = 0.0;
    for (const scenes::JointDescription& joint : quality_run.joints()) {
        const scenes::WorldPose a = quality_run.pose(joint.body_a);
        const scenes::WorldPose b = quality_run.pose(joint.body_b);
        const auto x = [](const scenes::WorldPose& pose, scenes::Point local) {
            return pose.x + pose.cosine * local.x - pose.sine * local.y;
        };
        const auto y = [](const scenes::WorldPose& pose, scenes::Point local) {
            return pose.y + pose.sine * local.x + pose.cosine * local.y;
        };
        maximum = std::max(maximum, std::hypot(x(b, joint.anchor_b) - x(a, joint.anchor_a),
                                               y(b, joint.anchor_b) - y(a, joint.anchor_a)));
    }
    return maximum;
}

/// Adds 24 ragdolls in a bin, in rows of three; all heaps but the first are shifted at random.
void add_ragdolls(scenes::Backend& scene, int number) {
    constexpr float shift = 0.1f;
    add_bin(scene, 2.0f, 20.0f);
    scenes::Random random(static_cast<std::uint32_t>(number));
    for (int i = 0; i < 24; ++i) {
        const float by = number == 0 ? 0.0f : random.between(-shift, shift);
        const scenes::Point feet{-1.0f + static_cast<float>(i % 3) + by,
                                 0.5f + 2.0f * static_cast<float>(i / 3)};
        scenes::add_ragdoll(scene, {.feet = feet, .group = -(i + 1)});
    }
}

std::vector<Metric> play_ragdolls(const TestedEngine& tested_engine) {
    double gap = 0.0;
    double speed = 0.0;
    const double asleep = mean_time_to_sleep(tested_engine, heaps_of_ragdolls, add_ragdolls,
                                             [&](const QualityRun& quality_run) {
                                                 gap = std::max(gap, joint_gap(quality_run));
                                                 speed = std::max(speed, quality_run.rms_speed());
                                             });
    return {asleep, to_mm * gap, to_mm * speed};
}

QualityScene ragdolls() {
    return {"heaps of 24 ragdolls",
            {{"fall asleep after, mean of 24 heaps", "s", 0.0, 1},
             {"widest gap of a joint", "mm", 0.0, 1},
             {"greatest rms speed", "mm/s", 0.0, 1}},
            play_ragdolls};
}

}  // namespace

std::vector<QualityScene> heap_scenes() { return {pile(), ragdolls()}; }

}  // namespace bench
