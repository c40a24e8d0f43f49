#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

namespace scenes {
namespace {

/// A bridge of planks on hinges, on which boxes and a heavy ball fall.
class Bridge final : public Scene {
public:
    void build(Backend& backend) override {
        const int planks = count(plank_count);
        const float half = 0.5f * static_cast<float>(planks);
        constexpr float thickness = 0.25f;
        BodyNumber abutments[2];
        for (const int i : {0, 1}) {
            const float side = i == 0 ? -1.0f : 1.0f;
            abutments[i] = add_static_box(backend, {side * (half + 5.0f), -5.0f}, {10.0f, 10.0f});
        }
        BodyNumber last = abutments[0];
        Point end{5.0f, 5.0f - 0.5f * thickness};
        for (int i = 0; i < planks; ++i) {
            const Point center{static_cast<float>(i) + 0.5f - half, -0.5f * thickness};
            const BodyNumber plank = add_box(backend, center, {1.0f, thickness},
                                             {.shape = {},
                                              .density = parameter(density),
                                              .color = i % 2 == 0 ? color::ochre : color::sand});
            add_hinge(backend, last, end, plank, {-0.5f, 0.0f});
            last = plank;
            end = {0.5f, 0.0f};
        }
        add_hinge(backend, last, end, abutments[1], {-5.0f, 5.0f - 0.5f * thickness});
        for (int i = 0; i < 16; ++i) {
            const Point at{-9.0f + 2.4f * static_cast<float>(i % 8), 2.0f + 1.5f * static_cast<float>(i / 8)};
            add_box(backend, at, {0.8f, 0.8f},
                    {.shape = {}, .density = 5.0f, .color = random_color(random_)});
        }
        add_body(
            backend, {.kind = BodyKind::Dynamic, .position = {0.0f, 12.0f}},
            {.shape = CircleShape{{}, 1.0f}, .density = parameter(ball_density), .color = color::charcoal});
    }

private:
    static void add_hinge(Backend& backend, BodyNumber a, Point anchor_a, BodyNumber b, Point anchor_b) {
        backend.create_joint(
            {.body_a = a, .body_b = b, .anchor_a = anchor_a, .anchor_b = anchor_b, .joint = RevoluteJoint{}});
    }

    enum Parameters : std::size_t { plank_count, density, ball_density };

    Random random_{5};
};

}  // namespace

SceneInfo bridge_scene() {
    return describe<Bridge>({.name = "bridge",
                             .title = "Bridge",
                             .group = mechanism_group,
                             .description = "Thirty planks on hinges bear what falls on them.",
                             .view = {{0.0f, 0.0f}, 26.0f},
                             .parameters = {{"planks", 30.0f, 4.0f, 80.0f, ParameterKind::Count},
                                            {"plank density [kg/m2]", 20.0f, 1.0f, 100.0f},
                                            {"ball density [kg/m2]", 40.0f, 1.0f, 400.0f}},
                             .create = {}});
}

}  // namespace scenes
