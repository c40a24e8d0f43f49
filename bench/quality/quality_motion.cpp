#include "quality/quality_run.h"

#include <cmath>
#include <numbers>

/// Free flight and rotation, compared with closed-form solutions.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;

BodyNumber add_flying_box(QualityRun& quality_run, scenes::Point velocity, float spin) {
    return scenes::add_body(quality_run.scene(),
                            {.kind = BodyKind::Dynamic, .velocity = velocity, .angular_velocity = spin},
                            {.shape = scenes::box(0.5f, 0.5f)});
}

std::vector<Metric> play_flight(const TestedEngine& tested_engine) {
    QualityRun falling(tested_engine, awake_world());
    const BodyNumber stone = add_flying_box(falling, {0.0f, 0.0f}, 0.0f);
    falling.run(10.0);
    QualityRun flying(tested_engine, awake_world());
    const BodyNumber projectile = add_flying_box(flying, {30.0f, 40.0f}, 0.0f);
    flying.run(8.0);
    return {falling.pose(stone).y + 500.0, flying.pose(projectile).y, flying.pose(projectile).x - 240.0};
}

QualityScene flight() {
    return {"free flight",
            {{"error after a fall of 500 m", "m", 0.0, 3},
             {"error of height after a throw of 8 s", "m", 0.0, 3},
             {"error of width after a throw of 8 s", "m", 0.0, 3}},
            play_flight};
}

/// Returns the rotation of the engine's poses over 10 s, less the expected one [rad]. The body must turn by
/// less than half a turn per step.
double spin_error(const TestedEngine& tested_engine, float spin) {
    QualityRun quality_run(tested_engine, awake_world({0.0f, 0.0f}));
    const BodyNumber body = add_flying_box(quality_run, {0.0f, 0.0f}, spin);
    const double expected_step = static_cast<double>(spin) * quality_run.time_step();
    double error = 0.0;
    scenes::WorldPose before = quality_run.pose(body);
    quality_run.run(10.0, [&] {
        const scenes::WorldPose now = quality_run.pose(body);
        const double sine = before.cosine * now.sine - before.sine * now.cosine;
        const double cosine = before.cosine * now.cosine + before.sine * now.sine;
        error += std::remainder(std::atan2(sine, cosine) - expected_step, 2.0 * std::numbers::pi);
        before = now;
    });
    return error;
}

std::vector<Metric> play_spin(const TestedEngine& tested_engine) {
    QualityRun fast(tested_engine, awake_world({0.0f, 0.0f}));
    const BodyNumber body = add_flying_box(fast, {0.0f, 0.0f}, 100.0f);
    fast.run(10.0);
    return {spin_error(tested_engine, 1.0f), spin_error(tested_engine, 30.0f), fast.motion(body).spin};
}

QualityScene spin() {
    return {"free spin",
            {{"error of the angle at 1 rad/s, 10 s", "rad", 0.0, 4},
             {"error of the angle at 30 rad/s, 10 s", "rad", 0.0, 4},
             {"what is left of 100 rad/s", "rad/s", 100.0, 2}},
            play_spin};
}

}  // namespace

std::vector<QualityScene> motion_scenes() { return {flight(), spin()}; }

}  // namespace bench
