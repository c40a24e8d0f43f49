#include "quality/quality_run.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

/// Stacks, which should neither sink, creep nor jitter.
namespace bench {
namespace {

using scenes::BodyNumber;
using scenes::Point;

constexpr double to_mm = 1000.0;

double lateral(const QualityRun& quality_run) {
    return quality_run.max_of([&](BodyNumber body) { return std::abs(quality_run.shift(body).x); });
}

double tilt(const QualityRun& quality_run) {
    return quality_run.max_of([&](BodyNumber body) { return quality_run.turn(body); });
}

std::vector<Metric> play_pyramid(const TestedEngine& tested_engine, int sub_steps) {
    QualityRun quality_run(tested_engine, awake_world({0.0f, -10.0f}, sub_steps));
    scenes::add_ground(quality_run.scene(), 40.0f);
    const BodyNumber top = scenes::add_pyramid(quality_run.scene(), 20, {-10.0f, 0.0f});
    quality_run.run(10.0);
    const scenes::OverlapReport overlaps = quality_run.overlaps();
    return {to_mm * overlaps.worst,       to_mm * overlaps.mean,     -to_mm * quality_run.shift(top).y,
            to_mm * lateral(quality_run), to_mm * tilt(quality_run), to_mm * quality_run.rms_speed()};
}

QualityScene pyramid() {
    return {"pyramid of 210",
            {{"deepest overlap", "mm", 0.0, 2},
             {"mean overlap", "mm", 0.0, 2},
             {"sag of the top", "mm", 0.0, 1},
             {"lateral drift", "mm", 0.0, 1},
             {"greatest tilt", "mrad", 0.0, 2},
             {"rms speed after 10 s", "mm/s", 0.0, 2}},
            [](const TestedEngine& tested_engine) { return play_pyramid(tested_engine, 4); }};
}

QualityScene pyramid_in_two() {
    return {"pyramid of 210, 2 sub-steps",
            {{"deepest overlap", "mm", 0.0, 2}},
            [](const TestedEngine& tested_engine) {
                return std::vector<Metric>{play_pyramid(tested_engine, 2).front()};
            }};
}

/// Steps a pyramid of 78 at a distance from the origin along both axes [m]. Returns how far its top has moved
/// [mm], and the rms speed in the last second [mm/s].
std::vector<Metric> play_far_pyramid(const TestedEngine& tested_engine, float distance) {
    QualityRun quality_run(tested_engine, awake_world());
    scenes::add_static_box(quality_run.scene(), {distance, distance - 10.0f}, {80.0f, 20.0f});
    const BodyNumber top = scenes::add_pyramid(quality_run.scene(), 12, {distance - 6.0f, distance});
    quality_run.run(14.0);
    const double rms = quality_run.run_rms_speed(1.0);
    const scenes::DoublePoint shift = quality_run.shift(top);
    return {to_mm * std::hypot(shift.x, shift.y), to_mm * rms};
}

QualityScene far_pyramids() {
    static constexpr int kilometres[] = {1, 10, 100};
    std::vector<QualityRow> rows;
    for (const int distance : kilometres) {
        const std::string place = std::to_string(distance) + " km, ";
        rows.push_back({place + "motion of the top", "mm", 0.0, 1});
        rows.push_back({place + "rms speed after 15 s", "mm/s", 0.0, 2});
    }
    return {"pyramid of 78 far from the origin", rows, [](const TestedEngine& tested_engine) {
                std::vector<Metric> metrics;
                for (const int distance : kilometres) {
                    for (Metric& metric :
                         play_far_pyramid(tested_engine, 1000.0f * static_cast<float>(distance))) {
                        metrics.push_back(std::move(metric));
                    }
                }
                return metrics;
            }};
}

BodyNumber add_stack(scenes::Backend& scene, int count) {
    BodyNumber top = -1;
    for (int i = 0; i < count; ++i) {
        top = scenes::add_box(scene, {0.0f, 0.5f + static_cast<float>(i)}, {1.0f, 1.0f}, {.shape = {}});
    }
    return top;
}

std::vector<Metric> play_stack(const TestedEngine& tested_engine, int sub_steps) {
    QualityRun quality_run(tested_engine, awake_world({0.0f, -10.0f}, sub_steps));
    scenes::add_ground(quality_run.scene(), 40.0f);
    const BodyNumber top = add_stack(quality_run.scene(), 12);
    quality_run.run(25.0);
    double squares = 0.0;
    double spin = 0.0;
    quality_run.run(5.0, [&] {
        squares += quality_run.rms_speed() * quality_run.rms_speed();
        spin = std::max(spin, quality_run.max_of(
                                  [&](BodyNumber body) { return std::abs(quality_run.motion(body).spin); }));
    });
    if (tilt(quality_run) > 0.3) {
        return failures(6, "falls");
    }
    const scenes::OverlapReport overlaps = quality_run.overlaps();
    const double rms = std::sqrt(squares / quality_run.steps_in(5.0));
    return {-to_mm * quality_run.shift(top).y,
            to_mm * overlaps.worst,
            to_mm * overlaps.mean,
            to_mm * lateral(quality_run),
            to_mm * rms,
            to_mm * spin};
}

QualityScene stack() {
    return {"stack of 12",
            {{"sag of the top", "mm", 0.0, 1},
             {"deepest overlap", "mm", 0.0, 2},
             {"mean overlap", "mm", 0.0, 2},
             {"lateral drift", "mm", 0.0, 2},
             {"rms speed, 25 to 30 s", "mm/s", 0.0, 2},
             {"greatest spin, 25 to 30 s", "mrad/s", 0.0, 2}},
            [](const TestedEngine& tested_engine) { return play_stack(tested_engine, 4); }};
}

QualityScene stack_in_two() {
    return {"stack of 12, 2 sub-steps",
            {{"sag of the top", "mm", 0.0, 1}},
            [](const TestedEngine& tested_engine) {
                return std::vector<Metric>{play_stack(tested_engine, 2).front()};
            }};
}

/// Stack whose boxes have random sideways offsets.
class JitteredStack {
public:
    JitteredStack(const TestedEngine& tested_engine, int count) : quality_run_(tested_engine, awake_world()) {
        scenes::add_ground(quality_run_.scene(), 40.0f);
        std::uint32_t seed = 1;
        for (int i = 0; i < count; ++i) {
            // Linear congruential generator (Knuth; constants from Numerical Recipes).
            seed = seed * 1664525u + 1013904223u;
            const float u = static_cast<float>(seed >> 8) / 16777216.0f;
            top_ = scenes::add_box(quality_run_.scene(),
                                   {0.02f * (2.0f * u - 1.0f), 0.5f + static_cast<float>(i)}, {1.0f, 1.0f},
                                   {.shape = {}});
        }
    }

    /// Runs for 20 s and returns whether the stack stands.
    bool run() {
        constexpr int parts = 20;
        for (int i = 0; i < parts; ++i) {
            quality_run_.run(20.0 / parts);
            if (fallen()) {
                return false;
            }
        }
        return true;
    }
    [[nodiscard]] double sag() const { return -quality_run_.shift(top_).y; }
    [[nodiscard]] double deepest() const { return quality_run_.overlaps().worst; }

private:
    [[nodiscard]] bool fallen() const { return tilt(quality_run_) > 0.3 || lateral(quality_run_) > 0.5; }

    QualityRun quality_run_;
    BodyNumber top_ = -1;
};

std::vector<Metric> play_jittered_stacks(const TestedEngine& tested_engine) {
    std::vector<Metric> metrics;
    int tallest = 0;
    bool stands = true;
    for (int count = 10; stands && count <= 300; count += 10) {
        JitteredStack stack(tested_engine, count);
        stands = stack.run();
        if (!stands) {
            break;
        }
        tallest = count;
        if (count == 20 || count == 40) {
            metrics.emplace_back(to_mm * stack.sag());
            metrics.emplace_back(to_mm * stack.deepest());
        }
    }
    metrics.resize(4, Metric::failure("falls"));
    metrics.insert(metrics.begin(), Metric(tallest));
    return metrics;
}

QualityScene jittered_stacks() {
    return {"jittered stack",
            {{"tallest of up to 300 that stands", "boxes", 300.0, 0},
             {"sag of 20", "mm", 0.0, 1},
             {"deepest overlap of 20", "mm", 0.0, 2},
             {"sag of 40", "mm", 0.0, 1},
             {"deepest overlap of 40", "mm", 0.0, 2}},
            play_jittered_stacks};
}

/// Builds five storeys of leaning and lying cards, which overlap slightly at the start.
void build_cards(scenes::Backend& scene) {
    constexpr float lean = 25.0f * std::numbers::pi_v<float> / 180.0f;
    constexpr float upright = 0.2f;
    constexpr float pitch = 0.175f;
    const scenes::ShapeDescription surface{.shape = {}, .friction = 0.7f};
    scenes::add_static_box(scene, {0.0f, -2.0f}, {80.0f, 4.0f}, surface);
    const Point size{0.002f, 2.0f * upright};
    float left = 0.0f;
    float height = upright - 0.02f;
    for (int pairs = 5; pairs > 0; --pairs) {
        for (int i = 0; i < pairs; ++i) {
            const float x = left + 2.0f * pitch * static_cast<float>(i);
            if (i + 1 < pairs) {
                scenes::add_box(scene, {x + 0.25f, height + upright - 0.015f}, size, surface,
                                0.5f * std::numbers::pi_v<float>);
            }
            scenes::add_box(scene, {x, height}, size, surface, -lean);
            scenes::add_box(scene, {x + pitch, height}, size, surface, lean);
        }
        height += 2.0f * upright - 0.03f;
        left += pitch;
    }
}

std::vector<Metric> play_cards(const TestedEngine& tested_engine) {
    QualityRun quality_run(tested_engine, awake_world());
    build_cards(quality_run.scene());
    quality_run.run(20.0);
    const double moved = quality_run.max_of([&](BodyNumber body) {
        const scenes::DoublePoint shift = quality_run.shift(body);
        return std::hypot(shift.x, shift.y);
    });
    double turned = 0.0;
    for (const BodyNumber body : quality_run.dynamic_bodies()) {
        turned += quality_run.turn(body) > 0.3 ? 1.0 : 0.0;
    }
    return {turned, to_mm * moved, to_mm * quality_run.overlaps().worst};
}

QualityScene cards() {
    return {"house of 40 cards",
            {{"cards that fall", "cards", 0.0, 0},
             {"greatest movement", "mm", 0.0, 1},
             {"deepest overlap", "mm", 0.0, 2}},
            play_cards};
}

std::vector<Metric> play_arch(const TestedEngine& tested_engine) {
    QualityRun quality_run(tested_engine, awake_world());
    const std::unique_ptr<scenes::Scene> arch = scenes::find_scene("arch")->create();
    arch->build(quality_run.scene());
    quality_run.run(20.0);
    const double drop = -quality_run.shift(arch->watched_body()).y;
    if (drop > 1.0) {
        return failures(2, "collapses");
    }
    return {to_mm * drop, to_mm * quality_run.overlaps().worst};
}

QualityScene arch() {
    return {"masonry arches",
            {{"sag of the keystone", "mm", 0.0, 1}, {"deepest overlap", "mm", 0.0, 2}},
            play_arch};
}

}  // namespace

std::vector<QualityScene> stacking_scenes() {
    return {pyramid(),      stack(),           far_pyramids(), pyramid_in_two(),
            stack_in_two(), jittered_stacks(), cards(),        arch()};
}

}  // namespace bench
