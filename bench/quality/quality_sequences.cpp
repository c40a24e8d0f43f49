#include "quality/quality_run.h"

#include <algorithm>
#include <cmath>

/// Impacts that follow each other, and steps that change.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;
using scenes::Point;

constexpr double gravity = 10.0;

BodyNumber add_disc(QualityRun& quality_run, Point position, float radius, float restitution,
                    float density = 1.0f) {
    return scenes::add_body(quality_run.scene(), {.kind = BodyKind::Dynamic, .position = position},
                            {.shape = scenes::CircleShape{{}, radius},
                             .density = density,
                             .friction = 0.0f,
                             .restitution = restitution});
}

/// Returns the error of the speed with which a light disc leaves a heavy one that falls below it, relative to
/// (3 M - m) / (M + m) times the speed of the fall [%].
Metric play_thrown(const TestedEngine& tested_engine, double ratio) {
    constexpr float drop = 3.0f;
    QualityRun quality_run(tested_engine, awake_world());
    scenes::add_static_box(quality_run.scene(), {0.0f, -1.0f}, {40.0f, 2.0f},
                           {.shape = {}, .friction = 0.0f, .restitution = 1.0f});
    add_disc(quality_run, {0.0f, drop + 0.5f}, 0.5f, 1.0f);
    const BodyNumber light =
        add_disc(quality_run, {0.0f, drop + 1.251f}, 0.25f, 1.0f, 4.0f / static_cast<float>(ratio));
    double fastest = 0.0;
    quality_run.run(1.5, [&] { fastest = std::max(fastest, quality_run.motion(light).y); });
    const double law = std::sqrt(2.0 * gravity * drop) * (3.0 * ratio - 1.0) / (ratio + 1.0);
    return 100.0 * (fastest / law - 1.0);
}

QualityScene thrown() {
    return {"light disc on a falling heavy one, e = 1",
            {{"speed, masses 1:5", "%", 0.0, 1},
             {"speed, masses 1:25", "%", 0.0, 1},
             {"speed, masses 1:100", "%", 0.0, 1}},
            [](const TestedEngine& tested_engine) {
                return std::vector<Metric>{play_thrown(tested_engine, 5.0), play_thrown(tested_engine, 25.0),
                                           play_thrown(tested_engine, 100.0)};
            }};
}

/// Returns the largest distance of a disc from the mirror image of its partner after 2 s [mm].
Metric play_break(const TestedEngine& tested_engine, float gap, float restitution) {
    QualityRun quality_run(tested_engine, awake_world({0.0f, 0.0f}));
    const float distance = 0.5f + gap;
    std::vector<BodyNumber> discs{add_disc(quality_run, {-4.0f, 0.0f}, 0.25f, restitution)};
    std::vector<std::size_t> partners{0};
    quality_run.scene().set_velocity(discs.front(), {10.0f, 0.0f}, 0.0f);
    for (int row = 0; row < 5; ++row) {
        const std::size_t first = discs.size();
        for (int i = 0; i <= row; ++i) {
            const float y = (static_cast<float>(i) - 0.5f * static_cast<float>(row)) * distance;
            discs.push_back(add_disc(quality_run, {static_cast<float>(row) * 0.8660254f * distance, y}, 0.25f,
                                     restitution));
            partners.push_back(first + static_cast<std::size_t>(row - i));
        }
    }
    quality_run.run(2.0);
    double worst = 0.0;
    for (std::size_t i = 0; i < discs.size(); ++i) {
        const scenes::WorldPose place = quality_run.pose(discs[i]);
        const scenes::WorldPose other = quality_run.pose(discs[partners[i]]);
        worst = std::max(worst, std::hypot(place.x - other.x, place.y + other.y));
    }
    return 1000.0 * worst;
}

QualityScene breaks() {
    return {"billiard break",
            {{"asymmetry after 2 s, gaps of 1 mm, e = 0.95", "mm", 0.0, 1},
             {"asymmetry after 2 s, gaps of 1 mm, e = 1", "mm", 0.0, 1}},
            [](const TestedEngine& tested_engine) {
                return std::vector<Metric>{play_break(tested_engine, 0.001f, 0.95f),
                                           play_break(tested_engine, 0.001f, 1.0f)};
            }};
}

/// Plays a cradle of five discs on rods. Returns the parts of the energy that the last disc gets, and that a
/// disc at either end has in the last swings of 20 s.
std::vector<Metric> play_swings(const TestedEngine& tested_engine) {
    constexpr float length = 4.0f;
    constexpr float angle = 1.0f;
    QualityRun quality_run(tested_engine, awake_world());
    const BodyNumber frame = scenes::add_body(quality_run.scene(), {.position = {0.0f, length}}, {});
    std::vector<BodyNumber> discs;
    for (int i = 0; i < 5; ++i) {
        const float x = 1.001f * static_cast<float>(i);
        const Point place =
            i == 0 ? Point{x - length * std::sin(angle), length - length * std::cos(angle)} : Point{x, 0.0f};
        discs.push_back(add_disc(quality_run, place, 0.5f, 1.0f));
        if (quality_run.scene().create_joint(
                {frame, discs.back(), {x, 0.0f}, {}, scenes::DistanceJoint{.length = length}}) ==
            scenes::no_joint) {
            return failures(2, "no such joint");
        }
    }
    const double height = length - length * std::cos(angle);
    double first = 0.0;
    quality_run.run(2.2, [&] { first = std::max(first, quality_run.pose(discs.back()).y / height); });
    quality_run.run(13.3);
    double last = 0.0;
    quality_run.run(4.5, [&] {
        last = std::max(
            {last, quality_run.pose(discs.front()).y / height, quality_run.pose(discs.back()).y / height});
    });
    return {first, last};
}

QualityScene swings() {
    return {"cradle of five on rods",
            {{"energy of the last disc", "of 1", 1.0, 2}, {"energy in a swing after 20 s", "of 1", 1.0, 2}},
            play_swings};
}

/// Lengths of steps, uniform between 1/144 and 1/30 s.
QualityScene changing_steps() {
    return {"steps of 1/144 to 1/30 s",
            {{"stack of 12, rms speed", "mm/s", 0.0, 2}, {"pyramid of 78 falls asleep", "s", 0.0, 1}},
            [](TestedEngine tested_engine) {
                tested_engine.times.random_steps = true;
                QualityRun stack(tested_engine, awake_world());
                scenes::add_ground(stack.scene(), 40.0f);
                for (int i = 0; i < 12; ++i) {
                    scenes::add_box(stack.scene(), {0.0f, 0.5f + static_cast<float>(i)}, {1.0f, 1.0f},
                                    {.shape = {}});
                }
                stack.run(5.0);
                const double rms = stack.run_rms_speed(10.0);
                QualityRun pyramid(tested_engine, {});
                scenes::add_ground(pyramid.scene(), 40.0f);
                scenes::add_pyramid(pyramid.scene(), 12, {-6.0f, 0.0f});
                for (int step = 1; step <= pyramid.steps_in(30.0); ++step) {
                    pyramid.step();
                    const std::vector<BodyNumber> bodies = pyramid.dynamic_bodies();
                    if (std::none_of(bodies.begin(), bodies.end(),
                                     [&](BodyNumber body) { return pyramid.awake(body); })) {
                        return std::vector<Metric>{1000.0 * rms, step * pyramid.time_step()};
                    }
                }
                return std::vector<Metric>{1000.0 * rms, Metric::failure("stays awake")};
            }};
}

}  // namespace

std::vector<QualityScene> sequence_scenes() { return {thrown(), breaks(), swings(), changing_steps()}; }

}  // namespace bench
