#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

namespace scenes {
namespace {

/// Boxes, discs and capsules slide without friction over a floor of separate tiles: they keep their speed and
/// do not hop.
class Tiles final : public Scene {
public:
    void build(Backend& backend) override {
        const Shape shapes[] = {box(0.5f, 0.5f), CircleShape{{}, 0.5f},
                                CapsuleShape{{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.5f}, regular_polygon(8, 0.54f)};
        constexpr int colors[] = {color::sage, color::ochre, color::teal, color::terracotta};
        for (int row = 0; row < 4; ++row) {
            const float floor = 3.0f * static_cast<float>(row);
            lay_row(backend, floor, row);
            add_body(backend,
                     {.kind = BodyKind::Dynamic,
                      .position = {-19.0f, floor + 0.55f},
                      .velocity = {parameter(pace), 0.0f}},
                     {.shape = shapes[row], .friction = 0.0f, .color = colors[row]});
        }
    }

private:
    enum Parameters : std::size_t { pace };

    static void lay_row(Backend& backend, float floor, int row) {
        float x = -20.0f;
        for (int i = 0; x < 20.0f; ++i) {
            const float width = 0.5f + 0.25f * static_cast<float>((i * 7 + row) % 4);
            add_static_box(
                backend, {x + 0.5f * width, floor - 0.25f}, {width, 0.5f},
                {.shape = {}, .friction = 0.0f, .color = i % 2 == 0 ? color::stone : color::slate});
            x += width;
        }
    }
};

}  // namespace

SceneInfo tiles_scene() {
    return describe<Tiles>({.name = "tiles",
                            .title = "Tiles",
                            .group = shape_group,
                            .description = "Sliding over separate tiles, without friction and without a hop.",
                            .view = {{0.0f, 5.0f}, 18.0f},
                            .parameters = {{"speed [m/s]", 4.0f, 0.5f, 20.0f}},
                            .create = {}});
}

}  // namespace scenes
