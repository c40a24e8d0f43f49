// The first program of Box2D's manual, written for Drystone: a box of 2 m falls 3 m and comes to rest.
#include <drystone/drystone.h>

#include <cstdio>

int main() {
    drystone::World world({.gravity = {0.0f, -10.0f}});

    const drystone::BodyId ground =
        world.create_body({.type = drystone::BodyType::Static, .position = {0.0f, -10.0f}});
    world.create_shape(ground, drystone::make_box(50.0f, 10.0f));

    const drystone::BodyId body =
        world.create_body({.type = drystone::BodyType::Dynamic, .position = {0.0f, 4.0f}});
    world.create_shape(body, drystone::make_box(1.0f, 1.0f),
                       {.density = 1.0f, .material = {.friction = 0.3f}});

    for (int i = 0; i < 90; ++i) {
        world.step(1.0f / 60.0f, 4);
        if (i % 15 == 14) {
            const drystone::ConstBodyRef box = world[body];
            std::printf("%4.2f %4.2f %4.2f\n", static_cast<double>(box.position().x),
                        static_cast<double>(box.position().y), static_cast<double>(box.angle()));
        }
    }
}
