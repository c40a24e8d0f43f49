#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

#include <array>

namespace scenes {
namespace {

/// Balls roll down past sensors on a static, a kinematic and a dynamic body; each has a lamp that is lit
/// while something is inside.
class SensorTypes final : public Scene {
public:
    void build(Backend& backend) override {
        add_ground(backend, 60.0f);
        add_static_box(backend, {-6.0f, 7.5f}, {10.0f, 0.3f}, {.shape = {}, .friction = 0.3f}, -0.15f);
        add_static_box(backend, {6.0f, 4.5f}, {10.0f, 0.3f}, {.shape = {}, .friction = 0.3f}, 0.15f);
        const ShapeDescription pane{
            .shape = box(0.7f, 0.7f), .density = 0.2f, .sensor = true, .color = color::cream};
        lamps_[0] = {add_body(backend, {.kind = BodyKind::Static, .position = {-5.0f, 8.4f}}, pane),
                     {-5.0f, 11.0f}};
        lamps_[1] = {add_body(backend, {.kind = BodyKind::Kinematic, .position = {6.0f, 5.6f}}, pane),
                     {6.0f, 8.5f}};
        // On a solid foot, since it has weight.
        const BodyNumber carried = add_body(
            backend, {.kind = BodyKind::Dynamic, .position = {-2.0f, 1.0f}, .can_sleep = false}, pane);
        backend.create_shape(carried, {.shape = box(0.7f, 0.1f, {0.0f, -0.9f}),
                                       .density = 4.0f,
                                       .friction = 0.9f,
                                       .color = color::rust});
        lamps_[2] = {carried, {-2.0f, 3.2f}};
        for (Lamp& lamp : lamps_) {
            show(backend, lamp);
        }
    }

    void before_step(Backend& backend, int step) override {
        const float time_step = 1.0f / 60.0f;
        const float phase = 0.02f * static_cast<float>(step + 1);
        backend.set_target_pose(lamps_[1].sensor, {6.0f + polar(parameter(glide), phase).x, 5.6f}, 0.0f,
                                time_step);
        for (const SensorEvent& event : backend.sensor_events()) {
            for (Lamp& lamp : lamps_) {
                if (lamp.sensor == event.sensor) {
                    lamp.inside += event.begins ? 1 : -1;
                }
            }
        }
        for (Lamp& lamp : lamps_) {
            if (lamp.lit != (lamp.inside > 0)) {
                show(backend, lamp);
            }
        }
        if (step % count(pause) == 0 && balls_ < 24) {
            const int shade[] = {color::terracotta, color::ochre, color::sage, color::teal};
            add_body(backend,
                     {.kind = BodyKind::Dynamic, .position = {-10.0f, 9.2f}, .velocity = {1.0f, 0.0f}},
                     {.shape = CircleShape{{}, 0.35f}, .friction = 0.4f, .color = shade[balls_ % 4]});
            ++balls_;
        }
    }

private:
    enum Parameters : std::size_t { pause, glide };

    struct Lamp {
        BodyNumber sensor = -1;
        Point position{};
        BodyNumber body = -1;
        int inside = 0;
        bool lit = false;
    };

    static void show(Backend& backend, Lamp& lamp) {
        if (lamp.body >= 0) {
            backend.destroy_body(lamp.body);
        }
        lamp.lit = lamp.inside > 0;
        // Collides with nothing, and no sensor detects it.
        lamp.body = add_body(backend, {.kind = BodyKind::Static, .position = lamp.position},
                             {.shape = CircleShape{{}, 0.3f},
                              .category = 2,
                              .mask = 0,
                              .color = lamp.lit ? color::ochre : color::charcoal});
    }

    std::array<Lamp, 3> lamps_{};
    int balls_ = 0;
};

}  // namespace

SceneInfo sensor_types_scene() {
    return describe<SensorTypes>(
        {.name = "sensor_types",
         .title = "Sensor types",
         .group = event_group,
         .description = "Sensors that stand, glide and are carried light their lamps.",
         .view = {{0.0f, 6.0f}, 15.0f},
         .steps = 1800,
         .parameters = {{"steps between balls", 90.0f, 20.0f, 300.0f, ParameterKind::Count, true},
                        {"way of the gliding one [m]", 2.5f, 0.0f, 4.0f, ParameterKind::Number, true}},
         .create = {}});
}

}  // namespace scenes
