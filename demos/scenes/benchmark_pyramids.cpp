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
        const int base = count(rows);
        add_static_box(backend, {0.0f, -1.0f}, {200.0f, 2.0f});
        top_ = add_pyramid(backend, base, {-0.5f * static_cast<float>(base), 0.0f});
    }
    [[nodiscard]] BodyNumber watched_body() const override { return top_; }

private:
    enum Parameters : std::size_t { rows };

    BodyNumber top_ = -1;
};

constexpr int small_base = 10;
constexpr int boxes_per_pyramid = small_base * (small_base + 1) / 2;

/// Pyramids of 55 boxes in rows, one above the other, on floors that are segments of one body: many islands.
class ManyPyramids final : public Scene {
public:
    void build(Backend& backend) override {
        const int number = count(pyramids);
        const int in_row = count(columns);
        constexpr float pitch = small_base + 1.0f;
        const float half_width = 0.5f * pitch * static_cast<float>(in_row);
        const int rows = (number + in_row - 1) / in_row;
        const BodyNumber ground = backend.create_body({});
        for (int row = 0; row < rows; ++row) {
            const float y = pitch * static_cast<float>(row);
            backend.create_shape(ground, {.shape = SegmentShape{{-half_width, y}, {half_width, y}}});
        }
        for (int i = 0; i < number; ++i) {
            const int column = i % in_row;
            const int row = i / in_row;
            const Point foot{0.5f - half_width + pitch * static_cast<float>(column),
                             pitch * static_cast<float>(row)};
            const BodyNumber top = add_pyramid(backend, small_base, foot);
            first_top_ = first_top_ < 0 ? top : first_top_;
        }
    }
    [[nodiscard]] BodyNumber watched_body() const override { return first_top_; }

private:
    enum Parameters : std::size_t { pyramids, columns };

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
                                   .parameters = {{"rows", 100.0f, 2.0f, 120.0f, ParameterKind::Count}},
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
         .parameters = {{"pyramids", 400.0f, 1.0f, 400.0f, ParameterKind::Count},
                        {"in a row", 20.0f, 1.0f, 40.0f, ParameterKind::Count}},
         .create = {}});
}

SceneInfo pyramids_scene(int bodies) {
    const int number = (bodies + boxes_per_pyramid - 1) / boxes_per_pyramid;
    const auto in_row = static_cast<float>(std::ceil(std::sqrt(number)));
    const auto all = static_cast<float>(number);
    return describe<ManyPyramids>(
        {.name = "pyramids",
         .title = "Pyramids",
         .group = scaling_group,
         .description = "Pyramids of 55 boxes, as many as it takes, without sleeping.",
         .world = {.sleeping = false},
         .steps = 60,
         .parameters = {{"pyramids", all, 1.0f, all, ParameterKind::Count},
                        {"in a row", in_row, 1.0f, in_row, ParameterKind::Count}},
         .create = {}});
}

}  // namespace scenes
