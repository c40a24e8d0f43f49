// Which components count as loaded. About 0.1 s.
#include <doctest/doctest.h>

#include "support/world_build.h"
#include "support/world_state_access.h"

#include <algorithm>
#include <cstddef>
#include <vector>

using namespace drystone;

namespace {

/// Returns whether some component was solved as a loaded one in the last step.
bool has_loads(World& world) {
    const LoadedContacts& loaded = test::state_of(world).systems.loaded_contacts;
    return loaded.any() || !loaded.swept().empty();
}

/// Returns the number of the next steps in which there are loads.
int loaded_steps(World& world, int steps) {
    int loaded = 0;
    for (int i = 0; i < steps; ++i) {
        world.step(1.0f / 60.0f);
        loaded += has_loads(world) ? 1 : 0;
    }
    return loaded;
}

/// Adds a wall of 2 x 12 boxes in running bond, the upper half of which is heavy. Returns the boxes from the
/// bottom up.
std::vector<BodyId> add_wall(World& world) {
    std::vector<BodyId> boxes;
    for (int row = 0; row < 12; ++row) {
        for (int i = 0; i < 2; ++i) {
            const float x = 1.02f * static_cast<float>(i) + (row % 2 == 0 ? 0.25f : -0.25f);
            boxes.push_back(test::add_box(world, {x, 0.5f + static_cast<float>(row)}, 0.5f, 0.5f,
                                          {.density = row >= 6 ? 15.0f : 1.0f}));
        }
    }
    return boxes;
}

}  // namespace

TEST_CASE("loaded components: a wall at rest is one, but not while its upper part slides off") {
    World world({.sleeping = false});
    test::add_ground(world);
    const std::vector<BodyId> boxes = add_wall(world);
    test::run(world, 60);
    CHECK(loaded_steps(world, 60) == 60);
    for (std::size_t i = 16; i < boxes.size(); ++i) {
        world[boxes[i]].set_linear_velocity({2.0f, 0.0f});
    }
    CHECK(loaded_steps(world, 8) == 0);
    // The lowest boxes rest, and still bear the others.
    CHECK(length(world[boxes.front()].linear_velocity()) < 0.1f);
}

TEST_CASE("loaded components: what immovable bodies squeeze bears no load") {
    World world({.sleeping = false});
    test::add_ground(world);
    const BodyId disc = test::add_disc(world, {0.0f, 0.5f}, 0.5f);
    const BodyId press = world.create_body({.type = BodyType::Kinematic, .position = {0.0f, 1.55f}});
    world.create_shape(press, make_box(1.0f, 0.5f));
    world[press].set_linear_velocity({0.0f, -0.5f});
    test::run(world, 12);
    world[press].set_linear_velocity({});
    CHECK(loaded_steps(world, 60) == 0);
    float force = 0.0f;
    world.visit_contacts([&](const ContactView& contact) {
        force = std::max(force, contact.points[0].normal_impulse * 240.0f);
    });
    // It does bear many times its weight.
    CHECK(force > 8.0f * 10.0f * world[disc].mass().mass);
}

TEST_CASE("loaded components: a force presses like a weight") {
    World world({.sleeping = false});
    test::add_ground(world);
    test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    const BodyId top = test::add_box(world, {0.0f, 1.5f}, 0.5f, 0.5f);
    CHECK(loaded_steps(world, 60) == 0);
    world[top].set_constant_force({0.0f, -300.0f});
    CHECK(loaded_steps(world, 60) > 50);
}
