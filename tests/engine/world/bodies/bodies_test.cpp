#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cmath>
#include <vector>

using namespace drystone;

namespace {

void check_near(const Vec2& value, float x, float y, double tolerance = 1e-6) {
    CHECK(std::abs(double{value.x} - double{x}) <= tolerance);
    CHECK(std::abs(double{value.y} - double{y}) <= tolerance);
}

}  // namespace

TEST_CASE("bodies: a body is what its definition says") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Dynamic,
                                           .position = {3.0f, 4.0f},
                                           .angle = 0.5f,
                                           .linear_velocity = {1.0f, -2.0f},
                                           .angular_velocity = 0.25f,
                                           .gravity_scale = 0.5f,
                                           .user_data = 77});
    CHECK(world.is_valid(body));
    CHECK(world[body].type() == BodyType::Dynamic);
    check_near(world[body].position(), 3.0f, 4.0f);
    CHECK(world[body].angle() == doctest::Approx(0.5f).epsilon(1e-6));
    check_near(world[body].pose().position, 3.0f, 4.0f);
    check_near(world[body].linear_velocity(), 1.0f, -2.0f);
    CHECK(world[body].angular_velocity() == 0.25f);
    CHECK(world[body].gravity_scale() == 0.5f);
    CHECK(world[body].user_data() == 77);
    CHECK(world[body].is_awake());
    CHECK(world[body].shapes().empty());
    CHECK(world[body].mass().mass == 0.0f);
}

TEST_CASE("bodies: a definition of nothing is a dynamic body at the origin") {
    World world;
    const BodyDefinition nothing;
    const BodyId body = world.create_body(nothing);
    CHECK(world[body].type() == BodyType::Dynamic);
    check_near(world[body].position(), 0.0f, 0.0f, 0.0);
    CHECK(world[body].is_awake());
}

TEST_CASE("bodies: what can have no effect because of the body's type is refused, and changes nothing") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Static});
    const BodyId lift = world.create_body({.type = BodyType::Kinematic});
    const std::uint64_t before = world.state_hash();
    for (const BodyRef still : {world[body], world[lift]}) {
        CHECK_THROWS_WITH_AS(still.apply_force({1.0f, 0.0f}),
                             "BodyRef::apply_force: body must be dynamic, since nothing pushes others",
                             Error);
        CHECK_THROWS_AS(still.apply_force({1.0f, 0.0f}, {0.0f, 0.0f}), Error);
        CHECK_THROWS_AS(still.apply_torque(1.0f), Error);
        CHECK_THROWS_AS(still.apply_impulse({1.0f, 0.0f}), Error);
        CHECK_THROWS_AS(still.apply_impulse({1.0f, 0.0f}, {0.0f, 0.0f}), Error);
        CHECK_THROWS_AS(still.apply_angular_impulse(1.0f), Error);
    }
    CHECK_THROWS_WITH_AS(world[body].set_linear_velocity({1.0f, 0.0f}),
                         "BodyRef::set_linear_velocity: body must not be static, since those do not move",
                         Error);
    CHECK_THROWS_AS(world[body].set_angular_velocity(1.0f), Error);
    CHECK_THROWS_AS(world[body].set_target_pose({1.0f, 0.0f}, 0.0f, 1.0f), Error);
    CHECK_THROWS_AS(world.create_body({.type = BodyType::Static, .linear_velocity = {1.0f, 0.0f}}), Error);
    CHECK_THROWS_AS(world.create_body({.type = BodyType::Static, .angular_velocity = 1.0f}), Error);
    CHECK(world.state_hash() == before);
    CHECK(world.bodies().size() == 2);
}

TEST_CASE("bodies: setters are read back") {
    World world;
    const BodyId body = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    world[body].set_linear_velocity({5.0f, 6.0f});
    world[body].set_angular_velocity(-7.0f);
    world[body].set_gravity_scale(-2.0f);
    world[body].set_user_data(99);
    check_near(world[body].linear_velocity(), 5.0f, 6.0f, 0.0);
    CHECK(world[body].angular_velocity() == -7.0f);
    CHECK(world[body].gravity_scale() == -2.0f);
    CHECK(world[body].user_data() == 99);
    world[body].set_pose({10.0f, 20.0f}, 1.0f);
    check_near(world[body].position(), 10.0f, 20.0f);
    CHECK(world[body].angle() == doctest::Approx(1.0f).epsilon(1e-6));
    // Setting the pose keeps the velocity.
    check_near(world[body].linear_velocity(), 5.0f, 6.0f, 0.0);
}

TEST_CASE("bodies: damping and gravity scale act as the scheme says") {
    World world({.gravity = {0.0f, -10.0f}});
    const BodyId body = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    world[body].set_linear_velocity({6.0f, 0.0f});
    world[body].set_angular_velocity(4.0f);
    world[body].set_gravity_scale(0.0f);
    world[body].set_damping(1.0f, 3.0f);
    test::run(world, 60);
    const double h = 1.0 / 240.0;
    CHECK(world[body].linear_velocity().x == doctest::Approx(6.0 * std::pow(1.0 + h, -240.0)).epsilon(2e-5));
    CHECK(world[body].angular_velocity() ==
          doctest::Approx(4.0 * std::pow(1.0 + 3.0 * h, -240.0)).epsilon(2e-5));
    CHECK(world[body].linear_velocity().y == 0.0f);
    world[body].set_gravity_scale(2.0f);
    world[body].set_damping(0.0f, 0.0f);
    test::run(world, 60);
    CHECK(world[body].linear_velocity().y == doctest::Approx(-20.0).epsilon(2e-5));
}

TEST_CASE("bodies: mass and inertia are the sum over the shapes") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Dynamic, .position = {5.0f, 5.0f}});
    world.create_shape(body, make_box(0.5f, 0.25f), {.density = 2.0f});
    MassProperties mass = world[body].mass();
    CHECK(mass.mass == doctest::Approx(1.0).epsilon(1e-6));
    check_near(mass.center, 0.0f, 0.0f);
    CHECK(mass.inertia == doctest::Approx((1.0 + 0.25) / 12.0).epsilon(1e-6));

    // A disc of the same mass one metre to the right: the centre of mass is halfway.
    const float radius = 0.5f;
    const auto density = static_cast<float>(1.0 / (3.14159265358979 * 0.25));
    const ShapeId disc = world.create_shape(body, Circle{{1.0f, 0.0f}, radius}, {.density = density});
    mass = world[body].mass();
    CHECK(mass.mass == doctest::Approx(2.0).epsilon(1e-6));
    check_near(mass.center, 0.5f, 0.0f);
    CHECK(mass.inertia == doctest::Approx((1.0 + 0.25) / 12.0 + 0.125 + 2.0 * 0.25).epsilon(1e-6));
    check_near(world[body].center_of_mass(), 5.5f, 5.0f);
    check_near(world[body].position(), 5.0f, 5.0f);

    // A shape without density has no mass.
    world.create_shape(body, make_box(9.0f, 9.0f), {.density = 0.0f});
    CHECK(world[body].mass().mass == doctest::Approx(2.0).epsilon(1e-6));

    world.destroy_shape(disc);
    mass = world[body].mass();
    CHECK(mass.mass == doctest::Approx(1.0).epsilon(1e-6));
    check_near(mass.center, 0.0f, 0.0f);
    check_near(world[body].center_of_mass(), 5.0f, 5.0f);
    check_near(world[body].position(), 5.0f, 5.0f);
}

TEST_CASE("bodies: a new centre of mass keeps the origin, the angle and the motion of the body") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId body =
        world.create_body({.type = BodyType::Dynamic, .position = {1.0f, 2.0f}, .angle = 0.3f});
    world.create_shape(body, make_box(0.5f, 0.5f));
    world[body].set_linear_velocity({1.0f, 0.0f});
    world[body].set_angular_velocity(2.0f);
    const Vec2 probe{4.0f, -3.0f};
    const Vec2 before = world[body].velocity_at(probe);
    world.create_shape(body, Circle{{2.0f, 1.0f}, 1.0f});
    check_near(world[body].position(), 1.0f, 2.0f, 3e-7);
    CHECK(world[body].angle() == doctest::Approx(0.3f).epsilon(1e-6));
    CHECK(world[body].angular_velocity() == 2.0f);
    // The body moves as before: the velocity of each of its points is the same.
    const Vec2 after = world[body].velocity_at(probe);
    check_near(after, before.x, before.y, 3e-6);
    // Angle and position remain correct while it rotates about the new centre.
    const Vec2 center = world[body].center_of_mass();
    const Vec2 velocity = world[body].linear_velocity();
    test::run(world, 30);
    const Vec2 moved = world[body].center_of_mass();
    check_near(moved, center.x + 0.5f * velocity.x, center.y + 0.5f * velocity.y, 2e-5);
    CHECK(world[body].angle() == doctest::Approx(1.3).epsilon(2e-6));
}

TEST_CASE("bodies: static and kinematic bodies have no mass") {
    World world;
    for (const BodyType type : {BodyType::Static, BodyType::Kinematic}) {
        const BodyId body = world.create_body({.type = type});
        world.create_shape(body, make_box(0.5f, 0.5f), {.density = 3.0f});
        CHECK(world[body].mass().mass == 0.0f);
        CHECK(world[body].mass().inertia == 0.0f);
    }
}

TEST_CASE("bodies: a body of fixed rotation does not turn but has its inertia") {
    World world;
    test::add_ground(world);
    const BodyId body = world.create_body({.type = BodyType::Dynamic,
                                           .position = {0.0f, 1.0f},
                                           .angle = 0.4f,
                                           .angular_velocity = 5.0f,
                                           .locks = {.rotation = true}});
    world.create_shape(body, make_box(0.5f, 0.25f));
    CHECK(world[body].mass().inertia > 0.0f);
    const float angle = world[body].angle();
    world[body].apply_torque(10.0f);
    world[body].apply_angular_impulse(10.0f);
    world[body].set_angular_velocity(3.0f);
    test::run(world, 120);
    CHECK(world[body].angular_velocity() == 0.0f);
    CHECK(world[body].angle() == angle);
    // It rests on its corner.
    const float corner = 0.5f * std::sin(0.4f) + 0.25f * std::cos(0.4f);
    CHECK(std::abs(world[body].position().y - corner) < 0.005f);
}

TEST_CASE("bodies: the velocity of a point is that of the rigid motion") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId body = test::add_box(world, {1.0f, 1.0f}, 0.5f, 0.5f);
    world[body].set_linear_velocity({2.0f, 3.0f});
    world[body].set_angular_velocity(4.0f);
    check_near(world[body].velocity_at({1.0f, 1.0f}), 2.0f, 3.0f);
    check_near(world[body].velocity_at({2.0f, 1.0f}), 2.0f, 7.0f);
    check_near(world[body].velocity_at({1.0f, 2.0f}), -2.0f, 3.0f);
}

TEST_CASE("bodies: shapes are listed and every listed one is the body's") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Dynamic});
    std::vector<ShapeId> made;
    for (int i = 0; i < 4; ++i) {
        made.push_back(world.create_shape(body, Circle{{static_cast<float>(i), 0.0f}, 0.5f}));
    }
    world.destroy_shape(made[2]);
    made.erase(made.begin() + 2);
    made.push_back(world.create_shape(body, Circle{{9.0f, 0.0f}, 0.5f}));
    CHECK(test::ids(world[body].shapes()) == made);
    // A body that is enabled again comes last.
    world[made[0]].set_enabled(false);
    world[made[0]].set_enabled(true);
    std::rotate(made.begin(), made.begin() + 1, made.end());
    CHECK(test::ids(world[body].shapes()) == made);
    for (const ShapeRef shape : world[body].shapes()) {
        CHECK(shape.body() == body);
        world.destroy_shape(shape);
    }
    CHECK(world[body].shapes().empty());
}
