#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

namespace scenes {
namespace {

/// Belts, one under the other, that run in alternating directions and carry parcels down to a bin.
class Conveyor final : public Scene {
public:
    void build(Backend& backend) override {
        add_ground(backend, 60.0f);
        constexpr float length = 11.0f;
        for (int i = 0; i < 4; ++i) {
            const float side = i % 2 == 0 ? 1.0f : -1.0f;
            const float height = 12.5f - 2.8f * static_cast<float>(i);
            add_static_box(backend, {-1.4f * side, height}, {length, 0.4f},
                           {.shape = {},
                            .friction = parameter(friction),
                            .tangent_speed = parameter(speed) * side,
                            .color = i % 2 == 0 ? color::teal : color::rust});
            // Parcels that fall off the end are caught by the next belt.
            add_static_box(backend, {7.2f * side, height - 0.6f}, {0.3f, 3.6f},
                           {.shape = {}, .friction = 0.1f});
        }
        for (const float side : {-1.0f, 1.0f}) {
            add_static_box(backend, {-6.6f + 2.6f * side, 1.0f}, {0.3f, 2.0f},
                           {.shape = {}, .color = color::stone});
        }
    }

    void before_step(Backend& backend, int step) override {
        if (step % 45 != 0 || parcels_ >= 60) {
            return;
        }
        constexpr int colors[] = {color::ochre, color::terracotta, color::sage, color::plum};
        add_box(backend, {-5.2f, 14.5f}, {random_.between(0.5f, 1.0f), random_.between(0.4f, 0.9f)},
                {.shape = {}, .friction = 0.6f, .color = colors[parcels_ % 4]});
        ++parcels_;
    }

private:
    enum Parameters : std::size_t { speed, friction };

    Random random_{11};
    int parcels_ = 0;
};

}  // namespace

SceneInfo conveyor_scene() {
    return describe<Conveyor>(
        {.name = "conveyor",
         .title = "Conveyor belts",
         .group = surface_group,
         .description = "Parcels ride four belts, one under the other, to and fro.",
         .view = {{0.0f, 7.5f}, 17.0f},
         .steps = 2400,
         .parameters = {{"belt speed [m/s]", 2.5f, -6.0f, 6.0f}, {"belt friction", 0.8f, 0.0f, 2.0f}},
         .create = {}});
}

}  // namespace scenes
