#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

namespace scenes {
namespace {

/// Mattresses from soft to hard under the same loads.
class SoftSurfaces final : public Scene {
public:
    void build(Backend& backend) override {
        add_ground(backend, 60.0f);
        constexpr float frequencies[] = {1.2f, 1.8f, 2.5f, 4.0f, 8.0f};
        constexpr int colors[] = {color::plum, color::slate, color::teal, color::sage, color::ochre};
        for (int i = 0; i < 5; ++i) {
            const float x = -9.0f + 4.5f * static_cast<float>(i);
            add_static_box(backend, {x, 1.0f}, {4.0f, 2.0f},
                           {.shape = {},
                            .softness_frequency = parameter(frequency) * frequencies[i],
                            .softness_damping = parameter(damping),
                            .color = colors[i]});
            add_body(backend, {.kind = BodyKind::Dynamic, .position = {x - 1.0f, 6.0f}},
                     {.shape = CircleShape{{}, 0.8f},
                      .density = parameter(load_density),
                      .color = color::terracotta});
            add_box(backend, {x + 0.9f, 4.5f}, {1.2f, 1.2f},
                    {.shape = {}, .density = parameter(load_density), .color = color::rust});
        }
    }

private:
    enum Parameters : std::size_t { frequency, damping, load_density };
};

}  // namespace

SceneInfo soft_surfaces_scene() {
    return describe<SoftSurfaces>({.name = "soft_surfaces",
                                   .title = "Soft and hard surfaces",
                                   .group = surface_group,
                                   .description = "Five mattresses, each with a frequency of its own.",
                                   .view = {{0.0f, 4.5f}, 13.0f},
                                   .parameters = {{"frequencies x", 1.0f, 0.3f, 4.0f},
                                                  {"damping ratio", 0.15f, 0.0f, 1.0f},
                                                  {"density of loads [kg/m2]", 1.0f, 0.2f, 5.0f}},
                                   .create = {}});
}

}  // namespace scenes
