#include "quality/quality_run.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

/// Fast and spinning bodies that hit a static wall: how deep they are in it after a step.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;
using scenes::Point;

constexpr int shots = 200;
constexpr float wall_half_length = 60.0f;

struct Body {
    const char* name;
    scenes::Shape shape;
    float reach;  ///< Radius of a circle around it [m].
};

/// Creates the wall, which fills x > 0 near the origin.
void build_wall(QualityRun& quality_run, bool is_chain) {
    const BodyNumber wall = quality_run.scene().create_body({});
    if (!is_chain) {
        quality_run.scene().create_shape(wall, {.shape = scenes::box(1.0f, wall_half_length, {1.0f, 0.0f})});
        return;
    }
    // A loop of segments that collides on its outside.
    std::vector<Point> corners;
    constexpr int pieces = 60;
    for (int i = 0; i < pieces; ++i) {
        corners.push_back({0.0f, wall_half_length * (1.0f - 2.0f * static_cast<float>(i) / pieces)});
    }
    corners.push_back({0.0f, -wall_half_length});
    corners.push_back({2.0f, -wall_half_length});
    corners.push_back({2.0f, wall_half_length});
    quality_run.scene().create_loop(wall, corners, {.shape = {}});
}

/// Returns the depth of the deepest point behind x = 0 after any step [m].
double shoot(const TestedEngine& tested_engine, bool is_chain, const Body& body, float speed,
             scenes::Random& random) {
    const float angle = random.between(-1.0f, 1.0f) * std::numbers::pi_v<float> / 3.0f;
    const float turned = random.between(0.0f, 2.0f * std::numbers::pi_v<float>);
    const float spin = random.between(-40.0f, 40.0f);
    const float away = body.reach + 0.1f + random.uniform();
    QualityRun quality_run(tested_engine, awake_world({0.0f, 0.0f}));
    build_wall(quality_run, is_chain);
    const BodyNumber shot = scenes::add_body(quality_run.scene(),
                                             {.kind = BodyKind::Dynamic,
                                              .position = {-away, 0.0f},
                                              .angle = turned,
                                              .velocity = scenes::polar(speed, angle),
                                              .angular_velocity = spin},
                                             {.shape = body.shape});
    double deepest = 0.0;
    quality_run.run(0.5, [&] {
        const scenes::WorldCore core = scenes::place(body.shape, quality_run.pose(shot));
        for (int i = 0; i < core.count; ++i) {
            const scenes::DoublePoint& point = core.points[static_cast<std::size_t>(i)];
            const bool beside = std::abs(point.y) > double{wall_half_length} - 2.0;
            deepest = beside ? deepest : std::max(deepest, point.x + core.radius);
        }
    });
    return deepest;
}

std::vector<Body> bodies() {
    return {{"stick 2 x 0.05", scenes::box(1.0f, 0.025f), 1.001f},
            {"capsule 1 x 0.04", scenes::CapsuleShape{{-0.48f, 0.0f}, {0.48f, 0.0f}, 0.02f}, 0.5f},
            {"box 1 x 1", scenes::box(0.5f, 0.5f), 0.708f},
            {"disc r 0.05", scenes::CircleShape{{}, 0.05f}, 0.05f}};
}

QualityScene into_wall(const char* name, bool is_chain) {
    QualityScene scene;
    scene.name = name;
    for (const Body& body : bodies()) {
        for (const char* speed : {"10", "40", "100"}) {
            scene.rows.push_back(
                {std::string(body.name) + " at " + speed + " m/s, deepest after any step", "mm", 0.0, 1});
        }
    }
    scene.measure = [is_chain](const TestedEngine& tested_engine) {
        std::vector<Metric> metrics;
        for (const Body& body : bodies()) {
            for (const float speed : {10.0f, 40.0f, 100.0f}) {
                scenes::Random random(11);
                double deepest = 0.0;
                for (int i = 0; i < shots; ++i) {
                    deepest = std::max(deepest, shoot(tested_engine, is_chain, body, speed, random));
                }
                metrics.emplace_back(1000.0 * deepest);
            }
        }
        return metrics;
    };
    return scene;
}

/// Returns how deep a box that falls from `height` is in the ground after any step [m].
double drop(const TestedEngine& tested_engine, float half, float angle, float height) {
    QualityRun quality_run(tested_engine, awake_world());
    scenes::add_ground(quality_run.scene(), 20.0f);
    const float lowest = half * (std::abs(std::sin(angle)) + std::abs(std::cos(angle)));
    const scenes::Shape shape = scenes::box(half, half);
    const BodyNumber box = scenes::add_body(
        quality_run.scene(), {.kind = BodyKind::Dynamic, .position = {0.0f, height + lowest}, .angle = angle},
        {.shape = shape});
    double deepest = 0.0;
    quality_run.run(1.5, [&] {
        const scenes::WorldCore core = scenes::place(shape, quality_run.pose(box));
        for (int i = 0; i < core.count; ++i) {
            deepest = std::max(deepest, core.radius - core.points[static_cast<std::size_t>(i)].y);
        }
    });
    return deepest;
}

/// Drops boxes of different sizes, flat and tilted, from 0.1 to 2 m: as slow as most things in games.
std::vector<Metric> play_drops(const TestedEngine& tested_engine) {
    double worst = 0.0;
    double sum = 0.0;
    int count = 0;
    for (const float half : {0.1f, 0.25f, 0.5f}) {
        for (const float angle : {0.0f, 0.3f, 0.7f}) {
            for (int i = 0; i < 20; ++i) {
                const double depth =
                    drop(tested_engine, half, angle, 0.1f + 0.1f * (static_cast<float>(i) + 0.1f * half));
                worst = std::max(worst, depth);
                sum += depth;
                ++count;
            }
        }
    }
    return {1000.0 * worst, 1000.0 * sum / count};
}

}  // namespace

std::vector<QualityScene> sinking_scenes() {
    return {into_wall("200 shots with spin at a wall", false),
            into_wall("200 shots with spin at a wall of segments", true),
            {"180 boxes fall 0.1 to 2 m",
             {{"deepest after any step", "mm", 0.0, 1}, {"mean of the deepest", "mm", 0.0, 2}},
             play_drops}};
}

}  // namespace bench
