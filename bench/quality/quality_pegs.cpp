#include "quality/quality_mechanism.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <string>

/// Ropes around pegs, with weights at their ends: energy, joint separation, and the law of Euler and
/// Eytelwein.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;
using scenes::Point;

constexpr double to_mm = 1000.0;
constexpr double peg_radius = 2.0;
constexpr double half_thickness = 0.03;
constexpr double link_length = 0.1;
constexpr double hanging = 1.0;  ///< Length of the rope on either side [m].
constexpr double light = 1.0;    ///< Mass of the lighter weight [kg].

/// Weights of `light` and `ratio` times that on a rope of `link_ratio` times lighter links.
struct Pull {
    double ratio;
    double friction;
    double link_ratio;
};

/// Returns the points of a rope over the upper half of a peg, from left to right.
std::vector<Point> rope_points() {
    const double radius = peg_radius + half_thickness + 0.001;
    const int around = static_cast<int>(std::numbers::pi * radius / link_length);
    const int down = static_cast<int>(hanging / link_length);
    std::vector<Point> points;
    const auto add = [&](double x, double y) {
        points.push_back({static_cast<float>(x), static_cast<float>(y)});
    };
    for (int i = down; i > 0; --i) {
        add(-radius, -link_length * i);
    }
    for (int i = 0; i <= around; ++i) {
        const double angle = std::numbers::pi * (1.0 - static_cast<double>(i) / around);
        add(radius * std::cos(angle), radius * std::sin(angle));
    }
    for (int i = 1; i <= down; ++i) {
        add(radius, -link_length * i);
    }
    return points;
}

class Rope {
public:
    Rope(QualityRun& quality_run, const Pull& pull) : mechanism_(quality_run) {
        scenes::add_body(quality_run.scene(), {},
                         {.shape = scenes::CircleShape{{}, static_cast<float>(peg_radius)},
                          .friction = static_cast<float>(pull.friction)});
        const std::vector<Point> points = rope_points();
        BodyNumber last = -1;
        float end = 0.0f;
        for (std::size_t i = 0; i + 1 < points.size(); ++i) {
            const float half = add_link(quality_run, points[i], points[i + 1], pull);
            if (last >= 0) {
                join(last, {end, 0.0f}, {-half, 0.0f});
            } else {
                add_weight(quality_run, points[i], {-half, 0.0f}, light);
            }
            last = link_;
            end = half;
        }
        add_weight(quality_run, points.back(), {end, 0.0f}, pull.ratio * light);
    }

    [[nodiscard]] bool joined() const { return joined_; }
    [[nodiscard]] const Mechanism& mechanism() const { return mechanism_; }
    [[nodiscard]] BodyNumber heavy() const { return weight_; }

private:
    /// Returns half the length of the link.
    float add_link(QualityRun& quality_run, Point from, Point to, const Pull& pull) {
        const double x = static_cast<double>(to.x) - static_cast<double>(from.x);
        const double y = static_cast<double>(to.y) - static_cast<double>(from.y);
        const double length = std::hypot(x, y);
        const double mass = light / pull.link_ratio;
        // Links are boxes, so that the mass is that of the shape exactly.
        const double area = 0.8 * length * 2.0 * half_thickness;
        link_ = scenes::add_body(
            quality_run.scene(),
            {.kind = BodyKind::Dynamic,
             .position = {0.5f * (from.x + to.x), 0.5f * (from.y + to.y)},
             .angle = static_cast<float>(std::atan2(y, x))},
            {.shape = scenes::box(static_cast<float>(0.4 * length), static_cast<float>(half_thickness)),
             .density = static_cast<float>(mass / area),
             .friction = static_cast<float>(pull.friction),
             .group = -1});
        const double width = 0.8 * length;
        mechanism_.add({link_, mass, mass * (width * width + 4.0 * half_thickness * half_thickness) / 12.0});
        return static_cast<float>(0.5 * length);
    }
    void add_weight(QualityRun& quality_run, Point end, Point anchor, double mass) {
        constexpr double radius = 0.2;
        weight_ = scenes::add_body(
            quality_run.scene(), {.kind = BodyKind::Dynamic, .position = {end.x, end.y - 0.3f}},
            {.shape = scenes::CircleShape{{}, static_cast<float>(radius)},
             .density = static_cast<float>(mass / (std::numbers::pi * radius * radius)),
             .group = -1});
        mechanism_.add({weight_, mass, 0.5 * mass * radius * radius});
        joined_ = mechanism_.add_hinge(link_, anchor, weight_, {0.0f, 0.3f}) && joined_;
    }
    void join(BodyNumber last, Point end, Point begin) {
        joined_ = mechanism_.add_hinge(last, end, link_, begin) && joined_;
    }

    Mechanism mechanism_;
    BodyNumber link_ = -1;
    BodyNumber weight_ = -1;
    bool joined_ = true;
};

/// A rope that slides around a peg without bending: the equations of Euler and Eytelwein with its mass.
class IdealRope {
public:
    explicit IdealRope(const Pull& pull) : pull_(pull), density_(light / pull.link_ratio / link_length) {}

    /// Returns the speed of the heavy weight after a time from rest [m/s].
    [[nodiscard]] double speed_after(double seconds) const {
        constexpr double dt = 1e-3;
        double way = 0.0;
        double speed = 0.0;
        for (double time = 0.0; time < seconds; time += dt) {
            speed += dt * acceleration(way, speed);
            way += dt * speed;
        }
        return speed;
    }

private:
    /// Returns the acceleration at which the tensions at the right side of the peg agree, or 0 if friction
    /// holds the rope [m/s^2].
    [[nodiscard]] double acceleration(double way, double speed) const {
        double slow = 0.0;
        double fast = gravity;
        for (int i = 0; i < 40; ++i) {
            const double middle = 0.5 * (slow + fast);
            const double pulls = (pull_.ratio * light + density_ * (hanging + way)) * (gravity - middle);
            (pulls > tension_behind_peg(way, speed, middle) ? slow : fast) = middle;
        }
        return slow < 1e-6 ? 0.0 : slow;
    }
    /// Returns the tension that the left weight, the rope and friction demand at the right side of the peg
    /// [N].
    [[nodiscard]] double tension_behind_peg(double way, double speed, double acceleration) const {
        constexpr int pieces = 200;
        constexpr double turn = std::numbers::pi / pieces;
        constexpr double radius = peg_radius + half_thickness;
        double tension = (light + density_ * (hanging - way)) * (gravity + acceleration);
        for (int i = 0; i < pieces; ++i) {
            const double angle = (i + 0.5) * turn;
            const double pressure = tension + density_ * (radius * gravity * std::sin(angle) - speed * speed);
            tension += turn * (radius * density_ * (acceleration + gravity * std::cos(angle)) +
                               pull_.friction * std::max(pressure, 0.0));
        }
        return tension;
    }

    const Pull& pull_;
    double density_;  ///< Mass of a metre [kg/m].
};

std::vector<Metric> play(const TestedEngine& tested_engine, const Pull& pull) {
    constexpr std::size_t rows = 3;
    QualityRun quality_run(tested_engine, awake_world());
    const Rope rope(quality_run, pull);
    if (!rope.joined()) {
        return std::vector<Metric>(rows, Metric::failure("no joint"));
    }
    const Mechanism& mechanism = rope.mechanism();
    double lowest = mechanism.energy();
    double rise = 0.0;
    double gap = 0.0;
    const auto look = [&] {
        const double energy = mechanism.energy();
        rise =
            std::isfinite(energy) ? std::max(rise, energy - lowest) : std::numeric_limits<double>::infinity();
        lowest = std::min(lowest, energy);
        gap = std::max(gap, mechanism.gap());
    };
    constexpr double first = 0.2;
    constexpr double second = 0.6;
    quality_run.run(first, look);
    const double before = quality_run.motion(rope.heavy()).y;
    quality_run.run(second - first, look);
    const double gained = before - quality_run.motion(rope.heavy()).y;
    quality_run.run(1.4, look);
    const IdealRope ideal(pull);
    const double law = ideal.speed_after(second) - ideal.speed_after(first);
    // Energy in units of what the heavy weight loses when it falls by a metre.
    return {gained - law, to_mm * gap, 100.0 * rise / (pull.ratio * light * gravity)};
}

QualityScene rope_over_peg(const Pull& pull) {
    const std::string name = "rope over a peg, 1:" + std::to_string(static_cast<int>(pull.ratio)) + ", mu ." +
                             std::to_string(static_cast<int>(std::lround(10.0 * pull.friction))) +
                             ", links 1:" + std::to_string(static_cast<int>(pull.link_ratio));
    return {name,
            {{"speed gained from .2 to .6 s beyond the law", "m/s", 0.0, 2},
             {"greatest gap of a joint, 2 s", "mm", 0.0, 2},
             {"greatest rise of energy, of 1 m of fall", "%", 0.0, 1}},
            [pull](const TestedEngine& tested_engine) { return play(tested_engine, pull); }};
}

}  // namespace

std::vector<QualityScene> peg_scenes() {
    std::vector<QualityScene> scenes;
    for (const double link_ratio : {20.0, 200.0, 2000.0}) {
        for (const Pull& pull : {Pull{1.0, 0.0, link_ratio}, Pull{4.0, 0.0, link_ratio},
                                 Pull{2.0, 0.3, link_ratio}, Pull{8.0, 0.3, link_ratio}}) {
            scenes.push_back(rope_over_peg(pull));
        }
    }
    return scenes;
}

}  // namespace bench
