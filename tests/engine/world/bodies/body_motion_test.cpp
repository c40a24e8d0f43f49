#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cmath>
#include <limits>

using namespace drystone;
using test::dt;

namespace {

World empty_world() { return World({.gravity = {0.0f, 0.0f}}); }

}  // namespace

TEST_CASE("body motion: an impulse changes the velocity at once, a force in the next step") {
    World world = empty_world();
    const BodyId pushed = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f, {.density = 4.0f});
    const BodyId hit = test::add_box(world, {10.0f, 0.0f}, 0.5f, 0.5f, {.density = 4.0f});
    world[hit].apply_impulse({8.0f, -4.0f});
    world[pushed].apply_force({8.0f, -4.0f});
    CHECK(world[hit].linear_velocity().x == doctest::Approx(2.0f));
    CHECK(world[hit].linear_velocity().y == doctest::Approx(-1.0f));
    CHECK(world[pushed].linear_velocity().x == 0.0f);
    world.step(dt);
    CHECK(world[pushed].linear_velocity().x == doctest::Approx(2.0f * dt).epsilon(1e-6));
    // It acted once: the next step is without it.
    world.step(dt);
    CHECK(world[pushed].linear_velocity().x == doctest::Approx(2.0f * dt).epsilon(1e-6));
}

TEST_CASE("body motion: forces and torques of a step add up") {
    World world = empty_world();
    const BodyId body = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    const float inertia = world[body].mass().inertia;
    world[body].apply_force({3.0f, 0.0f});
    world[body].apply_force({0.0f, 2.0f}, {1.0f, 0.0f});
    world[body].apply_torque(1.0f);
    world.step(dt);
    CHECK(world[body].linear_velocity().x == doctest::Approx(3.0f * dt).epsilon(1e-5));
    CHECK(world[body].linear_velocity().y == doctest::Approx(2.0f * dt).epsilon(1e-5));
    CHECK(world[body].angular_velocity() == doctest::Approx(3.0f * dt / inertia).epsilon(1e-5));
}

TEST_CASE("body motion: an impulse at a point turns the body as the lever says") {
    World world = empty_world();
    const BodyId body = test::add_box(world, {2.0f, 0.0f}, 0.5f, 0.5f, {.density = 3.0f});
    const MassProperties mass = world[body].mass();
    world[body].apply_impulse({0.0f, 6.0f}, {2.5f, 0.0f});
    CHECK(world[body].linear_velocity().y == doctest::Approx(6.0f / mass.mass));
    CHECK(world[body].angular_velocity() == doctest::Approx(3.0f / mass.inertia));
    world[body].apply_angular_impulse(-3.0f);
    CHECK(std::abs(world[body].angular_velocity()) < 1e-6f);
}

TEST_CASE("body motion: a force through the whole of many steps accelerates evenly, whatever the sub-steps") {
    for (const int sub_steps : {1, 4, 8}) {
        World world = empty_world();
        const BodyId body = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f, {.density = 2.0f});
        for (int i = 0; i < 60; ++i) {
            world[body].apply_force({10.0f, 0.0f});
            world.step(dt, sub_steps);
        }
        CHECK(world[body].linear_velocity().x == doctest::Approx(5.0).epsilon(1e-5));
        CHECK(world[body].position().x == doctest::Approx(2.5).epsilon(1e-5));
    }
}

TEST_CASE("body motion: a kinematic body reaches its target pose within 1e-5") {
    World world;
    const BodyId body =
        world.create_body({.type = BodyType::Kinematic, .position = {1.0f, 2.0f}, .angle = 0.2f});
    world.create_shape(body, make_box(1.0f, 0.25f, Pose{Vec2{0.7f, 0.1f}, Rot{}}));
    test::Random random(2);
    for (int i = 0; i < 50; ++i) {
        const Vec2 target =
            world[body].position() + Vec2{random.between(-0.5f, 0.5f), random.between(-0.5f, 0.5f)};
        const float angle = world[body].angle() + random.between(-0.6f, 0.6f);
        world[body].set_target_pose(target, angle, dt);
        world.step(dt);
        CHECK(length(world[body].position() - target) < 1e-5f);
        const Rot expected = Rot::from_angle(angle);
        CHECK(std::abs(cross(Vec2{expected.c, expected.s},
                             Vec2{world[body].pose().rotation.c, world[body].pose().rotation.s})) < 1e-5f);
    }
}

TEST_CASE("body motion: a target pose turns the short way round") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Kinematic, .angle = 3.0f});
    world[body].set_target_pose({0.0f, 0.0f}, -3.0f, dt);
    CHECK(world[body].angular_velocity() * dt == doctest::Approx(2.0f * pi - 6.0f).epsilon(1e-5));
}

TEST_CASE("body motion: nothing pushes a kinematic body and it carries what rests on it") {
    World world;
    const BodyId platform = world.create_body({.type = BodyType::Kinematic, .linear_velocity = {1.0f, 0.0f}});
    world.create_shape(platform, make_box(2.0f, 0.25f));
    const BodyId box = test::add_box(world, {0.0f, 0.75f}, 0.5f, 0.5f);
    test::run(world, 120);
    CHECK(world[platform].linear_velocity().x == 1.0f);
    CHECK(world[platform].linear_velocity().y == 0.0f);
    CHECK(world[platform].position().x == doctest::Approx(2.0f).epsilon(1e-5));
    CHECK(world[platform].position().y == 0.0f);
    CHECK(world[box].linear_velocity().x == doctest::Approx(1.0f).epsilon(1e-3));
    CHECK(std::abs(world[box].position().y - 0.75f) < 0.005f);
}

TEST_CASE("body motion: a teleported body meets what is there and leaves what was here") {
    World world;
    test::add_ground(world);
    const BodyId floor = world.create_body({.type = BodyType::Static, .position = {100.0f, 10.0f}});
    world.create_shape(floor, make_box(5.0f, 0.5f));
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    test::run(world, 60);
    CHECK(world.counters().contacts == 1);
    world[box].set_pose({100.0f, 11.0f}, 0.0f);
    world.step(dt);
    CHECK(world.contact_ends().size() == 1);
    CHECK(world.contact_begins().size() == 1);
    test::run(world, 60);
    CHECK(std::abs(world[box].position().y - 11.0f) < 0.005f);
}

TEST_CASE("body motion: a step of no length moves nothing and finds the contacts") {
    World world;
    test::add_ground(world);
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    world[box].set_linear_velocity({1.0f, 0.0f});
    world.step(0.0f);
    CHECK(world[box].position().x == 0.0f);
    CHECK(world[box].position().y == 0.5f);
    CHECK(world[box].linear_velocity().x == 1.0f);
    CHECK(world[box].linear_velocity().y == 0.0f);
    CHECK(world.counters().contacts == 1);
    CHECK(world.contact_begins().size() == 1);
}

TEST_CASE("body motion: moved events carry every awake body, its pose and its user data") {
    World world;
    test::add_ground(world);
    const BodyId box = test::add_box(world, {0.0f, 3.0f}, 0.5f, 0.5f);
    const BodyId paddle = world.create_body(
        {.type = BodyType::Kinematic, .position = {9.0f, 9.0f}, .angular_velocity = 1.0f, .user_data = 6});
    world[box].set_user_data(5);
    world.step(dt);
    REQUIRE(world.moved_bodies().size() == 2);
    for (const BodyMoved& moved : world.moved_bodies()) {
        CHECK((moved.body == box || moved.body == paddle));
        CHECK(moved.user_data == (moved.body == box ? 5 : 6));
        CHECK(moved.pose.position == world[moved.body].position());
        CHECK(moved.pose.rotation.s == world[moved.body].pose().rotation.s);
        CHECK_FALSE(moved.fell_asleep);
    }
    world.step(0.0f);
    CHECK(world.moved_bodies().empty());
}

TEST_CASE("body motion: forces that are taken back do not act") {
    World world = empty_world();
    const BodyId pushed = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    world[pushed].apply_force({8.0f, -4.0f}, {0.3f, 0.2f});
    world[pushed].apply_torque(3.0f);
    world[pushed].apply_impulse({1.0f, 0.0f});
    world[pushed].clear_forces();
    world.step(dt);
    CHECK(world[pushed].linear_velocity() == Vec2{1.0f, 0.0f});
    CHECK(world[pushed].angular_velocity() == 0.0f);
    CHECK_NOTHROW(world[world.create_body({.type = BodyType::Static})].clear_forces());
}

TEST_CASE("body motion: a constant force acts as one that is applied in every step, and may come to rest") {
    World world({.gravity = {0.0f, -10.0f}});
    World twin({.gravity = {0.0f, -10.0f}});
    BodyId boxes[2];
    BodyId twins[2];
    for (World* each : {&world, &twin}) {
        BodyId* const made = each == &world ? boxes : twins;
        test::add_ground(*each);
        const BodyId wall = each->create_body({.type = BodyType::Static, .position = {6.0f, 2.0f}});
        each->create_shape(wall, make_box(0.5f, 2.0f));
        made[0] = test::add_box(*each, {0.0f, 0.5f}, 0.5f, 0.5f, {.material = {.friction = 0.1f}});
        made[1] = test::add_disc(*each, {-6.0f, 20.0f}, 0.5f);
    }
    world[boxes[0]].set_constant_force({4.0f, 0.0f});
    world[boxes[1]].set_constant_force({0.0f, 3.0f}, 0.25f);
    for (int i = 0; i < 120; ++i) {
        twin[twins[0]].apply_force({4.0f, 0.0f});
        twin[twins[1]].apply_force({0.0f, 3.0f});
        twin[twins[1]].apply_torque(0.25f);
        world.step(dt);
        twin.step(dt);
        REQUIRE(world.state_hash() == twin.state_hash());
    }
    test::run(world, 300);
    CHECK_FALSE(world[boxes[0]].is_awake());
    CHECK(world[boxes[0]].position().x == doctest::Approx(5.0f).epsilon(2e-3));
    // Without the force that pressed it, it would stay as well; a force away wakes it and carries it off.
    world[boxes[0]].set_constant_force({-4.0f, 0.0f});
    CHECK(world[boxes[0]].is_awake());
    test::run(world, 30);
    // Friction is the geometric mean of both coefficients.
    CHECK(world[boxes[0]].linear_velocity().x ==
          doctest::Approx(-0.5 * (4.0 - 10.0 * std::sqrt(0.1 * 0.6))).epsilon(0.02));
    world[boxes[0]].set_constant_force({0.0f, 0.0f});
    CHECK(world[boxes[0]].constant_force() == Vec2{0.0f, 0.0f});
    world[boxes[0]].set_linear_velocity({0.0f, 0.0f});
    test::run(world, 10);
    CHECK(std::abs(world[boxes[0]].linear_velocity().x) < 1e-3f);
    // A body in the slot of a destroyed one has none.
    world.destroy_body(boxes[1]);
    const BodyId next = world.create_body();
    REQUIRE(next.index1 == boxes[1].index1);
    CHECK(world[next].constant_force() == Vec2{0.0f, 0.0f});
    CHECK(world[next].constant_torque() == 0.0f);
}

TEST_CASE("body motion: the box of a body is around its enabled shapes") {
    World world = empty_world();
    const BodyId body = world.create_body({.position = {3.0f, 1.0f}, .angle = 0.5f * pi});
    CHECK(world[body].aabb().lower == Vec2{3.0f, 1.0f});
    CHECK(world[body].aabb().upper == Vec2{3.0f, 1.0f});
    world.create_shape(body, Circle{{2.0f, 0.0f}, 0.5f});
    const ShapeId box = world.create_shape(body, make_box(1.0f, 0.25f));
    const Aabb both = world[body].aabb();
    CHECK(both.lower.x == doctest::Approx(2.5f));
    CHECK(both.lower.y == doctest::Approx(0.0f).epsilon(1e-6).scale(1));
    CHECK(both.upper.x == doctest::Approx(3.5f));
    CHECK(both.upper.y == doctest::Approx(3.5f));
    world[box].set_enabled(false);
    CHECK(world[body].aabb().lower.y == doctest::Approx(2.5f));
}

TEST_CASE("body motion: with its time scaled, a body flies the same way at another speed, and back") {
    World world({.gravity = {0.0f, -10.0f}});
    const auto throw_disc = [&](float x) {
        const BodyId disc = test::add_disc(world, {x, 0.0f}, 0.25f);
        world[disc].set_linear_velocity({3.0f, 8.0f});
        world[disc].set_angular_velocity(2.0f);
        world[disc].set_constant_force({-0.25f * world[disc].mass().mass, 0.0f});
        return disc;
    };
    const BodyId slow = throw_disc(100.0f);
    world[slow].scale_time(0.25f);
    CHECK(world[slow].gravity_scale() == 0.0625f);
    // A quarter of the speed: where the exact flight is after a quarter of the time.
    for (int i = 1; i <= 240; ++i) {
        world.step(dt);
        const double time = 0.25 * i / 60.0;
        const Vec2d exact{100.0 + 3.0 * time - 0.125 * time * time, 8.0 * time - 5.0 * time * time};
        CHECK(length(to_double(world[slow].position()) - exact) < 2e-3);
    }
    CHECK(world[slow].angle() == doctest::Approx(2.0f).epsilon(1e-3));
    world[slow].scale_time(4.0f);
    CHECK(world[slow].gravity_scale() == 1.0f);
    CHECK(world[slow].linear_velocity().y == doctest::Approx(8.0f - 10.0f).epsilon(1e-2));
    CHECK(world[slow].sleep_speed() == 0.05f);
    for (const float factor : {0.0f, -1.0f, std::numeric_limits<float>::quiet_NaN()}) {
        CHECK_THROWS_AS(world[slow].scale_time(factor), Error);
    }
}
