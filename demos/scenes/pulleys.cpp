#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

namespace scenes {
namespace {

/// Boxes on ropes over wheels: one with equal arms, one as a block and tackle.
class Pulleys final : public Scene {
public:
    void build(Backend& backend) override {
        add_ground(backend, 30.0f);
        // The heavier one falls.
        add_pulley(backend, -7.0f, parameter(left_density), 1.0f);
        // Half as heavy and in balance: twice as much of its rope runs.
        add_pulley(backend, 7.0f, parameter(right_density), parameter(ratio));
        add_body(backend, {.kind = BodyKind::Dynamic, .position = {9.0f, 12.0f}},
                 {.shape = CircleShape{{}, 0.4f}, .density = 2.0f, .color = color::rust});
    }

private:
    enum Parameters : std::size_t { left_density, right_density, ratio };

    /// Adds two boxes of 1.2 m, the left one `density` times as dense as the right one.
    static void add_pulley(Backend& backend, float x, float density, float arms) {
        constexpr float wheel_height = 14.0f;
        constexpr float half_span = 2.0f;
        constexpr float box_height = 6.0f;
        constexpr float half = 0.6f;
        const float hanging = wheel_height - box_height - half;
        BodyNumber boxes[2];
        for (const int i : {0, 1}) {
            const float at = x + (i == 0 ? -half_span : half_span);
            add_body(backend, {.position = {at, wheel_height}},
                     {.shape = CircleShape{{}, 0.3f}, .mask = 0, .color = color::slate});
            boxes[i] = add_box(backend, {at, box_height}, {2.0f * half, 2.0f * half},
                               {.shape = {},
                                .density = i == 0 ? density : 1.0f,
                                .color = i == 0 ? color::terracotta : color::teal});
        }
        backend.create_joint({.body_a = boxes[0],
                              .body_b = boxes[1],
                              .anchor_a = {0.0f, half},
                              .anchor_b = {0.0f, half},
                              .joint = PulleyJoint{.ground_a = {x - half_span, wheel_height},
                                                   .ground_b = {x + half_span, wheel_height},
                                                   .length = hanging + arms * hanging,
                                                   .ratio = arms},
                              .collide_connected = true});
    }
};

}  // namespace

SceneInfo pulleys_scene() {
    return describe<Pulleys>({.name = "pulleys",
                              .title = "Pulleys",
                              .group = mechanism_group,
                              .description = "Boxes on ropes over wheels, of equal and of unequal arms.",
                              .view = {{0.0f, 7.5f}, 18.0f},
                              .parameters = {{"left box x", 1.3f, 0.2f, 5.0f},
                                             {"right box x", 2.0f, 0.2f, 5.0f},
                                             {"ratio of the right one", 2.0f, 0.5f, 4.0f}},
                              .create = {}});
}

}  // namespace scenes
