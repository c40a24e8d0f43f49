#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

#include <algorithm>
#include <vector>

namespace scenes {
namespace {

/// Shapes fall through a funnel of ramps and pins; those that reach the sensor at its mouth are removed and
/// created again at the top.
class SensorFunnel final : public Scene {
public:
    void build(Backend& backend) override {
        const ShapeDescription wood{.shape = {}, .friction = 0.3f, .color = color::rust};
        for (const float side : {-1.0f, 1.0f}) {
            add_static_box(backend, {7.5f * side, 11.0f}, {0.4f, 10.0f}, wood);
            add_static_box(backend, {4.7f * side, 4.2f}, {6.6f, 0.4f}, wood, parameter(slope) * side);
        }
        for (int row = 0; row < 4; ++row) {
            for (int i = 0; i < 5; ++i) {
                const float shift = row % 2 == 0 ? 0.0f : 1.3f;
                add_body(backend,
                         {.kind = BodyKind::Static,
                          .position = {2.6f * static_cast<float>(i - 2) + shift - 0.65f,
                                       8.0f + 1.5f * static_cast<float>(row)}},
                         {.shape = CircleShape{{}, 0.25f}, .friction = 0.2f, .color = color::stone});
            }
        }
        mouth_ = add_body(backend, {.kind = BodyKind::Static, .position = {0.0f, 0.6f}},
                          {.shape = box(5.0f, 0.4f), .sensor = true, .color = color::cream});
    }

    void before_step(Backend& backend, int step) override {
        std::vector<BodyNumber> arrived;
        for (const SensorEvent& event : backend.sensor_events()) {
            if (event.begins && event.sensor == mouth_) {
                arrived.push_back(event.visitor);
            }
        }
        for (const BodyNumber body : arrived) {
            backend.destroy_body(body);
            --count_;
        }
        if (step % 4 == 0 && count_ < count(bodies)) {
            pour(backend);
        }
    }

private:
    enum Parameters : std::size_t { bodies, slope, glide };

    void pour(Backend& backend) {
        const float size = random_.between(0.2f, 0.4f);
        const Shape shape = random_shape(random_, size);
        add_body(backend,
                 {.kind = BodyKind::Dynamic,
                  // A place is used again when what was poured there has fallen away.
                  .position = {static_cast<float>(5 * poured_++ % 13 - 6) + random_.between(-0.1f, 0.1f),
                               random_.between(16.5f, 17.5f)},
                  .angle = random_.between(-3.0f, 3.0f)},
                 {.shape = shape,
                  .friction = parameter(glide),
                  .restitution = 0.1f,
                  .color = random_color(random_)});
        ++count_;
    }

    Random random_{77};
    BodyNumber mouth_ = -1;
    int count_ = 0;
    int poured_ = 0;
};

}  // namespace

SceneInfo sensor_funnel_scene() {
    return describe<SensorFunnel>(
        {.name = "sensor_funnel",
         .title = "Sensor funnel",
         .group = event_group,
         .description = "What reaches the sensor at the mouth is poured in again.",
         .view = {{0.0f, 9.0f}, 19.0f},
         .steps = 1800,
         .parameters = {{"bodies", 120.0f, 1.0f, 200.0f, ParameterKind::Count, true},
                        {"slope [rad]", 0.55f, 0.1f, 1.0f},
                        {"friction", 0.3f, 0.0f, 1.5f, ParameterKind::Number, true}},
         .create = {}});
}

}  // namespace scenes
