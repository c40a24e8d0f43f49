#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

namespace scenes {
namespace {

/// A hopper that jumps only while the sensor at its foot overlaps something, over steps and loose boxes.
class FootSensor final : public Scene {
public:
    void build(Backend& backend) override {
        add_ground(backend, 60.0f);
        for (int i = 0; i < 6; ++i) {
            const float height = 0.5f + 0.35f * static_cast<float>(i % 3);
            add_static_box(backend, {-7.0f + 3.2f * static_cast<float>(i), 0.5f * height}, {1.6f, height});
            add_box(backend, {-5.4f + 3.2f * static_cast<float>(i), 0.3f}, {0.6f, 0.6f},
                    {.shape = {}, .color = color::sand});
        }
        add_static_box(backend, {-11.5f, 4.0f}, {1.0f, 8.0f});
        add_static_box(backend, {13.0f, 4.0f}, {1.0f, 8.0f});
        hopper_ = add_body(
            backend, {.kind = BodyKind::Dynamic, .position = {-9.5f, 0.8f}, .can_sleep = false},
            {.shape = box(0.35f, 0.45f, {}, 0.0f, 0.1f), .friction = 0.4f, .color = color::terracotta});
        backend.create_shape(hopper_, {.shape = box(0.25f, 0.08f, {0.0f, -0.6f}),
                                       .density = 0.0f,
                                       .sensor = true,
                                       .color = color::ochre});
    }

    void before_step(Backend& backend, int /*step*/) override {
        for (const SensorEvent& event : backend.sensor_events()) {
            if (event.sensor == hopper_) {
                below_ += event.begins ? 1 : -1;
            }
        }
        ++since_;
        if (below_ > 0 && since_ > 25) {
            // Six jumps to the right, then back.
            const float side = jumps_ / 9 % 2 == 0 ? 1.0f : -1.0f;
            backend.set_velocity(hopper_, {parameter(along) * side, parameter(jump)}, 0.0f);
            ++jumps_;
            since_ = 0;
        }
    }
    [[nodiscard]] BodyNumber watched_body() const override { return hopper_; }

private:
    enum Parameters : std::size_t { along, jump };

    BodyNumber hopper_ = -1;
    int below_ = 0;
    int since_ = 0;
    int jumps_ = 0;
};

}  // namespace

SceneInfo foot_sensor_scene() {
    return describe<FootSensor>(
        {.name = "foot_sensor",
         .title = "Foot sensor",
         .group = event_group,
         .description = "A hopper jumps when the sensor at its foot feels ground.",
         .view = {{0.8f, 4.0f}, 11.0f},
         .steps = 1800,
         .parameters = {{"speed [m/s]", 2.2f, 0.0f, 6.0f, ParameterKind::Number, true},
                        {"jump [m/s]", 7.0f, 2.0f, 12.0f, ParameterKind::Number, true}},
         .create = {}});
}

}  // namespace scenes
