#include "quality/quality_run.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <string>

/// Limits and motors of joints whose anchors are far from the centres of mass, and impacts of corners.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;

constexpr double percent = 100.0;
constexpr double degrees = 180.0 / std::numbers::pi;

/// Box at 1 m from the origin that turns about it. Its inertia about the origin is `arm_inertia`.
constexpr float arm_width = 0.6f;
constexpr float arm_height = 0.2f;
constexpr double arm_mass = 0.6 * 0.2;
constexpr double arm_inertia = arm_mass * (1.0 + (0.6 * 0.6 + 0.2 * 0.2) / 12.0);

BodyNumber add_arm(QualityRun& quality_run, float spin) {
    return scenes::add_body(quality_run.scene(),
                            {.kind = BodyKind::Dynamic,
                             .position = {1.0f, 0.0f},
                             .velocity = {0.0f, spin},
                             .angular_velocity = spin},
                            {.shape = scenes::box(0.5f * arm_width, 0.5f * arm_height)});
}

/// Plays an arm that turns at 10 rad/s and reaches a limit at 1 rad.
std::vector<Metric> play_arm(const TestedEngine& tested_engine) {
    constexpr float spin = 10.0f;
    constexpr float limit = 1.0f;
    QualityRun quality_run(tested_engine, awake_world({0.0f, 0.0f}));
    const BodyNumber ground = quality_run.scene().create_body({});
    const BodyNumber arm = add_arm(quality_run, spin);
    const scenes::JointDescription hinge{
        ground, arm, {}, {-1.0f, 0.0f}, scenes::RevoluteJoint{.limit = scenes::JointLimit{-limit, limit}}};
    if (quality_run.scene().create_joint(hinge) == scenes::no_joint) {
        return failures(2, "no joint");
    }
    double farthest = 0.0;
    quality_run.run(0.3, [&] {
        const scenes::WorldPose pose = quality_run.pose(arm);
        farthest = std::max(farthest, std::atan2(pose.sine, pose.cosine));
    });
    return {degrees * (farthest - static_cast<double>(limit)),
            percent * std::abs(quality_run.motion(arm).spin) / static_cast<double>(spin)};
}

/// Plays a box that hangs 1 m beside the axis it slides along, and reaches a limit at 10 m/s.
std::vector<Metric> play_slider(const TestedEngine& tested_engine) {
    constexpr float speed = 10.0f;
    QualityRun quality_run(tested_engine, awake_world({0.0f, 0.0f}));
    const BodyNumber ground = quality_run.scene().create_body({});
    const BodyNumber box =
        scenes::add_body(quality_run.scene(),
                         {.kind = BodyKind::Dynamic, .position = {0.0f, -1.0f}, .velocity = {speed, 0.0f}},
                         {.shape = scenes::box(0.5f * arm_width, 0.5f * arm_height)});
    const scenes::JointDescription slider{
        ground, box, {}, {0.0f, 1.0f}, scenes::PrismaticJoint{.limit = scenes::JointLimit{-1.0f, 1.0f}}};
    if (quality_run.scene().create_joint(slider) == scenes::no_joint) {
        return failures(2, "no joint");
    }
    double farthest = 0.0;
    quality_run.run(0.3, [&] { farthest = std::max(farthest, quality_run.pose(box).x); });
    return {1000.0 * std::max(0.0, farthest - 1.0),
            percent * std::abs(quality_run.motion(box).x) / static_cast<double>(speed)};
}

/// Plays an arm that a motor accelerates by 2 rad/s^2 for a second, towards a speed that it does not reach.
std::vector<Metric> play_motor(const TestedEngine& tested_engine, float target) {
    QualityRun quality_run(tested_engine, awake_world({0.0f, 0.0f}));
    const BodyNumber ground = quality_run.scene().create_body({});
    const BodyNumber arm = add_arm(quality_run, 0.0f);
    const auto torque = static_cast<float>(2.0 * arm_inertia);
    const scenes::JointDescription hinge{
        ground, arm, {}, {-1.0f, 0.0f}, scenes::RevoluteJoint{.motor = scenes::JointMotor{target, torque}}};
    if (quality_run.scene().create_joint(hinge) == scenes::no_joint) {
        return failures(1, "no joint");
    }
    // Steps may be random: the time is the way of a body at 1 m/s.
    const BodyNumber clock = scenes::add_body(
        quality_run.scene(), {.kind = BodyKind::Dynamic, .position = {0.0f, 5.0f}, .velocity = {1.0f, 0.0f}},
        {.shape = scenes::CircleShape{{}, 0.1f}});
    double error = 0.0;
    quality_run.run(1.0, [&] {
        error = std::max(error, std::abs(quality_run.motion(arm).spin - 2.0 * quality_run.pose(clock).x));
    });
    return {percent * error / 2.0};
}

/// Box that falls on rough ground with one corner, so slowly that no other one lands in the same step;
/// without gravity.
struct CornerDrop {
    float angle;
    float x, y;  ///< Velocity [m/s].
};
constexpr CornerDrop corner_drops[] = {{0.2f, 0.0f, -2.0f},  {0.5f, 0.0f, -2.0f},  {1.2f, 0.0f, -2.0f},
                                       {0.2f, 1.5f, -2.0f},  {0.5f, 1.5f, -2.0f},  {1.2f, 1.5f, -2.0f},
                                       {0.2f, -1.5f, -2.0f}, {0.5f, -1.5f, -2.0f}, {1.2f, -1.5f, -2.0f}};
constexpr double half_width = 0.5;
constexpr double half_height = 0.25;
constexpr double corner_friction = 0.6f;

/// Returns the motion after the impact by Coulomb's law and Poisson's hypothesis, integrated in small
/// impulses at the corner (x, y) from the centre.
Motion corner_law(Motion motion, double x, double y, double restitution) {
    constexpr double mass = 4.0 * half_width * half_height;
    constexpr double inertia = mass * (half_width * half_width + half_height * half_height) / 3.0;
    constexpr double small = 1e-6;
    const auto push = [&](double across, double along) {
        motion.x += across / mass;
        motion.y += along / mass;
        motion.spin += (x * along - y * across) / inertia;
    };
    double normal = 0.0;
    double left = 1.0;
    bool approaches = true;
    while (approaches || left > 0.0) {
        push(0.0, small);
        const double stopping = -(motion.x - motion.spin * y) / (1.0 / mass + y * y / inertia);
        push(std::clamp(stopping, -corner_friction * small, corner_friction * small), 0.0);
        normal += small;
        left -= small;
        if (approaches && motion.y + motion.spin * x >= 0.0) {
            approaches = false;
            left = restitution * normal;
        }
    }
    return motion;
}

/// Returns the difference of the velocities at the box's ends, as a part of the speed of approach.
double corner_error(const TestedEngine& tested_engine, const CornerDrop& drop, double restitution) {
    QualityRun quality_run(tested_engine, awake_world({0.0f, 0.0f}));
    scenes::add_ground(quality_run.scene(), 20.0f);
    const double c = std::cos(static_cast<double>(drop.angle));
    const double s = std::sin(static_cast<double>(drop.angle));
    const double x = s * half_height - c * half_width;
    const double y = -(s * half_width + c * half_height);
    const BodyNumber box = scenes::add_body(quality_run.scene(),
                                            {.kind = BodyKind::Dynamic,
                                             .position = {0.0f, static_cast<float>(0.001 - y)},
                                             .angle = drop.angle,
                                             .velocity = {drop.x, drop.y}},
                                            {.shape = scenes::box(half_width, half_height),
                                             .friction = static_cast<float>(corner_friction),
                                             .restitution = static_cast<float>(restitution)});
    const Motion law = corner_law(quality_run.motion(box), x, y, restitution);
    quality_run.step();
    const Motion motion = quality_run.motion(box);
    return (std::hypot(motion.x - law.x, motion.y - law.y) + half_width * std::abs(motion.spin - law.spin)) /
           std::abs(static_cast<double>(drop.y));
}

std::vector<Metric> play_corners(const TestedEngine& tested_engine, double restitution) {
    double sum = 0.0;
    double largest = 0.0;
    for (const CornerDrop& drop : corner_drops) {
        const double error = corner_error(tested_engine, drop, restitution);
        sum += error;
        largest = std::max(largest, error);
    }
    return {percent * sum / std::size(corner_drops), percent * largest};
}

QualityScene corners(const std::string& name, double restitution) {
    return {"box of e " + name + " on a corner, friction .6",
            {{"mean error of the velocity, of the approach", "%", 0.0, 1},
             {"greatest error of the velocity", "%", 0.0, 1}},
            [restitution](const TestedEngine& tested_engine) {
                return play_corners(tested_engine, restitution);
            }};
}

QualityScene motor(const std::string& name, float target) {
    return {"arm with a weak motor, target " + name + " rad/s",
            {{"greatest error of the speed in a second", "%", 0.0, 2}},
            [target](const TestedEngine& tested_engine) { return play_motor(tested_engine, target); }};
}

}  // namespace

std::vector<QualityScene> stop_scenes() {
    return {{"arm of 1 m at 10 rad/s meets a limit",
             {{"passes it by", "degrees", 0.0, 2}, {"speed afterwards", "%", 0.0, 1}},
             play_arm},
            {"slider 1 m beside its axis at 10 m/s meets a limit",
             {{"passes it by", "mm", 0.0, 1}, {"speed afterwards", "%", 0.0, 1}},
             play_slider},
            motor("10", 10.0f),
            motor("1000", 1000.0f),
            corners("0", 0.0),
            corners(".3", 0.3),
            corners(".7", 0.7)};
}

}  // namespace bench
