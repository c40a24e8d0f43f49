#include "quality/quality_run.h"

#include <cmath>
#include <numbers>
#include <string>

/// Shots at a thin wall: how many pass through it.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;
using scenes::Point;

constexpr int shots_per_speed = 1000;
constexpr float wall_half_length = 10.0f;
constexpr float speeds[] = {20.0f, 60.0f, 150.0f, 390.0f};

struct Target {
    BodyKind kind = BodyKind::Static;
    float thickness = 0.02f;
};

struct Shot {
    scenes::Shape shape;
    bool bullet = false;
};

/// Numbers of shots that were behind the wall at some time.
struct Through {
    int wholly = 0;
    int centre = 0;
};

/// Distances of the whole shape, and of its centre, behind the wall [m].
struct Passage {
    double minimum = -1.0;
    double centre = -1.0;
    bool is_beside_end = false;  ///< Near an end of the wall, where the shot may go round it.
};

Passage passage(const QualityRun& quality_run, BodyNumber wall, BodyNumber shot, const Target& target) {
    const scenes::WorldPose at = quality_run.pose(wall);
    const scenes::WorldPose pose = quality_run.pose(shot);
    const scenes::Shape& shape = quality_run.bodies()[static_cast<std::size_t>(shot)].shapes.front().shape;
    const scenes::WorldCore core = scenes::place(shape, pose);
    const double half = 0.5 * target.thickness;
    // Measured along the wall's own axis, since the wall may have been pushed and turned.
    const auto depth = [&](double x, double y) {
        return (x - at.x) * at.cosine + (y - at.y) * at.sine - half;
    };
    Passage result{depth(core.points[0].x, core.points[0].y), depth(pose.x, pose.y) + half};
    for (int i = 1; i < core.count; ++i) {
        const scenes::DoublePoint& point = core.points[static_cast<std::size_t>(i)];
        result.minimum = std::min(result.minimum, depth(point.x, point.y));
    }
    result.minimum -= core.radius;
    const double along = (pose.y - at.y) * at.cosine - (pose.x - at.x) * at.sine;
    result.is_beside_end = std::abs(along) > double{wall_half_length} - 1.0;
    return result;
}

void shoot(const TestedEngine& tested_engine, const Target& target, const Shot& shot, float speed,
           scenes::Random& random, Through& through) {
    const float angle = random.between(-1.0f, 1.0f) * std::numbers::pi_v<float> / 3.0f;
    const float spin = random.between(-40.0f, 40.0f);
    const float turned = random.between(0.0f, 2.0f * std::numbers::pi_v<float>);
    const float away = 1.0f + random.uniform();
    QualityRun quality_run(tested_engine, awake_world({0.0f, 0.0f}));
    const BodyNumber wall =
        scenes::add_body(quality_run.scene(), {.kind = target.kind},
                         {.shape = scenes::box(0.5f * target.thickness, wall_half_length)});
    const Point velocity = scenes::polar(speed, angle);
    const BodyNumber body = scenes::add_body(quality_run.scene(),
                                             {.kind = BodyKind::Dynamic,
                                              .position = {-away, -away * velocity.y / velocity.x},
                                              .angle = turned,
                                              .velocity = velocity,
                                              .angular_velocity = spin,
                                              .bullet = shot.bullet},
                                             {.shape = shot.shape});
    const int steps = quality_run.steps_in(2.0 * (away + 1.0) / velocity.x) + 6;
    bool wholly = false;
    bool centre = false;
    for (int step = 0; step < steps && !wholly; ++step) {
        quality_run.step();
        const Passage now = passage(quality_run, wall, body, target);
        if (now.is_beside_end) {
            break;
        }
        wholly |= now.minimum > 0.0;
        centre |= now.centre > 0.0;
    }
    through.wholly += wholly ? 1 : 0;
    through.centre += centre ? 1 : 0;
}

Through shoot_all(const TestedEngine& tested_engine, const Target& target, const Shot& shot, float speed) {
    Through through;
    scenes::Random random(7);
    for (int i = 0; i < shots_per_speed; ++i) {
        shoot(tested_engine, target, shot, speed, random, through);
    }
    return through;
}

struct Gun {
    const char* name;
    Target target;
    Shot shot;
};

std::vector<Gun> guns() {
    const Target fixed_wall{};
    const Target loose_wall{.kind = BodyKind::Dynamic, .thickness = 0.1f};
    const scenes::Shape disc = scenes::CircleShape{{}, 0.05f};
    const scenes::Shape box = scenes::box(0.05f, 0.05f);
    const scenes::Shape sliver = scenes::box(0.2f, 0.01f);
    return {{"disc r 0.05 at a static wall of 2 cm", fixed_wall, {disc}},
            {"box 0.1 at a static wall of 2 cm", fixed_wall, {box}},
            {"sliver 0.4 x 0.02 at a static wall of 2 cm", fixed_wall, {sliver}},
            {"bullet disc at a loose wall of 10 cm", loose_wall, {.shape = disc, .bullet = true}},
            {"bullet sliver at a loose wall of 10 cm", loose_wall, {.shape = sliver, .bullet = true}},
            {"disc, no bullet, at a loose wall of 10 cm", loose_wall, {disc}}};
}

bool has_bullets(const TestedEngine& tested_engine) {
    return tested_engine.entry->make_world({}, tested_engine.options)->capabilities().bullets;
}

/// Makes a scene with a row for each speed, and one for the centres at all speeds.
QualityScene make_scene(const Gun& gun) {
    QualityScene scene;
    scene.name = gun.name;
    for (const float speed : speeds) {
        scene.rows.push_back(
            {"through at " + std::to_string(static_cast<int>(speed)) + " m/s", "of 1000", 0.0, 0});
    }
    scene.rows.push_back({"centre through, all speeds", "of 4000", 0.0, 0});
    const std::size_t count = scene.rows.size();
    scene.measure = [gun, count](const TestedEngine& tested_engine) {
        if (gun.shot.bullet && !has_bullets(tested_engine)) {
            return failures(count, "no bullets");
        }
        std::vector<Metric> metrics;
        int centres = 0;
        for (const float speed : speeds) {
            const Through through = shoot_all(tested_engine, gun.target, gun.shot, speed);
            metrics.emplace_back(through.wholly);
            centres += through.centre;
        }
        metrics.emplace_back(centres);
        return metrics;
    };
    return scene;
}

}  // namespace

std::vector<QualityScene> tunnelling_scenes() {
    std::vector<QualityScene> scenes;
    for (const Gun& gun : guns()) {
        scenes.push_back(make_scene(gun));
    }
    return scenes;
}

}  // namespace bench
