#include <doctest/doctest.h>

#include "support/world_random.h"

#include <cmath>
#include <variant>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

constexpr double circle_area = 3.14159265358979323846;

}  // namespace

TEST_CASE("shape changes: a new geometry keeps the handle and changes mass, contacts and queries") {
    World world;
    test::add_ground(world);
    const BodyId body = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f, {.density = 2.0f, .user_data = 9});
    const ShapeId shape = world[body].shapes()[0];
    test::run(world, 200);
    REQUIRE_FALSE(world[body].is_awake());
    // A disc of 1 m about a point half a metre above: it overlaps the ground by half a metre.
    world[shape].set_geometry(Circle{{0.0f, 0.5f}, 1.0f});
    CHECK(world[body].is_awake());
    CHECK(std::get<Circle>(world[shape].geometry()).radius == 1.0f);
    CHECK(test::ids(world[body].shapes()) == std::vector<ShapeId>{shape});
    CHECK(world[shape].user_data() == 9);
    CHECK(world[body].mass().mass == doctest::Approx(2.0 * circle_area));
    CHECK(world[body].mass().center.y == doctest::Approx(0.5));
    CHECK(world[body].mass().inertia == doctest::Approx(0.5 * 2.0 * circle_area));
    CHECK(length(world[body].position() - Vec2{0.0f, 0.5f}) < 0.01f);
    CHECK(world.cast_ray({.origin = {0.0f, 5.0f}, .translation = {0.0f, -4.0f}})->point.y ==
          doctest::Approx(2.0).epsilon(0.01));
    world.validate();
    world.step(dt);
    CHECK(world.contact_ends().size() == 1);
    CHECK(world.contact_begins().size() == 1);
    test::run(world, 300);
    CHECK(std::abs(world[body].center_of_mass().y - 1.0f) < 0.005f);
    world.validate();
}

TEST_CASE("shape changes: a floor that grows lifts nobody but is met, a floor that shrinks lets them fall") {
    World world;
    const BodyId floor = world.create_body({.type = BodyType::Static});
    const ShapeId slab = world.create_shape(floor, make_box(5.0f, 0.5f));
    const BodyId box = test::add_box(world, {0.0f, 1.0f}, 0.5f, 0.5f);
    const BodyId top = test::add_box(world, {0.0f, 2.0f}, 0.5f, 0.5f);
    test::run(world, 200);
    REQUIRE_FALSE(world[top].is_awake());
    world[slab].set_geometry(make_box(5.0f, 0.25f));
    CHECK(world[box].is_awake());
    CHECK(world[top].is_awake());
    test::run(world, 200);
    CHECK(std::abs(world[box].position().y - 0.75f) < 0.005f);
    CHECK(std::abs(world[top].position().y - 1.75f) < 0.01f);
    world.validate();
}

TEST_CASE("shape changes: geometries of all kinds, many times, leave the world sound") {
    World world;
    test::add_ground(world);
    test::Random random(31);
    std::vector<ShapeId> shapes;
    for (int i = 0; i < 20; ++i) {
        const BodyId body =
            world.create_body({.type = BodyType::Dynamic,
                               .position = {random.between(-4.0f, 4.0f), 1.0f + static_cast<float>(i)}});
        shapes.push_back(world.create_shape(body, test::random_geometry(random, 0.8f)));
        shapes.push_back(world.create_shape(body, test::random_geometry(random, 0.8f)));
    }
    for (int i = 0; i < test::scaled(400, 100); ++i) {
        const ShapeId shape = shapes[static_cast<std::size_t>(random.below(40))];
        const ShapeGeometry geometry = test::random_geometry(random, 0.8f);
        world[shape].set_geometry(geometry);
        CHECK(world[shape].geometry().index() == geometry.index());
        // The mass is the sum of both shapes'.
        const BodyId body = world[shape].body();
        const std::vector<ShapeId> own = test::ids(world[body].shapes());
        const MassProperties sum = combine(world[own[0]].mass(), world[own[1]].mass());
        CHECK(world[body].mass().mass == doctest::Approx(sum.mass).epsilon(1e-5));
        CHECK(world[body].mass().inertia == doctest::Approx(sum.inertia).epsilon(1e-4));
        world.step(dt);
        world.validate();
    }
    CHECK(test::all_finite(world));
}

TEST_CASE("shape changes: density moves the mass and the centre of the body") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId body = world.create_body({.type = BodyType::Dynamic});
    const ShapeId left = world.create_shape(body, make_box(0.5f, 0.5f, Pose{{-1.0f, 0.0f}, {}}));
    const ShapeId right = world.create_shape(body, make_box(0.5f, 0.5f, Pose{{1.0f, 0.0f}, {}}));
    CHECK(length(world[body].mass().center) < 1e-6f);
    world[right].set_density(3.0f);
    CHECK(world[right].density() == 3.0f);
    CHECK(world[left].density() == 1.0f);
    CHECK(world[right].mass().mass == doctest::Approx(3.0));
    CHECK(world[right].mass().center.x == doctest::Approx(1.0));
    CHECK(world[right].mass().inertia == doctest::Approx(0.5));
    CHECK(world[body].mass().mass == doctest::Approx(4.0));
    CHECK(world[body].mass().center.x == doctest::Approx(0.5));
    // Each about its own centre, and 1 kg at 1.5 m, 3 kg at 0.5 m.
    CHECK(world[body].mass().inertia == doctest::Approx(4.0 / 6.0 + 2.25 + 0.75));
    CHECK(length(world[body].position()) < 1e-6f);
    world[left].set_density(0.0f);
    CHECK(world[body].mass().center.x == doctest::Approx(1.0));
    // A shape of a static body also has a mass.
    const BodyId wall = world.create_body({.type = BodyType::Static});
    CHECK(world[world.create_shape(wall, make_box(1.0f, 1.0f), {.density = 0.5f})].mass().mass ==
          doctest::Approx(2.0));
}

TEST_CASE("shape changes: contact events are reported if either shape asks for them") {
    for (const bool first : {false, true}) {
        for (const bool second : {false, true}) {
            World world;
            const BodyId ground = world.create_body({.type = BodyType::Static});
            const ShapeId floor =
                world.create_shape(ground, Segment{{-5.0f, 0.0f}, {5.0f, 0.0f}}, {.contact_events = first});
            const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f, {.contact_events = second});
            CHECK(world[floor].contact_events() == first);
            const std::size_t expected = first || second ? 1 : 0;
            world.step(dt);
            CHECK(world.contact_begins().size() == expected);
            CHECK(world.counters().contacts == 1);
            world.destroy_body(box);
            world.step(dt);
            CHECK(world.contact_ends().size() == expected);
        }
    }
    World world;
    test::add_ground(world);
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f, {.contact_events = false});
    for (const ShapeId shape : world.shapes()) {
        world[shape].set_contact_events(false);
    }
    world.step(dt);
    CHECK(world.contact_begins().empty());
    world[world[box].shapes()[0]].set_contact_events(true);
    world[box].set_pose({0.0f, 5.0f}, 0.0f);
    world.step(dt);
    CHECK(world.contact_ends().size() == 1);
}

TEST_CASE("shape changes: hit events can be asked for while shapes touch already") {
    World world;
    test::add_ground(world);
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    const ShapeId shape = world[box].shapes()[0];
    test::run(world, 10);
    CHECK_FALSE(world[shape].hit_events());
    world[shape].set_hit_events(true);
    CHECK(world[shape].hit_events());
    world[box].set_linear_velocity({0.0f, -3.0f});
    world.step(dt);
    CHECK(world.contact_hits().size() == 1);
    world[shape].set_hit_events(false);
    world[box].set_linear_velocity({0.0f, -3.0f});
    world.step(dt);
    CHECK(world.contact_hits().empty());
}

TEST_CASE("shape values: box, nearest point, ray and containment of one shape against the geometry") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId body = world.create_body(
        {.type = BodyType::Static, .position = {4.0f, 1.0f}, .angle = static_cast<float>(circle_area / 4.0)});
    const ShapeId box = world.create_shape(body, make_box(1.0f, 1.0f));
    const float diagonal = std::sqrt(2.0f);
    const Aabb bounds = world[box].aabb();
    CHECK(length(bounds.lower - Vec2{4.0f - diagonal, 1.0f - diagonal}) < 1e-5f);
    CHECK(length(bounds.upper - Vec2{4.0f + diagonal, 1.0f + diagonal}) < 1e-5f);
    CHECK(world[box].contains({4.0f + 0.99f * diagonal, 1.0f}));
    CHECK_FALSE(world[box].contains({5.0f, 2.0f}));

    const NearestPoint corner = world[box].closest_point({7.0f, 1.0f});
    CHECK(corner.shape == box);
    CHECK(length(corner.point - Vec2{4.0f + diagonal, 1.0f}) < 1e-5f);
    CHECK(length(corner.normal - Vec2{1.0f, 0.0f}) < 1e-5f);
    CHECK(corner.distance == doctest::Approx(3.0f - diagonal).epsilon(1e-5));
    const NearestPoint side = world[box].closest_point({6.0f, 3.0f});
    CHECK(side.distance == doctest::Approx(2.0f * diagonal - 1.0f).epsilon(1e-5));
    const NearestPoint inside = world[box].closest_point({4.2f, 1.1f});
    CHECK(inside.distance == 0.0f);
    CHECK(inside.point == Vec2(4.2f, 1.1f));
    CHECK(inside.normal == Vec2{});

    // The filter of the ray is ignored if the shape is given.
    const auto hit =
        world[box].cast_ray({.origin = {0.0f, 1.0f}, .translation = {8.0f, 0.0f}, .filter = {.mask = 0}});
    REQUIRE(hit.has_value());
    CHECK(hit->point.x == doctest::Approx(4.0f - diagonal).epsilon(1e-5));
    CHECK_FALSE(world[box].cast_ray({.origin = {0.0f, 9.0f}, .translation = {8.0f, 0.0f}}));
    world[box].set_user_data(5);
    CHECK(world[box].user_data() == 5);
}
