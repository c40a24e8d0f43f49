#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

#include <cmath>

namespace scenes {
namespace {

/// A planet with towers all around, onto which stones fall from every side, and moons that keep their orbits.
class Planet final : public Scene {
public:
    void build(Backend& backend) override {
        add_body(backend, {}, {.shape = CircleShape{{}, radius}, .friction = 0.9f, .color = color::sage});
        for (int i = 0; i < 12; ++i) {
            add_tower(backend, turn * static_cast<float>(i) / 12.0f);
        }
        for (int i = 0; i < count(stones); ++i) {
            const float angle = turn * static_cast<float>(i % 20) / 20.0f;
            add_body(backend,
                     {.kind = BodyKind::Dynamic,
                      .position = polar(16.0f + 2.5f * static_cast<float>(i / 20), angle),
                      .angle = angle},
                     {.shape = random_shape(random_, random_.between(0.25f, 0.5f)),
                      .color = random_color(random_)});
        }
        for (int i = 0; i < 3; ++i) {
            add_moon(backend, 28.0f + 3.0f * static_cast<float>(i), 2.1f * static_cast<float>(i));
        }
        backend.create_field({.field = PlanetField{.strength = parameter(strength)}});
    }
    /// Returns the outermost moon.
    [[nodiscard]] BodyNumber watched_body() const override { return moon_; }

private:
    enum Parameters : std::size_t { stones, strength };

    static constexpr float radius = 10.0f;
    static constexpr float turn = 6.2831853f;

    /// Adds a tower. Its boxes are narrow enough that the ground under them is nearly flat.
    void add_tower(Backend& backend, float angle) {
        for (int i = 0; i < 4; ++i) {
            const float height = radius + 0.4f + 0.8f * static_cast<float>(i);
            add_box(backend, polar(height, angle), {0.8f, 0.8f},
                    {.shape = {}, .color = i % 2 == 0 ? color::terracotta : color::sand}, angle);
        }
    }

    /// Adds a moon with the velocity of a circular orbit.
    void add_moon(Backend& backend, float distance, float angle) {
        const float speed = std::sqrt(parameter(strength) / distance);
        const float quarter = 0.25f * turn;
        moon_ = add_body(backend,
                         {.kind = BodyKind::Dynamic,
                          .position = polar(distance, angle),
                          .velocity = polar(speed, angle + quarter)},
                         {.shape = CircleShape{{}, 0.6f}, .color = color::stone});
    }

    Random random_{29};
    BodyNumber moon_ = -1;
};

}  // namespace

SceneInfo planet_scene() {
    return describe<Planet>({.name = "planet",
                             .title = "Planet",
                             .group = effect_group,
                             .description = "Gravity points to the middle: towers all around, and moons.",
                             .world = {.gravity = {0.0f, 0.0f}},
                             .view = {{0.0f, 0.0f}, 72.0f},
                             .parameters = {{"stones", 60.0f, 0.0f, 120.0f, ParameterKind::Count},
                                            {"strength [m2/s2]", 1000.0f, 100.0f, 3000.0f}},
                             .create = {}});
}

}  // namespace scenes
