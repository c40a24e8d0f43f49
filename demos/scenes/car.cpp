#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

#include <cmath>

namespace scenes {
namespace {

/// A car on springs drives over hills.
class Car final : public Scene {
public:
    void build(Backend& backend) override {
        add_terrain(backend);
        const Point center{0.0f, 1.15f};
        chassis_ = backend.create_body({.kind = BodyKind::Dynamic, .position = center});
        const PolygonShape body{{{-1.6f, -0.35f},
                                 {1.6f, -0.35f},
                                 {1.7f, 0.0f},
                                 {0.8f, 0.15f},
                                 {0.2f, 0.65f},
                                 {-1.3f, 0.65f},
                                 {-1.7f, 0.15f}}};
        backend.create_shape(chassis_, {.shape = body, .density = 1.0f, .color = color::rust});
        for (const float x : {-1.1f, 1.1f}) {
            add_wheel(backend, center, {x, -0.6f});
        }
        for (int i = 0; i < 12; ++i) {
            const float x = 20.0f + 9.0f * static_cast<float>(i);
            add_box(backend, {x, height(x) + 2.0f}, {0.6f, 0.6f},
                    {.shape = {}, .density = 0.3f, .color = random_color(random_)});
        }
    }
    [[nodiscard]] BodyNumber watched_body() const override { return chassis_; }

private:
    enum Parameters : std::size_t { turning, strength, frequency, damping };

    static constexpr float wheel_radius = 0.45f;

    /// Returns the height of the ground: level at the start, then hills of increasing height.
    static float height(float x) {
        const double way = x > 6.0f ? static_cast<double>(x) - 6.0 : 0.0;
        const double rise = 0.02 * way < 1.0 ? 0.02 * way : 1.0;
        return static_cast<float>(rise * (1.5 * std::sin(0.35 * way) + 0.5 * std::sin(0.9 * way)));
    }

    static void add_terrain(Backend& backend) {
        constexpr float step = 0.5f;
        constexpr float first = -12.0f;
        constexpr int count = 300;
        const BodyNumber ground = backend.create_body({});
        Point last{first, 8.0f};
        for (int i = 0; i <= count; ++i) {
            const float x = first + step * static_cast<float>(i);
            const Point next{x, height(x)};
            backend.create_shape(ground, {.shape = SegmentShape{last, next}, .friction = 0.9f});
            last = next;
        }
        backend.create_shape(ground, {.shape = SegmentShape{last, {last.x, last.y + 8.0f}}});
    }

    void add_wheel(Backend& backend, Point center, Point axle) {
        const BodyNumber wheel =
            add_body(backend, {.kind = BodyKind::Dynamic, .position = {center.x + axle.x, center.y + axle.y}},
                     {.shape = CircleShape{{}, wheel_radius},
                      .density = 1.0f,
                      .friction = 1.2f,
                      .color = color::charcoal});
        backend.create_joint(
            {.body_a = chassis_,
             .body_b = wheel,
             .anchor_a = axle,
             .joint =
                 WheelJoint{.axis = {0.0f, 1.0f},
                            .limit = JointLimit{-0.25f, 0.25f},
                            .motor = JointMotor{.speed = -parameter(turning), .maximum = parameter(strength)},
                            .spring = JointSpring{parameter(frequency), parameter(damping), 0.0f}}});
    }

    BodyNumber chassis_ = -1;
    Random random_{11};
};

}  // namespace

SceneInfo car_scene() {
    return describe<Car>({.name = "car",
                          .title = "Car",
                          .group = mechanism_group,
                          .description = "A car on sprung wheels with motors drives over hills.",
                          .view = {{20.0f, 3.0f}, 34.0f},
                          .steps = 1200,
                          .parameters = {{"wheels [rad/s]", 18.0f, 0.0f, 60.0f},
                                         {"torque [N m]", 9.0f, 0.0f, 40.0f},
                                         {"suspension [Hz]", 4.0f, 0.5f, 10.0f},
                                         {"damping ratio", 0.7f, 0.0f, 2.0f}},
                          .create = {}});
}

}  // namespace scenes
