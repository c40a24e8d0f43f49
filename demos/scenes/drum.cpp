#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

#include <cmath>
#include <numbers>

namespace scenes {
namespace {

/// A turning drum with paddles that lift a heap of mixed shapes until it falls.
class Drum final : public Scene {
public:
    void build(Backend& backend) override {
        add_ground(backend, 80.0f);
        add_stand(backend);
        add_drum(backend);
        constexpr float spacing = 0.76f;
        for (int row = -8; row <= 8; ++row) {
            for (int column = -8; column <= 8; ++column) {
                const Point offset{spacing * static_cast<float>(column), spacing * static_cast<float>(row)};
                if (std::hypot(offset.x, offset.y) < 5.95f) {
                    add_content(backend, offset);
                }
            }
        }
    }

private:
    enum Parameters : std::size_t { pace, content_friction };

    static constexpr float inner_radius = 8.0f;
    static constexpr float height = 9.4f;

    void parameters_changed(Backend& backend) override { backend.set_velocity(drum_, {}, parameter(pace)); }

    void add_stand(Backend& backend) {
        for (const float side : {-1.0f, 1.0f}) {
            add_body(backend, {.kind = BodyKind::Static, .position = {side * 6.4f, 0.0f}},
                     {.shape = PolygonShape{{{-1.6f, 0.0f}, {1.6f, 0.0f}, {0.5f, 2.0f}, {-0.5f, 2.0f}}},
                      .group = -1});
        }
    }

    void add_drum(Backend& backend) {
        constexpr int staves = 48;
        constexpr int paddles = 6;
        drum_ = backend.create_body({.kind = BodyKind::Kinematic,
                                     .position = {0.0f, height},
                                     .angular_velocity = parameter(pace),
                                     .can_sleep = false});
        const auto angle_of = [](int i, int count) {
            return static_cast<float>(2.0 * std::numbers::pi * i / count);
        };
        for (int i = 0; i < staves; ++i) {
            const float from = angle_of(i, staves);
            const float to = angle_of(i + 1, staves);
            PolygonShape stave{{polar(inner_radius, from), polar(inner_radius + 0.6f, from),
                                polar(inner_radius + 0.6f, to), polar(inner_radius, to)}};
            backend.create_shape(drum_, {.shape = std::move(stave),
                                         .friction = 0.7f,
                                         .group = -1,
                                         .color = i % 8 == 0 ? color::rust : -1});
        }
        for (int i = 0; i < paddles; ++i) {
            const float angle = angle_of(8 * i, staves) + 0.5f * angle_of(1, staves);
            backend.create_shape(drum_,
                                 {.shape = box(0.8f, 0.12f, polar(inner_radius - 0.75f, angle), angle, 0.06f),
                                  .friction = 0.7f,
                                  .group = -1,
                                  .color = color::rust});
        }
    }

    void add_content(Backend& backend, Point offset) {
        const Shape shape = random_shape(random_, random_.between(0.22f, 0.34f));
        const BodyDescription body{.kind = BodyKind::Dynamic,
                                   .position = {offset.x, height + offset.y},
                                   .angle = random_.between(-3.0f, 3.0f)};
        add_body(backend, body,
                 {.shape = shape, .friction = parameter(content_friction), .color = random_color(random_)});
    }

    Random random_{77};
    BodyNumber drum_ = -1;
};

}  // namespace

SceneInfo drum_scene() {
    return describe<Drum>({.name = "drum",
                           .title = "Turning drum",
                           .group = "Granular",
                           .description = "A kinematic drum with six paddles tumbles a heap of mixed shapes.",
                           .view = {{0.0f, 9.2f}, 20.5f},
                           .steps = 900,
                           .parameters = {{"speed [rad/s]", 0.45f, -2.0f, 2.0f, ParameterKind::Number, true},
                                          {"friction", 0.5f, 0.0f, 1.5f}},
                           .create = {}});
}

}  // namespace scenes
