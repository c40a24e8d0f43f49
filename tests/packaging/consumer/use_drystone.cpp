#include <drystone/drystone.h>
#include <drystone/world.h>

#include <cstdio>

int main() {
    drystone::World world({.gravity = {0.0f, -9.81f}});
    const drystone::BodyId ground = world.create_body({.type = drystone::BodyType::Static});
    world.create_shape(ground, drystone::Segment{{-20.0f, 0.0f}, {20.0f, 0.0f}});
    const drystone::BodyId box =
        world.create_body({.type = drystone::BodyType::Dynamic, .position = {0.0f, 2.0f}});
    world.create_shape(box, drystone::make_box(0.5f, 0.5f));
    for (int i = 0; i < 120; ++i) {
        world.step(1.0f / 60.0f);
    }
    const float height = world[box].position().y;
    std::printf("a box that fell rests at %.3f m\n", height);
    return height > 0.4f && height < 0.6f ? 0 : 1;
}
