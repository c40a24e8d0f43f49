#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

#include <cmath>

namespace scenes {
namespace {

/// A dry-stone wall: staggered courses of uneven blocks, coping stones on edge, and a heavy ball that hits
/// it.
class Wall final : public Scene {
public:
    void build(Backend& backend) override {
        add_ground(backend, 120.0f);
        float y = 0.0f;
        for (int course = 0; course < count(courses); ++course) {
            const float height = 0.78f - 0.025f * static_cast<float>(course);
            add_course(backend, y, height, course % 2 == 1);
            y += height;
        }
        add_coping(backend, y);
        const BodyDescription ball{.kind = BodyKind::Dynamic,
                                   .position = {-10.5f, 4.2f},
                                   .velocity = {parameter(pace), 1.5f},
                                   .bullet = true};
        ball_ = add_body(backend, ball,
                         {.shape = CircleShape{{}, 1.1f},
                          .density = parameter(ball_density),
                          .friction = 0.4f,
                          .color = color::charcoal});
    }
    [[nodiscard]] BodyNumber watched_body() const override { return ball_; }

private:
    enum Parameters : std::size_t { courses, pace, ball_density, stone_friction };

    static constexpr float left = -0.5f;
    static constexpr float right = 6.5f;

    /// Adds a course of blocks that fill the width exactly; a staggered one begins with half a block.
    void add_course(Backend& backend, float y, float height, bool staggered) {
        constexpr int tones[] = {color::stone, color::stone, color::sand, color::cream, color::sand};
        float x = left;
        bool half = staggered;
        while (x < right - 0.01f) {
            const float rest = right - x;
            float width = half ? 0.75f : random_.between(1.1f, 1.6f);
            if (rest < 1.7f) {
                width = rest;
            } else if (rest - width < 0.8f) {
                width = 0.5f * rest;
            }
            half = false;
            add_box(backend, {x + 0.5f * width, y + 0.5f * height}, {width, height},
                    {.shape = {},
                     .density = 2.0f,
                     .friction = parameter(stone_friction),
                     .color = tones[random_.below(5)]});
            x += width;
        }
    }

    /// Adds upright slabs along the top.
    void add_coping(Backend& backend, float y) {
        constexpr int count = 14;
        constexpr float width = (right - left) / count;
        for (int i = 0; i < count; ++i) {
            const float height = random_.between(0.75f, 1.0f);
            const float x = left + (static_cast<float>(i) + 0.5f) * width;
            add_box(backend, {x, y + 0.5f * height}, {width, height},
                    {.shape = {},
                     .density = 2.0f,
                     .friction = parameter(stone_friction),
                     .color = i % 2 == 0 ? color::terracotta : color::rust});
        }
    }

    Random random_{5};
    BodyNumber ball_ = -1;
};

}  // namespace

SceneInfo wall_scene() {
    return describe<Wall>({.name = "wall",
                           .title = "Dry-stone wall",
                           .group = "Impact",
                           .description = "Staggered courses without mortar, hit by a heavy ball at 34 m/s.",
                           .view = {{3.0f, 5.4f}, 15.5f},
                           .steps = 400,
                           .parameters = {{"courses", 12.0f, 1.0f, 20.0f, ParameterKind::Count},
                                          {"ball speed [m/s]", 34.0f, 2.0f, 100.0f},
                                          {"ball density [kg/m2]", 14.0f, 0.5f, 60.0f},
                                          {"friction", 0.75f, 0.0f, 1.5f}},
                           .create = {}});
}

}  // namespace scenes
