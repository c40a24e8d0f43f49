#include "quality/quality_run.h"

#include <cmath>
#include <numbers>
#include <string>

/// Fast moving bodies against each other, none of them a bullet: how many pass through. Without gravity,
/// except for the shelf.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;
using scenes::Point;

constexpr int shots_per_row = 200;

/// Scene whose rows are speeds: the number of shots that pass at each of them.
QualityScene make_scene(std::string name, const char* unit, std::vector<float> speeds,
                        std::function<bool(const TestedEngine&, float speed, scenes::Random&)> passes) {
    QualityScene scene;
    scene.name = std::move(name);
    for (const float speed : speeds) {
        scene.rows.push_back(
            {"passed at " + std::to_string(static_cast<int>(speed)) + " " + unit, "of 200", 0.0, 0});
    }
    scene.measure = [speeds = std::move(speeds),
                     passes = std::move(passes)](const TestedEngine& tested_engine) {
        std::vector<Metric> metrics;
        for (const float speed : speeds) {
            scenes::Random random(11);
            int passed = 0;
            for (int i = 0; i < shots_per_row; ++i) {
                passed += passes(tested_engine, speed, random) ? 1 : 0;
            }
            metrics.emplace_back(passed);
        }
        return metrics;
    };
    return scene;
}

/// A body that comes from the left along x, and one that waits or comes from the right at the same speed.
struct Pair {
    const char* name;
    BodyKind kind = BodyKind::Dynamic;  ///< Type of the body from the left.
    scenes::Shape left, right;
    /// Bodies whose centres are farther apart than this can go round each other [m].
    double touching = 0.0;
    bool both_move = false;
    bool turned = false;  ///< Both bodies start at random angles.
};

/// Returns whether the bodies change sides while they are too near for that.
bool pair_passes(const TestedEngine& tested_engine, const Pair& pair, float speed, scenes::Random& random) {
    QualityRun quality_run(tested_engine, awake_world({0.0f, 0.0f}));
    const float start = -3.0f - random.uniform();
    const float beside = random.between(-0.05f, 0.05f);
    const float full = pair.turned ? 2.0f * std::numbers::pi_v<float> : 0.0f;
    const BodyNumber left = scenes::add_body(quality_run.scene(),
                                             {.kind = pair.kind,
                                              .position = {start, beside},
                                              .angle = full * random.uniform(),
                                              .velocity = {speed, 0.0f}},
                                             {.shape = pair.left});
    const BodyNumber right = scenes::add_body(quality_run.scene(),
                                              {.kind = BodyKind::Dynamic,
                                               .angle = full * random.uniform(),
                                               .velocity = {pair.both_move ? -speed : 0.0f, 0.0f}},
                                              {.shape = pair.right});
    const auto between = [&] {
        const scenes::WorldPose a = quality_run.pose(left);
        const scenes::WorldPose b = quality_run.pose(right);
        return scenes::DoublePoint{b.x - a.x, b.y - a.y};
    };
    const int steps = quality_run.steps_in((std::abs(double{start}) + 1.0) / double{speed}) + 3;
    scenes::DoublePoint before = between();
    for (int step = 0; step < steps; ++step) {
        quality_run.step();
        const scenes::DoublePoint now = between();
        if (before.x > 0.0 && now.x <= 0.0) {
            const double part = before.x / (before.x - now.x);
            return std::abs(before.y + part * (now.y - before.y)) < pair.touching;
        }
        before = now;
    }
    return false;
}

/// Returns whether a bat of 2 m, 10 cm thick, that turns about its end sweeps over a disc at rest. The bat is
/// kinematic, or driven by a motor of next to unlimited torque.
bool bat_passes(const TestedEngine& tested_engine, bool motor, float speed, scenes::Random& random) {
    constexpr float half_length = 1.0f;
    constexpr float half_thickness = 0.05f;
    constexpr float radius = 0.1f;
    QualityRun quality_run(tested_engine, awake_world({0.0f, 0.0f}));
    const BodyNumber bat = scenes::add_body(
        quality_run.scene(),
        {.kind = motor ? BodyKind::Dynamic : BodyKind::Kinematic,
         .position = {motor ? half_length : 0.0f, 0.0f},
         .velocity = {0.0f, motor ? speed * half_length : 0.0f},
         .angular_velocity = speed},
        {.shape = scenes::box(half_length, half_thickness, {motor ? 0.0f : half_length, 0.0f})});
    if (motor) {
        const BodyNumber hub = scenes::add_body(quality_run.scene(), {.kind = BodyKind::Static},
                                                {.shape = scenes::CircleShape{{-5.0f, 0.0f}, 0.1f}});
        quality_run.scene().create_joint(
            {.body_a = hub,
             .body_b = bat,
             .anchor_b = {-half_length, 0.0f},
             .joint = scenes::RevoluteJoint{.motor = scenes::JointMotor{speed, 1e6f}}});
    }
    const float distance = random.between(0.4f, 1.8f);
    const float angle = random.between(0.6f, 2.1f);
    const BodyNumber disc = scenes::add_body(
        quality_run.scene(), {.kind = BodyKind::Dynamic, .position = scenes::polar(distance, angle)},
        {.shape = scenes::CircleShape{{}, radius}});
    const int steps = quality_run.steps_in(4.0 / double{speed}) + 4;
    double ahead = double{angle};  // Angle from the bat to the disc, followed over full turns.
    for (int step = 0; step < steps; ++step) {
        quality_run.step();
        const scenes::WorldPose at = quality_run.pose(disc);
        const scenes::WorldPose pose = quality_run.pose(bat);
        if (std::hypot(at.x, at.y) > 2.0 * double{half_length} - double{radius}) {
            return false;  // It has left the bat at its end.
        }
        const double seen =
            std::atan2(at.y * pose.cosine - at.x * pose.sine, at.x * pose.cosine + at.y * pose.sine);
        ahead += std::remainder(seen - ahead, 2.0 * std::numbers::pi);
        if (ahead < 0.0) {
            return true;
        }
    }
    return false;
}

/// Returns whether a plank of 1 m, 10 cm thick, that comes down on a shelf of 5 cm is ever below it.
bool shelf_passes(const TestedEngine& tested_engine, BodyKind kind, float speed, scenes::Random& random) {
    constexpr float half_thickness = 0.025f;
    QualityRun quality_run(tested_engine, awake_world());
    const BodyNumber shelf =
        scenes::add_body(quality_run.scene(), {.kind = kind}, {.shape = scenes::box(2.0f, half_thickness)});
    const BodyNumber posts =
        scenes::add_body(quality_run.scene(), {.kind = BodyKind::Static},
                         {.shape = scenes::box(0.1f, 1.0f, {-1.8f, -1.0f - half_thickness})});
    quality_run.scene().create_shape(posts,
                                     {.shape = scenes::box(0.1f, 1.0f, {1.8f, -1.0f - half_thickness})});
    const BodyNumber plank =
        scenes::add_body(quality_run.scene(),
                         {.kind = BodyKind::Dynamic,
                          .position = {random.between(-0.5f, 0.5f), random.between(1.5f, 2.5f)},
                          .angle = random.between(0.0f, 6.2f),
                          .velocity = {0.0f, -speed},
                          .angular_velocity = random.between(-10.0f, 10.0f)},
                         {.shape = scenes::box(0.5f, 0.05f)});
    bool is_below = false;
    quality_run.run(1.0, [&] {
        const scenes::WorldPose at = quality_run.pose(plank);
        is_below =
            is_below || (std::abs(at.x) < 1.9 && at.y < quality_run.pose(shelf).y - double{half_thickness});
    });
    return is_below;
}

}  // namespace

std::vector<QualityScene> passing_scenes() {
    const scenes::Shape disc = scenes::CircleShape{{}, 0.1f};
    const scenes::Shape box = scenes::box(0.25f, 0.25f);
    const scenes::Shape plank = scenes::box(0.05f, 1.0f);
    const Pair pairs[] = {
        {.name = "kinematic paddle of 10 cm at a disc",
         .kind = BodyKind::Kinematic,
         .left = plank,
         .right = disc,
         .touching = 1.0},
        {.name = "disc at a loose plank of 10 cm", .left = disc, .right = plank, .touching = 1.0},
        {.name = "two boxes head-on",
         .left = box,
         .right = box,
         .touching = 0.5,
         .both_move = true,
         .turned = true},
    };
    std::vector<QualityScene> scenes;
    for (const Pair& pair : pairs) {
        scenes.push_back(
            make_scene(pair.name, "m/s", {5.0f, 10.0f, 20.0f, 40.0f, 100.0f, 200.0f},
                       [pair](const TestedEngine& tested_engine, float speed, scenes::Random& random) {
                           return pair_passes(tested_engine, pair, speed, random);
                       }));
    }
    for (const bool motor : {false, true}) {
        scenes.push_back(
            make_scene(motor ? "bat driven by a motor at a disc" : "kinematic bat at a disc", "rad/s",
                       {10.0f, 20.0f, 40.0f, 60.0f},
                       [motor](const TestedEngine& tested_engine, float speed, scenes::Random& random) {
                           return bat_passes(tested_engine, motor, speed, random);
                       }));
    }
    for (const BodyKind kind : {BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic}) {
        const char* const word = kind == BodyKind::Static      ? "static"
                                 : kind == BodyKind::Kinematic ? "kinematic"
                                                               : "loose";
        scenes.push_back(
            make_scene(std::string("plank on a ") + word + " shelf of 5 cm", "m/s", {5.0f, 20.0f, 100.0f},
                       [kind](const TestedEngine& tested_engine, float speed, scenes::Random& random) {
                           return shelf_passes(tested_engine, kind, speed, random);
                       }));
    }
    return scenes;
}

}  // namespace bench
