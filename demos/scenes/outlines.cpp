#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

namespace scenes {
namespace {

/// Stars, crosses and hooks: concave outlines, each created with one call, which interlock.
class Outlines final : public Scene {
public:
    void build(Backend& backend) override {
        add_trough(backend, 8, 12);
        const std::vector<Point> outlines[] = {star(5, 0.8f, 0.35f), star(4, 0.75f, 0.25f), hook(),
                                               star(8, 0.7f, 0.45f)};
        constexpr int colors[] = {color::ochre, color::teal, color::terracotta, color::sage};
        for (int i = 0; i < count(bodies); ++i) {
            const BodyNumber body =
                backend.create_body({.kind = BodyKind::Dynamic,
                                     .position = {-6.3f + 1.8f * static_cast<float>(i % 8),
                                                  2.0f + 1.8f * static_cast<float>(i / 8)},
                                     .angle = 0.4f * static_cast<float>(i)});
            backend.create_outline(body, outlines[i % 4],
                                   {.shape = {}, .friction = parameter(grip), .color = colors[i % 4]});
        }
    }

private:
    enum Parameters : std::size_t { bodies, grip };

    static std::vector<Point> star(int points, float outer, float inner) {
        std::vector<Point> outline;
        for (int i = 0; i < 2 * points; ++i) {
            const float angle = 3.14159265f * static_cast<float>(i) / static_cast<float>(points);
            outline.push_back(polar(i % 2 == 0 ? outer : inner, angle));
        }
        return outline;
    }
    static std::vector<Point> hook() {
        return {{-0.5f, -0.6f},  {0.6f, -0.6f},    {0.6f, 0.3f},   {0.35f, 0.3f},
                {0.35f, -0.35f}, {-0.25f, -0.35f}, {-0.25f, 0.7f}, {-0.5f, 0.7f}};
    }
};

}  // namespace

SceneInfo outlines_scene() {
    return describe<Outlines>(
        {.name = "outlines",
         .title = "Concave outlines",
         .group = shape_group,
         .description = "Stars and hooks, each a concave outline made with one call.",
         .view = {{0.0f, 7.0f}, 20.0f},
         .parameters = {{"bodies", 64.0f, 1.0f, 96.0f, ParameterKind::Count}, {"friction", 0.6f, 0.0f, 1.5f}},
         .create = {}});
}

}  // namespace scenes
