#include <scenes/benchmark_scenes.h>
#include <scenes/building.h>
#include <scenes/colors.h>

#include <cmath>
#include <numbers>

namespace scenes {
namespace {

/// 8,000 pentagons in a wide trough, through which a plate is driven to and fro: most of the heap sleeps, and
/// wakes near the plate.
class Junkyard final : public Scene {
public:
    void build(Backend& backend) override {
        add_trough(backend, 80, 50);
        constexpr int half_columns = 100;
        ShapeDescription surface{.shape = uneven_pentagon(0.25f)};
        float side = -0.1f;
        for (int column = -half_columns; column < half_columns; ++column) {
            const float x = 0.75f * static_cast<float>(column);
            for (int row = 0; row < count(rows); ++row, side = -side) {
                surface.color =
                    (row / 10 + (column + half_columns) / 10) % 2 == 0 ? color::slate : color::rust;
                const float y = 15.0f + static_cast<float>(row);
                add_body(backend, {.kind = BodyKind::Dynamic, .position = {x + side, y}}, surface);
            }
        }
        pusher_ = add_body(backend, {.kind = BodyKind::Kinematic},
                           {.shape = box(2.0f, 4.0f, {0.0f, 4.0f}), .color = color::charcoal});
    }

    void before_step(Backend& backend, int step) override {
        const double time = step * static_cast<double>(time_step);
        const auto x = static_cast<float>(60.0 * std::sin(0.2 * double{parameter(pace)} * time));
        backend.set_target_pose(pusher_, {x, 0.0f}, 0.0f, time_step);
    }

    /// Returns the pusher, whose motion is prescribed and the same in every engine.
    [[nodiscard]] BodyNumber watched_body() const override { return pusher_; }

    static constexpr float time_step = 1.0f / 60.0f;

private:
    enum Parameters : std::size_t { rows, pace };

    /// Makes a pentagon of points on a circle, each a golden angle from the previous one, sorted by angle.
    static PolygonShape uneven_pentagon(float radius) {
        constexpr int order[] = {0, 2, 4, 1, 3};
        const double turn = std::numbers::pi * (std::sqrt(5.0) - 1.0);
        PolygonShape polygon;
        for (const int i : order) {
            polygon.vertices.push_back(polar(radius, static_cast<float>(turn * i)));
        }
        return polygon;
    }

    BodyNumber pusher_ = -1;
};

}  // namespace

SceneInfo junkyard_scene() {
    return describe<Junkyard>(
        {.name = "junkyard",
         .title = "Junkyard",
         .group = benchmark_group,
         .description = "A plate is driven to and fro through a heap of 8,000 pentagons.",
         .world = {.time_step = Junkyard::time_step},
         .view = {{0.0f, 25.0f}, 95.0f},
         .steps = 800,
         .parameters = {{"rows", 40.0f, 1.0f, 40.0f, ParameterKind::Count},
                        {"speed x", 1.0f, 0.0f, 3.0f, ParameterKind::Number, true}},
         .create = {}});
}

}  // namespace scenes
