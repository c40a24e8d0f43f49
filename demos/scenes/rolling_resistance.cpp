#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

namespace scenes {
namespace {

/// Balls that roll off slopes with the same speed, each with more rolling resistance than the one above.
class RollingResistance final : public Scene {
public:
    void build(Backend& backend) override {
        add_ground(backend, 60.0f);
        for (int i = 0; i < 7; ++i) {
            const float height = 1.0f + 1.8f * static_cast<float>(i);
            const auto less = static_cast<float>(6 - i);
            const BodyNumber track = backend.create_body({.kind = BodyKind::Static});
            backend.create_shape(track, {.shape = SegmentShape{{-12.0f, height + 0.5f}, {-8.0f, height}}});
            backend.create_shape(track, {.shape = SegmentShape{{-8.0f, height}, {14.0f, height}}});
            backend.create_shape(track, {.shape = SegmentShape{{14.0f, height}, {14.0f, height + 1.0f}}});
            add_body(backend,
                     {.kind = BodyKind::Dynamic,
                      .position = {-11.0f, height + 0.95f},
                      .velocity = {parameter(pace), 0.0f},
                      .angular_velocity = -parameter(pace) / 0.4f},
                     {.shape = CircleShape{{}, 0.4f},
                      .friction = 1.0f,
                      .rolling_resistance = parameter(step) * less,
                      .color = color::rainbow[i]});
        }
    }

private:
    enum Parameters : std::size_t { step, pace };
};

}  // namespace

SceneInfo rolling_resistance_scene() {
    return describe<RollingResistance>(
        {.name = "rolling_resistance",
         .title = "Rolling resistance",
         .group = surface_group,
         .description = "Seven balls start alike; the lower the track, the sooner its ball stops.",
         .view = {{1.0f, 7.0f}, 16.0f},
         .parameters = {{"more resistance per track", 0.015f, 0.0f, 0.1f},
                        {"speed [m/s]", 3.0f, 0.0f, 10.0f}},
         .create = {}});
}

}  // namespace scenes
