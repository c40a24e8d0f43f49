#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

namespace scenes {
namespace {

/// A pool into which shapes of all densities fall, and a raft with a load.
class Buoyancy final : public Scene {
public:
    void build(Backend& backend) override {
        add_static_box(backend, {0.0f, -1.0f}, {34.0f, 2.0f});
        for (const float x : {-16.0f, 16.0f}) {
            add_static_box(backend, {x, 6.0f}, {2.0f, 12.0f});
        }
        water_ = backend.create_field(water());
        raft_ = add_box(backend, {-6.0f, 7.2f}, {9.0f, 0.8f},
                        {.shape = {}, .density = 0.25f * density, .color = color::sand});
        for (int i = 0; i < 6; ++i) {
            add_box(backend, {-8.0f + 0.8f * static_cast<float>(i), 8.1f}, {0.8f, 0.8f},
                    {.shape = {}, .density = 0.3f * density, .color = color::terracotta});
        }
    }
    /// Drops sixty shapes, light ones pale and heavy ones dark.
    void before_step(Backend& backend, int step) override {
        if (step % 10 != 5 || step > 600) {
            return;
        }
        const float part = random_.between(0.15f, 1.5f);
        const int paint = part < 0.4f   ? color::cream
                          : part < 0.8f ? color::teal
                          : part < 1.0f ? color::slate
                                        : color::charcoal;
        add_body(backend,
                 {.kind = BodyKind::Dynamic,
                  .position = {random_.between(0.0f, 13.0f), 13.0f},
                  .angle = random_.between(-3.0f, 3.0f)},
                 {.shape = random_shape(random_, random_.between(0.4f, 0.8f)),
                  .density = part * density,
                  .color = paint});
    }
    [[nodiscard]] BodyNumber watched_body() const override { return raft_; }

private:
    enum Parameters : std::size_t { water_density, drag };

    void parameters_changed(Backend& backend) override {
        if (water_ != no_field) {
            backend.set_field(water_, water());
        }
    }
    [[nodiscard]] FieldDescription water() const {
        return {.field = FluidField{.density = parameter(water_density), .drag = parameter(drag)},
                .lower = {-15.0f, 0.0f},
                .upper = {15.0f, 7.0f}};
    }

    /// Density of water at first [kg/m2].
    static constexpr float density = 2.0f;

    Random random_{23};
    BodyNumber raft_ = -1;
    FieldNumber water_ = no_field;
};

}  // namespace

SceneInfo buoyancy_scene() {
    return describe<Buoyancy>(
        {.name = "buoyancy",
         .title = "Buoyancy",
         .group = effect_group,
         .description = "Each shape is borne by exactly what it displaces: the darker, the heavier.",
         .view = {{0.0f, 6.0f}, 22.0f},
         .parameters = {{"water density [kg/m2]", 2.0f, 0.1f, 6.0f, ParameterKind::Number, true},
                        {"drag", 1.5f, 0.0f, 6.0f, ParameterKind::Number, true}},
         .create = {}});
}

}  // namespace scenes
