#include <doctest/doctest.h>

#include "support/world_random.h"
#include "support/world_state_access.h"

#include <array>
#include <cmath>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Box asleep on a table of type `type`.
struct Table {
    explicit Table(BodyType type) {
        table = world.create_body({.type = type, .position = {0.0f, -0.5f}});
        world.create_shape(table, make_box(3.0f, 0.5f), {.density = 4.0f});
        box = test::add_box(world, {0.5f, 0.5f}, 0.5f, 0.5f);
        for (int i = 0; i < 300 && world[box].is_awake(); ++i) {
            world.step(dt);
        }
        REQUIRE_FALSE(world[box].is_awake());
    }
    World world;
    BodyId table, box;
};

bool touches(const World& world, BodyId a, BodyId b) {
    bool found = false;
    world.visit_contacts([&](const ContactView& view) {
        const BodyId first = world[view.shape_a].body();
        const BodyId second = world[view.shape_b].body();
        found = found || (view.count > 0 && ((first == a && second == b) || (first == b && second == a)));
    });
    return found;
}

/// Returns the distance that touching bodies fall together from rest: v += h g, x += h v in every sub-step.
double fallen_height(int steps) {
    const double h = test::dt / 4.0;
    const double n = 4.0 * steps;
    return 10.0 * h * h * n * (n + 1.0) / 2.0;
}

}  // namespace

TEST_CASE("body types: a static table that turns dynamic wakes what sleeps on it and both fall freely") {
    Table scene(BodyType::Static);
    World& world = scene.world;
    const Vec2 table_before = world[scene.table].position();
    const Vec2 box_before = world[scene.box].position();
    world[scene.table].set_type(BodyType::Dynamic);
    CHECK(world[scene.table].type() == BodyType::Dynamic);
    CHECK(world[scene.table].is_awake());
    CHECK(world[scene.box].is_awake());
    // 6 m x 1 m at 4 kg/m^2.
    CHECK(world[scene.table].mass().mass == doctest::Approx(24.0));
    CHECK(world[scene.table].mass().inertia == doctest::Approx(24.0 * 37.0 / 12.0));
    world.validate();
    test::run(world, 60);
    const double fall = fallen_height(60);
    // Both fall freely: they share the fall, and separate by the overlap at rest.
    CHECK(std::abs(table_before.y - world[scene.table].position().y - fall) < 0.01);
    CHECK(std::abs(box_before.y - world[scene.box].position().y - fall) < 0.01);
    world.validate();
}

TEST_CASE("body types: a dynamic body that turns static stops where it is and holds others") {
    World world;
    const BodyId shelf = test::add_box(world, {0.0f, 5.0f}, 2.0f, 0.25f);
    const BodyId box = test::add_box(world, {0.0f, 6.0f}, 0.5f, 0.5f);
    test::run(world, 20);
    const Vec2 place = world[shelf].position();
    CHECK(world[shelf].linear_velocity().y < -1.0f);
    world[shelf].set_type(BodyType::Static);
    CHECK(world[shelf].linear_velocity() == Vec2{});
    CHECK_FALSE(world[shelf].is_awake());
    CHECK(world[shelf].mass().mass == 0.0f);
    test::run(world, 240);
    CHECK(world[shelf].position() == place);
    CHECK(std::abs(world[box].position().y - (place.y + 0.75f)) < 0.005f);
    world.validate();
}

TEST_CASE("body types: a dynamic body that turns kinematic keeps its velocity and nothing pushes it") {
    World world;
    const BodyId lift = test::add_box(world, {0.0f, 0.0f}, 2.0f, 0.25f);
    world[lift].set_gravity_scale(0.0f);
    world[lift].set_linear_velocity({0.0f, 1.5f});
    const BodyId box = test::add_box(world, {0.0f, 0.75f}, 0.5f, 0.5f, {.density = 50.0f});
    world[lift].set_type(BodyType::Kinematic);
    test::run(world, 120);
    CHECK(world[lift].linear_velocity() == Vec2(0.0f, 1.5f));
    CHECK(world[lift].position().y == doctest::Approx(3.0).epsilon(1e-5));
    CHECK(std::abs(world[box].position().y - 3.75f) < 0.005f);
    // Dynamic again, it yields to the load: the heavy box sinks with it.
    world[lift].set_type(BodyType::Dynamic);
    CHECK(world[lift].mass().mass == doctest::Approx(2.0));
    test::run(world, 30);
    CHECK(world[lift].linear_velocity().y < -1.0f);
    world.validate();
}

TEST_CASE("body types: a change keeps pose, shapes, handles and user data, off-centre mass included") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId body = world.create_body({.type = BodyType::Dynamic,
                                           .position = {3.0f, -2.0f},
                                           .angle = 0.7f,
                                           .linear_velocity = {1.0f, 2.0f},
                                           .angular_velocity = 3.0f,
                                           .user_data = 42});
    const ShapeId shape = world.create_shape(body, Circle{{1.0f, 0.5f}, 0.5f});
    const Vec2 velocity_of_origin = world[body].velocity_at(world[body].position());
    for (const BodyType type : {BodyType::Kinematic, BodyType::Dynamic, BodyType::Kinematic}) {
        world[body].set_type(type);
        CHECK(length(world[body].position() - Vec2{3.0f, -2.0f}) < 1e-6f);
        CHECK(world[body].angle() == doctest::Approx(0.7f).epsilon(1e-6));
        // The rigid motion is the same, whichever point the velocity refers to.
        CHECK(length(world[body].velocity_at(world[body].position()) - velocity_of_origin) < 1e-5f);
        CHECK(world[body].angular_velocity() == 3.0f);
        CHECK(test::ids(world[body].shapes()) == std::vector<ShapeId>{shape});
        CHECK(world[body].user_data() == 42);
        world.validate();
    }
}

TEST_CASE("body types: contacts end once and begin again once, also between two static bodies") {
    Table scene(BodyType::Static);
    World& world = scene.world;
    world[scene.table].set_type(BodyType::Kinematic);
    world.step(dt);
    CHECK(world.contact_ends().size() == 1);
    CHECK(world.contact_begins().size() == 1);
    CHECK(touches(world, scene.table, scene.box));
    // Neither moves: no contact at all.
    world[scene.table].set_type(BodyType::Static);
    world[scene.box].set_type(BodyType::Static);
    world.step(dt);
    CHECK(world.contact_ends().size() == 1);
    CHECK(world.counters().pairs == 0);
    // One of them moves again: the existing pair is found.
    world[scene.box].set_type(BodyType::Dynamic);
    world.step(dt);
    CHECK(world.contact_begins().size() == 1);
    CHECK(touches(world, scene.table, scene.box));
    world.validate();
}

TEST_CASE("body types: forces on a body that turns static do not wait for the day it moves") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId body = world.create_body({.type = BodyType::Dynamic});
    world.create_shape(body, make_box(0.5f, 0.5f));
    world[body].apply_force({1000.0f, 0.0f});
    world[body].apply_torque(1000.0f);
    world[body].set_type(BodyType::Static);
    world[body].set_type(BodyType::Dynamic);
    world.step(dt);
    CHECK(world[body].linear_velocity() == Vec2{});
    CHECK(world[body].angular_velocity() == 0.0f);
}

TEST_CASE("body types: a body taken through all types in a pyramid leaves a sound world and standing boxes") {
    World world;
    test::add_pyramid(world, 6);
    test::run(world, 30);
    const std::vector<BodyId> bodies = test::ids(world.bodies());
    const std::array types{BodyType::Static, BodyType::Kinematic, BodyType::Dynamic};
    test::Random random(7);
    for (int i = 0; i < 60; ++i) {
        const std::size_t k = 1 + static_cast<std::size_t>(random.below(21));
        world[bodies[k]].set_type(types[static_cast<std::size_t>(random.below(3))]);
        world.step(dt);
        world.validate();
    }
    for (std::size_t k = 1; k < bodies.size(); ++k) {
        world[bodies[k]].set_type(BodyType::Dynamic);
    }
    test::run(world, 120);
    CHECK(std::abs(world[bodies.back()].position().y - 5.5f) < 0.02f);
    CHECK(test::worst_penetration(world) < 0.01f);
    world.validate();
}

TEST_CASE("body types: a disabled body is in nothing and keeps its state") {
    Table scene(BodyType::Static);
    World& world = scene.world;
    world[scene.box].set_linear_velocity({1.0f, 2.0f});
    const Pose pose = world[scene.box].pose();
    world[scene.box].set_enabled(false);
    CHECK_FALSE(world[scene.box].is_enabled());
    CHECK_FALSE(world[scene.box].is_awake());
    CHECK_FALSE(world.cast_ray({.origin = {0.5f, 5.0f}, .translation = {0.0f, -4.5f}}));
    world.step(dt);
    CHECK(world.contact_ends().size() == 1);
    test::run(world, 60);
    CHECK(world.counters().pairs == 0);
    CHECK(world[scene.box].pose().position == pose.position);
    CHECK(world[scene.box].linear_velocity() == Vec2(1.0f, 2.0f));
    CHECK(world.momentum() == Vec2d{});
    world.validate();

    world[scene.box].set_enabled(true);
    CHECK(world[scene.box].is_awake());
    CHECK(world.cast_ray({.origin = {0.5f, 5.0f}, .translation = {0.0f, -4.5f}}));
    world[scene.box].set_linear_velocity({0.0f, 0.0f});
    world.step(dt);
    CHECK(world.contact_begins().size() == 1);
    test::run(world, 60);
    CHECK(std::abs(world[scene.box].position().y - 0.5f) < 0.005f);
    world.validate();
}

TEST_CASE("body types: disabling what others rest on wakes them and they fall freely") {
    Table scene(BodyType::Static);
    World& world = scene.world;
    const float height = world[scene.box].position().y;
    world[scene.table].set_enabled(false);
    CHECK(world[scene.box].is_awake());
    test::run(world, 30);
    // Without contacts: g t^2 / 2.
    CHECK(std::abs(height - world[scene.box].position().y - 1.25) < 1e-3);
    world.validate();
}

TEST_CASE("body types: everything can be done to a disabled body, and counts once it is enabled") {
    World world;
    test::add_ground(world);
    const BodyId body = world.create_body({.type = BodyType::Dynamic, .enabled = false});
    CHECK_FALSE(world[body].is_enabled());
    CHECK_FALSE(world[body].is_awake());
    const ShapeId box = world.create_shape(body, make_box(0.5f, 0.5f));
    const ShapeId ball = world.create_shape(body, Circle{});
    world[body].set_pose({2.0f, 3.0f}, 0.0f);
    world[box].set_filter({.category = 4});
    world[box].set_geometry(make_box(0.5f, 1.0f));
    world[body].set_type(BodyType::Static);
    world[body].set_type(BodyType::Dynamic);
    world.destroy_shape(ball);
    world[body].wake();
    static_cast<void>(world[box].fat_aabb());
    world.step(dt);
    world.validate();
    CHECK(world[body].position() == Vec2(2.0f, 3.0f));
    world[body].set_enabled(true);
    test::run(world, 180);
    CHECK(std::abs(world[body].position().y - 1.0f) < 0.005f);
    world.validate();
    world[body].set_enabled(false);
    world.destroy_body(body);
    world.step(dt);
    world.validate();
    CHECK(world.counters().shapes == 1);
}

TEST_CASE("body types: random changes of type and presence leave the world sound, bit for bit repeatable") {
    const auto run_scene = [] {
        test::RandomScene scene(91);
        test::Random random(92);
        for (int i = 0; i < test::scaled(400, 80); ++i) {
            scene.change();
            const std::vector<BodyId> bodies = test::ids(scene.world.bodies());
            const BodyId body =
                bodies[static_cast<std::size_t>(random.below(static_cast<int>(bodies.size())))];
            const int kind = random.below(4);
            if (kind == 0) {
                scene.world[body].set_type(static_cast<BodyType>(random.below(3)));
            } else if (kind == 1) {
                scene.world[body].set_enabled(random.below(3) != 0);
            } else if (kind == 2) {
                scene.world[body].set_locks(
                    {random.below(3) == 0, random.below(3) == 0, random.below(3) == 0});
            } else {
                scene.world[body].put_to_sleep();
            }
            scene.world.step(dt);
            scene.world.validate();
        }
        CHECK(test::all_finite(scene.world));
        return scene.world.state_hash();
    };
    CHECK(run_scene() == run_scene());
}
