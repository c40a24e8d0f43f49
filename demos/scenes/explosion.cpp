#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

namespace scenes {
namespace {

/// A storehouse of crates and barrels that is blown up, and then pulled together by an implosion.
class Explosion final : public Scene {
public:
    void build(Backend& backend) override {
        add_ground(backend, 60.0f);
        for (const float x : {-45.0f, 45.0f}) {
            add_static_box(backend, {x, 10.0f}, {1.0f, 20.0f});
        }
        for (int storey = 0; storey < 4; ++storey) {
            add_storey(backend, 3.2f * static_cast<float>(storey));
        }
    }
    void before_step(Backend& backend, int step) override {
        if (step == 90) {
            backend.explode({.center = {0.5f, 1.0f},
                             .radius = parameter(radius),
                             .falloff = 10.0f,
                             .impulse_per_length = parameter(blast)});
        }
        if (step > 240 && step % 240 == 0) {
            const bool inwards = step % 480 == 0;
            backend.explode({.center = {8.0f * (random_.uniform() - 0.5f), inwards ? 6.0f : -1.0f},
                             .radius = 12.0f,
                             .falloff = 30.0f,
                             .impulse_per_length = inwards ? -4.0f : 5.0f});
        }
    }
    [[nodiscard]] BodyNumber watched_body() const override { return roof_; }

private:
    enum Parameters : std::size_t { blast, radius };

    void add_storey(Backend& backend, float floor) {
        for (int i = -4; i <= 4; ++i) {
            const float x = 2.0f * static_cast<float>(i);
            add_box(backend, {x, floor + 1.5f}, {0.4f, 3.0f}, {.shape = {}, .color = color::stone});
            if (i == 4) {
                break;
            }
            roof_ = add_box(backend, {x + 1.0f, floor + 3.1f}, {1.98f, 0.2f},
                            {.shape = {}, .color = color::sand});
            if (random_.below(2) == 0) {
                add_box(backend, {x + 1.0f, floor + 0.5f}, {1.0f, 1.0f},
                        {.shape = {}, .color = color::ochre});
                add_box(backend, {x + 1.0f, floor + 1.4f}, {0.8f, 0.8f},
                        {.shape = {}, .color = color::terracotta});
            } else {
                add_body(backend, {.kind = BodyKind::Dynamic, .position = {x + 1.0f, floor + 0.5f}},
                         {.shape = CircleShape{{}, 0.5f}, .color = color::teal});
            }
        }
    }

    Random random_{41};
    BodyNumber roof_ = -1;
};

}  // namespace

SceneInfo explosion_scene() {
    return describe<Explosion>(
        {.name = "explosion",
         .title = "Explosion",
         .group = effect_group,
         .description = "Each crate gets what its outline shows to the blast, and to the implosion after it.",
         .view = {{0.0f, 9.0f}, 34.0f},
         .parameters = {{"blast [N s/m]", 6.0f, 0.0f, 30.0f, ParameterKind::Number, true},
                        {"radius [m]", 6.0f, 0.5f, 20.0f, ParameterKind::Number, true}},
         .create = {}});
}

}  // namespace scenes
