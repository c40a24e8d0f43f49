#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

#include <cmath>

namespace scenes {
namespace {

/// Bodies of all kinds slide down a hillside of many short segments: internal edges must not disturb them.
class ChainSlide final : public Scene {
public:
    void build(Backend& backend) override {
        const BodyNumber hill = backend.create_body({});
        std::vector<Point> points;
        // From right to left: solid from above.
        for (int i = 240; i >= 0; --i) {
            points.push_back({-30.0f + 0.25f * static_cast<float>(i), height(-30.0 + 0.25 * i)});
        }
        backend.create_chain(hill, points,
                             {.shape = {}, .friction = parameter(slope_friction), .color = color::stone});
        Random random(5);
        for (int i = 0; i < count(bodies); ++i) {
            const float x = -29.0f + 0.9f * static_cast<float>(i);
            add_body(backend,
                     {.kind = BodyKind::Dynamic, .position = {x, height(static_cast<double>(x)) + 1.2f}},
                     {.shape = random_shape(random, 0.35f),
                      .friction = parameter(slope_friction),
                      .color = random_color(random)});
        }
    }

private:
    enum Parameters : std::size_t { bodies, slope_friction };

    static float height(double x) {
        return static_cast<float>(0.012 * (x - 12.0) * (x - 12.0) + 0.5 * std::cos(0.5 * x));
    }
};

}  // namespace

SceneInfo chain_slide_scene() {
    return describe<ChainSlide>(
        {.name = "chain_slide",
         .title = "Chain slide",
         .group = shape_group,
         .description = "Bodies run over a hillside that is one chain of 240 segments.",
         .view = {{0.0f, 9.0f}, 28.0f},
         .parameters = {{"bodies", 14.0f, 1.0f, 14.0f, ParameterKind::Count},
                        {"friction", 0.05f, 0.0f, 1.0f}},
         .create = {}});
}

}  // namespace scenes
