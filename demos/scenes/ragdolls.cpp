#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>
#include <scenes/ragdoll.h>

namespace scenes {
namespace {

/// Ragdolls fall down stairs.
class Ragdolls final : public Scene {
public:
    void build(Backend& backend) override {
        add_ground(backend, 60.0f);
        constexpr int stairs = 8;
        for (int i = 0; i < stairs; ++i) {
            const float height = static_cast<float>(stairs - i);
            add_static_box(backend, {-12.0f + 2.0f * static_cast<float>(i), 0.5f * height}, {2.0f, height});
        }
        constexpr int paint[] = {color::teal, color::ochre, color::sage, color::terracotta, color::plum};
        for (int i = 0; i < count(figures); ++i) {
            const Point feet{-12.0f + 2.5f * static_cast<float>(i % 5),
                             10.0f + 5.0f * static_cast<float>(i / 5)};
            add_ragdoll(backend, {.feet = feet,
                                  .group = -(i + 1),
                                  .scale = 2.0f,
                                  .friction_torque = parameter(friction),
                                  .spring = {parameter(spring), 0.7f, 0.0f},
                                  .color = paint[i % 5]});
        }
    }

private:
    enum Parameters : std::size_t { figures, friction, spring };
};

}  // namespace

SceneInfo ragdolls_scene() {
    return describe<Ragdolls>({.name = "ragdolls",
                               .title = "Ragdolls",
                               .group = mechanism_group,
                               .description = "Ten figures of eleven bones each fall down stairs.",
                               .view = {{-4.5f, 5.2f}, 13.0f},
                               .parameters = {{"figures", 10.0f, 1.0f, 40.0f, ParameterKind::Count},
                                              {"joint friction [N m]", 1.0f, 0.0f, 20.0f},
                                              {"joint springs [Hz]", 1.0f, 0.0f, 8.0f}},
                               .create = {}});
}

}  // namespace scenes
