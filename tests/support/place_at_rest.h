#pragma once

#include <doctest/doctest.h>

#include "support/world_build.h"
#include "support/world_fingerprint.h"

#include <drystone/drystone.h>

#include <functional>
#include <string>

namespace drystone::test {

/// Some bodies at rest on a floor, and one that was destroyed.
struct Place {
    World world;
    BodyId ground = world.create_body({.type = BodyType::Static});
    BodyId box = add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    BodyId wagon = add_box(world, {5.0f, 5.0f}, 0.2f, 0.2f);
    BodyId dead = world.create_body();

    Place() {
        world.create_shape(ground, make_box(20.0f, 1.0f, Pose{Vec2{0.0f, -1.0f}, Rot{}}));
        world.destroy_body(dead);
        run(world, 30);
    }

    /// Checks that a call throws in the name of a function, and that nothing has changed.
    void refuses(const char* function, const std::function<void()>& call) {
        const Fingerprint before = fingerprint_of(world);
        const std::string error = error_of(call);
        CAPTURE(error);
        CHECK(error.find(function) == 0);
        CHECK(fingerprint_of(world) == before);
    }
};

}  // namespace drystone::test
