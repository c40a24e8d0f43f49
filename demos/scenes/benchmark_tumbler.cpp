#include <scenes/benchmark_scenes.h>
#include <scenes/building.h>
#include <scenes/colors.h>

#include <numbers>

namespace scenes {
namespace {

/// A heavy hollow square on a motor, in which 2,025 small boxes tumble.
class Tumbler final : public Scene {
public:
    void build(Backend& backend) override {
        add_square(backend);
        const int grid = count(side);
        constexpr float spacing = 0.4f;
        const float corner = -0.5f * spacing * static_cast<float>(grid);
        float y = height + corner;
        for (int row = 0; row < grid; ++row, y += spacing) {
            float x = corner;
            for (int column = 0; column < grid; ++column, x += spacing) {
                const int paint = (row / 9 + column / 9) % 2 == 0 ? color::teal : color::ochre;
                add_box(backend, {x, y}, {0.25f, 0.25f}, {.shape = {}, .color = paint});
            }
        }
    }
    /// Returns the hollow square: the distance of its middle from the hinge is the hinge's separation.
    [[nodiscard]] BodyNumber watched_body() const override { return square_; }

private:
    enum Parameters : std::size_t { side, turning };

    static constexpr float height = 10.0f;

    void add_square(Backend& backend) {
        const BodyNumber ground = backend.create_body({});
        square_ = backend.create_body({.kind = BodyKind::Dynamic, .position = {0.0f, height}});
        ShapeDescription wall{.shape = {}, .density = 50.0f, .color = color::rust};
        for (const float side : {1.0f, -1.0f}) {
            wall.shape = box(0.5f, 10.0f, {side * 10.0f, 0.0f});
            backend.create_shape(square_, wall);
        }
        for (const float side : {1.0f, -1.0f}) {
            wall.shape = box(10.0f, 0.5f, {0.0f, side * 10.0f});
            backend.create_shape(square_, wall);
        }
        const auto speed = static_cast<float>(double{parameter(turning)} * std::numbers::pi / 180.0);
        backend.create_joint({.body_a = ground,
                              .body_b = square_,
                              .anchor_a = {0.0f, height},
                              .joint = RevoluteJoint{.motor = JointMotor{speed, 1e8f}}});
    }

    BodyNumber square_ = -1;
};

}  // namespace

SceneInfo tumbler_scene() {
    return describe<Tumbler>(
        {.name = "tumbler",
         .title = "Tumbler",
         .group = benchmark_group,
         .description = "2,025 boxes of 0.25 m in a hollow square of 20 m that a motor turns.",
         .view = {{0.0f, 10.0f}, 32.0f},
         .steps = 750,
         .parameters = {{"boxes along a side", 45.0f, 1.0f, 45.0f, ParameterKind::Count},
                        {"speed [degrees/s]", 25.0f, -90.0f, 90.0f}},
         .create = {}});
}

}  // namespace scenes
