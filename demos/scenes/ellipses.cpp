#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

namespace scenes {
namespace {

/// Ellipses, diamonds and soft boxes, all defined by their support mappings, in a trough.
class Ellipses final : public Scene {
public:
    void build(Backend& backend) override {
        add_trough(backend, 8, 12);
        constexpr float exponents[] = {2.0f, 4.0f, 1.0f, 2.0f, 8.0f};
        constexpr int colors[] = {color::teal, color::ochre, color::plum, color::terracotta, color::sage};
        Random random(9);
        for (int i = 0; i < count(bodies); ++i) {
            const int column = i % 12;
            const Point at{-6.6f + 1.2f * static_cast<float>(column) + random.between(-0.1f, 0.1f),
                           2.0f + 1.3f * static_cast<float>(i / 12)};
            const BodyNumber body = backend.create_body(
                {.kind = BodyKind::Dynamic, .position = at, .angle = random.between(-3.0f, 3.0f)});
            const Point half{random.between(0.35f, parameter(largest)), random.between(0.2f, 0.4f)};
            backend.create_ellipse(body, half, exponents[i % 5], {.shape = {}, .color = colors[i % 5]});
        }
    }

private:
    enum Parameters : std::size_t { bodies, largest };
};

}  // namespace

SceneInfo ellipses_scene() {
    return describe<Ellipses>({.name = "ellipses",
                               .title = "Ellipses",
                               .group = shape_group,
                               .description = "Ellipses, diamonds and soft boxes by their support mappings.",
                               .view = {{0.0f, 7.0f}, 20.0f},
                               .parameters = {{"bodies", 120.0f, 1.0f, 240.0f, ParameterKind::Count},
                                              {"largest half width [m]", 0.6f, 0.35f, 0.8f}},
                               .create = {}});
}

}  // namespace scenes
