#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

namespace scenes {
namespace {

/// A ball five hundred times as heavy as a link of its chain swings into a wall.
class WreckingBall final : public Scene {
public:
    void build(Backend& backend) override {
        const BodyNumber ground = add_ground(backend, 60.0f);
        add_chain(backend, ground);
        for (int column = 0; column < 3; ++column) {
            for (int row = 0; row < 10; ++row) {
                const Point center{3.0f + static_cast<float>(column), 0.5f + static_cast<float>(row)};
                add_box(backend, center, {1.0f, 1.0f},
                        {.shape = {}, .color = (row + column) % 2 == 0 ? color::terracotta : color::sand});
            }
        }
    }
    /// Returns the ball: its distance from the hook should be the length of the chain.
    [[nodiscard]] BodyNumber watched_body() const override { return ball_; }

private:
    void add_chain(Backend& backend, BodyNumber ground) {
        constexpr Point hook{0.0f, 20.0f};
        const int links = count(link_count);
        constexpr float radius = 1.5f;
        BodyNumber last = ground;
        // The ground's origin is not at height 0.
        Point end{hook.x, hook.y + 10.0f};
        const auto hang = [&](BodyNumber body, Point anchor) {
            backend.create_joint({.body_a = last,
                                  .body_b = body,
                                  .anchor_a = end,
                                  .anchor_b = anchor,
                                  .joint = RevoluteJoint{}});
            last = body;
        };
        for (int i = 0; i < links; ++i) {
            const Point center{hook.x - 0.5f - static_cast<float>(i), hook.y};
            const BodyNumber link = add_body(backend, {.kind = BodyKind::Dynamic, .position = center},
                                             {.shape = CapsuleShape{{-0.42f, 0.0f}, {0.42f, 0.0f}, 0.08f},
                                              .mask = 0,
                                              .color = color::stone});
            hang(link, {0.5f, 0.0f});
            end = {-0.5f, 0.0f};
        }
        ball_ = add_body(
            backend,
            {.kind = BodyKind::Dynamic, .position = {hook.x - static_cast<float>(links) - radius, hook.y}},
            {.shape = CircleShape{{}, radius}, .density = parameter(density), .color = color::charcoal});
        hang(ball_, {radius, 0.0f});
    }

    enum Parameters : std::size_t { link_count, density };

    BodyNumber ball_ = -1;
};

}  // namespace

SceneInfo wrecking_ball_scene() {
    return describe<WreckingBall>({.name = "wrecking_ball",
                                   .title = "Wrecking ball",
                                   .group = mechanism_group,
                                   .description = "A ball 500 times as heavy as a link of its chain.",
                                   .view = {{-2.0f, 11.0f}, 30.0f},
                                   .parameters = {{"links", 15.0f, 3.0f, 15.0f, ParameterKind::Count},
                                                  {"ball density [kg/m2]", 11.0f, 0.1f, 100.0f}},
                                   .create = {}});
}

}  // namespace scenes
