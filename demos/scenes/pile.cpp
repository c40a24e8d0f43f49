#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/scaling_scenes.h>

#include <numbers>

namespace scenes {
namespace {

/// Pile between walls. Floor and walls are separate static bodies, so that their shapes have small
/// coordinates even if the pile is kilometres wide.
class Pile final : public Scene {
public:
    explicit Pile(int bodies) : bodies_(bodies), columns_((bodies + max_rows - 1) / max_rows) {}

    void build(Backend& backend) override {
        const float half_width = 0.5f * spacing * static_cast<float>(columns_ + 1);
        add_container(backend, half_width);
        Random random(2026);
        for (int i = 0; i < bodies_; ++i) {
            const int column = i % columns_;
            const int row = i / columns_;
            const Point center{spacing * static_cast<float>(column + 1) - half_width,
                               1.0f + spacing * static_cast<float>(row)};
            const float angle = random.between(0.0f, 0.5f * std::numbers::pi_v<float>);
            add_box(backend, center, {1.0f, 1.0f}, {.shape = {}, .color = random_color(random)}, angle);
        }
    }

private:
    static constexpr int max_rows = 50;
    /// Larger than the diagonal of a box, so that none overlap at the start.
    static constexpr float spacing = 1.45f;
    static constexpr float thickness = 2.0f;

    static void add_container(Backend& backend, float half_width) {
        constexpr float tile = 20.0f;
        for (float x = -half_width; x < half_width; x += tile) {
            add_static_box(backend, {x + 0.5f * tile, -0.5f * thickness}, {tile, thickness});
        }
        constexpr float height = max_rows * spacing + 10.0f;
        for (const float side : {-1.0f, 1.0f}) {
            add_static_box(backend, {side * (half_width + 0.5f * thickness), 0.5f * height},
                           {thickness, height});
        }
    }

    int bodies_;
    int columns_;
};

}  // namespace

SceneInfo pile_scene(int bodies) {
    return {.name = "pile",
            .title = "Pile",
            .group = scaling_group,
            .description = "Boxes fall and pile up between two walls, without sleeping.",
            .world = {.sleeping = false},
            .steps = 120,
            .create = [bodies] { return std::make_unique<Pile>(bodies); }};
}

}  // namespace scenes
