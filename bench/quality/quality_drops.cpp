#include "quality/quality_run.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

/// Heavy bodies that fall on light ones that lie on the ground: how deep they sink in, and whether they are
/// thrown up again. No contact has restitution.
namespace bench {
namespace {

using scenes::BodyNumber;
using scenes::Point;

constexpr double gravity = 10.0;
constexpr float half_height = 0.1f;
constexpr float light_density = 10.0f;
constexpr float heavy_half = 0.8f;

struct Drop {
    bool is_disc;   ///< The heavy body is a disc, else a box.
    double ratio;   ///< Mass of the heavy body over that of the light one.
    double height;  ///< [m]
};

struct DropOutcome {
    double deepest = 0.0;  ///< [m]
    double rebound = 0.0;  ///< Part of the fall's energy that the heavy body gains again.
};

DropOutcome play(const TestedEngine& tested_engine, const Drop& drop) {
    QualityRun quality_run(tested_engine, awake_world());
    scenes::add_ground(quality_run.scene(), 40.0f);
    scenes::add_box(quality_run.scene(), {0.0f, half_height}, {1.0f, 2.0f * half_height},
                    {.shape = {}, .density = light_density});
    const double mass =
        drop.ratio * static_cast<double>(light_density) * 2.0 * static_cast<double>(half_height);
    const double radius = static_cast<double>(heavy_half);
    const double area = drop.is_disc ? std::numbers::pi * radius * radius : 4.0 * radius * radius;
    const Point place{0.1f, 2.0f * half_height + heavy_half + static_cast<float>(drop.height)};
    const scenes::Shape shape = drop.is_disc ? scenes::Shape(scenes::CircleShape{{}, heavy_half})
                                             : scenes::box(heavy_half, heavy_half);
    const BodyNumber heavy =
        scenes::add_body(quality_run.scene(), {.kind = scenes::BodyKind::Dynamic, .position = place},
                         {.shape = shape, .density = static_cast<float>(mass / area)});
    DropOutcome outcome;
    double lowest = std::numeric_limits<double>::max();
    quality_run.run(4.0, [&] {
        const Motion motion = quality_run.motion(heavy);
        // Of the motion along both axes, per weight: a height.
        const double energy =
            quality_run.pose(heavy).y + (motion.x * motion.x + motion.y * motion.y) / (2.0 * gravity);
        lowest = std::min(lowest, energy);
        outcome.rebound = std::max(outcome.rebound, (energy - lowest) / drop.height);
        outcome.deepest = std::max(outcome.deepest, quality_run.overlaps().worst);
    });
    return outcome;
}

std::vector<Metric> play_worst(const TestedEngine& tested_engine, double ratio) {
    DropOutcome worst;
    for (const bool is_disc : {true, false}) {
        for (const double height : {0.5, 2.0, 5.0}) {
            const DropOutcome outcome = play(tested_engine, {is_disc, ratio, height});
            worst.deepest = std::max(worst.deepest, outcome.deepest);
            worst.rebound = std::max(worst.rebound, outcome.rebound);
        }
    }
    return {1000.0 * worst.deepest, 100.0 * worst.rebound};
}

QualityScene dropped(double ratio) {
    return {"heavy body dropped 0.5 to 5 m on a light one, 1:" + std::to_string(static_cast<int>(ratio)),
            {{"deepest overlap", "mm", 0.0, 1}, {"rebound, of the fall", "%", 0.0, 1}},
            [ratio](const TestedEngine& tested_engine) { return play_worst(tested_engine, ratio); }};
}

}  // namespace

std::vector<QualityScene> drop_scenes() {
    return {dropped(5.0), dropped(10.0), dropped(100.0), dropped(1000.0)};
}

}  // namespace bench
