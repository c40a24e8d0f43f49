// Steps so short that no time passes, and so long that times grow without bound.
#include <doctest/doctest.h>

#include "support/world_build.h"

#include <drystone/character.h>

#include <limits>

using namespace drystone;

namespace {

/// A box that falls, and one that hangs on a spring and in limits.
World make_world() {
    World world;
    test::add_ground(world);
    const BodyId box = test::add_box(world, {0.0f, 1.0f}, 0.5f, 0.5f);
    world.create_joint(box, test::add_box(world, {2.0f, 1.0f}, 0.5f, 0.5f),
                       RevoluteJoint{.anchor_a = {1.0f, 0.0f},
                                     .anchor_b = {-1.0f, 0.0f},
                                     .limit = JointLimit{-0.1f, 0.1f},
                                     .spring = JointSpring{.frequency = 2.0f}});
    return world;
}

}  // namespace

TEST_CASE("step: sub-steps too short for an inverse pass no time") {
    for (const float time_step : {std::numeric_limits<float>::denorm_min(), 1e-45f, 1e-38f, 1e-25f}) {
        CAPTURE(time_step);
        World world = make_world();
        World still = make_world();
        for (int i = 0; i < 3; ++i) {
            world.step(time_step, 4);
            still.step(0.0f, 4);
        }
        CHECK(world.state_hash() == still.state_hash());
        world.step(test::dt);
        still.step(test::dt);
        CHECK(world.state_hash() == still.state_hash());
    }
}

TEST_CASE("step: a body that has been still for all times can be saved") {
    World world({.gravity = {0.0f, 0.0f}, .sleeping = false});
    test::add_box(world, {0.0f, 1.0f}, 0.5f, 0.5f);
    for (int i = 0; i < 4; ++i) {
        world.step(3e38f);
    }
    CHECK(World::load(world.save()).state_hash() == world.state_hash());
}

TEST_CASE("step: a character that has been in the air for all times can be put back") {
    World world;
    Character character(CharacterDefinition{.geometry = Circle{{0.0f, 0.0f}, 0.5f}});
    for (int i = 0; i < 4; ++i) {
        character.update(world, {.mode = CharacterMode::Swim}, 3e38f);
    }
    CHECK_NOTHROW(character.set_state(character.state()));
    // A fall of that length leads out of all places.
    const CharacterState before = character.state();
    CHECK_THROWS_WITH_AS(
        character.update(world, {}, 3e38f),
        doctest::Contains(
            "Character::update: time_step must be so short that the character stays within 1e30 m"),
        Error);
    CHECK(character.state().position == before.position);
    CHECK(character.state().velocity == before.velocity);
}
