#include <doctest/doctest.h>

#include "support/world_build.h"

using namespace drystone;

namespace {

/// Returns how far a small disc at 120 m/s has come after a step, towards a wall of 1 cm at x = 1.5 m.
float fly(World& world, BodyId disc) {
    world[disc].set_pose({0.0f, 0.0f}, 0.0f);
    world[disc].set_linear_velocity({120.0f, 0.0f});
    world.step(test::dt);
    const float end = world[disc].position().x;
    // Out of the way of the next one.
    world[disc].set_pose({-20.0f, 5.0f * static_cast<float>(disc.index1)}, 0.0f);
    world[disc].set_linear_velocity({0.0f, 0.0f});
    return end;
}

}  // namespace

TEST_CASE(
    "continuous: a discrete body may pass what is thin, as a bullet and without the setting it may not") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId wall = world.create_body({.type = BodyType::Static, .position = {1.5f, 0.0f}});
    world.create_shape(wall, make_box(0.005f, 1.0f));
    const BodyId disc = world.create_body({.discrete = true});
    world.create_shape(disc, Circle{{0.0f, 0.0f}, 0.05f});
    const BodyId other = world.create_body({.position = {0.0f, 20.0f}});
    world.create_shape(other, Circle{{0.0f, 0.0f}, 0.05f});
    CHECK(world[disc].is_discrete());
    CHECK(world[disc].definition().discrete);
    CHECK(fly(world, disc) == doctest::Approx(2.0f).epsilon(1e-3));
    CHECK(fly(world, other) < 1.46f);
    world[disc].set_bullet(true);
    CHECK(fly(world, disc) < 1.46f);
    world[disc].set_bullet(false);
    CHECK(fly(world, disc) == doctest::Approx(2.0f).epsilon(1e-3));
    // The setting is part of the state.
    World copy = world.clone();
    CHECK(fly(copy, disc) == doctest::Approx(2.0f).epsilon(1e-3));
    World loaded = World::load(world.save());
    CHECK(fly(loaded, disc) == doctest::Approx(2.0f).epsilon(1e-3));
    world[disc].set_discrete(false);
    CHECK(fly(world, disc) < 1.46f);
}
