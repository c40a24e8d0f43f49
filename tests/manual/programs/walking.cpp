// A character walks to the right, climbs a step, jumps onto a platform from below, and drops through it
// again.
#include <drystone/drystone.h>

#include <cstdio>

using namespace drystone;

int main() {
    World world({.gravity = {0.0f, -10.0f}});
    const BodyId level = world.create_body({.type = BodyType::Static});
    world.create_shape(level, make_box(20.0f, 0.5f, Pose{{0.0f, -0.5f}}));
    world.create_shape(level, make_box(1.0f, 0.1f, Pose{{3.0f, 0.1f}}));  // a step of 0.2 m
    world.create_shape(level, make_box(2.0f, 0.1f, Pose{{8.0f, 1.4f}}), {.one_way = Vec2{0.0f, 1.0f}});

    Character player({.position = {0.0f, 0.9f}, .jump_speed = 7.0f});
    constexpr float time_step = 1.0f / 60.0f;
    for (int step = 0; step <= 360; ++step) {
        CharacterInput input;
        input.velocity.x = player.position().x < 8.0f ? 3.0f : 0.0f;
        input.jump = step == 170;
        input.drop = step == 270;
        world.step(time_step);
        player.update(world, input, time_step);
        if (step % 60 == 0) {
            std::printf("%d s: at (%.1f, %.1f) m, %s\n", step / 60, static_cast<double>(player.position().x),
                        static_cast<double>(player.position().y),
                        player.is_on_ground() ? "on ground" : "in the air");
        }
    }
}
