#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cmath>

using namespace drystone;

namespace {

constexpr double degree = 3.14159265358979 / 180.0;

/// Plane inclined by `angle` [rad].
struct Ramp {
    Ramp(float angle, float friction) : q(Rot::from_angle(angle)), material{.friction = friction} {
        const BodyId plane = world.create_body({.type = BodyType::Static, .angle = angle});
        world.create_shape(plane, make_box(500.0f, 0.5f, Pose{Vec2{0.0f, -0.5f}, Rot{}}),
                           {.material = material});
    }
    template <class Geometry>
    BodyId add(const Geometry& geometry, float height) {
        const BodyId body = world.create_body(
            {.type = BodyType::Dynamic, .position = rotate(q, Vec2{0.0f, height}), .angle = q.angle()});
        world.create_shape(body, geometry, {.material = material});
        return body;
    }
    /// Returns the downhill displacement since the start.
    [[nodiscard]] float slid(BodyId body) const { return -inverse_rotate(q, world[body].position()).x; }
    [[nodiscard]] float speed(BodyId body) const {
        return -inverse_rotate(q, world[body].linear_velocity()).x;
    }

    World world{WorldDefinition{.sleeping = false}};
    Rot q;
    Material material;
};

/// Returns whether a box of 2 m by 0.5 m slips by more than 5 cm in 5 s.
bool slips(double angle, float friction) {
    Ramp ramp(static_cast<float>(angle), friction);
    const BodyId box = ramp.add(make_box(1.0f, 0.25f), 0.25f);
    test::run(ramp.world, 300);
    return ramp.slid(box) > 0.05f;
}

}  // namespace

TEST_CASE("law: a box slips from atan(mu) on, within 0.07 degrees") {
    for (const float friction : {0.1f, 0.3f, 0.6f, 0.9f}) {
        CAPTURE(friction);
        const double critical = std::atan(double{friction});
        double sticks_at = critical - 2.0 * degree;
        double slips_at = critical + 2.0 * degree;
        REQUIRE_FALSE(slips(sticks_at, friction));
        REQUIRE(slips(slips_at, friction));
        for (int i = 0; i < (test::slow_build ? 6 : 10); ++i) {
            const double middle = 0.5 * (sticks_at + slips_at);
            (slips(middle, friction) ? slips_at : sticks_at) = middle;
        }
        const double error = (0.5 * (sticks_at + slips_at) - critical) / degree;
        // 5 cm in 5 s is an acceleration of 4 mm/s^2: 0.02 degrees. Box2D v3 is within 0.065 degrees.
        CHECK(std::abs(error) < 0.07);
    }
}

TEST_CASE("law: a box below the critical angle does not creep") {
    for (const float friction : {0.1f, 0.3f, 0.6f}) {
        CAPTURE(friction);
        const double angle = std::atan(double{friction}) - 2.0 * degree;
        Ramp ramp(static_cast<float>(angle), friction);
        const BodyId box = ramp.add(make_box(1.0f, 0.25f), 0.25f);
        test::run(ramp.world, 60);
        const float start = ramp.slid(box);
        test::run(ramp.world, test::scaled(3540));
        // Box2D v3 creeps 0.04, 0.09 and 0.13 mm in a minute.
        CHECK(std::abs(ramp.slid(box) - start) < 0.15e-3f);
    }
}

TEST_CASE("law: a sliding box accelerates by g (sin - mu cos), within 1 percent") {
    for (const float friction : {0.0f, 0.1f, 0.3f, 0.6f}) {
        CAPTURE(friction);
        const double angle = std::atan(double{friction}) + 10.0 * degree;
        Ramp ramp(static_cast<float>(angle), friction);
        const BodyId box = ramp.add(make_box(1.0f, 0.25f), 0.25f);
        test::run(ramp.world, 120);
        const double expected = 2.0 * 10.0 * (std::sin(angle) - double{friction} * std::cos(angle));
        // Box2D v3 deviates by up to 0.89 %.
        CHECK(ramp.speed(box) == doctest::Approx(expected).epsilon(0.01));
    }
}

TEST_CASE("law: friction stops a sliding box after v^2 / (2 mu g)") {
    World world;
    test::add_ground(world);
    const BodyId box = test::add_box(world, {0.0f, 0.25f}, 1.0f, 0.25f, {.material = {.friction = 0.6f}});
    test::run(world, 30);
    const float start = world[box].position().x;
    world[box].set_linear_velocity({6.0f, 0.0f});
    test::run(world, 120);
    const double distance = 36.0 / (2.0 * 0.6 * 10.0);
    // The scheme stops within a sub-step of the exact time: v h / 2 = 1.25 cm early.
    CHECK(std::abs(world[box].position().x - start - distance) < 6.0 / 240.0);
    CHECK(std::abs(world[box].linear_velocity().x) < 1e-3f);
}

TEST_CASE("law: a disc rolls down with two thirds of the sliding acceleration and does not slip") {
    const double angle = 20.0 * degree;
    Ramp ramp(static_cast<float>(angle), 0.6f);
    const BodyId disc = ramp.add(Circle{{0.0f, 0.0f}, 0.5f}, 0.5f);
    test::run(ramp.world, 180);
    const double expected = 3.0 * 10.0 * std::sin(angle) * 2.0 / 3.0;
    const double speed = ramp.speed(disc);
    // Box2D v3 is 0.32 % too fast.
    CHECK(speed == doctest::Approx(expected).epsilon(0.0032));
    // The contact point is in the middle of the overlap, so the disc rolls on a radius that is smaller by
    // half of it: 33 micrometres of half a metre.
    const double slip = std::abs(speed - 0.5 * std::abs(double{ramp.world[disc].angular_velocity()})) / speed;
    CHECK(slip < 1e-4);
}

TEST_CASE("law: a disc on frictionless ground slides without turning") {
    Ramp ramp(static_cast<float>(20.0 * degree), 0.0f);
    const BodyId disc = ramp.add(Circle{{0.0f, 0.0f}, 0.5f}, 0.5f);
    test::run(ramp.world, 120);
    CHECK(ramp.speed(disc) == doctest::Approx(2.0 * 10.0 * std::sin(20.0 * degree)).epsilon(0.001));
    // The lever arm is rounded in the frame of the plane, about 20 m from its origin, to 1e-6 m several
    // times: 3e-6 m * g cos / (r^2 / 2) * 2 s.
    CHECK(std::abs(ramp.world[disc].angular_velocity()) < 5e-4f);
}
