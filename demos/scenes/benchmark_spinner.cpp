#include <scenes/benchmark_scenes.h>
#include <scenes/building.h>
#include <scenes/colors.h>

#include <limits>
#include <numbers>

namespace scenes {
namespace {

/// A motor turns a bar in a round container through 6,076 small bodies that overlap at the start.
class Spinner final : public Scene {
public:
    void build(Backend& backend) override {
        const BodyNumber ground = backend.create_body({});
        add_container(backend, ground);
        add_bar(backend, ground);
        add_content(backend);
    }
    /// Returns the bar: the distance of its middle from the hinge is the hinge's separation.
    [[nodiscard]] BodyNumber watched_body() const override { return bar_; }

private:
    enum Parameters : std::size_t { bodies, turning };

    static constexpr Point hinge{0.0f, 12.0f};

    /// Adds the container: a clockwise loop, solid from inside.
    static void add_container(Backend& backend, BodyNumber ground) {
        constexpr int count = 360;
        std::vector<Point> points;
        for (int i = 0; i < count; ++i) {
            const auto angle = static_cast<float>(-2.0 * std::numbers::pi * i / count);
            points.push_back(polar(40.0f, angle, {0.0f, 32.0f}));
        }
        backend.create_loop(ground, points, {.shape = {}, .friction = 0.1f});
    }

    void add_bar(Backend& backend, BodyNumber ground) {
        bar_ = add_body(backend, {.kind = BodyKind::Dynamic, .position = hinge, .can_sleep = false},
                        {.shape = box(0.4f, 20.0f, {}, 0.0f, 0.2f), .friction = 0.0f, .color = color::rust});
        const JointMotor motor{.speed = parameter(turning), .maximum = std::numeric_limits<float>::max()};
        backend.create_joint(
            {.body_a = ground, .body_b = bar_, .anchor_a = hinge, .joint = RevoluteJoint{.motor = motor}});
    }

    void add_content(Backend& backend) const {
        constexpr float left = -23.0f;
        const Shape shapes[] = {CapsuleShape{{-0.25f, 0.0f}, {0.25f, 0.0f}, 0.25f}, CircleShape{{}, 0.35f},
                                box(0.35f, 0.35f)};
        constexpr int colors[] = {color::teal, color::ochre, color::sage};
        Point at{left, 2.0f};
        for (int i = 0; i < count(bodies); ++i) {
            add_body(backend, {.kind = BodyKind::Dynamic, .position = at},
                     {.shape = shapes[i % 3],
                      .density = 0.25f,
                      .friction = 0.1f,
                      .restitution = 0.1f,
                      .color = colors[i % 3]});
            at.x += 0.5f;
            if (at.x >= -left) {
                at = {left, at.y + 0.5f};
            }
        }
    }

    BodyNumber bar_ = -1;
};

}  // namespace

SceneInfo spinner_scene() {
    return describe<Spinner>(
        {.name = "spinner",
         .title = "Spinner",
         .group = benchmark_group,
         .description = "A motor turns a bar of 40 m through 6,076 small bodies in a round container.",
         .view = {{0.0f, 32.0f}, 88.0f},
         .steps = 500,
         .parameters = {{"bodies", 6076.0f, 10.0f, 6076.0f, ParameterKind::Count},
                        {"speed [rad/s]", 5.0f, -10.0f, 10.0f}},
         .create = {}});
}

}  // namespace scenes
