#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

#include <cmath>

namespace scenes {
namespace {

/// Flags on poles and leaves in gusts of wind.
class Wind final : public Scene {
public:
    void build(Backend& backend) override {
        const BodyNumber ground = add_ground(backend, 60.0f);
        for (const float x : {-30.0f, 30.0f}) {
            add_static_box(backend, {x, 12.0f}, {1.0f, 24.0f});
        }
        for (int i = 0; i < 6; ++i) {
            add_flag(backend, ground,
                     {-22.0f + 8.0f * static_cast<float>(i), 10.0f + static_cast<float>(i % 2)});
        }
        for (int i = 0; i < 120; ++i) {
            const Point place{-26.6f + 2.8f * static_cast<float>(i % 20),
                              3.0f + 2.8f * static_cast<float>(i / 20)};
            add_leaf(backend,
                     {place.x + random_.between(-0.9f, 0.9f), place.y + random_.between(-0.9f, 0.9f)});
        }
        for (int i = 0; i < 6; ++i) {
            add_body(
                backend,
                {.kind = BodyKind::Dynamic, .position = {-20.0f + 6.0f * static_cast<float>(i), 0.7f}},
                {.shape = CircleShape{{}, 0.7f}, .density = 0.3f, .friction = 0.4f, .color = color::rust});
        }
        field_ = backend.create_field(gust(0));
    }
    void before_step(Backend& backend, int step) override {
        if (step % 6 == 0 && field_ != no_field) {
            backend.set_field(field_, gust(step));
        }
    }
    [[nodiscard]] BodyNumber watched_body() const override { return tip_; }

private:
    /// Returns the wind at a step: to and fro in about 20 s, with gusts of 2 s on top.
    [[nodiscard]] FieldDescription gust(int step) const {
        const double time = static_cast<double>(step) / 60.0;
        const double speed = 7.0 * std::sin(0.3 * time + 0.4) + 3.0 * std::sin(3.1 * time);
        const double up = 0.8 * std::sin(1.7 * time);
        return {.field = WindField{.velocity = {parameter(strength) * static_cast<float>(speed),
                                                parameter(strength) * static_cast<float>(up)},
                                   .drag = parameter(drag),
                                   .lift = parameter(lift)}};
    }

    void add_flag(Backend& backend, BodyNumber ground, Point top) {
        add_static_box(backend, {top.x, 0.5f * top.y}, {0.2f, top.y}, {.shape = {}, .mask = 0});
        // The ground's origin is not at height 0.
        Point end{top.x, top.y + 10.0f};
        BodyNumber last = ground;
        for (int i = 0; i < 9; ++i) {
            const Point center{top.x, top.y - 0.25f - 0.5f * static_cast<float>(i)};
            tip_ = add_body(backend, {.kind = BodyKind::Dynamic, .position = center},
                            {.shape = CapsuleShape{{0.0f, -0.2f}, {0.0f, 0.2f}, 0.06f},
                             .density = 0.6f,
                             .group = -1,
                             .category = flag_category,
                             .color = i % 2 == 0 ? color::terracotta : color::cream});
            backend.create_joint({.body_a = last,
                                  .body_b = tip_,
                                  .anchor_a = end,
                                  .anchor_b = {0.0f, 0.25f},
                                  .joint = RevoluteJoint{}});
            last = tip_;
            end = {0.0f, -0.25f};
        }
    }

    void add_leaf(Backend& backend, Point center) {
        const float size = random_.between(0.15f, 0.3f);
        add_body(
            backend, {.kind = BodyKind::Dynamic, .position = center, .angle = random_.between(-3.0f, 3.0f)},
            {.shape = PolygonShape{{{-size, 0.0f}, {0.0f, -0.3f * size}, {size, 0.0f}, {0.0f, 0.3f * size}}},
             .density = 0.4f,
             .mask = ~flag_category,
             .color = random_.below(2) == 0 ? color::ochre : color::sage});
    }

    /// Category of the flags, which leaves pass through.
    static constexpr std::uint64_t flag_category = 2;

    enum Parameters : std::size_t { strength, drag, lift };

    Random random_{17};
    FieldNumber field_ = no_field;
    BodyNumber tip_ = -1;
};

}  // namespace

SceneInfo wind_scene() {
    return describe<Wind>({.name = "wind",
                           .title = "Wind",
                           .group = effect_group,
                           .description = "Gusts push every edge that faces them: flags, leaves and balls.",
                           .view = {{0.0f, 8.0f}, 30.0f},
                           .parameters = {{"wind x", 1.0f, 0.0f, 4.0f, ParameterKind::Number, true},
                                          {"drag", 1.0f, 0.0f, 3.0f, ParameterKind::Number, true},
                                          {"lift", 0.8f, 0.0f, 3.0f, ParameterKind::Number, true}},
                           .create = {}});
}

}  // namespace scenes
