#include <doctest/doctest.h>

#include "support/world_build.h"

#include <type_traits>
#include <utility>
#include <vector>

using namespace drystone;
using test::dt;

static_assert(std::is_trivially_copyable_v<BodyRef> && sizeof(BodyRef) == 16);
static_assert(std::is_trivially_copyable_v<ShapeRef> && std::is_trivially_copyable_v<JointRef>);
static_assert(std::is_trivially_copyable_v<ChainRef> && std::is_trivially_copyable_v<FieldRef>);
// A const world only gives read-only references.
static_assert(std::is_same_v<decltype(std::declval<const World&>()[BodyId{}]), ConstBodyRef>);
static_assert(std::is_convertible_v<BodyRef, ConstBodyRef> && !std::is_convertible_v<ConstBodyRef, BodyRef>);
static_assert(std::is_convertible_v<BodyRef, BodyId> && !std::is_convertible_v<BodyRef, ShapeId>);
static_assert(!std::is_convertible_v<BodyId, BodyRef>);

TEST_CASE("references: from body to shape, chain and joint, and back") {
    World world;
    const BodyId ground = world.create_body({.type = BodyType::Static});
    const ChainId chain = world.create_chain(ground, {.points = {{-5.0f, 0.0f}, {0.0f, 0.0f}, {5.0f, 0.0f}}});
    const BodyId box = test::add_box(world, {0.0f, 3.0f}, 0.5f, 0.5f);
    const JointId hinge = world.create_joint(ground, box, RevoluteJoint{.anchor_a = {0.0f, 3.0f}});
    CHECK(world[ground].shapes() == world[chain].shapes());
    CHECK(world[ground].shapes().front().chain() == chain);
    CHECK(world[chain].body() == world[ground]);
    CHECK_FALSE(world[box].shapes().front().chain().is_valid());
    CHECK(world[box].joints().front() == hinge);
    CHECK(world[hinge].body_a() == ground);
    CHECK(world[hinge].body_b().shapes() == world[box].shapes());
    const World& readable = world;
    CHECK(readable[box].shapes().front().body().id() == box);
    CHECK(readable[hinge].body_a().joints().front().id() == hinge);
}

TEST_CASE(
    "references: arrays of poses and velocities hold what references return, and refuse stale handles") {
    World world;
    std::vector<BodyId> bodies;
    for (int i = 0; i < 5; ++i) {
        bodies.push_back(
            test::add_box(world, {static_cast<float>(i), 2.0f}, 0.5f, 0.2f * static_cast<float>(i + 1)));
        world.create_shape(bodies.back(), Circle{{0.3f, 0.1f}, 0.2f});  // The centre of mass is elsewhere.
    }
    for (int i = 0; i < 30; ++i) {
        world.step(dt);
    }
    std::swap(bodies[1], bodies[4]);
    std::vector<Pose> poses(5);
    std::vector<Vec2> linear(5);
    std::vector<float> angular(5);
    read_poses(world, bodies, poses);
    read_velocities(world, bodies, linear, angular);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const BodyRef body = world[bodies[i]];
        CHECK(poses[i].position == body.position());
        CHECK(poses[i].rotation.s == body.pose().rotation.s);
        CHECK(linear[i] == body.linear_velocity());
        CHECK(angular[i] == body.angular_velocity());
    }
    CHECK_THROWS_AS(read_poses(world, bodies, std::span(poses).first(4)), Error);
    CHECK_THROWS_AS(read_velocities(world, bodies, linear, std::span(angular).first(4)), Error);
    world.destroy_body(bodies[2]);
    CHECK_THROWS_AS(read_poses(world, bodies, poses), Error);
    CHECK_THROWS_AS(read_velocities(world, bodies, linear, angular), Error);
}

TEST_CASE("references: poses and velocities of all bodies are those of the references, in their order") {
    World world;
    for (int i = 0; i < 5; ++i) {
        const BodyId body =
            test::add_box(world, {static_cast<float>(i), 2.0f}, 0.5f, 0.2f * static_cast<float>(i + 1));
        world.create_shape(body, Circle{{0.3f, 0.1f}, 0.2f});  // The centre of mass is elsewhere.
    }
    world.destroy_body(world.bodies()[2]);
    for (int i = 0; i < 30; ++i) {
        world.step(dt);
    }
    const World& read = world;
    std::vector<Pose> poses(4);
    std::vector<Vec2> linear(4);
    std::vector<float> angular(4);
    read_all_poses(read, poses);
    read_all_velocities(read, linear, angular);
    const std::vector<ConstBodyRef> bodies = read.bodies();
    REQUIRE(bodies.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(poses[i].position == bodies[i].position());
        CHECK(poses[i].rotation.s == bodies[i].pose().rotation.s);
        CHECK(linear[i] == bodies[i].linear_velocity());
        CHECK(angular[i] == bodies[i].angular_velocity());
    }
    CHECK_THROWS_AS(read_all_poses(read, std::span(poses).first(3)), Error);
    poses.resize(5);
    CHECK_THROWS_AS(read_all_poses(read, poses), Error);
    CHECK_THROWS_AS(read_all_velocities(read, linear, std::span(angular).first(3)), Error);
    CHECK_THROWS_AS(read_all_velocities(read, std::span(linear).first(3), angular), Error);
}

TEST_CASE("references: they follow their world when it is moved, and work in a const variable") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyRef body = world[test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f)];
    World other = std::move(world);
    body.set_linear_velocity({3.0f, 0.0f});
    other.step(dt);
    CHECK(body.position().x == doctest::Approx(0.05));
    other.destroy_body(body);
    CHECK_FALSE(body.is_valid());
    CHECK(test::contains_text(test::error_of([&] { static_cast<void>(body.position()); }),
                              "BodyRef::position: body must be a living body of this world"));
}

TEST_CASE("references: gears and ropes have no bodies") {
    World world;
    const BodyId a = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    const BodyId b = test::add_box(world, {2.0f, 0.0f}, 0.5f, 0.5f);
    const JointId rope = world.create_joint(RopeJoint{{{a, Vec2{0.0f, 0.0f}}, {b, Vec2{0.0f, 0.0f}}}, 3.0f});
    CHECK_FALSE(world[rope].body_a().is_valid());
    CHECK(test::contains_text(test::error_of([&] { world[rope].body_b().wake(); }), "a null handle"));
}

TEST_CASE("references: what went in as a definition comes out, and makes the same again") {
    World world;
    const BodyDefinition made{.type = BodyType::Kinematic,
                              .position = {1.0f, 2.0f},
                              .angle = 0.5f,
                              .linear_velocity = {3.0f, 4.0f},
                              .angular_velocity = 5.0f,
                              .linear_damping = 0.1f,
                              .angular_damping = 0.2f,
                              .gravity_scale = 0.5f,
                              .own_gravity = Vec2{1.0f, -2.0f},
                              .maximum_linear_speed = 50.0f,
                              .maximum_angular_speed = 60.0f,
                              .can_sleep = false,
                              .sleep_speed = 0.25f,
                              .locks = {.linear_y = true},
                              .dominance_group = 3,
                              .extra_iterations = 2,
                              .bullet = true,
                              .name = "lift",
                              .user_data = 77};
    const BodyId body = world.create_body(made);
    const BodyDefinition told = world[body].definition();
    CHECK(told.type == made.type);
    CHECK(told.position == made.position);
    CHECK(told.angle == doctest::Approx(0.5f));
    CHECK(told.linear_velocity == made.linear_velocity);
    CHECK(told.angular_velocity == made.angular_velocity);
    CHECK(told.linear_damping == made.linear_damping);
    CHECK(told.angular_damping == made.angular_damping);
    CHECK(told.gravity_scale == made.gravity_scale);
    CHECK(told.own_gravity == made.own_gravity);
    CHECK(told.maximum_linear_speed == made.maximum_linear_speed);
    CHECK(told.maximum_angular_speed == made.maximum_angular_speed);
    CHECK(told.can_sleep == made.can_sleep);
    CHECK(told.awake);
    CHECK(told.sleep_speed == made.sleep_speed);
    CHECK(told.locks == made.locks);
    CHECK(told.dominance_group == made.dominance_group);
    CHECK(told.extra_iterations == made.extra_iterations);
    CHECK(told.bullet);
    CHECK(told.enabled);
    CHECK(told.name == made.name);
    CHECK(told.user_data == made.user_data);
    CHECK(world[world.create_body(told)].name() == made.name);
}

TEST_CASE("references: the definition of a shape and of a chain comes out as it went in") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Static});
    const ShapeDefinition made{.density = 3.0f,
                               .material = {.friction = 0.1f},
                               .filter = {.category = 2},
                               .solver_filter = {.mask = 8},
                               .contact_events = false,
                               .hit_events = true,
                               .pre_solve = true,
                               .one_way = Vec2{0.0f, 1.0f},
                               .sensor_events = false,
                               .sees_sensors = true,
                               .force_events = true,
                               .force_threshold = 4.0f,
                               .user_data = 5};
    const ShapeDefinition told = world[world.create_shape(body, Circle{}, made)].definition();
    CHECK(told.density == made.density);
    CHECK(told.material == made.material);
    CHECK(told.filter == made.filter);
    CHECK(told.solver_filter == made.solver_filter);
    CHECK(told.one_way == made.one_way);
    CHECK(told.contact_events == made.contact_events);
    CHECK(told.hit_events == made.hit_events);
    CHECK(told.pre_solve == made.pre_solve);
    CHECK(told.sensor == made.sensor);
    CHECK(told.sensor_events == made.sensor_events);
    CHECK(told.sees_sensors == made.sees_sensors);
    CHECK(told.force_events == made.force_events);
    CHECK(told.force_threshold == made.force_threshold);
    CHECK(told.user_data == made.user_data);

    const ChainDefinition line{.points = {{0.0f, 0.0f}, {-1.0f, 0.5f}, {-2.0f, 0.0f}},
                               .sides = ChainSides::Both,
                               .ghost_before = Vec2{1.0f, 1.0f},
                               .materials = {{.friction = 0.25f}, {.friction = 0.5f}},
                               .hit_events = true,
                               .user_data = 9};
    const ChainDefinition drawn = world[world.create_chain(body, line)].definition();
    CHECK(drawn.points == line.points);
    CHECK(drawn.is_loop == line.is_loop);
    CHECK(drawn.sides == line.sides);
    CHECK(drawn.ghost_before == line.ghost_before);
    CHECK(drawn.ghost_after == line.ghost_after);
    CHECK(drawn.materials == line.materials);
    CHECK(drawn.filter == line.filter);
    CHECK(drawn.contact_events == line.contact_events);
    CHECK(drawn.hit_events == line.hit_events);
    CHECK(drawn.user_data == line.user_data);
    CHECK(test::ids(world[world.create_chain(body, drawn)].shapes()).size() == 2);
}
