#include <doctest/doctest.h>

#include "support/recording_draw.h"
#include "support/world_build.h"
#include "support/world_random.h"

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Body of two boxes, the left one twice as heavy as the right one.
struct Dumbbell {
    explicit Dumbbell(World& world, const Vec2& position = {0.0f, 0.5f})
        : body(world.create_body({.type = BodyType::Dynamic, .position = position})),
          left(world.create_shape(body, make_box(0.5f, 0.5f, {{-2.0f, 0.0f}, {}}), {.density = 2.0f})),
          right(world.create_shape(body, make_box(0.5f, 0.5f, {{2.0f, 0.0f}, {}}))) {}

    BodyId body;
    ShapeId left;
    ShapeId right;
};

}  // namespace

TEST_CASE("disabled shapes: they weigh nothing and are in no query, until they are enabled again") {
    World world;
    const Dumbbell bell(world);
    const MassProperties whole = world[bell.body].mass();
    const auto met = [&] {
        return world.cast_ray_all({.origin = {-5.0f, 0.5f}, .translation = {10.0f, 0.0f}}).size();
    };
    CHECK(met() == 2);
    world[bell.left].set_enabled(false);
    CHECK_FALSE(world[bell.left].is_enabled());
    CHECK(world[bell.right].is_enabled());
    CHECK(met() == 1);
    CHECK(world[bell.body].mass().mass == doctest::Approx(1.0));
    CHECK(world[bell.body].center_of_mass().x == doctest::Approx(2.0));
    CHECK(world[bell.left].mass().mass == doctest::Approx(2.0));
    CHECK(world[bell.body].shapes().size() == 2);
    CHECK(world.shapes().size() == 2);
    CHECK(world.is_valid(bell.left));
    world.validate();
    world[bell.left].set_enabled(true);
    CHECK(met() == 2);
    CHECK(world[bell.body].mass().mass == doctest::Approx(whole.mass));
    CHECK(world[bell.body].mass().inertia == doctest::Approx(whole.inertia));
    CHECK(world[bell.body].center_of_mass().x == doctest::Approx(-2.0 / 3.0));
    world.validate();
}

TEST_CASE("disabled shapes: what rested on one leg tips over, wakes, and lands as a body of one leg") {
    World world;
    test::add_ground(world);
    const Dumbbell bell(world);
    const BodyId load = test::add_box(world, {-2.0f, 1.5f}, 0.5f, 0.5f);
    test::run(world, 200);
    REQUIRE_FALSE(world[bell.body].is_awake());
    REQUIRE_FALSE(world[load].is_awake());
    world[bell.left].set_enabled(false);
    CHECK(world[load].is_awake());
    world.step(dt);
    // Two contacts end: with the ground and with the load.
    CHECK(world.contact_ends().size() == 2);
    test::run(world, 120);
    CHECK(world[load].position().y == doctest::Approx(0.5).epsilon(0.01));
    CHECK(world[bell.body].world_point({2.0f, 0.0f}).y == doctest::Approx(0.5).epsilon(0.01));
    world.validate();
    // Enabled inside the load, it is pushed out again.
    world[bell.left].set_enabled(true);
    world.step(dt);
    CHECK_FALSE(world.contact_begins().empty());
    test::run(world, 300);
    // From an overlap of one metre; friction may keep the last centimetres.
    CHECK(test::worst_penetration(world) < 0.05f);
    world.validate();
}

TEST_CASE("disabled shapes: a body with one moves as a body that was made without it") {
    test::Random random(17);
    for (int i = 0; i < 20; ++i) {
        const BodyDefinition place{.type = BodyType::Dynamic,
                                   .position = {0.0f, random.between(2, 5)},
                                   .angle = random.between(-3, 3),
                                   .linear_velocity = {random.between(-3, 3), random.between(-3, 3)}};
        const ShapeGeometry kept = make_box(0.4f, 0.3f, {{0.3f, 0.0f}, {}});
        World world;
        World twin;
        test::add_ground(world);
        test::add_ground(twin);
        const BodyId body = world.create_body(place);
        const ShapeId other = world.create_shape(body, Circle{{-0.5f, 0.2f}, 0.5f}, {.density = 3.0f});
        world.create_shape(body, kept);
        world[other].set_enabled(false);
        world[body].set_pose(place.position, place.angle);
        world[body].set_linear_velocity(place.linear_velocity);
        const BodyId lone = twin.create_body(place);
        twin.create_shape(lone, kept);
        twin[lone].set_pose(place.position, place.angle);
        twin[lone].set_linear_velocity(place.linear_velocity);
        CHECK(world[body].mass().mass == twin[lone].mass().mass);
        CHECK(world[body].mass().inertia == twin[lone].mass().inertia);
        for (int step = 0; step < 120; ++step) {
            world.step(dt);
            twin.step(dt);
            REQUIRE(world[body].position() == twin[lone].position());
            REQUIRE(world[body].angle() == twin[lone].angle());
        }
        world.validate();
    }
}

TEST_CASE("disabled shapes: one that is enabled in flight goes with its body and is met where it is") {
    World world;
    test::add_ground(world);
    const BodyId body = test::add_disc(world, {0.0f, 6.0f}, 0.2f);
    const ShapeId wide = world.create_shape(body, Circle{{0.0f, 0.0f}, 1.0f});
    world[wide].set_enabled(false);
    test::run(world, 10);
    world[wide].set_enabled(true);
    for (int i = 0; i < 120; ++i) {
        world.step(dt);
        REQUIRE(contains(expand(world[wide].fat_aabb(), 1e-5f), world[wide].aabb()));
    }
    CHECK(world[body].position().y == doctest::Approx(1.0).epsilon(0.01));
}

TEST_CASE("disabled shapes: sensors see no more, and are seen no more, and say so") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId gate = world.create_body({.type = BodyType::Static});
    const ShapeId sensor = world.create_shape(gate, make_box(1.0f, 1.0f), {.sensor = true});
    const BodyId disc = test::add_disc(world, {0.0f, 0.0f}, 0.3f);
    world.step(dt);
    REQUIRE(world.sensor_begins().size() == 1);
    for (const ShapeId shape : {sensor, world[disc].shapes()[0].id()}) {
        world[shape].set_enabled(false);
        world.step(dt);
        CHECK(world.sensor_ends().size() == 1);
        CHECK(world[sensor].sensor_overlaps().empty());
        world.step(dt);
        CHECK(world.sensor_ends().empty());
        world[shape].set_enabled(true);
        world.step(dt);
        CHECK(world.sensor_begins().size() == 1);
    }
}

TEST_CASE("disabled shapes: everything can be done to one, and counts once it is enabled") {
    World world;
    test::add_ground(world);
    const Dumbbell bell(world, {0.0f, 3.0f});
    world[bell.left].set_enabled(false);
    world[bell.left].set_geometry(Circle{{-2.0f, 0.0f}, 0.7f});
    world[bell.left].set_density(4.0f);
    world[bell.left].set_filter({.category = 4});
    world[bell.left].set_material({.friction = 0.1f});
    world[bell.left].set_sensor(true);
    world[bell.left].set_sensor(false);
    world[bell.left].refilter();
    world[bell.body].set_pose({1.0f, 4.0f}, 0.2f);
    world[bell.body].set_type(BodyType::Kinematic);
    world[bell.body].set_type(BodyType::Dynamic);
    world[bell.body].set_enabled(false);
    world[bell.left].set_enabled(true);
    world[bell.left].set_enabled(false);
    world[bell.body].set_enabled(true);
    world.validate();
    test::RecordingDraw picture;
    world.draw(picture);
    test::run(world, 10);
    const float right_alone = world[bell.body].mass().mass;
    CHECK(right_alone == doctest::Approx(1.0));
    world[bell.left].set_enabled(true);
    CHECK(world[bell.body].mass().mass == doctest::Approx(1.0 + 4.0 * 3.14159265 * 0.49));
    RayCast ray{.origin = world[bell.body].world_point({-2.0f, 3.0f}), .translation = {0.0f, -4.0f}};
    ray.filter.mask = 4;
    REQUIRE(world.cast_ray(ray));
    CHECK(world.cast_ray(ray)->shape == bell.left);
    test::run(world, 200);
    CHECK(test::worst_penetration(world) < 0.01f);
    world[bell.left].set_enabled(false);
    world.destroy_shape(bell.left);
    CHECK_FALSE(world.is_valid(bell.left));
    CHECK(test::ids(world[bell.body].shapes()) == std::vector<ShapeId>{bell.right});
    world[bell.right].set_enabled(false);
    world.destroy_body(bell.body);
    CHECK_FALSE(world.is_valid(bell.right));
    CHECK(world.counters().shapes == 1);
    world.validate();
    test::run(world, 5);
}

TEST_CASE("disabled shapes: segments of chains stay with the others") {
    World world;
    const ChainId chain = world.create_chain(world.create_body({.type = BodyType::Static}),
                                             {.points = {{2.0f, 0.0f}, {0.0f, 0.0f}, {-2.0f, 0.0f}}});
    const ShapeId segment = world[chain].shapes()[0];
    CHECK(test::contains_text(test::error_of([&] { world[segment].set_enabled(false); }),
                              "ShapeRef::set_enabled: shape"));
    CHECK(world[segment].is_enabled());
}

TEST_CASE("disabled shapes: random changes leave the world sound") {
    test::RandomScene scene(18);
    World& world = scene.world;
    test::Random random(19);
    int disabled = 0;
    for (int step = 0; step < test::scaled(400, 60); ++step) {
        const std::vector<ShapeId> shapes = test::ids(world.shapes());
        for (int i = 0; i < 4 && !shapes.empty(); ++i) {
            const ShapeId shape =
                shapes[static_cast<std::size_t>(random.below(static_cast<int>(shapes.size())))];
            if (!world.is_valid(shape) || world[shape].chain().is_valid()) {
                continue;
            }
            const int kind = random.below(20);
            if (kind == 0) {
                world.destroy_body(world[shape].body());
            } else if (kind == 1) {
                world.destroy_shape(shape);
            } else if (kind == 2) {
                world[shape].set_geometry(test::random_geometry(random, 0.6f));
            } else if (kind == 3) {
                world[world[shape].body()].set_enabled(!world[world[shape].body()].is_enabled());
            } else {
                world[shape].set_enabled(kind % 3 != 0);
                disabled += kind % 3 == 0 ? 1 : 0;
            }
        }
        test::add_box(world, {random.between(-4, 4), 8.0f}, 0.3f, 0.3f);
        world.step(dt);
        world.validate();
        REQUIRE(test::all_finite(world));
    }
    CHECK(disabled > 50);
}
