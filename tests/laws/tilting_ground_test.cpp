#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cmath>

using namespace drystone;

namespace {

constexpr float degree = pi / 180.0f;
constexpr float margin = 0.3f * degree;

/// Motion of a box relative to the plank below it.
struct Moved {
    float distance = 0.0f;  ///< Along the plank [m].
    float turn = 0.0f;      ///< [rad]
};

/// Tilts a kinematic plank slowly to an angle, leaves it there, and returns how far a box moves then.
Moved tilt(float friction, float half_height, float angle, float rate) {
    World world({.sleeping = false});
    const BodyId plank = world.create_body({.type = BodyType::Kinematic});
    world.create_shape(plank, make_box(6.0f, 0.5f), {.material = {.friction = friction}});
    const BodyId box = world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 0.5f + half_height}});
    world.create_shape(box, make_box(0.5f, half_height), {.material = {.friction = friction}});
    test::run(world, 30);
    world[plank].set_angular_velocity(rate);
    test::run(world, static_cast<int>(std::round(angle / (rate * test::dt))));
    world[plank].set_angular_velocity(0.0f);
    const auto along = [&] { return world[plank].local_point(world[box].position()).x; };
    const float before = along();
    test::run(world, 240);
    return {std::abs(along() - before), std::abs(world[box].angle() - world[plank].angle())};
}

}  // namespace

TEST_CASE("law: a box on ground that tilts slowly slips at the angle of friction") {
    // So slowly that the stop gives the box no speed to slide with.
    for (const float friction : {0.2f, 0.5f, 1.0f}) {
        CAPTURE(friction);
        const float law = std::atan(friction);
        CHECK(tilt(friction, 0.25f, law - margin, 1.0f * degree).distance < 0.005f);
        CHECK(tilt(friction, 0.25f, law + margin, 1.0f * degree).distance > 0.1f);
    }
}

TEST_CASE("law: a tall block on ground that tilts slowly tips when its centre passes the edge") {
    for (const float half_height : {1.0f, 1.5f, 2.5f}) {
        CAPTURE(half_height);
        const float law = std::atan(0.5f / half_height);
        // When the plank stops, the block keeps its spin. That lifts it over the edge from an angle `margin`
        // below the law if spin^2 = 3 g margin^2 / (4 radius); this is half as fast.
        const float radius = std::hypot(0.5f, half_height);
        const float rate = 0.5f * margin * std::sqrt(0.75f * 10.0f / radius);
        CHECK(tilt(1.0f, half_height, law - margin, rate).turn < 0.02f);
        CHECK(tilt(1.0f, half_height, law + margin, rate).turn > 0.2f);
    }
}
