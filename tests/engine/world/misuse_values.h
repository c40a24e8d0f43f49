#pragma once

#include "support/world_build.h"

#include <functional>
#include <initializer_list>
#include <vector>

namespace drystone::test::misuse {

/// World with a box on the ground.
struct Setup {
    Setup() {
        ground = add_ground(world);
        body = add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
        shape = world[body].shapes()[0];
        run(world, 3);
    }
    World world;
    BodyId ground, body;
    ShapeId shape;
};

/// Public function and one of its numeric arguments.
struct Entry {
    const char* function;
    const char* argument;
    std::function<void(Setup&, float)> call;
};

/// Joins tables into one, in their order.
inline std::vector<Entry> joined(std::initializer_list<std::vector<Entry>> tables) {
    std::vector<Entry> all;
    for (const std::vector<Entry>& table : tables) {
        all.insert(all.end(), table.begin(), table.end());
    }
    return all;
}

/// Table of the numbers that must be finite.
const std::vector<Entry>& finite_entries();

/// Table of the numbers that must be finite and not negative.
const std::vector<Entry>& positive_entries();

}  // namespace drystone::test::misuse
