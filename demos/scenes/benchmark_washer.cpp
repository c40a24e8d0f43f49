#include <scenes/benchmark_scenes.h>
#include <scenes/building.h>
#include <scenes/colors.h>

#include <numbers>

namespace scenes {
namespace {

/// 8,100 small boxes tumble in a turning drum with four paddles: every pair changes, and hits are reported.
class Washer final : public Scene {
public:
    void build(Backend& backend) override {
        add_drum(backend);
        const int grid = count(side);
        constexpr float half_width = 0.1f;
        constexpr float spacing = 2.1f * half_width;
        const float corner = -1.1f * half_width * static_cast<float>(grid);
        const ShapeDescription surface{.shape = box(half_width, half_width), .hit_events = true};
        float y = corner + height;
        for (int row = 0; row < grid; ++row, y += spacing) {
            float x = corner;
            for (int column = 0; column < grid; ++column, x += spacing) {
                ShapeDescription painted = surface;
                painted.color = (row / 15 + column / 15) % 2 == 0 ? color::teal : color::ochre;
                add_body(backend, {.kind = BodyKind::Dynamic, .position = {x, y}}, painted);
            }
        }
    }
    /// Returns the drum: it drifts along a known path, the same in every engine.
    [[nodiscard]] BodyNumber watched_body() const override { return drum_; }

private:
    enum Parameters : std::size_t { side, turning };

    static constexpr float height = 10.0f;
    static constexpr int staves = 36;
    static constexpr float degree = static_cast<float>(std::numbers::pi / 180.0);

    /// Returns the part of a ring between two radii and two angles, with straight sides.
    static PolygonShape ring_part(float inner, float outer, float from, float to) {
        return {{polar(inner, from), polar(outer, from), polar(outer, to), polar(inner, to)}};
    }

    /// Adds the drum: staves of 10 degrees that overlap their neighbours by 1 degree on each side, and four
    /// paddles.
    void add_drum(Backend& backend) {
        drum_ = backend.create_body({.kind = BodyKind::Kinematic,
                                     .position = {0.0f, height},
                                     .velocity = {0.001f, -0.002f},
                                     .angular_velocity = parameter(turning) * degree});
        for (int i = 0; i < staves; ++i) {
            const float from = 10.0f * degree * static_cast<float>(i);
            const float to = 10.0f * degree * static_cast<float>(i + 1);
            backend.create_shape(drum_, {.shape = ring_part(16.0f, 18.0f, from - degree, to + degree)});
            if (i % (staves / 4) == 0) {
                backend.create_shape(drum_,
                                     {.shape = ring_part(14.0f, 16.0f, from, to), .color = color::rust});
            }
        }
    }

    BodyNumber drum_ = -1;
};

}  // namespace

SceneInfo washer_scene() {
    return describe<Washer>(
        {.name = "washer",
         .title = "Washer",
         .group = benchmark_group,
         .description = "8,100 boxes of 0.2 m in a drum that turns at 25 degrees a second.",
         .view = {{0.0f, 10.0f}, 40.0f},
         .steps = 500,
         .parameters = {{"boxes along a side", 90.0f, 1.0f, 90.0f, ParameterKind::Count},
                        {"speed [degrees/s]", 25.0f, -90.0f, 90.0f}},
         .create = {}});
}

}  // namespace scenes
