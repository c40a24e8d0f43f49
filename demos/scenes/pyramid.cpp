#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

namespace scenes {
namespace {

/// Boxes of 1 m that touch without a gap, twenty in the lowest row.
class Pyramid final : public Scene {
public:
    void build(Backend& backend) override {
        constexpr int base = 20;
        constexpr int row_colors[] = {color::slate, color::teal, color::sage, color::ochre,
                                      color::terracotta};
        add_ground(backend, 60.0f);
        for (int i = 0; i < base; ++i) {
            const ShapeDescription surface{.shape = {}, .color = row_colors[i * 5 / base]};
            for (int j = i; j < base; ++j) {
                const float x = 0.5f * static_cast<float>(i + 1) + static_cast<float>(j - i) - 0.5f * base;
                top_ = add_box(backend, {x, 0.5f + static_cast<float>(i)}, {1.0f, 1.0f}, surface);
            }
        }
    }
    [[nodiscard]] BodyNumber watched_body() const override { return top_; }

private:
    BodyNumber top_ = -1;
};

}  // namespace

SceneInfo pyramid_scene() {
    return describe<Pyramid>({.name = "pyramid",
                              .title = "Pyramid",
                              .group = "Stacking",
                              .description = "210 boxes of 1 m on a base of 20; the top must not sink.",
                              .view = {{0.0f, 9.2f}, 23.0f},
                              .create = {}});
}

}  // namespace scenes
