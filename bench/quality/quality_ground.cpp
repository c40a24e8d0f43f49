#include "quality/quality_run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>

/// Frictionless sliding over ground that is made of pieces: internal edges should have no effect.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;
using scenes::Point;

constexpr int pieces = 200;
constexpr double way = 60.0;

/// Creates the ground, from x = 0 on, with its surface at height 0. Returns false if the engine cannot do it.
using Layer = bool (*)(QualityRun& quality_run);

bool lay_tiles(QualityRun& quality_run) {
    const BodyNumber ground = quality_run.scene().create_body({});
    for (int i = 0; i < pieces; ++i) {
        const Point center{static_cast<float>(i) + 0.5f, -0.5f};
        quality_run.scene().create_shape(ground,
                                         {.shape = scenes::box(0.5f, 0.5f, center), .friction = 0.0f});
    }
    return true;
}

bool lay_segments(QualityRun& quality_run) {
    const BodyNumber ground = quality_run.scene().create_body({});
    for (int i = 0; i < pieces; ++i) {
        const auto x = static_cast<float>(i);
        quality_run.scene().create_shape(
            ground, {.shape = scenes::SegmentShape{{x, 0.0f}, {x + 1.0f, 0.0f}}, .friction = 0.0f});
    }
    return true;
}

bool lay_chain(QualityRun& quality_run) {
    std::vector<Point> points;
    for (int i = pieces; i >= 0; --i) {
        points.push_back({static_cast<float>(i), 0.0f});
    }
    const BodyNumber ground = quality_run.scene().create_body({});
    return quality_run.engine().add_chain(ground, points, {.shape = {}, .friction = 0.0f});
}

struct Slide {
    double hop = 0.0;   ///< Maximum height above the start [m].
    double kept = 0.0;  ///< Ratio of the final to the initial speed.
    bool done = false;
};

Slide slide(const TestedEngine& tested_engine, Layer lay, const scenes::Shape& shape, float speed) {
    constexpr float half = 0.5f;
    QualityRun quality_run(tested_engine, awake_world());
    Slide result;
    result.done = lay(quality_run);
    if (!result.done) {
        return result;
    }
    const BodyNumber body = scenes::add_body(
        quality_run.scene(), {.kind = BodyKind::Dynamic, .position = {5.5f, half}, .velocity = {speed, 0.0f}},
        {.shape = shape, .friction = 0.0f});
    quality_run.run(way / speed, [&] {
        result.hop = std::max(result.hop, quality_run.pose(body).y - static_cast<double>(half));
    });
    result.kept = quality_run.motion(body).x / speed;
    return result;
}

/// Returns hop and remaining speed for each shape and speed, or `count` failures.
std::vector<Metric> slide_at_each_speed(const TestedEngine& tested_engine, Layer lay, std::size_t count) {
    std::vector<Metric> metrics;
    for (const scenes::Shape& shape :
         {scenes::Shape(scenes::box(0.5f, 0.5f)), scenes::Shape(scenes::CircleShape{{}, 0.5f})}) {
        for (const float speed : {2.0f, 5.0f, 20.0f}) {
            const Slide result = slide(tested_engine, lay, shape, speed);
            if (!result.done) {
                return failures(count, "no chains");
            }
            metrics.emplace_back(1000.0 * result.hop);
            metrics.emplace_back(result.kept);
        }
    }
    return metrics;
}

/// Makes a scene with two rows for each shape and speed.
QualityScene at_each_speed(const std::string& name, Layer lay) {
    QualityScene scene;
    scene.name = name;
    for (const char* shape : {"box", "disc"}) {
        for (const char* speed : {"2", "5", "20"}) {
            const std::string which = std::string(shape) + " at " + speed + " m/s";
            scene.rows.push_back({which + ", hop", "mm", 0.0, 2});
            scene.rows.push_back({which + ", speed kept", "of 1", 1.0, 5});
        }
    }
    const std::size_t count = scene.rows.size();
    scene.measure = [lay, count](const TestedEngine& tested_engine) {
        return slide_at_each_speed(tested_engine, lay, count);
    };
    return scene;
}

/// Makes a scene with two rows for each shape: the worst over the speeds.
QualityScene at_worst_speed(const std::string& name, Layer lay) {
    const QualityScene each = at_each_speed(name, lay);
    QualityScene scene;
    scene.name = name;
    for (const char* shape : {"box", "disc"}) {
        scene.rows.push_back({std::string(shape) + ", greatest hop", "mm", 0.0, 2});
        scene.rows.push_back({std::string(shape) + ", least speed kept", "of 1", 1.0, 5});
    }
    scene.measure = [each](const TestedEngine& tested_engine) {
        const std::vector<Metric> all = each.measure(tested_engine);
        std::vector<Metric> worst;
        // Index of the result at the first of the three speeds, for two columns of each shape.
        for (const std::size_t first : {0u, 1u, 6u, 7u}) {
            std::size_t at = first;
            for (const std::size_t i : {first + 2, first + 4}) {
                const double ideal = each.rows[i].ideal;
                at = all[i].error(ideal) > all[at].error(ideal) ? i : at;
            }
            worst.push_back(all[at]);
        }
        return worst;
    };
    return scene;
}

/// Motion without gravity along the inside of a ring of segments.
struct Round {
    double way = 0.0;    ///< Ratio of the distance covered to the integral of the speed.
    double depth = 0.0;  ///< Maximum depth beyond the circle of the vertices [m].
};

constexpr float ring_radius = 40.0f;

Round run_round(const TestedEngine& tested_engine, const scenes::Shape& shape, float half, float speed) {
    constexpr int segments = 360;
    std::vector<Point> points;
    for (int i = 0; i < segments; ++i) {
        const double angle = -2.0 * std::numbers::pi * i / segments;
        points.push_back({static_cast<float>(ring_radius * std::cos(angle)),
                          static_cast<float>(ring_radius * std::sin(angle))});
    }
    QualityRun quality_run(tested_engine, awake_world({0.0f, 0.0f}));
    const BodyNumber ground = quality_run.scene().create_body({});
    quality_run.scene().create_loop(ground, points, {.shape = {}, .friction = 0.0f});
    const BodyNumber body = scenes::add_body(quality_run.scene(),
                                             {.kind = BodyKind::Dynamic,
                                              .position = {ring_radius - half - 0.01f, 0.0f},
                                              .velocity = {0.0f, speed}},
                                             {.shape = shape, .friction = 0.0f});
    Round result;
    double gone = 0.0;
    double promised = 0.0;
    scenes::WorldPose last = quality_run.pose(body);
    quality_run.run(5.0, [&] {
        const scenes::WorldPose now = quality_run.pose(body);
        gone += std::hypot(now.x - last.x, now.y - last.y);
        promised += quality_run.speed(body) * quality_run.time_step();
        last = now;
        const scenes::WorldCore core = scenes::place(shape, now);
        for (int i = 0; i < core.count; ++i) {
            const scenes::DoublePoint& point = core.points[static_cast<std::size_t>(i)];
            result.depth =
                std::max(result.depth, std::hypot(point.x, point.y) + core.radius - double{ring_radius});
        }
    });
    result.way = gone / promised;
    return result;
}

/// Measures the worst over 20, 50 and 150 m/s.
QualityScene round_a_ring() {
    QualityScene scene;
    scene.name = "round a ring of 360 segments";
    for (const char* shape : {"box", "disc"}) {
        scene.rows.push_back({std::string(shape) + ", least way gone", "of 1", 1.0, 3});
        scene.rows.push_back({std::string(shape) + ", deepest outside", "mm", 0.0, 0});
    }
    scene.measure = [](const TestedEngine& tested_engine) {
        constexpr float half = 0.35f;
        std::vector<Metric> metrics;
        for (const scenes::Shape& shape :
             {scenes::Shape(scenes::box(half, half)), scenes::Shape(scenes::CircleShape{{}, half})}) {
            Round worst{.way = 1.0};
            for (const float speed : {20.0f, 50.0f, 150.0f}) {
                const Round result = run_round(tested_engine, shape, half, speed);
                worst.way = std::min(worst.way, result.way);
                worst.depth = std::max(worst.depth, result.depth);
            }
            metrics.emplace_back(worst.way);
            metrics.emplace_back(1000.0 * worst.depth);
        }
        return metrics;
    };
    return scene;
}

}  // namespace

std::vector<QualityScene> ground_scenes() {
    return {at_each_speed("over 60 m of box tiles", lay_tiles),
            at_worst_speed("over 60 m of loose segments", lay_segments),
            at_worst_speed("over 60 m of chain", lay_chain), round_a_ring()};
}

}  // namespace bench
