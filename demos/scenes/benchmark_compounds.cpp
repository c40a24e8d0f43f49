#include <scenes/benchmark_scenes.h>
#include <scenes/building.h>
#include <scenes/colors.h>

namespace scenes {
namespace {

/// 3,000 arrowheads, each of two overlapping triangles, fall into a trough: several shapes per body, and
/// interlocking contacts.
class Compounds final : public Scene {
public:
    void build(Backend& backend) override {
        const BodyNumber trough = add_trough(backend, 40, 100);
        backend.create_shape(trough, {.shape = SegmentShape{{-800.0f, -80.0f}, {800.0f, -80.0f}}});
        float side = 0.25f;
        for (int column = 0; column < count(columns); ++column) {
            const float x = 2.0f * static_cast<float>(column) - 19.0f;
            for (int row = 0; row < count(rows); ++row, side = -side) {
                const float y = 2.25f * static_cast<float>(row) + 5.575f;
                add_arrowhead(backend, {x + side, y}, (row / 10 + column / 4) % 2 == 0);
            }
        }
    }

private:
    enum Parameters : std::size_t { columns, rows };

    static void add_arrowhead(Backend& backend, Point position, bool light) {
        const BodyNumber body = backend.create_body({.kind = BodyKind::Dynamic, .position = position});
        const PolygonShape left{{{-1.0f, 0.0f}, {0.5f, 1.0f}, {0.0f, 2.0f}}};
        const PolygonShape right{{{1.0f, 0.0f}, {0.0f, 2.0f}, {-0.5f, 1.0f}}};
        const int color = light ? color::ochre : color::terracotta;
        backend.create_shape(body, {.shape = left, .friction = 0.5f, .color = color});
        backend.create_shape(body, {.shape = right, .friction = 0.5f, .color = color});
    }
};

}  // namespace

SceneInfo compounds_scene() {
    return describe<Compounds>({.name = "compounds",
                                .title = "Compounds",
                                .group = benchmark_group,
                                .description = "3,000 bodies of two triangles each fall into a trough.",
                                .view = {{0.0f, 50.0f}, 115.0f},
                                .steps = 500,
                                .parameters = {{"columns", 20.0f, 1.0f, 20.0f, ParameterKind::Count},
                                               {"rows", 150.0f, 1.0f, 150.0f, ParameterKind::Count}},
                                .create = {}});
}

}  // namespace scenes
