#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cmath>
#include <vector>

using namespace drystone;
using test::dt;

TEST_CASE("locks: a locked axis stays exactly still under gravity, forces, impulses and settings") {
    for (const AxisLocks locks :
         {AxisLocks{.linear_x = true}, AxisLocks{.linear_y = true}, AxisLocks{.rotation = true},
          AxisLocks{true, true, false}, AxisLocks{true, false, true}, AxisLocks{true, true, true}}) {
        CAPTURE(locks.linear_x);
        CAPTURE(locks.linear_y);
        CAPTURE(locks.rotation);
        World world({.gravity = {3.0f, -10.0f}});
        const BodyId body = world.create_body({.type = BodyType::Dynamic,
                                               .position = {0.3f, 0.7f},
                                               .linear_velocity = {1.0f, 1.0f},
                                               .angular_velocity = 1.0f,
                                               .locks = locks});
        world.create_shape(body, make_box(0.5f, 0.25f));
        CHECK(world[body].locks() == locks);
        const float angle = world[body].angle();
        for (int i = 0; i < 60; ++i) {
            world[body].apply_force({20.0f, 30.0f}, {1.0f, 2.0f});
            world[body].apply_torque(5.0f);
            world[body].apply_impulse({0.5f, -0.5f}, {-1.0f, 0.0f});
            if (i == 30) {
                world[body].set_linear_velocity({2.0f, 3.0f});
                world[body].set_angular_velocity(4.0f);
            }
            world.step(dt);
            CHECK((world[body].linear_velocity().x == 0.0f) == locks.linear_x);
            CHECK((world[body].linear_velocity().y == 0.0f) == locks.linear_y);
            CHECK((world[body].angular_velocity() == 0.0f) == locks.rotation);
        }
        CHECK((world[body].position().x == 0.3f) == locks.linear_x);
        CHECK((world[body].position().y == 0.7f) == locks.linear_y);
        CHECK((world[body].angle() == angle) == locks.rotation);
    }
}

TEST_CASE("locks: free axes move as if there were no lock") {
    const auto run_body = [](const AxisLocks& locks) {
        World world({.gravity = {1.0f, -10.0f}});
        const BodyId body = world.create_body({.type = BodyType::Dynamic,
                                               .linear_velocity = {2.0f, 5.0f},
                                               .angular_velocity = 1.0f,
                                               .linear_damping = 0.3f,
                                               .locks = locks});
        world.create_shape(body, make_box(0.5f, 0.25f));
        test::run(world, 60);
        return world[body].position();
    };
    const Vec2 free = run_body({});
    CHECK(run_body({.linear_x = true}) == Vec2(0.0f, free.y));
    CHECK(run_body({.linear_y = true}) == Vec2(free.x, 0.0f));
    CHECK(run_body({.rotation = true}) == free);
}

TEST_CASE("locks: contacts never move a body along a locked axis") {
    World world;
    test::add_ground(world);
    // A lift shaft: the plate moves only up and down, boxes fall on it and next to it.
    const BodyId plate = world.create_body(
        {.type = BodyType::Dynamic, .position = {0.0f, 2.0f}, .locks = {.linear_x = true, .rotation = true}});
    world.create_shape(plate, make_box(2.0f, 0.25f));
    const BodyId wall = world.create_body(
        {.type = BodyType::Dynamic, .position = {4.0f, 1.5f}, .locks = {.linear_y = true, .rotation = true}});
    world.create_shape(wall, make_box(0.25f, 1.0f));
    test::Random random(3);
    std::vector<BodyId> boxes;
    for (int i = 0; i < 20; ++i) {
        boxes.push_back(
            test::add_box(world, {random.between(-2.0f, 4.0f), 4.0f + static_cast<float>(i)}, 0.4f, 0.3f));
        world[boxes.back()].set_angular_velocity(random.between(-5.0f, 5.0f));
        world[boxes.back()].set_linear_velocity({random.between(-5.0f, 5.0f), 0.0f});
    }
    for (int i = 0; i < 300; ++i) {
        world.step(dt);
        REQUIRE(world[plate].linear_velocity().x == 0.0f);
        REQUIRE(world[plate].position().x == 0.0f);
        REQUIRE(world[plate].angular_velocity() == 0.0f);
        REQUIRE(world[wall].linear_velocity().y == 0.0f);
        REQUIRE(world[wall].position().y == 1.5f);
    }
    // The plate lies on the ground, pressed by the boxes on it.
    CHECK(std::abs(world[plate].position().y - 0.25f) < 0.01f);
}

TEST_CASE("locks: a load on a body that may not sink stands at its height") {
    World world;
    const BodyId shelf =
        world.create_body({.type = BodyType::Dynamic, .locks = {.linear_y = true, .rotation = true}});
    world.create_shape(shelf, make_box(2.0f, 0.25f));
    // Three times as heavy as the shelf.
    const BodyId box = test::add_box(world, {0.0f, 0.75f}, 0.5f, 0.5f, {.density = 6.0f});
    REQUIRE(world[box].mass().mass == doctest::Approx(3.0 * world[shelf].mass().mass));
    test::run(world, 300);
    CHECK(std::abs(world[box].position().y - 0.75f) < 0.01f);
    CHECK(world[shelf].position().y == 0.0f);
}

TEST_CASE("locks: a body that may only turn has infinite mass: a box in the middle of a seesaw rests") {
    World world;
    const BodyId wheel =
        world.create_body({.type = BodyType::Dynamic, .locks = {.linear_x = true, .linear_y = true}});
    world.create_shape(wheel, make_box(2.0f, 0.25f));
    const BodyId left = test::add_box(world, {-1.0f, 0.65f}, 0.4f, 0.4f);
    const BodyId right = test::add_box(world, {1.0f, 0.65f}, 0.4f, 0.4f);
    test::run(world, 120);
    CHECK(world[wheel].position() == Vec2(0.0f, 0.0f));
    CHECK(std::abs(world[wheel].angle()) < 1e-3f);
    CHECK(std::abs(world[left].position().y - 0.65f) < 0.01f);
    // A single box rotates it: with the moments of the box and the plank, d(omega)/dt = m g r / (I + m r^2).
    world.destroy_body(right);
    const double mass = world[left].mass().mass;
    const double inertia =
        world[wheel].mass().inertia + world[left].mass().inertia + mass * (1.0 + 0.65 * 0.65);
    test::run(world, 6);
    const double expected = mass * 10.0 * 1.0 / inertia * 6.0 * dt;
    CHECK(std::abs(world[wheel].angular_velocity() - expected) < 0.05 * expected);
    CHECK(world[wheel].position() == Vec2(0.0f, 0.0f));
}

TEST_CASE("locks: an impact on a body locked along the normal ends as at a wall, whatever the masses") {
    for (const float density : {0.1f, 1.0f, 5.0f}) {
        for (const float restitution : {0.0f, 0.5f}) {
            CAPTURE(density);
            CAPTURE(restitution);
            World world({.gravity = {0.0f, 0.0f}});
            const BodyId target =
                world.create_body({.type = BodyType::Dynamic, .locks = {.linear_x = true, .rotation = true}});
            world.create_shape(target, make_box(0.5f, 0.5f));
            const BodyId ball = test::add_disc(
                world, {-3.0f, 0.0f}, 0.5f, {.density = density, .material = {.restitution = restitution}});
            world[ball].set_linear_velocity({5.0f, 0.0f});
            test::run(world, 60);
            CHECK(world[target].linear_velocity().x == 0.0f);
            CHECK(world[target].position().x == 0.0f);
            // Within two hundredths of the speed of impact.
            CHECK(std::abs(world[ball].linear_velocity().x + 5.0f * restitution) < 0.1f);
        }
    }
}

TEST_CASE("locks: an impact at an angle finds the mass that the locked body has along the free axis") {
    // A disc of mass m hits the face of a wedge that can only slide along x: with the normal n (45 degrees),
    // no friction and no restitution, the impulse is J = -v.n / (1/m + n_x^2 / M).
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId wedge =
        world.create_body({.type = BodyType::Dynamic, .locks = {.linear_y = true, .rotation = true}});
    world.create_shape(wedge, make_polygon({{-2.0f, -2.0f}, {2.0f, -2.0f}, {-2.0f, 2.0f}}),
                       {.material = {.friction = 0.0f}});
    const BodyId ball =
        test::add_disc(world, {1.5f, 1.5f}, 0.5f, {.density = 4.0f, .material = {.friction = 0.0f}});
    world[ball].set_linear_velocity({0.0f, -3.0f});
    const double m = world[ball].mass().mass;
    const double mass = world[wedge].mass().mass;
    test::run(world, 90);
    const double n = std::sqrt(0.5);
    const double impulse = 3.0 * n / (1.0 / m + n * n / mass);
    CHECK(world[ball].linear_velocity().x == doctest::Approx(impulse * n / m).epsilon(0.01));
    CHECK(world[ball].linear_velocity().y == doctest::Approx(-3.0 + impulse * n / m).epsilon(0.01));
    CHECK(world[wedge].linear_velocity().x == doctest::Approx(-impulse * n / mass).epsilon(0.01));
    CHECK(world[wedge].linear_velocity().y == 0.0f);
}

TEST_CASE("locks: setting and lifting them while bodies rest wakes what they matter to") {
    World world;
    test::add_ground(world);
    const BodyId lower = test::add_box(world, {0.0f, 1.0f}, 0.5f, 0.5f);
    world[lower].set_locks({.linear_y = true, .rotation = true});
    const BodyId upper = test::add_box(world, {0.0f, 2.0f}, 0.5f, 0.5f);
    for (int i = 0; i < 600 && world[upper].is_awake(); ++i) {
        world.step(dt);
    }
    REQUIRE_FALSE(world[upper].is_awake());
    CHECK(world[lower].position().y == 1.0f);
    world[lower].set_locks({});
    CHECK(world[lower].is_awake());
    CHECK(world[upper].is_awake());
    test::run(world, 240);
    CHECK(std::abs(world[lower].position().y - 0.5f) < 0.005f);
    CHECK(std::abs(world[upper].position().y - 1.5f) < 0.01f);
    // Setting a lock removes the velocity at once.
    world[upper].set_linear_velocity({3.0f, 4.0f});
    world[upper].set_angular_velocity(5.0f);
    world[upper].set_locks({.linear_x = true, .rotation = true});
    CHECK(world[upper].linear_velocity() == Vec2(0.0f, 4.0f));
    CHECK(world[upper].angular_velocity() == 0.0f);
}

TEST_CASE("locks: they concern dynamic bodies alone") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Kinematic,
                                           .linear_velocity = {1.0f, 2.0f},
                                           .angular_velocity = 0.5f,
                                           .locks = {true, true, true}});
    test::run(world, 60);
    CHECK(world[body].position().x == doctest::Approx(1.0).epsilon(1e-5));
    CHECK(world[body].angle() == doctest::Approx(0.5).epsilon(1e-5));
    // They take effect when it becomes dynamic.
    world[body].set_type(BodyType::Dynamic);
    CHECK(world[body].linear_velocity() == Vec2{});
    CHECK(world[body].angular_velocity() == 0.0f);
}

TEST_CASE("locks: results are the same for every number of threads") {
    const auto run_scene = [](int threads) {
        World world({.threads = threads});
        test::add_ground(world);
        test::Random random(12);
        for (int i = 0; i < 200; ++i) {
            const BodyId body = test::add_box(
                world, {random.between(-8.0f, 8.0f), 1.0f + 0.2f * static_cast<float>(i)}, 0.4f, 0.3f);
            world[body].set_locks({random.below(5) == 0, random.below(5) == 0, random.below(5) == 0});
            if (random.below(4) == 0) {
                world[body].set_own_gravity(Vec2{random.between(-3.0f, 3.0f), -5.0f});
                world[body].set_maximum_speeds(4.0f, 2.0f);
            }
        }
        test::run(world, test::scaled(200, 40));
        CHECK(test::all_finite(world));
        return world.state_hash();
    };
    const std::uint64_t alone = run_scene(1);
    CHECK(run_scene(2) == alone);
    CHECK(run_scene(3) == alone);
}

TEST_CASE("locks: setting them moves no body, not by a rounding") {
    test::Random random(23);
    World world({.gravity = {0.0f, 0.0f}});
    std::vector<BodyId> bodies;
    for (int i = 0; i < 200; ++i) {
        const BodyId body =
            world.create_body({.type = BodyType::Dynamic,
                               .position = {4.0f * static_cast<float>(i), 0.0f},
                               .angle = random.between(-3, 3),
                               .linear_velocity = {random.between(-9, 9), random.between(-9, 9)},
                               .angular_velocity = random.between(-9, 9)});
        world.create_shape(body, make_box(0.3f, 0.2f, {{random.between(-1, 1), random.between(-1, 1)}, {}}));
        world.create_shape(body, Circle{{random.between(-1, 1), random.between(-1, 1)}, 0.2f});
        bodies.push_back(body);
    }
    for (int step = 0; step < 20; ++step) {
        world.step(dt);
        for (const BodyId body : bodies) {
            const Vec2 center = world[body].center_of_mass();
            const Pose pose = world[body].pose();
            world[body].set_locks({.linear_x = step % 2 == 0});
            REQUIRE(world[body].center_of_mass() == center);
            REQUIRE(world[body].pose().position == pose.position);
            // Fast bodies have boxes without a margin.
            for (const ShapeId shape : world[body].shapes()) {
                REQUIRE(contains(expand(world[shape].fat_aabb(), 1e-6f), world[shape].aabb()));
            }
        }
        world.validate();
    }
}
