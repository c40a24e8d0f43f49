#include <doctest/doctest.h>

#include <drystone/dynamic_mover.h>

#include "support/world_build.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

using namespace drystone;

namespace {

/// A mover on ground of the caller's.
struct Walk {
    explicit Walk(float rate = 60.0f) : dt(1.0f / rate) {
        ground = world.create_body({.type = BodyType::Static});
        body =
            world.create_body({.position = {0.0f, 0.95f}, .can_sleep = false, .locks = {.rotation = true}});
        world.create_shape(body, Capsule{{0.0f, -0.1f}, {0.0f, 0.6f}, 0.3f},
                           {.material = {.friction = 0.0f}});
    }
    void add_floor(const Material& material = {}) {
        world.create_shape(ground, make_box(100.0f, 0.5f, Pose{Vec2{0.0f, -0.5f}, Rot{}}),
                           {.material = material});
    }
    void run(DynamicMover& mover, float seconds, const DynamicMoverInput& input) {
        const int steps = static_cast<int>(std::lround(seconds / dt));
        for (int i = 0; i < steps; ++i) {
            mover.update(world, input, dt);
            world.step(dt);
        }
    }
    [[nodiscard]] Vec2 position() const { return world[body].position(); }
    [[nodiscard]] Vec2 velocity() const { return world[body].linear_velocity(); }

    World world{{.gravity = {0.0f, -10.0f}}};
    float dt;
    BodyId ground;
    BodyId body;
};

}  // namespace

TEST_CASE("dynamic mover: floats at its ride height and walks with the desired speed, at any rate") {
    for (const float rate : {30.0f, 60.0f, 144.0f}) {
        CAPTURE(rate);
        Walk walk(rate);
        walk.add_floor();
        DynamicMover mover(walk.world, {.body = walk.body});
        walk.run(mover, 2.0f, {});
        CHECK(mover.is_on_ground());
        CHECK(walk.position().y == doctest::Approx(0.9f).epsilon(1e-3));
        CHECK(length(walk.velocity()) < 1e-3f);
        walk.run(mover, 1.0f, {.speed = 3.0f});
        const float from = walk.position().x;
        walk.run(mover, 1.0f, {.speed = 3.0f});
        CHECK(walk.position().x - from == doctest::Approx(3.0f).epsilon(1e-3));
        walk.run(mover, 1.0f, {.speed = -2.0f});
        CHECK(walk.velocity().x == doctest::Approx(-2.0f).epsilon(1e-3));
    }
}

TEST_CASE("dynamic mover: falls on its spring and settles without overshoot at critical damping") {
    Walk walk;
    walk.add_floor();
    DynamicMover mover(walk.world, {.body = walk.body, .frequency = 3.0f});
    walk.world[walk.body].set_pose({0.0f, 1.15f}, 0.0f);
    float highest = 0.0f;
    walk.run(mover, 0.4f, {});
    for (int i = 0; i < 120; ++i) {
        walk.run(mover, walk.dt, {});
        highest = std::max(highest, walk.position().y);
    }
    CHECK(highest < 0.903f);
    CHECK(walk.position().y == doctest::Approx(0.9f).epsilon(1e-3));
}

TEST_CASE("dynamic mover: walks over steps, up and down slopes, and not up steep ones") {
    for (const double degrees : {0.0, 15.0, 30.0, 40.0, 65.0}) {
        CAPTURE(degrees);
        Walk walk;
        const double angle = degrees * 3.14159265 / 180.0;
        walk.world.create_chain(walk.ground, {.points = {{static_cast<float>(3.0 + 20.0 * std::cos(angle)),
                                                          static_cast<float>(20.0 * std::sin(angle))},
                                                         {3.0f, 0.0f},
                                                         {-20.0f, 0.0f}}});
        if (degrees == 0.0) {
            for (int i = 0; i < 10; ++i) {
                const float height = 0.04f * static_cast<float>(i + 1);
                walk.world.create_shape(
                    walk.ground,
                    make_box(1.0f, 0.5f, Pose{Vec2{4.0f + static_cast<float>(i), height - 0.5f}, Rot{}}));
            }
        }
        DynamicMover mover(walk.world, {.body = walk.body});
        walk.run(mover, 4.0f, {.speed = 3.0f});
        if (degrees < 50.0) {
            CHECK(walk.position().x > 6.0f);
            CHECK(length(walk.velocity()) == doctest::Approx(3.0f).epsilon(0.02));
            walk.run(mover, 2.0f, {});
            CHECK(length(walk.velocity()) < 0.02f);
        } else {
            CHECK(walk.position().x < 4.0f);
        }
    }
}

TEST_CASE("dynamic mover: jumps as high as its speed carries, once") {
    for (const float rate : {60.0f, 144.0f}) {
        Walk walk(rate);
        walk.add_floor();
        DynamicMover mover(walk.world, {.body = walk.body, .jump_speed = 6.0f});
        walk.run(mover, 1.0f, {});
        const float from = walk.position().y;
        float highest = from;
        for (int i = 0; i < static_cast<int>(0.55f * rate); ++i) {
            walk.run(mover, walk.dt, {.jump = true});
            highest = std::max(highest, walk.position().y);
            CHECK_FALSE(mover.is_on_ground());
        }
        CHECK(highest - from == doctest::Approx(1.8f).epsilon(0.03));
        walk.run(mover, 2.0f, {});
        CHECK(mover.is_on_ground());
    }
}

TEST_CASE("dynamic mover: slips where friction is too small for its force") {
    Walk walk;
    walk.add_floor({.friction = 0.006f});
    DynamicMover mover(walk.world, {.body = walk.body, .friction = 1.5f});
    walk.run(mover, 1.0f, {});
    walk.run(mover, 1.0f, {.speed = 3.0f});
    // Friction sqrt(0.006 * 1.5) = 0.0949 accelerates by that times gravity.
    CHECK(walk.velocity().x == doctest::Approx(0.949f).epsilon(0.01));
}

TEST_CASE("dynamic mover: what it stands on feels every force: momentum is kept") {
    Walk walk;
    const BodyId raft = walk.world.create_body({.position = {0.0f, -0.5f}, .can_sleep = false});
    walk.world.create_shape(raft, make_box(5.0f, 0.5f));
    walk.world[raft].set_locks({.linear_y = true, .rotation = true});
    DynamicMover mover(walk.world, {.body = walk.body});
    walk.run(mover, 1.0f, {});
    walk.run(mover, 0.8f, {.speed = 2.0f});
    CHECK(walk.velocity().x - walk.world[raft].linear_velocity().x == doctest::Approx(2.0f).epsilon(1e-2));
    CHECK(walk.world[raft].linear_velocity().x < -0.05f);
    const double momentum = walk.world.momentum().x;
    CHECK(std::abs(momentum) < 1e-2);
}

TEST_CASE("dynamic mover: bad input is refused") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    Walk walk;
    const auto refused = [&](const DynamicMoverDefinition& definition) {
        return test::error_of([&] { DynamicMover(walk.world, definition); });
    };
    CHECK(refused({.body = walk.ground}).find("dynamic") != std::string::npos);
    CHECK_FALSE(refused({}).empty());
    CHECK(refused({.body = walk.body, .up = {0.0f, 0.0f}}).find("up") != std::string::npos);
    CHECK(refused({.body = walk.body, .ride_height = nan}).find("ride_height") != std::string::npos);
    CHECK(refused({.body = walk.body, .foot_radius = 1.0f}).find("foot_radius") != std::string::npos);
    CHECK(refused({.body = walk.body, .frequency = 0.0f}).find("frequency") != std::string::npos);
    DynamicMover mover(walk.world, {.body = walk.body});
    CHECK(test::error_of([&] { mover.update(walk.world, {}, 0.0f); }).find("DynamicMover::update") == 0);
    CHECK(test::error_of([&] { mover.update(walk.world, {.speed = nan}, 0.1f); }).find("input.speed") !=
          std::string::npos);
    CHECK(test::error_of([&] { mover.set_up({nan, 0.0f}); }).find("DynamicMover::set_up") == 0);
    walk.world.destroy_body(walk.body);
    CHECK_FALSE(test::error_of([&] { mover.update(walk.world, {}, 0.1f); }).empty());
}
