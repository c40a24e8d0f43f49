#include "quality/quality_run.h"

#include <algorithm>
#include <cmath>
#include <numbers>

/// Things that stand on one another and should neither sink, creep nor tremble.
namespace bench {
namespace {

using scenes::BodyNumber;
using scenes::Point;

constexpr double to_mm = 1000.0;

double lateral(const Trial& trial) {
    return trial.greatest([&](BodyNumber body) { return std::abs(trial.shift(body).x); });
}

double tilt(const Trial& trial) {
    return trial.greatest([&](BodyNumber body) { return trial.turn(body); });
}

std::vector<Figure> play_pyramid(const Contestant& contestant, int sub_steps) {
    Trial trial(contestant, awake_world({0.0f, -10.0f}, sub_steps));
    scenes::add_ground(trial.scene(), 40.0f);
    const BodyNumber top = scenes::add_pyramid(trial.scene(), 20, {-10.0f, 0.0f});
    trial.run(10.0);
    const scenes::OverlapReport overlaps = trial.overlaps();
    return {to_mm * overlaps.worst, to_mm * overlaps.mean, -to_mm * trial.shift(top).y,
            to_mm * lateral(trial), to_mm * tilt(trial),   to_mm * trial.rms_speed()};
}

QualityScene pyramid() {
    return {"pyramid of 210",
            {{"deepest overlap", "mm", 0.0, 2},
             {"mean overlap", "mm", 0.0, 2},
             {"sag of the top", "mm", 0.0, 1},
             {"lateral drift", "mm", 0.0, 1},
             {"greatest tilt", "mrad", 0.0, 2},
             {"rms speed after 10 s", "mm/s", 0.0, 2}},
            [](const Contestant& contestant) { return play_pyramid(contestant, 4); }};
}

QualityScene pyramid_in_two() {
    return {
        "pyramid of 210, 2 sub-steps", {{"deepest overlap", "mm", 0.0, 2}}, [](const Contestant& contestant) {
            return std::vector<Figure>{play_pyramid(contestant, 2).front()};
        }};
}

BodyNumber add_stack(scenes::Backend& scene, int count) {
    BodyNumber top = -1;
    for (int i = 0; i < count; ++i) {
        top = scenes::add_box(scene, {0.0f, 0.5f + static_cast<float>(i)}, {1.0f, 1.0f}, {.shape = {}});
    }
    return top;
}

std::vector<Figure> play_stack(const Contestant& contestant, int sub_steps) {
    Trial trial(contestant, awake_world({0.0f, -10.0f}, sub_steps));
    scenes::add_ground(trial.scene(), 40.0f);
    const BodyNumber top = add_stack(trial.scene(), 12);
    trial.run(25.0);
    double squares = 0.0;
    double spin = 0.0;
    trial.run(5.0, [&] {
        squares += trial.rms_speed() * trial.rms_speed();
        spin = std::max(spin,
                        trial.greatest([&](BodyNumber body) { return std::abs(trial.motion(body).spin); }));
    });
    if (tilt(trial) > 0.3) {
        return failures(6, "falls");
    }
    const scenes::OverlapReport overlaps = trial.overlaps();
    const double rms = std::sqrt(squares / trial.steps_in(5.0));
    return {-to_mm * trial.shift(top).y,
            to_mm * overlaps.worst,
            to_mm * overlaps.mean,
            to_mm * lateral(trial),
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
            [](const Contestant& contestant) { return play_stack(contestant, 4); }};
}

QualityScene stack_in_two() {
    return {"stack of 12, 2 sub-steps", {{"sag of the top", "mm", 0.0, 1}}, [](const Contestant& contestant) {
                return std::vector<Figure>{play_stack(contestant, 2).front()};
            }};
}

/// A stack whose boxes are set off sideways at random.
class JitteredStack {
public:
    JitteredStack(const Contestant& contestant, int count) : trial_(contestant, awake_world()) {
        scenes::add_ground(trial_.scene(), 40.0f);
        std::uint32_t seed = 1;
        for (int i = 0; i < count; ++i) {
            // A plain linear congruential generator (Knuth; Numerical Recipes' constants).
            seed = seed * 1664525u + 1013904223u;
            const float u = static_cast<float>(seed >> 8) / 16777216.0f;
            top_ = scenes::add_box(trial_.scene(), {0.02f * (2.0f * u - 1.0f), 0.5f + static_cast<float>(i)},
                                   {1.0f, 1.0f}, {.shape = {}});
        }
    }

    /// Whether it stands after 20 s.
    bool run() {
        constexpr int parts = 20;
        for (int i = 0; i < parts; ++i) {
            trial_.run(20.0 / parts);
            if (fallen()) {
                return false;
            }
        }
        return true;
    }
    [[nodiscard]] double sag() const { return -trial_.shift(top_).y; }
    [[nodiscard]] double deepest() const { return trial_.overlaps().worst; }

private:
    [[nodiscard]] bool fallen() const { return tilt(trial_) > 0.3 || lateral(trial_) > 0.5; }

    Trial trial_;
    BodyNumber top_ = -1;
};

std::vector<Figure> play_jittered_stacks(const Contestant& contestant) {
    std::vector<Figure> figures;
    int tallest = 0;
    bool stands = true;
    for (int count = 10; stands && count <= 300; count += 10) {
        JitteredStack stack(contestant, count);
        stands = stack.run();
        if (!stands) {
            break;
        }
        tallest = count;
        if (count == 20 || count == 40) {
            figures.emplace_back(to_mm * stack.sag());
            figures.emplace_back(to_mm * stack.deepest());
        }
    }
    figures.resize(4, Figure::failure("falls"));
    figures.insert(figures.begin(), Figure(tallest));
    return figures;
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

/// Five storeys of leaning and lying cards, somewhat in each other at the start.
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

std::vector<Figure> play_cards(const Contestant& contestant) {
    Trial trial(contestant, awake_world());
    build_cards(trial.scene());
    trial.run(20.0);
    const double moved = trial.greatest([&](BodyNumber body) {
        const scenes::DoublePoint shift = trial.shift(body);
        return std::hypot(shift.x, shift.y);
    });
    double turned = 0.0;
    for (const BodyNumber body : trial.dynamic_bodies()) {
        turned += trial.turn(body) > 0.3 ? 1.0 : 0.0;
    }
    return {turned, to_mm * moved, to_mm * trial.overlaps().worst};
}

QualityScene cards() {
    return {"house of 40 cards",
            {{"cards that fall", "cards", 0.0, 0},
             {"greatest movement", "mm", 0.0, 1},
             {"deepest overlap", "mm", 0.0, 2}},
            play_cards};
}

std::vector<Figure> play_arch(const Contestant& contestant) {
    Trial trial(contestant, awake_world());
    const std::unique_ptr<scenes::Scene> arch = scenes::find_scene("arch")->create();
    arch->build(trial.scene());
    trial.run(20.0);
    const double drop = -trial.shift(arch->watched_body()).y;
    if (drop > 1.0) {
        return failures(2, "collapses");
    }
    return {to_mm * drop, to_mm * trial.overlaps().worst};
}

QualityScene arch() {
    return {"masonry arches",
            {{"sag of the keystone", "mm", 0.0, 1}, {"deepest overlap", "mm", 0.0, 2}},
            play_arch};
}

}  // namespace

std::vector<QualityScene> stacking_scenes() {
    return {pyramid(), stack(), pyramid_in_two(), stack_in_two(), jittered_stacks(), cards(), arch()};
}

}  // namespace bench
