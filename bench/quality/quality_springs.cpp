#include "quality/quality_run.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

/// Deflection of springs under loads, by the exact law.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;

constexpr double percent = 100.0;
constexpr double g = 10.0;
constexpr float half_size = 0.2f;

/// Returns the deflection [m] of a spring for a unit mass that carries a load, as a multiple of its weight.
double law_of_deflection(const scenes::JointSpring& spring, double load) {
    const double w = 2.0 * std::numbers::pi * static_cast<double>(spring.frequency);
    return load * g / (w * w);
}

std::vector<Metric> deviation(double deflection, double law) {
    return {percent * std::abs(deflection / law - 1.0)};
}

BodyNumber add_box(QualityRun& quality_run, float y, float density) {
    return scenes::add_body(quality_run.scene(), {.kind = BodyKind::Dynamic, .position = {0.0f, y}},
                            {.shape = scenes::box(half_size, half_size), .density = density});
}

/// Plays a box that a spring carries, and another one of `ratio` times its mass that is pinned to it; 0:
/// none.
std::vector<Metric> play_hanging(const TestedEngine& tested_engine, const scenes::JointSpring& spring,
                                 float ratio) {
    QualityRun quality_run(tested_engine, awake_world({0.0f, -static_cast<float>(g)}));
    const BodyNumber ground = quality_run.scene().create_body({});
    const BodyNumber upper = add_box(quality_run, 0.0f, 1.0f);
    const scenes::JointDescription slider{
        ground, upper, {}, {}, scenes::PrismaticJoint{.axis = {0.0f, 1.0f}, .spring = spring}};
    bool made = quality_run.scene().create_joint(slider) != scenes::no_joint;
    if (ratio > 0.0f) {
        const BodyNumber lower = add_box(quality_run, -1.0f, ratio);
        const scenes::JointDescription pin{
            upper, lower, {0.0f, -0.5f}, {0.0f, 0.5f}, scenes::RevoluteJoint{}};
        made = made && quality_run.scene().create_joint(pin) != scenes::no_joint;
    }
    if (!made) {
        return failures(1, "no joint");
    }
    quality_run.run(20.0, [] {});
    return deviation(-quality_run.pose(upper).y, law_of_deflection(spring, 1.0 + static_cast<double>(ratio)));
}

/// Plays a car at rest whose wheels have `ratio` times the mass of its body.
std::vector<Metric> play_car(const TestedEngine& tested_engine, const scenes::JointSpring& spring,
                             float ratio) {
    constexpr float radius = 0.4f;
    constexpr float track = 0.8f;
    constexpr float half_width = 1.0f;
    constexpr float half_height = 0.25f;
    constexpr double mass = 4.0 * half_width * half_height;
    constexpr double inertia = mass * (half_width * half_width + half_height * half_height) / 3.0;
    QualityRun quality_run(tested_engine, awake_world({0.0f, -static_cast<float>(g)}));
    scenes::add_ground(quality_run.scene(), 20.0f);
    const BodyNumber chassis =
        scenes::add_body(quality_run.scene(), {.kind = BodyKind::Dynamic, .position = {0.0f, 0.91f}},
                         {.shape = scenes::box(half_width, half_height)});
    BodyNumber wheel = chassis;
    for (const float x : {-track, track}) {
        wheel = scenes::add_body(
            quality_run.scene(), {.kind = BodyKind::Dynamic, .position = {x, radius + 0.01f}},
            {.shape = scenes::CircleShape{{}, radius},
             .density = ratio * static_cast<float>(mass / (std::numbers::pi * radius * radius))});
        const scenes::JointDescription joint{
            chassis, wheel, {x, -0.5f}, {}, scenes::WheelJoint{.spring = spring}};
        if (quality_run.scene().create_joint(joint) == scenes::no_joint) {
            return failures(1, "no joint");
        }
    }
    quality_run.run(20.0, [] {});
    const double inverse_mass =
        1.0 / mass + static_cast<double>(track * track) / inertia + 1.0 / (mass * static_cast<double>(ratio));
    const double deflection = 0.5 - (quality_run.pose(chassis).y - quality_run.pose(wheel).y);
    return deviation(deflection, law_of_deflection(spring, 0.5 * mass * inverse_mass));
}

/// Plays a chain of eight boxes of equal mass on springs.
std::vector<Metric> play_chain(const TestedEngine& tested_engine, scenes::JointSpring spring) {
    constexpr int count = 8;
    spring.target = 1.0f;
    QualityRun quality_run(tested_engine, awake_world({0.0f, -static_cast<float>(g)}));
    BodyNumber last = quality_run.scene().create_body({});
    double law = 0.0;
    for (int i = 0; i < count; ++i) {
        const BodyNumber box = add_box(quality_run, -static_cast<float>(i + 1), 1.0f);
        const scenes::JointDescription joint{
            last, box, {}, {}, scenes::DistanceJoint{.length = 1.0f, .spring = spring}};
        if (quality_run.scene().create_joint(joint) == scenes::no_joint) {
            return failures(2, "no joint");
        }
        // The frequency is that of the effective mass: half of a body's between two bodies.
        law += law_of_deflection(spring, (i == 0 ? 1.0 : 2.0) * (count - i));
        last = box;
    }
    quality_run.run(20.0, [] {});
    const Motion motion = quality_run.motion(last);
    return {1000.0 * std::abs(-quality_run.pose(last).y - count - law),
            1000.0 * std::hypot(motion.x, motion.y)};
}

QualityScene hanging(const std::string& name, float frequency, float damping_ratio, float ratio) {
    return {"spring of " + name,
            {{"deflection beyond the law", "%", 0.0, 2}},
            [=](const TestedEngine& tested_engine) {
                return play_hanging(tested_engine, {.frequency = frequency, .damping_ratio = damping_ratio},
                                    ratio);
            }};
}

QualityScene car(const std::string& name, float ratio) {
    return {"car on springs of 4 Hz, ratio .7, wheels of " + name,
            {{"deflection beyond the law", "%", 0.0, 2}},
            [=](const TestedEngine& tested_engine) {
                return play_car(tested_engine, {.frequency = 4.0f, .damping_ratio = 0.7f}, ratio);
            }};
}

QualityScene chain(const std::string& name, float frequency) {
    return {"chain of 8 on springs of " + name + " Hz, ratio .7",
            {{"its end below the law", "mm", 0.0, 2}, {"speed after 20 s", "mm/s", 0.0, 2}},
            [=](const TestedEngine& tested_engine) {
                return play_chain(tested_engine, {.frequency = frequency, .damping_ratio = 0.7f});
            }};
}

}  // namespace

std::vector<QualityScene> spring_scenes() {
    return {hanging("4 Hz, ratio .7", 4.0f, 0.7f, 0.0f),
            hanging("1 Hz, ratio 3", 1.0f, 3.0f, 0.0f),
            hanging("4 Hz, ratio .7, with 10 times the mass below it", 4.0f, 0.7f, 10.0f),
            car("1/5 of its mass", 0.2f),
            car("1/50 of its mass", 0.02f),
            chain("8", 8.0f),
            chain("30", 30.0f)};
}

}  // namespace bench
