#include "quality/quality_run.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

/// Bodies on a kinematic plank that tilts at a constant rate: when they slip, tip and roll. The exact times
/// are integrated in the frame of the plank.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;
using scenes::Point;

constexpr double degree = std::numbers::pi / 180.0;
constexpr double gravity = 10.0;
constexpr double time_to_settle = 0.5;
constexpr double time_to_warm_up = 0.5;

/// Plank through the origin, which turns clockwise about it, with a body on it.
class TiltingPlank {
public:
    /// Creates both. `place` is where the centre of the body is above the level plank.
    TiltingPlank(const TestedEngine& tested_engine, const scenes::Shape& shape, Point place, double friction)
        : quality_run_(tested_engine, awake_world()) {
        const auto mu = static_cast<float>(friction);
        plank_ = scenes::add_body(quality_run_.scene(), {.kind = BodyKind::Kinematic},
                                  {.shape = scenes::box(20.0f, 0.5f, {0.0f, -0.5f}), .friction = mu});
        body_ = scenes::add_body(quality_run_.scene(), {.kind = BodyKind::Dynamic, .position = place},
                                 {.shape = shape, .friction = mu});
    }

    /// Tilts the plank, whose rate rises for `warm_up` seconds, until `event` has happened. Returns the angle
    /// then [rad]; infinity if it does not happen within a right angle.
    double tilt_until(double rate, double warm_up, const std::function<bool(const TiltingPlank&)>& event) {
        quality_run_.run(time_to_settle);
        start_ = along();
        const int steps = quality_run_.steps_in(0.5 * std::numbers::pi / rate + warm_up);
        double before = 0.0;
        double time = 0.0;
        for (int i = 0; i < steps; ++i) {
            time += quality_run_.time_step();
            const double part = time < warm_up ? time / warm_up : 1.0;
            quality_run_.scene().set_velocity(plank_, {}, static_cast<float>(-rate * part));
            quality_run_.step();
            const double now = tilt();
            if (event(*this)) {
                // Events are between two steps, on the average in the middle.
                return 0.5 * (before + now);
            }
            before = now;
        }
        return std::numeric_limits<double>::infinity();
    }

    /// Returns the distance that the body has moved down the plank since the tilt began [m].
    [[nodiscard]] double slip() const { return along() - start_; }
    /// Returns the angle by which the body has turned clockwise relative to the plank [rad].
    [[nodiscard]] double turn() const {
        const scenes::WorldPose plank = quality_run_.pose(plank_);
        const scenes::WorldPose body = quality_run_.pose(body_);
        return -std::atan2(plank.cosine * body.sine - plank.sine * body.cosine,
                           plank.cosine * body.cosine + plank.sine * body.sine);
    }

private:
    [[nodiscard]] double tilt() const {
        const scenes::WorldPose plank = quality_run_.pose(plank_);
        return -std::atan2(plank.sine, plank.cosine);
    }
    [[nodiscard]] double along() const {
        const scenes::WorldPose plank = quality_run_.pose(plank_);
        const scenes::WorldPose body = quality_run_.pose(body_);
        return body.x * plank.cosine + body.y * plank.sine;
    }

    QualityRun quality_run_;
    BodyNumber plank_ = -1;
    BodyNumber body_ = -1;
    double start_ = 0.0;
};

/// Acceleration as a function of time, place and speed.
using Acceleration = std::function<double(double, double, double)>;

/// Integrates a motion that begins at this speed. Returns the time at which the place is `far` [s].
double time_until(double far, const Acceleration& acceleration, double speed = 0.0) {
    constexpr double small = 1e-4;
    constexpr double longest = 100.0;
    double place = 0.0;
    double time = 0.0;
    while (place < far && time < longest) {
        speed += small * acceleration(time + 0.5 * small, place, speed);
        place += small * speed;
        time += small;
    }
    return time;
}

/// Returns the acceleration of what slides down a plank that turns at `rate`, with its centre at `height`
/// above it: gravity, the centrifugal force and, in the normal force, the Coriolis force. Friction holds what
/// is at rest.
Acceleration sliding(double rate, double friction, double height) {
    return [=](double time, double place, double speed) {
        const double normal = gravity * std::cos(rate * time) - 2.0 * rate * speed - rate * rate * height;
        const double down = gravity * std::sin(rate * time) + rate * rate * place - friction * normal;
        return friction > 0.0 && speed <= 0.0 ? std::max(down, 0.0) : down;
    };
}

constexpr double rates[] = {2.0 * degree, 10.0 * degree};
constexpr double slow_rate = 1.0 * degree;

/// Returns the error of the angle at which a flat box has slipped by 1 cm, the worst of the rates [deg].
Metric play_slip(const TestedEngine& tested_engine, double friction) {
    constexpr double far = 0.01;
    constexpr double half_height = 0.25;
    double worst = 0.0;
    for (const double rate : rates) {
        TiltingPlank plank(tested_engine, scenes::box(1.0f, half_height), {0.0f, half_height}, friction);
        const double angle =
            plank.tilt_until(rate, time_to_warm_up, [&](const auto& now) { return now.slip() > far; });
        const double error = angle - rate * time_until(far, sliding(rate, friction, half_height));
        worst = std::abs(error) > std::abs(worst) ? error : worst;
    }
    return worst / degree;
}

/// Returns the error of the angle at which a block of 1 m by `height` has turned by a degree about its lower
/// edge, the worst of the rates [deg]. The plank turns about that edge.
Metric play_tip(const TestedEngine& tested_engine, double height) {
    constexpr double friction = 1.0;
    constexpr double turned = 1.0 * degree;
    const double squared_reach = 0.25 * (1.0 + height * height);
    const double stiffness =
        gravity * std::sqrt(squared_reach) / ((1.0 + height * height) / 12.0 + squared_reach);
    const double critical = std::atan(1.0 / height);
    double worst = 0.0;
    for (const double rate : rates) {
        const auto half = static_cast<float>(0.5 * height);
        TiltingPlank plank(tested_engine, scenes::box(0.5f, half), {-0.5f, half}, friction);
        const double angle =
            plank.tilt_until(rate, time_to_warm_up, [&](const auto& now) { return now.turn() > turned; });
        const double time = time_until(
            turned, [&](double at, double place, double) { return stiffness * std::sin(place + rate * at); });
        const double error = angle - (critical + rate * time);
        worst = std::abs(error) > std::abs(worst) ? error : worst;
    }
    return worst / degree;
}

/// Returns the error of the time in which a body of half width 0.5 m moves by `far` down a plank that begins
/// to tilt at 1 deg/s [s]. The centre of the body is at rest then, so that it moves backwards as seen from
/// the plank.
Metric play_time(const TestedEngine& tested_engine, const scenes::Shape& shape, double friction, double far,
                 const Acceleration& acceleration) {
    constexpr double half = 0.5;
    TiltingPlank plank(tested_engine, shape, {0.0f, static_cast<float>(half)}, friction);
    const double angle = plank.tilt_until(slow_rate, 0.0, [&](const auto& now) { return now.slip() > far; });
    return angle / slow_rate - time_until(far, acceleration, -slow_rate * half);
}

std::vector<Metric> play_tray(const TestedEngine& tested_engine) {
    const auto rolling = [](double time, double place, double) {
        return 2.0 / 3.0 * (gravity * std::sin(slow_rate * time) + slow_rate * slow_rate * place);
    };
    const Acceleration free = sliding(slow_rate, 0.0, 0.5);
    return {
        play_time(tested_engine, scenes::box(0.5f, 0.5f), 0.0, 0.05, free),
        play_time(tested_engine, scenes::CapsuleShape{{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.5f}, 0.0, 0.05, free),
        play_time(tested_engine, scenes::CircleShape{{}, 0.5f}, 0.6, 0.5, rolling)};
}

constexpr const char* frictions[] = {"0.2", "0.4", "0.6", "0.8", "1"};
constexpr const char* heights[] = {"1.5", "2", "3", "5"};

QualityScene tilting_plank() {
    QualityScene scene;
    scene.name = "kinematic plank that tilts";
    for (const char* mu : frictions) {
        scene.rows.push_back({std::string("error of the angle of slip, mu = ") + mu, "deg", 0.0, 2});
    }
    for (const char* height : heights) {
        scene.rows.push_back(
            {std::string("error of the angle at which 1 x ") + height + " tips", "deg", 0.0, 2});
    }
    for (const char* what : {"a box slides 5 cm", "a capsule slides 5 cm", "a disc rolls 50 cm"}) {
        scene.rows.push_back({std::string("error of the time until ") + what + ", 1 deg/s", "s", 0.0, 3});
    }
    scene.measure = [](const TestedEngine& tested_engine) {
        std::vector<Metric> metrics;
        for (const char* mu : frictions) {
            metrics.push_back(play_slip(tested_engine, std::stod(mu)));
        }
        for (const char* height : heights) {
            metrics.push_back(play_tip(tested_engine, std::stod(height)));
        }
        for (Metric& metric : play_tray(tested_engine)) {
            metrics.push_back(std::move(metric));
        }
        return metrics;
    };
    return scene;
}

}  // namespace

std::vector<QualityScene> tilting_scenes() { return {tilting_plank()}; }

}  // namespace bench
