#include "quality/quality_run.h"

#include <cmath>
#include <numbers>
#include <string>

/// Coulomb friction on a ramp, and a disc that rolls down one.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;
using scenes::Point;

constexpr double degree = std::numbers::pi / 180.0;
constexpr double percent = 100.0;
constexpr double gravity = 10.0;

/// Shape on a ramp through the origin that descends to the right.
class Ramp {
public:
    /// Creates the ramp and the shape. `rise` is the height of the resting shape's centre above the ramp.
    Ramp(const TestedEngine& tested_engine, double angle, double friction, const scenes::Shape& shape,
         double rise)
        : quality_run_(tested_engine, awake_world()), cosine_(std::cos(angle)), sine_(std::sin(angle)) {
        constexpr double half_depth = 1.0;
        const auto mu = static_cast<float>(friction);
        scenes::add_static_box(quality_run_.scene(), above(-half_depth), {400.0f, 2.0f * half_depth},
                               {.shape = {}, .friction = mu}, static_cast<float>(-angle));
        body_ = scenes::add_body(
            quality_run_.scene(),
            {.kind = BodyKind::Dynamic, .position = above(rise), .angle = static_cast<float>(-angle)},
            {.shape = shape, .friction = mu});
    }

    void run(double seconds) { quality_run_.run(seconds); }
    /// Returns the downhill displacement [m].
    [[nodiscard]] double slip() const {
        const scenes::DoublePoint shift = quality_run_.shift(body_);
        return shift.x * cosine_ - shift.y * sine_;
    }
    /// Returns the downhill speed [m/s].
    [[nodiscard]] double speed() const {
        const Motion motion = quality_run_.motion(body_);
        return motion.x * cosine_ - motion.y * sine_;
    }
    [[nodiscard]] double spin() const { return quality_run_.motion(body_).spin; }

private:
    [[nodiscard]] Point above(double height) const {
        return {static_cast<float>(height * sine_), static_cast<float>(height * cosine_)};
    }

    QualityRun quality_run_;
    double cosine_;
    double sine_;
    BodyNumber body_ = -1;
};

Ramp make_box_ramp(const TestedEngine& tested_engine, double angle, double friction) {
    return {tested_engine, angle, friction, scenes::box(1.0f, 0.25f), 0.25};
}

/// Returns the error of the smallest angle at which a box slips by 5 cm within 5 s [rad]: the angle found by
/// bisection, less the one by Coulomb's law.
double critical_angle_error(const TestedEngine& tested_engine, double friction) {
    constexpr double min_slip = 0.05;
    constexpr double seconds = 5.0;
    double holds = std::atan(friction) - 2.0 * degree;
    double slips = std::atan(friction) + 2.0 * degree;
    for (int i = 0; i < 12; ++i) {
        const double middle = 0.5 * (holds + slips);
        Ramp ramp = make_box_ramp(tested_engine, middle, friction);
        ramp.run(seconds);
        (ramp.slip() > min_slip ? slips : holds) = middle;
    }
    // At an angle d above critical, the acceleration is g sin(d) / cos(critical angle).
    const double critical = std::atan(friction);
    const double excess = std::asin(2.0 * min_slip / (seconds * seconds) * std::cos(critical) / gravity);
    return 0.5 * (holds + slips) - (critical + excess);
}

double creep(const TestedEngine& tested_engine, double friction) {
    Ramp ramp = make_box_ramp(tested_engine, std::atan(friction) - 2.0 * degree, friction);
    ramp.run(60.0);
    return 1000.0 * ramp.slip();
}

double sliding_error(const TestedEngine& tested_engine, double friction) {
    constexpr double seconds = 2.0;
    const double angle = std::atan(friction) + 10.0 * degree;
    Ramp ramp = make_box_ramp(tested_engine, angle, friction);
    ramp.run(seconds);
    const double ideal = gravity * (std::sin(angle) - friction * std::cos(angle)) * seconds;
    return percent * (ramp.speed() / ideal - 1.0);
}

QualityScene ramp() {
    QualityScene scene;
    scene.name = "box on a ramp";
    for (const char* mu : {"0.1", "0.3", "0.6", "0.9"}) {
        scene.rows.push_back({std::string("error of the angle of slip, mu = ") + mu, "deg", 0.0, 3});
    }
    for (const char* mu : {"0.1", "0.3", "0.6"}) {
        scene.rows.push_back({std::string("creep in 60 s, 2 deg below, mu = ") + mu, "mm", 0.0, 3});
    }
    for (const char* mu : {"0.1", "0.3", "0.6"}) {
        scene.rows.push_back({std::string("error of the speed, 10 deg above, mu = ") + mu, "%", 0.0, 2});
    }
    scene.measure = [](const TestedEngine& tested_engine) {
        std::vector<Metric> metrics;
        for (const double mu : {0.1, 0.3, 0.6, 0.9}) {
            metrics.emplace_back(critical_angle_error(tested_engine, mu) / degree);
        }
        for (const double mu : {0.1, 0.3, 0.6}) {
            metrics.emplace_back(creep(tested_engine, mu));
        }
        for (const double mu : {0.1, 0.3, 0.6}) {
            metrics.emplace_back(sliding_error(tested_engine, mu));
        }
        return metrics;
    };
    return scene;
}

std::vector<Metric> play_rolling(const TestedEngine& tested_engine) {
    constexpr double radius = 0.5;
    constexpr double seconds = 3.0;
    constexpr double angle = 20.0 * degree;
    Ramp ramp(tested_engine, angle, 0.6, scenes::CircleShape{{}, static_cast<float>(radius)}, radius);
    ramp.run(seconds);
    const double ideal = 2.0 / 3.0 * gravity * std::sin(angle) * seconds;
    const double sliding = std::abs(ramp.speed() + ramp.spin() * radius) / ramp.speed();
    return {percent * (ramp.speed() / ideal - 1.0), 1e6 * sliding};
}

QualityScene rolling() {
    return {"disc that rolls down 20 deg",
            {{"error of the speed after 3 s", "%", 0.0, 2}, {"sliding beside the speed", "ppm", 0.0, 0}},
            play_rolling};
}

}  // namespace

std::vector<QualityScene> friction_scenes() { return {ramp(), rolling()}; }

}  // namespace bench
