#include <scenes/benchmark_scenes.h>
#include <scenes/building.h>
#include <scenes/colors.h>

namespace scenes {
namespace {

/// A net of 10,000 discs and 19,800 hinges that hangs by seven discs of its upper edge and swings: a load of
/// joints only.
class JointGrid final : public Scene {
public:
    void build(Backend& backend) override {
        const int size = count(side);
        ShapeDescription surface{.shape = CircleShape{{}, 0.4f}, .category = 2, .mask = ~2ull};
        for (int column = 0; column < size; ++column) {
            for (int row = 0; row < size; ++row) {
                const bool held = row == 0 && column >= size / 2 - 3 && column <= size / 2 + 3;
                surface.color = (row / 10 + column / 10) % 2 == 0 ? color::teal : color::sand;
                const BodyNumber disc =
                    add_body(backend,
                             {.kind = held ? BodyKind::Static : BodyKind::Dynamic,
                              .position = {static_cast<float>(column), -static_cast<float>(row)}},
                             surface);
                if (row > 0) {
                    add_hinge(backend, disc - 1, disc, {0.0f, -0.5f});
                }
                if (column > 0) {
                    add_hinge(backend, disc - size, disc, {0.5f, 0.0f});
                }
            }
        }
        corner_ = size * size - 1;
    }
    /// Returns the lower right corner, which swings farthest.
    [[nodiscard]] BodyNumber watched_body() const override { return corner_; }

private:
    enum Parameters : std::size_t { side };

    static void add_hinge(Backend& backend, BodyNumber a, BodyNumber b, Point anchor) {
        backend.create_joint({.body_a = a,
                              .body_b = b,
                              .anchor_a = anchor,
                              .anchor_b = {-anchor.x, -anchor.y},
                              .joint = RevoluteJoint{}});
    }

    BodyNumber corner_ = -1;
};

}  // namespace

SceneInfo joint_grid_scene() {
    return describe<JointGrid>(
        {.name = "joint_grid",
         .title = "Joint grid",
         .group = benchmark_group,
         .description = "A net of 10,000 discs and 19,800 hinges that hangs by seven of them.",
         .world = {.sleeping = false},
         .view = {{50.0f, -50.0f}, 160.0f},
         .steps = 500,
         .parameters = {{"discs along a side", 100.0f, 8.0f, 100.0f, ParameterKind::Count}},
         .create = {}});
}

}  // namespace scenes
