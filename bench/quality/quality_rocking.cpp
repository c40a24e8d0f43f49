#include "quality/quality_run.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

/// Blocks that rock from corner to corner without restitution, by Housner's law.
///
/// Source: Housner, The Behavior of Inverted Pendulum Structures during Earthquakes, 1963.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;

constexpr double percent = 100.0;
/// Largest distance of the centre from the corners [m].
constexpr double radius = 2.0;
/// Number of swings whose height is measured.
constexpr std::size_t swings = 4;

/// Returns the angles at which the block turns back after each impact, as parts of the critical angle.
///
/// Each impact keeps the angular momentum about the corner that it hits.
std::vector<double> law_of_amplitudes(double critical, double start) {
    const double kept = 1.0 - 1.5 * std::sin(critical) * std::sin(critical);
    std::vector<double> amplitudes;
    // Energy [g R per mass], from the block that stands.
    double energy = std::cos(critical * (1.0 - start)) - std::cos(critical);
    for (std::size_t i = 0; i < swings; ++i) {
        energy *= kept * kept;
        amplitudes.push_back(1.0 - std::acos(std::cos(critical) + energy) / critical);
    }
    return amplitudes;
}

/// Plays a block that starts on one corner at `start` of the critical angle, and returns the mean deviation
/// of the angles at which it turns back.
std::vector<Metric> play(const TestedEngine& tested_engine, double slenderness, double start) {
    const double critical = std::atan(1.0 / slenderness);
    const double half_width = radius * std::sin(critical);
    const double half_height = radius * std::cos(critical);
    QualityRun quality_run(tested_engine, awake_world());
    scenes::add_ground(quality_run.scene(), 20.0f);
    // Leans to the left, on its left corner.
    const double from_vertical = critical * (1.0 - start);
    const BodyNumber block = scenes::add_body(
        quality_run.scene(),
        {.kind = BodyKind::Dynamic,
         .position = {static_cast<float>(radius * std::sin(from_vertical)),
                      static_cast<float>(radius * std::cos(from_vertical))},
         .angle = static_cast<float>(critical * start)},
        {.shape = scenes::box(static_cast<float>(half_width), static_cast<float>(half_height)),
         .friction = 1.0f});
    std::vector<double> amplitudes;
    double side = 1.0;
    double largest = 0.0;
    quality_run.run(15.0, [&] {
        const scenes::WorldPose pose = quality_run.pose(block);
        const double angle = side * std::atan2(pose.sine, pose.cosine);
        if (angle < 0.0) {
            amplitudes.push_back(largest / critical);
            side = -side;
            largest = 0.0;
        }
        largest = std::max(largest, std::abs(angle));
    });
    // The first one is the start.
    if (amplitudes.size() <= swings) {
        return {Metric::failure("rests")};
    }
    const std::vector<double> law = law_of_amplitudes(critical, start);
    double sum = 0.0;
    for (std::size_t i = 0; i < swings; ++i) {
        sum += std::abs(amplitudes[i + 1] / law[i] - 1.0);
    }
    return {percent * sum / static_cast<double>(swings)};
}

QualityScene rocking(const std::string& name, double slenderness, double start) {
    return {"block of " + name + " rocks",
            {{"mean deviation of four swings from the law", "%", 0.0, 1}},
            [slenderness, start](const TestedEngine& tested_engine) {
                return play(tested_engine, slenderness, start);
            }};
}

}  // namespace

std::vector<QualityScene> rocking_scenes() {
    return {rocking("1 x 2 from .5 of the critical angle", 2.0, 0.5),
            rocking("1 x 4 from .3 of the critical angle", 4.0, 0.3),
            rocking("1 x 4 from .7 of the critical angle", 4.0, 0.7),
            rocking("1 x 8 from .5 of the critical angle", 8.0, 0.5),
            rocking("1 x 8 from .9 of the critical angle", 8.0, 0.9)};
}

}  // namespace bench
