#include <scenes/benchmark_scenes.h>
#include <scenes/building.h>
#include <scenes/colors.h>

namespace scenes {
namespace {

/// A heavy box flies without gravity into a block of 9,600 sleeping small ones: many contacts begin at once.
class Smash final : public Scene {
public:
    void build(Backend& backend) override {
        ram_ = add_body(
            backend,
            {.kind = BodyKind::Dynamic, .position = {-20.0f, 0.0f}, .velocity = {parameter(pace), 0.0f}},
            {.shape = box(4.0f, 4.0f), .density = parameter(ram_density), .color = color::rust});
        constexpr int half_rows = 40;
        constexpr float size = 0.4f;
        for (int column = 0; column < count(columns); ++column) {
            const ShapeDescription surface{.shape = box(0.5f * size, 0.5f * size),
                                           .color = column / 10 % 2 == 0 ? color::teal : color::sand};
            const float x = 30.0f + static_cast<float>(column) * size;
            for (int row = 0; row < 2 * half_rows; ++row) {
                const float y = static_cast<float>(row - half_rows) * size;
                add_body(backend, {.kind = BodyKind::Dynamic, .position = {x, y}, .awake = false}, surface);
            }
        }
    }
    /// Returns the ram: its final position shows how much momentum the block took.
    [[nodiscard]] BodyNumber watched_body() const override { return ram_; }

private:
    enum Parameters : std::size_t { columns, pace, ram_density };

    BodyNumber ram_ = -1;
};

}  // namespace

SceneInfo smash_scene() {
    return describe<Smash>(
        {.name = "smash",
         .title = "Smash",
         .group = benchmark_group,
         .description = "A heavy box at 40 m/s hits 9,600 sleeping small ones, without gravity.",
         .world = {.gravity = {0.0f, 0.0f}},
         .view = {{27.0f, 0.0f}, 60.0f},
         .steps = 300,
         .parameters = {{"columns", 120.0f, 1.0f, 120.0f, ParameterKind::Count},
                        {"speed [m/s]", 40.0f, 1.0f, 100.0f},
                        {"density of the ram [kg/m2]", 8.0f, 0.5f, 50.0f}},
         .create = {}});
}

}  // namespace scenes
