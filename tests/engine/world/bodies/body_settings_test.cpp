#include <doctest/doctest.h>

#include "support/world_build.h"

#include <limits>
#include <string>
#include <vector>

using namespace drystone;
using test::dt;

TEST_CASE("body settings: what a definition says is read back") {
    World world;
    std::string name("left paddle");
    const BodyId body = world.create_body({.type = BodyType::Dynamic,
                                           .linear_damping = 0.25f,
                                           .angular_damping = 0.5f,
                                           .own_gravity = Vec2{1.0f, 2.0f},
                                           .maximum_linear_speed = 7.0f,
                                           .maximum_angular_speed = 8.0f,
                                           .can_sleep = false,
                                           .sleep_speed = 0.125f,
                                           .locks = {.linear_y = true},
                                           .bullet = true,
                                           .name = name});
    name.clear();
    CHECK(world[body].linear_damping() == 0.25f);
    CHECK(world[body].angular_damping() == 0.5f);
    CHECK(world[body].own_gravity() == Vec2(1.0f, 2.0f));
    CHECK(world[body].maximum_linear_speed() == 7.0f);
    CHECK(world[body].maximum_angular_speed() == 8.0f);
    CHECK_FALSE(world[body].can_sleep());
    CHECK(world[body].sleep_speed() == 0.125f);
    CHECK(world[body].locks() == AxisLocks{.linear_y = true});
    CHECK(world[body].is_bullet());
    CHECK(world[body].is_enabled());
    CHECK(world[body].name() == "left paddle");

    const BodyId standard = world.create_body({.type = BodyType::Dynamic});
    CHECK_FALSE(world[standard].own_gravity().has_value());
    CHECK(world[standard].maximum_linear_speed() == std::numeric_limits<float>::max());
    CHECK_FALSE(world[standard].is_bullet());
    CHECK(world[standard].can_sleep());
    CHECK(world[standard].name().empty());
}

TEST_CASE("body settings: a slot that is used again has nothing of the body that had it before") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId first = world.create_body({.type = BodyType::Dynamic,
                                            .own_gravity = Vec2{9.0f, 9.0f},
                                            .maximum_linear_speed = 1.0f,
                                            .locks = {.linear_x = true},
                                            .bullet = true,
                                            .name = "first"});
    world[first].set_mass_properties({5.0f, {0.0f, 0.0f}, 5.0f});
    const BodyId partner = test::add_box(world, {9.0f, 9.0f}, 0.5f, 0.5f);
    world.set_collision(first, partner, false);
    world.destroy_body(first);
    const BodyId second = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    REQUIRE(second.index1 == first.index1);
    CHECK(world[second].name().empty());
    CHECK_FALSE(world[second].own_gravity().has_value());
    CHECK(world[second].locks() == AxisLocks{});
    CHECK(world[second].mass().mass == doctest::Approx(1.0));
    CHECK(world.collision_enabled(second, partner));
    world[second].set_linear_velocity({3.0f, 0.0f});
    world.step(dt);
    CHECK(world[second].linear_velocity() == Vec2(3.0f, 0.0f));
}

TEST_CASE("body settings: gravity of its own takes the place of the world's and is scaled likewise") {
    World world({.gravity = {0.0f, -10.0f}});
    const BodyId standard = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    const BodyId own = test::add_box(world, {5.0f, 0.0f}, 0.5f, 0.5f);
    world[own].set_own_gravity(Vec2{2.0f, 4.0f});
    world[own].set_gravity_scale(0.5f);
    world[own].apply_force({60.0f, 0.0f});  // For one step: 1 kg gains 1 m/s.
    test::run(world, 60);
    // 240 sums, each rounded by at most 2^-24.
    CHECK(world[standard].linear_velocity().y == doctest::Approx(-10.0).epsilon(1.5e-5));
    CHECK(world[own].linear_velocity().x == doctest::Approx(2.0).epsilon(1.5e-5));
    CHECK(world[own].linear_velocity().y == doctest::Approx(2.0).epsilon(1.5e-5));
    world[own].set_own_gravity(std::nullopt);
    CHECK_FALSE(world[own].own_gravity().has_value());
    test::run(world, 60);
    CHECK(world[own].linear_velocity().y == doctest::Approx(2.0 - 5.0).epsilon(1.5e-5));
}

TEST_CASE("body settings: gravity of its own equal to the world's changes no bit") {
    const auto run_scene = [](bool own) {
        World world({.gravity = {0.3f, -9.7f}});
        test::add_ground(world);
        for (int i = 0; i < 5; ++i) {
            const BodyId box = test::add_box(
                world, {0.1f * static_cast<float>(i), 0.6f + 1.1f * static_cast<float>(i)}, 0.5f, 0.5f);
            if (own) {
                world[box].set_own_gravity(Vec2{0.3f, -9.7f});
            }
        }
        test::run(world, 120);
        return world.state_hash();
    };
    CHECK(run_scene(true) == run_scene(false));
}

TEST_CASE("body settings: a new gravity wakes the body and its neighbours") {
    World world;
    test::add_ground(world);
    const BodyId lower = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    const BodyId upper = test::add_box(world, {0.0f, 1.5f}, 0.5f, 0.5f);
    test::run(world, 300);
    REQUIRE_FALSE(world[upper].is_awake());
    world[lower].set_own_gravity(Vec2{0.0f, 20.0f});
    CHECK(world[upper].is_awake());
    test::run(world, 60);
    // The lower one lifts both: 20 m/s^2 up on 1 kg, 10 m/s^2 down on 1 kg: 5 m/s^2 for both.
    CHECK(world[upper].linear_velocity().y == doctest::Approx(5.0).epsilon(0.02));
}

TEST_CASE("body settings: bodies are held to their own greatest speeds and to the world's") {
    World world({.gravity = {0.0f, 0.0f}, .maximum_linear_speed = 50.0f, .maximum_angular_speed = 20.0f});
    const BodyId slow = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    const BodyId standard = test::add_box(world, {100.0f, 0.0f}, 0.5f, 0.5f);
    const BodyId bold = test::add_box(world, {200.0f, 0.0f}, 0.5f, 0.5f);
    world[slow].set_maximum_speeds(5.0f, 2.0f);
    world[bold].set_maximum_speeds(500.0f, 500.0f);
    for (const BodyId body : {slow, standard, bold}) {
        world[body].set_linear_velocity({60.0f, -80.0f});
        world[body].set_angular_velocity(-30.0f);
    }
    world.step(dt);
    const auto check = [&](BodyId body, float linear, float angular) {
        // The direction is kept.
        CHECK(world[body].linear_velocity().x == doctest::Approx(0.6 * linear).epsilon(1e-6));
        CHECK(world[body].linear_velocity().y == doctest::Approx(-0.8 * linear).epsilon(1e-6));
        CHECK(world[body].angular_velocity() == doctest::Approx(-angular).epsilon(1e-6));
    };
    check(slow, 5.0f, 2.0f);
    check(standard, 50.0f, 20.0f);
    check(bold, 50.0f, 20.0f);
    // It also moves no faster.
    CHECK(length(world[slow].center_of_mass()) == doctest::Approx(5.0 * dt).epsilon(1e-5));
    world.set_maximum_speeds(4.0f, 1.0f);
    CHECK(world.maximum_linear_speed() == 4.0f);
    CHECK(world.maximum_angular_speed() == 1.0f);
    world.step(dt);
    check(slow, 4.0f, 1.0f);
    check(standard, 4.0f, 1.0f);
}

TEST_CASE("body settings: a falling body that is held to a speed reaches it and stays at it") {
    World world;
    const BodyId body = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    world[body].set_maximum_speeds(3.0f, 1.0f);
    test::run(world, 120);
    CHECK(world[body].linear_velocity().y == doctest::Approx(-3.0).epsilon(1e-6));
}

TEST_CASE("body settings: a mass of its own is the body's whatever its shapes do, until it is reset") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId body =
        world.create_body({.type = BodyType::Dynamic, .position = {2.0f, 1.0f}, .angle = 0.5f});
    world.create_shape(body, make_box(0.5f, 0.5f));
    world[body].set_linear_velocity({1.0f, 0.0f});
    world[body].set_angular_velocity(2.0f);
    const Vec2 at_origin = world[body].velocity_at(world[body].position());
    world[body].set_mass_properties({4.0f, {0.25f, -0.5f}, 3.0f});
    CHECK(world[body].mass().mass == 4.0f);
    CHECK(world[body].mass().inertia == 3.0f);
    CHECK(world[body].mass().center == Vec2(0.25f, -0.5f));
    CHECK(length(world[body].position() - Vec2{2.0f, 1.0f}) < 1e-6f);
    CHECK(length(world[body].velocity_at(world[body].position()) - at_origin) < 1e-5f);
    CHECK(length(world[body].center_of_mass() - world[body].world_point({0.25f, -0.5f})) < 1e-6f);

    const ShapeId extra = world.create_shape(body, Circle{{1.0f, 1.0f}, 1.0f});
    world[extra].set_density(9.0f);
    world.destroy_shape(extra);
    CHECK(world[body].mass().mass == 4.0f);
    world[body].set_type(BodyType::Static);
    CHECK(world[body].mass().mass == 0.0f);
    world[body].set_type(BodyType::Dynamic);
    CHECK(world[body].mass().mass == 4.0f);
    CHECK(world[body].mass().center == Vec2(0.25f, -0.5f));

    // Forces act on it: 8 N s on 4 kg and 6 N m s on 3 kg m^2.
    world[body].apply_impulse({8.0f, 0.0f});
    world[body].apply_angular_impulse(6.0f);
    CHECK(world[body].linear_velocity().x == doctest::Approx(2.0));
    CHECK(world[body].angular_velocity() == doctest::Approx(2.0));

    world[body].reset_mass_properties();
    CHECK(world[body].mass().mass == doctest::Approx(1.0));
    CHECK(world[body].mass().inertia == doctest::Approx(1.0 / 6.0));
    CHECK(length(world[body].mass().center) < 1e-6f);
    world.validate();
}

TEST_CASE("body settings: the outcome of an impact follows the masses that were given") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId heavy = test::add_disc(world, {0.0f, 0.0f}, 0.5f, {.material = {.friction = 0.0f}});
    const BodyId light = test::add_disc(world, {2.0f, 0.0f}, 0.5f, {.material = {.friction = 0.0f}});
    world[heavy].set_mass_properties({3.0f, {0.0f, 0.0f}, 1.0f});
    world[light].set_mass_properties({1.0f, {0.0f, 0.0f}, 1.0f});
    world[heavy].set_linear_velocity({4.0f, 0.0f});
    test::run(world, 60);
    // Without restitution, both continue together: 3 kg * 4 m/s over 4 kg.
    CHECK(world[heavy].linear_velocity().x == doctest::Approx(3.0).epsilon(1e-3));
    CHECK(world[light].linear_velocity().x == doctest::Approx(3.0).epsilon(1e-3));
    CHECK(world.momentum().x == doctest::Approx(12.0).epsilon(1e-6));
}

TEST_CASE("body settings: a mass that is put off is the same as one that followed every shape") {
    const auto build = [](World& world, bool at_once) {
        const BodyId body =
            world.create_body({.type = BodyType::Dynamic, .position = {1.0f, 2.0f}, .angle = 0.3f});
        std::vector<ShapeId> shapes;
        for (int i = 0; i < 5; ++i) {
            shapes.push_back(
                world.create_shape(body, Circle{{static_cast<float>(i), 0.2f}, 0.5f},
                                   {.density = 1.0f + static_cast<float>(i), .update_mass = at_once}));
        }
        world.destroy_shape(shapes[1], at_once);
        world[shapes[2]].set_density(0.5f, at_once);
        return body;
    };
    World world;
    const BodyId followed = build(world, true);
    const BodyId put_off = build(world, false);
    CHECK(world[put_off].mass().mass == 0.0f);
    world[put_off].update_mass();
    const MassProperties expected = world[followed].mass();
    const MassProperties found = world[put_off].mass();
    CHECK(found.mass == doctest::Approx(expected.mass).epsilon(1e-6));
    CHECK(found.inertia == doctest::Approx(expected.inertia).epsilon(1e-5));
    CHECK(length(found.center - expected.center) < 1e-5f);
    CHECK(length(world[put_off].position() - Vec2{1.0f, 2.0f}) < 1e-5f);
    world.validate();

    // The next shape that does not defer the mass update also completes it.
    const BodyId settled = build(world, false);
    world.create_shape(settled, Circle{{0.0f, 3.0f}, 0.5f}, {.density = 2.0f});
    world.create_shape(followed, Circle{{0.0f, 3.0f}, 0.5f}, {.density = 2.0f});
    CHECK(world[settled].mass().mass == doctest::Approx(world[followed].mass().mass).epsilon(1e-6));
    CHECK(world[settled].mass().inertia == doctest::Approx(world[followed].mass().inertia).epsilon(1e-5));
}

TEST_CASE("body settings: names can be changed and need not be unique") {
    World world;
    const BodyId a = world.create_body({.type = BodyType::Static, .name = "twin"});
    const BodyId b = world.create_body({.type = BodyType::Static});
    world[b].set_name("twin");
    CHECK(world[a].name() == world[b].name());
    world[a].set_name("");
    CHECK(world[a].name().empty());
    CHECK(world[b].name() == "twin");
    world[a].set_bullet(true);
    CHECK(world[a].is_bullet());
    world[a].set_bullet(false);
    CHECK_FALSE(world[a].is_bullet());
}
