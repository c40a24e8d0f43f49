#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

namespace scenes {
namespace {

/// Boxes with moving surfaces like tracks: each drives at the speed of its surface; on a belt, the speeds add
/// up.
class TangentSpeed final : public Scene {
public:
    void build(Backend& backend) override {
        add_ground(backend, 60.0f);
        for (int i = 0; i < 7; ++i) {
            const float height = 1.0f + 1.6f * static_cast<float>(i);
            // The lane moves to the left as fast as its box drives to the right, except for the lowest and
            // the highest ones.
            const float drive = parameter(more) * static_cast<float>(i + 1);
            add_static_box(
                backend, {0.0f, height}, {16.0f, 0.2f},
                {.shape = {}, .friction = 0.7f, .tangent_speed = -parameter(belts), .color = color::stone});
            for (const float side : {-1.0f, 1.0f}) {
                add_static_box(backend, {8.2f * side, height + 0.4f}, {0.3f, 1.2f});
            }
            add_box(backend, {0.0f, height + 0.4f}, {1.2f, 0.6f},
                    {.shape = {}, .friction = 0.7f, .tangent_speed = drive, .color = color::rainbow[i]});
        }
        // A wheel at rest that throws bodies with its rim.
        add_body(backend, {.position = {-11.5f, 3.0f}},
                 {.shape = CircleShape{{}, 1.5f},
                  .friction = 1.0f,
                  .tangent_speed = parameter(wheel),
                  .color = color::teal});
    }

    void before_step(Backend& backend, int step) override {
        if (step % 40 == 0 && step < 1200) {
            add_body(backend, {.kind = BodyKind::Dynamic, .position = {-11.6f, 8.0f}},
                     {.shape = CircleShape{{}, 0.3f}, .friction = 1.0f, .color = color::ochre});
        }
    }

private:
    enum Parameters : std::size_t { belts, more, wheel };
};

}  // namespace

SceneInfo tangent_speed_scene() {
    return describe<TangentSpeed>(
        {.name = "tangent_speed",
         .title = "Surfaces that run",
         .group = surface_group,
         .description =
             "Boxes on tracks against belts: their speeds add up. A still wheel throws with its rim.",
         .view = {{-2.0f, 6.5f}, 15.0f},
         .parameters = {{"belts [m/s]", 2.0f, -6.0f, 6.0f},
                        {"more speed per box [m/s]", 0.5f, -2.0f, 2.0f},
                        {"rim of the wheel [m/s]", 6.0f, -20.0f, 20.0f}},
         .create = {}});
}

}  // namespace scenes
