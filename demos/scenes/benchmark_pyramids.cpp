#include <scenes/benchmark_scenes.h>
#include <scenes/building.h>
#include <scenes/colors.h>

namespace scenes {
namespace {

constexpr int row_colors[] = {color::slate, color::teal, color::sage, color::ochre, color::terracotta};

/// A pyramid of boxes of 1 m that touch without a gap; `foot` is where the left end of the lowest row stands.
/// Returns the box at the top.
BodyNumber add_pyramid(Backend& backend, int base, Point foot) {
    BodyNumber top = -1;
    for (int row = 0; row < base; ++row) {
        const ShapeDescription surface{.shape = {}, .color = row_colors[row * 5 / base]};
        const float y = foot.y + 0.5f + static_cast<float>(row);
        for (int column = 0; column < base - row; ++column) {
            const float x = foot.x + 0.5f * static_cast<float>(row + 1) + static_cast<float>(column);
            top = add_box(backend, {x, y}, {1.0f, 1.0f}, surface);
        }
    }
    return top;
}

/// 5,050 boxes in one heap: the contact solver's scene, with 14,950 contacts at rest.
class LargePyramid final : public Scene {
public:
    void build(Backend& backend) override {
        constexpr int base = 100;
        add_static_box(backend, {0.0f, -1.0f}, {200.0f, 2.0f});
        top_ = add_pyramid(backend, base, {-0.5f * base, 0.0f});
    }
    [[nodiscard]] BodyNumber watched_body() const override { return top_; }

private:
    BodyNumber top_ = -1;
};

/// 400 pyramids of 55 boxes on twenty floors, segments of one body: many islands, 58,000 contacts at rest.
class ManyPyramids final : public Scene {
public:
    void build(Backend& backend) override {
        constexpr int base = 10;
        constexpr int rows = 20;
        constexpr int columns = 20;
        constexpr float pitch = base + 1.0f;
        constexpr float half_width = 0.5f * pitch * columns;
        const BodyNumber ground = backend.create_body({});
        for (int row = 0; row < rows; ++row) {
            const float y = pitch * static_cast<float>(row);
            backend.create_shape(ground, {.shape = SegmentShape{{-half_width, y}, {half_width, y}}});
        }
        for (int row = 0; row < rows; ++row) {
            for (int column = 0; column < columns; ++column) {
                const Point foot{0.5f - half_width + pitch * static_cast<float>(column),
                                 pitch * static_cast<float>(row)};
                const BodyNumber top = add_pyramid(backend, base, foot);
                first_top_ = first_top_ < 0 ? top : first_top_;
            }
        }
    }
    [[nodiscard]] BodyNumber watched_body() const override { return first_top_; }

private:
    BodyNumber first_top_ = -1;
};

}  // namespace

SceneInfo large_pyramid_scene() {
    return describe<LargePyramid>({.name = "large_pyramid",
                                   .title = "Large pyramid",
                                   .group = benchmark_group,
                                   .description = "5,050 boxes of 1 m on a base of 100, without sleeping.",
                                   .world = {.sleeping = false},
                                   .view = {{0.0f, 48.0f}, 110.0f},
                                   .steps = 500,
                                   .create = {}});
}

SceneInfo many_pyramids_scene() {
    return describe<ManyPyramids>(
        {.name = "many_pyramids",
         .title = "Many pyramids",
         .group = benchmark_group,
         .description = "400 pyramids of 55 boxes on twenty floors, without sleeping.",
         .world = {.sleeping = false},
         .view = {{0.0f, 110.0f}, 235.0f},
         .steps = 200,
         .create = {}});
}

}  // namespace scenes
