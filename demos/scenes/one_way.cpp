#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

namespace scenes {
namespace {

/// Platforms that are solid only from above: fountains of balls jump through them and land.
class OneWay final : public Scene {
public:
    void build(Backend& backend) override {
        add_ground(backend, 60.0f);
        constexpr Point up{0.0f, 1.0f};
        for (int row = 0; row < 3; ++row) {
            const float height = 3.0f + 3.2f * static_cast<float>(row);
            for (const float side : {-1.0f, 1.0f}) {
                // Boxes on one side, segments on the other.
                const float x = side * (4.5f + 1.2f * static_cast<float>(row % 2));
                const Shape platform =
                    side < 0.0f ? Shape{box(2.5f, 0.15f)} : Shape{SegmentShape{{-2.5f, 0.0f}, {2.5f, 0.0f}}};
                add_body(backend, {.position = {x, height}},
                         {.shape = platform, .one_way = up, .color = color::sage});
            }
        }
        // A rotating platform: its solid side rotates with it.
        add_body(
            backend,
            {.kind = BodyKind::Kinematic, .position = {0.0f, 6.0f}, .angular_velocity = parameter(turning)},
            {.shape = box(1.6f, 0.1f), .one_way = up, .color = color::terracotta});
    }

    void before_step(Backend& backend, int step) override {
        if (step % 30 != 0 || balls_ >= 70) {
            return;
        }
        const float side = balls_ % 2 == 0 ? -1.0f : 1.0f;
        const Point at{side * random_.between(3.0f, 6.5f), 1.0f};
        const Shape shape = random_shape(random_, random_.between(0.2f, 0.35f));
        add_body(backend,
                 {.kind = BodyKind::Dynamic,
                  .position = at,
                  .velocity = {0.3f * side, random_.between(9.0f, parameter(fastest))},
                  .angular_velocity = random_.between(-3.0f, 3.0f)},
                 {.shape = shape, .color = random_color(random_)});
        ++balls_;
    }

private:
    enum Parameters : std::size_t { turning, fastest };

    Random random_{5};
    int balls_ = 0;
};

}  // namespace

SceneInfo one_way_scene() {
    return describe<OneWay>(
        {.name = "one_way",
         .title = "One-way platforms",
         .group = surface_group,
         .description = "Shapes jump through from below and land on top; one platform turns.",
         .view = {{0.0f, 6.5f}, 16.0f},
         .steps = 1800,
         .parameters = {{"turning [rad/s]", 0.5f, -3.0f, 3.0f},
                        {"fastest [m/s]", 16.0f, 9.0f, 30.0f, ParameterKind::Number, true}},
         .create = {}});
}

}  // namespace scenes
