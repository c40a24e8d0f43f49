#include "quality/quality_run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

/// Crates with thin walls that are shaken: how many bodies leave them.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;
using scenes::Point;

constexpr int bodies_within = 25;
/// Some bodies leave in one run of twenty: fewer runs show nothing but chance.
constexpr int runs = 20;
constexpr double inner_half = 1.5;
constexpr double thickness = 0.05;

/// Motion of a crate along both axes, and about its centre.
struct Shake {
    double amplitude;  ///< [m]
    double rate;       ///< [Hz]
    double turn;       ///< [rad]

    [[nodiscard]] double max_speed() const { return 2.0 * std::numbers::pi * rate * amplitude; }
};
constexpr Shake shakes[] = {{0.3, 2.0, 0.3}, {0.5, 4.0, 0.0}, {1.0, 3.0, 1.0}, {1.0, 6.0, 0.5}};

BodyNumber add_crate(QualityRun& quality_run, BodyKind kind) {
    const BodyNumber crate = quality_run.scene().create_body({.kind = kind});
    constexpr auto wall = static_cast<float>(0.5 * thickness);
    constexpr auto middle = static_cast<float>(inner_half + 0.5 * thickness);
    constexpr auto half = static_cast<float>(inner_half + thickness);
    // A loose crate is much heavier than what is in it.
    constexpr float density = 100.0f;
    for (const float side : {-1.0f, 1.0f}) {
        quality_run.scene().create_shape(
            crate, {.shape = scenes::box(wall, half, {side * middle, 0.0f}), .density = density});
        quality_run.scene().create_shape(
            crate, {.shape = scenes::box(half, wall, {0.0f, side * middle}), .density = density});
    }
    return crate;
}

/// Returns the number of the 25 bodies whose centres are ever outside.
Metric shake(const TestedEngine& tested_engine, BodyKind kind, const Shake& shake, std::uint64_t seed) {
    QualityRun quality_run(tested_engine, awake_world());
    const BodyNumber crate = add_crate(quality_run, kind);
    scenes::Random random(seed);
    std::vector<BodyNumber> within;
    for (int i = 0; i < bodies_within; ++i) {
        const Point place{0.5f * (static_cast<float>(i % 5) - 2.0f),
                          0.5f * (static_cast<float>(i / 5) - 2.0f)};
        within.push_back(
            scenes::add_body(quality_run.scene(), {.kind = BodyKind::Dynamic, .position = place},
                             {.shape = scenes::random_shape(random, random.between(0.06f, 0.18f))}));
    }
    std::array<bool, bodies_within> left{};
    double time = 0.0;
    quality_run.run(5.0, [&] {
        const scenes::WorldPose pose = quality_run.pose(crate);
        for (std::size_t i = 0; i < within.size(); ++i) {
            const scenes::WorldPose body = quality_run.pose(within[i]);
            const double x = (body.x - pose.x) * pose.cosine + (body.y - pose.y) * pose.sine;
            const double y = (body.y - pose.y) * pose.cosine - (body.x - pose.x) * pose.sine;
            left[i] = left[i] || !(std::max(std::abs(x), std::abs(y)) < inner_half + thickness);
        }
        const double phase = 2.0 * std::numbers::pi * shake.rate * time;
        const double speed = shake.max_speed();
        const double spin = 2.0 * std::numbers::pi * shake.rate * shake.turn;
        time += quality_run.time_step();
        quality_run.scene().set_velocity(
            crate,
            {static_cast<float>(speed * std::sin(phase)), static_cast<float>(speed * std::cos(0.7 * phase))},
            static_cast<float>(spin * std::cos(1.3 * phase)));
    });
    return static_cast<double>(std::count(left.begin(), left.end(), true));
}

QualityScene shaken_crate(BodyKind kind) {
    QualityScene scene;
    scene.name = std::string(kind == BodyKind::Kinematic ? "kinematic" : "loose") + " crate, walls of 5 cm";
    for (const Shake& each : shakes) {
        scene.rows.push_back({"left it in " + std::to_string(runs) + " runs, shaken at " +
                                  std::to_string(static_cast<int>(std::lround(each.max_speed()))) + " m/s",
                              "of " + std::to_string(runs * bodies_within), 0.0, 0});
    }
    scene.measure = [kind](const TestedEngine& tested_engine) {
        std::vector<Metric> metrics;
        for (const Shake& each : shakes) {
            double left = 0.0;
            for (int seed = 1; seed <= runs; ++seed) {
                left += shake(tested_engine, kind, each, static_cast<std::uint64_t>(seed)).value;
            }
            metrics.emplace_back(left);
        }
        return metrics;
    };
    return scene;
}

}  // namespace

std::vector<QualityScene> crate_scenes() {
    return {shaken_crate(BodyKind::Kinematic), shaken_crate(BodyKind::Dynamic)};
}

}  // namespace bench
