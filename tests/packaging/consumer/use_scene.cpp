#include <drystone/scene.h>

#include <cstdio>

int main() {
    const drystone::scene::Description description = drystone::scene::parse(
        R"({"format": "drystone-scene", "version": 1, "bodies": [{"name": "ball", "shapes": [{"type": "circle"}]}]})");
    drystone::World world(description.settings);
    const drystone::scene::Loaded loaded =
        drystone::scene::load(world, description, {.position = {0.0f, 3.0f}});
    const float height = world[loaded.body("ball")].position().y;
    std::printf("a ball from a file is at %.3f m\n", height);
    return height == 3.0f ? 0 : 1;
}
