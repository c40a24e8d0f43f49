#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

#include <cmath>
#include <numbers>

namespace scenes {
namespace {

/// Three shelves of dominoes: over a wave, down a stair, and of growing size; balls transfer the push from
/// shelf to shelf.
class Dominoes final : public Scene {
public:
    void build(Backend& backend) override {
        add_ground(backend, 80.0f);
        add_wave(backend);
        add_turn(backend, {8.2f, 7.2f}, 2.6f, 1.0f);
        add_ball(backend, {9.45f, 9.0f}, 0.4f);
        add_stair(backend);
        add_turn(backend, {-8.5f, 2.5f}, 2.5f, -1.0f);
        add_ball(backend, {-9.8f, 3.4f}, 0.4f);
        add_growing(backend);
    }
    [[nodiscard]] BodyNumber watched_body() const override { return last_; }

private:
    enum Parameters : std::size_t { push, tile_friction };

    BodyNumber add_domino(Backend& backend, Point foot, Point size, int number, float push = 0.0f) {
        const float half_height = 0.5f * size.y;
        const BodyDescription body{.kind = BodyKind::Dynamic,
                                   .position = {foot.x, foot.y + half_height},
                                   .velocity = {push * half_height, 0.0f},
                                   .angular_velocity = -push};
        return add_body(backend, body,
                        {.shape = box(0.5f * size.x, half_height),
                         .friction = parameter(tile_friction),
                         .color = color::rainbow[(number / 3) % 7]});
    }

    void add_ball(Backend& backend, Point below, float radius) {
        add_body(
            backend, {.kind = BodyKind::Dynamic, .position = {below.x, below.y + radius}},
            {.shape = CircleShape{{}, radius}, .density = 1.2f, .friction = 0.5f, .color = color::charcoal});
    }

    /// Adds a shelf of steps, one for each domino, whose heights follow a wave.
    void add_wave(Backend& backend) {
        constexpr int count = 44;
        constexpr float pitch = 0.44f;
        constexpr float start = -10.4f;
        for (int i = 0; i < count; ++i) {
            const double phase = 2.0 * std::numbers::pi * 2.0 * i / (count - 1);
            const float top = 9.0f + static_cast<float>(0.42 * (1.0 - std::cos(phase)));
            const float x = start + pitch * static_cast<float>(i);
            add_static_box(backend, {x, 0.5f * (top + 8.6f)}, {pitch, top - 8.6f});
            add_domino(backend, {x, top}, {0.12f, 0.95f}, i, i == 0 ? parameter(push) : 0.0f);
        }
        const float end = start + pitch * (static_cast<float>(count) - 0.5f);
        add_static_box(backend, {0.5f * (end + 9.55f), 8.8f}, {9.55f - end, 0.4f});
    }

    /// Adds a stair that descends in steps of four, from right to left.
    void add_stair(Backend& backend) {
        constexpr int count = 40;
        constexpr float pitch = 0.42f;
        constexpr float start = 7.5f;
        for (int i = 0; i < count; i += 4) {
            const float top = 4.6f - 0.03f * static_cast<float>(i);
            const float middle = start - pitch * (static_cast<float>(i) + 1.5f);
            add_static_box(backend, {middle, 0.5f * (top + 3.0f)}, {4.0f * pitch, top - 3.0f});
            for (int j = i; j < i + 4; ++j) {
                add_domino(backend, {start - pitch * static_cast<float>(j), top}, {0.12f, 0.95f}, j + 2);
            }
        }
        const float end = start - pitch * (static_cast<float>(count) - 0.5f);
        add_static_box(backend, {0.5f * (end - 9.9f), 3.2f}, {end + 9.9f, 0.4f});
        add_static_box(backend, {8.0f, 4.4f}, {0.6f, 0.4f});
    }

    /// Adds dominoes on the ground, each slightly larger than the one before.
    void add_growing(Backend& backend) {
        float x = -7.4f;
        float height = 0.9f;
        for (int i = 0; i < 19; ++i) {
            const float width = 0.14f * height;
            last_ = add_domino(backend, {x, 0.0f}, {width, height}, 2 * i);
            x += 0.56f * height + width;
            height *= 1.055f;
        }
    }

    /// Adds a quarter of a pipe that turns a falling ball back; open to the side of -`side`.
    void add_turn(Backend& backend, Point center, float radius, float side) {
        constexpr int pieces = 14;
        constexpr float thickness = 0.2f;
        const BodyNumber body = backend.create_body({.kind = BodyKind::Static, .position = center});
        for (int i = 0; i < pieces; ++i) {
            const auto at = [&](float r, int step) {
                const double turn = 0.5 * std::numbers::pi * (1.0 - static_cast<double>(step) / pieces);
                const Point p = polar(r, static_cast<float>(-turn));
                return Point{side * p.x, p.y};
            };
            std::vector<Point> corners{at(radius, i), at(radius + thickness, i),
                                       at(radius + thickness, i + 1), at(radius, i + 1)};
            if (side < 0.0f) {
                corners = {corners[3], corners[2], corners[1], corners[0]};
            }
            backend.create_shape(body, {.shape = PolygonShape{std::move(corners)}, .friction = 0.3f});
        }
    }

    BodyNumber last_ = -1;
};

}  // namespace

SceneInfo dominoes_scene() {
    return describe<Dominoes>(
        {.name = "dominoes",
         .title = "Dominoes",
         .group = "Impact",
         .description = "A run over a wave, down a stair and up to giants; balls carry the push.",
         .view = {{0.0f, 5.5f}, 14.6f},
         .steps = 1500,
         .parameters = {{"push [rad/s]", 2.6f, 0.0f, 10.0f}, {"friction", 0.6f, 0.1f, 1.5f}},
         .create = {}});
}

}  // namespace scenes
