#include <scenes/benchmark_scenes.h>
#include <scenes/building.h>
#include <scenes/scaling_scenes.h>

#include <cmath>

namespace scenes {
namespace {

/// 5,050 boxes in one heap: a load for the contact solver, with 14,950 contacts at rest.
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

constexpr int small_base = 10;
constexpr int boxes_per_pyramid = small_base * (small_base + 1) / 2;

/// Pyramids of 55 boxes in rows, one above the other, on floors that are segments of one body: many islands.
class ManyPyramids final : public Scene {
public:
    ManyPyramids(int count, int columns) : count_(count), columns_(columns) {}

    void build(Backend& backend) override {
        constexpr float pitch = small_base + 1.0f;
        const float half_width = 0.5f * pitch * static_cast<float>(columns_);
        const int rows = (count_ + columns_ - 1) / columns_;
        const BodyNumber ground = backend.create_body({});
        for (int row = 0; row < rows; ++row) {
            const float y = pitch * static_cast<float>(row);
            backend.create_shape(ground, {.shape = SegmentShape{{-half_width, y}, {half_width, y}}});
        }
        for (int i = 0; i < count_; ++i) {
            const int column = i % columns_;
            const int row = i / columns_;
            const Point foot{0.5f - half_width + pitch * static_cast<float>(column),
                             pitch * static_cast<float>(row)};
            const BodyNumber top = add_pyramid(backend, small_base, foot);
            first_top_ = first_top_ < 0 ? top : first_top_;
        }
    }
    [[nodiscard]] BodyNumber watched_body() const override { return first_top_; }

private:
    int count_;
    int columns_;
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
    return {.name = "many_pyramids",
            .title = "Many pyramids",
            .group = benchmark_group,
            .description = "400 pyramids of 55 boxes on twenty floors, without sleeping.",
            .world = {.sleeping = false},
            .view = {{0.0f, 110.0f}, 235.0f},
            .steps = 200,
            .create = [] { return std::make_unique<ManyPyramids>(400, 20); }};
}

SceneInfo pyramids_scene(int bodies) {
    const int count = (bodies + boxes_per_pyramid - 1) / boxes_per_pyramid;
    const auto columns = static_cast<int>(std::ceil(std::sqrt(count)));
    return {.name = "pyramids",
            .title = "Pyramids",
            .group = scaling_group,
            .description = "Pyramids of 55 boxes, as many as it takes, without sleeping.",
            .world = {.sleeping = false},
            .steps = 60,
            .create = [count, columns] { return std::make_unique<ManyPyramids>(count, columns); }};
}

}  // namespace scenes
