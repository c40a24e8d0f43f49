// A box falls onto the ground.
#include <drystone/drystone.h>

#include <cstdio>

int main() {
    drystone::World world({.gravity = {0.0f, -9.81f}});

    const drystone::BodyId ground = world.create_body({.type = drystone::BodyType::Static});
    world.create_shape(ground, drystone::Segment{{-20.0f, 0.0f}, {20.0f, 0.0f}});

    const drystone::BodyId box = world.create_body({.position = {0.0f, 4.0f}, .angle = 0.3f});
    world.create_shape(box, drystone::make_box(0.5f, 0.5f), {.density = 1.0f});

    for (int frame = 0; frame <= 120; ++frame) {
        if (frame % 30 == 0) {
            const drystone::Vec2 position = world[box].position();
            std::printf("%.1f s: at %.2f m, turned by %.2f rad\n", static_cast<double>(frame) / 60.0,
                        static_cast<double>(position.y), static_cast<double>(world[box].angle()));
        }
        world.step(1.0f / 60.0f);
    }
}
