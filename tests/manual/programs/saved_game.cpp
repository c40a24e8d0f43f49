// A game is saved and loaded: both worlds continue alike, to the last bit, and handles are valid in both.
#include <drystone/drystone.h>

#include <cstdint>
#include <cstdio>
#include <fstream>

using namespace drystone;

/// State of the game besides its world. The handle is plain data, 8 bytes.
struct Progress {
    BodyId hero;
    std::int32_t coins = 0;
};

int main() {
    World world;
    const BodyId ground = world.create_body({.type = BodyType::Static});
    world.create_shape(ground, Segment{{-20.0f, 0.0f}, {20.0f, 0.0f}});
    Progress progress{.hero = world.create_body({.position = {0.0f, 6.0f}}), .coins = 3};
    world.create_shape(progress.hero, Circle{{0.0f, 0.0f}, 0.5f});
    for (int i = 0; i < 5; ++i) {
        world.create_shape(
            world.create_body({.position = {0.2f * static_cast<float>(i), 1.0f + static_cast<float>(i)}}),
            make_box(0.4f, 0.4f));
    }
    for (int i = 0; i < 60; ++i) {
        world.step(1.0f / 60.0f);
    }

    save_to_file(world, "game.drystone");
    std::ofstream("game.progress", std::ios::binary)
        .write(reinterpret_cast<const char*>(&progress), sizeof progress);

    World loaded = load_from_file("game.drystone");
    Progress read;
    std::ifstream("game.progress", std::ios::binary).read(reinterpret_cast<char*>(&read), sizeof read);
    for (int i = 0; i < 120; ++i) {
        world.step(1.0f / 60.0f);
        loaded.step(1.0f / 60.0f);
    }
    std::printf(
        "the hero has %d coins and is %s\n", read.coins,
        loaded[read.hero].position() == world[progress.hero].position() ? "where he should be" : "lost");
    std::printf("%s\n", loaded.state_hash() == world.state_hash() ? "the same bits" : "another world");
}
