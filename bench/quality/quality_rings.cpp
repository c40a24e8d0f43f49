#include "quality/quality_run.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

/// Frictionless sliding along the inside of rings, compared with the law of plastic impacts: at a vertex, the
/// body loses the velocity that leads into the next segment, and nothing else.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;
using scenes::DoublePoint;
using scenes::Point;

/// Regular polygon of segments around the origin; the middle of the first one is on the x axis.
struct Ring {
    float radius = 1.0f;  ///< Radius of the circle through the vertices [m].
    int segments = 360;

    [[nodiscard]] double angle() const { return 2.0 * std::numbers::pi / segments; }
    /// Returns the distance of the segments from the origin [m].
    [[nodiscard]] double inner_radius() const { return double{radius} * std::cos(0.5 * angle()); }
    [[nodiscard]] std::vector<Point> points() const {
        std::vector<Point> result;
        for (int i = 0; i < segments; ++i) {
            const double at = (i + 0.5) * angle();
            result.push_back(
                {static_cast<float>(radius * std::cos(at)), static_cast<float>(-radius * std::sin(at))});
        }
        return result;
    }
};

/// Body that slides in a ring: a disc, or a box.
struct Slider {
    const char* name;
    scenes::Shape shape;
    double half;              ///< Radius, or half width [m].
    double squared_gyration;  ///< Moment of inertia over mass [m^2].
    bool is_disc;

    /// Returns the distance of the centre from the origin at which the body touches the inner circle.
    [[nodiscard]] double center_radius(const Ring& ring) const {
        const double inner = ring.inner_radius();
        return is_disc ? inner - half : std::sqrt(inner * inner - half * half) - half;
    }
};

/// Unwrapped angle of a centre around the origin.
class Winding {
public:
    void add(double x, double y) {
        const double now = std::atan2(y, x);
        angle_ += std::remainder(now - last_, 2.0 * std::numbers::pi);
        last_ = now;
    }
    [[nodiscard]] double angle() const { return angle_; }

private:
    double angle_ = 0.0;
    double last_ = 0.0;
};

/// Plastic motion of a convex body in a ring, in small steps that end where a point meets a segment.
///
/// At the start of each step, the velocity is projected on those that lead no point of the body further into
/// a segment which it touches, in the metric of the kinetic energy: Moreau's law of plastic impacts without
/// friction.
class PlasticSlide {
public:
    PlasticSlide(const Ring& ring, const Slider& slider, double speed)
        : ring_(ring),
          slider_(slider),
          x_(slider.center_radius(ring)),
          velocity_y_(speed),
          spin_(slider.is_disc ? 0.0 : speed / x_) {}

    /// Moves on until the centre has gone round by this angle.
    void run_to(double angle) {
        while (winding_.angle() < angle && speed() > 0.0) {
            project_velocity();
            const double segment = 2.0 * double{ring_.radius} * std::sin(0.5 * ring_.angle());
            const double longest = small_part * std::min(segment, slider_.half);
            const double step = std::clamp(time_of_impact(), 1e-9 / speed(),
                                           longest / (speed() + std::abs(spin_) * 2.0 * slider_.half));
            x_ += step * velocity_x_;
            y_ += step * velocity_y_;
            turned_ += step * spin_;
            time_ += step;
            winding_.add(x_, y_);
        }
    }
    [[nodiscard]] double speed() const { return std::hypot(velocity_x_, velocity_y_); }
    [[nodiscard]] double time() const { return time_; }

private:
    static constexpr double small_part = 0.02;
    static constexpr double touching_gap = 1e-6;  // [m]

    /// Constraint: a point of the body is near a segment.
    struct Touch {
        double gap;       ///< Distance of the point from the segment [m].
        double normal_x;  ///< Into the ring.
        double normal_y;
        double arm;  ///< Lever arm of the normal about the centre [m].
    };

    /// Returns the time in which the first of the points meets a segment that it does not touch.
    [[nodiscard]] double time_of_impact() const {
        double first = std::numeric_limits<double>::max();
        for (const Touch& touch : touches_) {
            const double approach = approach_of(touch);
            first =
                touch.gap > touching_gap && approach > 0.0 ? std::min(first, touch.gap / approach) : first;
        }
        return first;
    }

    [[nodiscard]] double approach_of(const Touch& touch) const {
        return -(touch.normal_x * velocity_x_ + touch.normal_y * velocity_y_ + touch.arm * spin_);
    }

    void project_velocity() {
        touches_.clear();
        const scenes::WorldCore core =
            scenes::place(slider_.shape, {x_, y_, std::cos(turned_), std::sin(turned_)});
        for (int i = 0; i < core.count; ++i) {
            add_touches(core.points[static_cast<std::size_t>(i)], core.radius);
        }
        constexpr int max_rounds = 1000;
        double change = 1.0;
        std::vector<double> impulses(touches_.size(), 0.0);
        for (int round = 0; round < max_rounds && change > 1e-12 * speed(); ++round) {
            change = 0.0;
            for (std::size_t i = 0; i < touches_.size(); ++i) {
                const Touch& touch = touches_[i];
                if (touch.gap > touching_gap) {
                    continue;
                }
                const double approach = approach_of(touch);
                const double inverse_mass = 1.0 + touch.arm * touch.arm / slider_.squared_gyration;
                const double before = impulses[i];
                impulses[i] = std::max(before + approach / inverse_mass, 0.0);
                const double impulse = impulses[i] - before;
                velocity_x_ += impulse * touch.normal_x;
                velocity_y_ += impulse * touch.normal_y;
                spin_ += impulse * touch.arm / slider_.squared_gyration;
                change = std::max(change, std::abs(impulse));
            }
        }
    }

    /// Adds the segments that a point of the body is near.
    void add_touches(const DoublePoint& point, double radius) {
        const auto near = static_cast<int>(std::lround(std::atan2(point.y, point.x) / ring_.angle()));
        for (int i = near - 1; i <= near + 1; ++i) {
            const double middle = i * ring_.angle();
            const double normal_x = -std::cos(middle);
            const double normal_y = -std::sin(middle);
            const double arm = slider_.is_disc ? 0.0 : (point.x - x_) * normal_y - (point.y - y_) * normal_x;
            const double gap = ring_.inner_radius() + normal_x * point.x + normal_y * point.y - radius;
            touches_.push_back({gap, normal_x, normal_y, arm});
        }
    }

    Ring ring_;
    Slider slider_;
    double x_;
    double y_ = 0.0;
    double turned_ = 0.0;
    double velocity_x_ = 0.0;
    double velocity_y_;
    double spin_;
    double time_ = 0.0;
    Winding winding_;
    std::vector<Touch> touches_;
};

/// Speed and time of a slide, relative to the exact ones.
struct Laps {
    double kept = 1.0;  ///< Speed kept per loop.
    double time = 1.0;
};

Laps run_laps(const TestedEngine& tested_engine, const Ring& ring, const Slider& slider, float speed) {
    constexpr double full = 2.0 * std::numbers::pi;
    constexpr double min_steps = 10.0;
    QualityRun quality_run(tested_engine, awake_world({0.0f, 0.0f}));
    const BodyNumber ground = quality_run.scene().create_body({});
    quality_run.scene().create_loop(ground, ring.points(), {.shape = {}, .friction = 0.0f});
    const double start = slider.center_radius(ring);
    const BodyNumber body =
        scenes::add_body(quality_run.scene(),
                         {.kind = BodyKind::Dynamic,
                          .position = {static_cast<float>(start), 0.0f},
                          .velocity = {0.0f, speed},
                          .angular_velocity = slider.is_disc ? 0.0f : static_cast<float>(speed / start)},
                         {.shape = slider.shape, .friction = 0.0f});
    const double lap = full * start / double{speed};
    const double laps = std::ceil(min_steps * quality_run.time_step() / lap);
    // Bodies that are too slow are compared where they are then.
    const double longest = 4.0 * laps * lap;
    Winding winding;
    double time = 0.0;
    while (winding.angle() < full * laps && time < longest) {
        quality_run.step();
        time += quality_run.time_step();
        const scenes::WorldPose now = quality_run.pose(body);
        winding.add(now.x, now.y);
    }
    PlasticSlide exact(ring, slider, double{speed});
    exact.run_to(winding.angle());
    const double ratio = quality_run.speed(body) / exact.speed();
    return {std::pow(ratio, full / std::max(winding.angle(), 0.1)), time / exact.time()};
}

/// Returns the worst over segments and speeds.
Laps run_all_laps(const TestedEngine& tested_engine, float radius, const Slider& slider) {
    Laps worst;
    for (const int segments : {60, 180, 360}) {
        for (const float speed : {3.0f, 5.0f, 10.0f, 25.0f, 50.0f, 100.0f, 150.0f}) {
            const Laps result = run_laps(tested_engine, {radius, segments}, slider, speed);
            worst.kept = std::abs(result.kept - 1.0) > std::abs(worst.kept - 1.0) ? result.kept : worst.kept;
            worst.time = std::abs(result.time - 1.0) > std::abs(worst.time - 1.0) ? result.time : worst.time;
        }
    }
    return worst;
}

std::vector<Slider> sliders() {
    constexpr float half = 0.1f;
    return {{"disc", scenes::CircleShape{{}, half}, double{half}, 0.5 * half * half, true},
            {"box", scenes::box(half, half), double{half}, 2.0 / 3.0 * half * half, false}};
}

QualityScene inside_ring(float radius) {
    QualityScene scene;
    scene.name = "inside a ring of R " + std::to_string(static_cast<int>(radius)) + " m, 3 to 150 m/s";
    for (const Slider& slider : sliders()) {
        scene.rows.push_back({std::string(slider.name) + ", speed kept per loop", "of exact", 1.0, 3});
        scene.rows.push_back({std::string(slider.name) + ", time per loop", "of exact", 1.0, 3});
    }
    scene.measure = [radius](const TestedEngine& tested_engine) {
        std::vector<Metric> metrics;
        for (const Slider& slider : sliders()) {
            const Laps worst = run_all_laps(tested_engine, radius, slider);
            metrics.emplace_back(worst.kept);
            metrics.emplace_back(worst.time);
        }
        return metrics;
    };
    return scene;
}

}  // namespace

std::vector<QualityScene> ring_scenes() {
    return {inside_ring(1.0f), inside_ring(2.0f), inside_ring(5.0f), inside_ring(10.0f), inside_ring(40.0f)};
}

}  // namespace bench
