#include <doctest/doctest.h>

#include "contacts/contact_lifecycle.h"
#include "support/world_build.h"

#include <cmath>
#include <variant>

using namespace drystone;

TEST_CASE("shapes: a shape is what its definition says") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Static});
    const ShapeId shape = world.create_shape(
        body, Circle{{1.0f, 2.0f}, 0.75f}, {.material = {0.3f, 0.4f}, .filter = {2, 5, -7}, .user_data = 12});
    CHECK(world.is_valid(shape));
    CHECK(world[shape].body() == body);
    CHECK(world[shape].material().friction == 0.3f);
    CHECK(world[shape].material().restitution == 0.4f);
    CHECK(world[shape].filter().category == 2);
    CHECK(world[shape].filter().mask == 5);
    CHECK(world[shape].filter().group == -7);
    CHECK(world[shape].user_data() == 12);
}

TEST_CASE("shapes: the geometry is read back as it was given") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Static});
    const ShapeId circle = world.create_shape(body, Circle{{1.0f, 2.0f}, 0.75f});
    const ShapeId capsule = world.create_shape(body, Capsule{{0.0f, 1.0f}, {2.0f, 3.0f}, 0.25f});
    const ShapeId segment = world.create_shape(body, Segment{{-1.0f, 0.0f}, {1.0f, 0.5f}});
    const Polygon given = make_polygon({{0.0f, 0.0f}, {2.0f, 0.0f}, {1.5f, 1.0f}, {0.5f, 1.0f}}, 0.1f);
    const ShapeId polygon = world.create_shape(body, given);

    const auto circle_read = std::get<Circle>(world[circle].geometry());
    CHECK(circle_read.center == Vec2{1.0f, 2.0f});
    CHECK(circle_read.radius == 0.75f);
    const auto capsule_read = std::get<Capsule>(world[capsule].geometry());
    CHECK(capsule_read.a == Vec2{0.0f, 1.0f});
    CHECK(capsule_read.b == Vec2{2.0f, 3.0f});
    CHECK(capsule_read.radius == 0.25f);
    const auto segment_read = std::get<Segment>(world[segment].geometry());
    CHECK(segment_read.a == Vec2{-1.0f, 0.0f});
    CHECK(segment_read.b == Vec2{1.0f, 0.5f});
    const auto polygon_read = std::get<Polygon>(world[polygon].geometry());
    REQUIRE(polygon_read.vertices().size() == given.vertices().size());
    for (std::size_t i = 0; i < given.vertices().size(); ++i) {
        CHECK(polygon_read.vertices()[i] == given.vertices()[i]);
    }
    CHECK(polygon_read.radius() == 0.1f);
    CHECK(length(polygon_read.centroid() - given.centroid()) < 1e-6f);
}

TEST_CASE("shapes: a capsule whose ends coincide is read back, and weighs what its disc does") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Dynamic});
    const ShapeId disc = world.create_shape(body, Capsule{{2.0f, 1.0f}, {2.0f, 1.0f}, 0.5f});
    const ShapeId beside = world.create_shape(body, Circle{{-9.0f, -9.0f}, 0.1f});
    const auto read = std::get<Capsule>(world[disc].geometry());
    CHECK(read.a == Vec2{2.0f, 1.0f});
    CHECK(read.b == Vec2{2.0f, 1.0f});
    CHECK(read.radius == 0.5f);
    world.destroy_shape(beside);
    CHECK(world[body].mass().mass == doctest::Approx(0.25f * pi));
    CHECK(world[body].center_of_mass().x == doctest::Approx(2.0f));
}

TEST_CASE("shapes: places of destroyed geometry are used again without mixing shapes up") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Static});
    test::Random random(6);
    std::vector<std::pair<ShapeId, float>> made;
    for (int i = 0; i < 500; ++i) {
        if (made.size() > 10 && random.below(2) == 0) {
            const auto k = static_cast<std::size_t>(random.below(static_cast<int>(made.size())));
            world.destroy_shape(made[k].first);
            CHECK_FALSE(world.is_valid(made[k].first));
            made.erase(made.begin() + static_cast<std::ptrdiff_t>(k));
        } else {
            const float size = random.between(0.5f, 2.0f);
            made.emplace_back(world.create_shape(body, make_regular_polygon(3 + random.below(10), size)),
                              size);
        }
    }
    for (const auto& [shape, size] : made) {
        CHECK(std::get<Polygon>(world[shape].geometry()).vertices()[0].x == doctest::Approx(size));
    }
    CHECK(world.counters().shapes == static_cast<int>(made.size()));
}

TEST_CASE("shapes: friction mixes as the geometric mean, restitution as the greater one") {
    const MixedMaterial usual = mix_materials({0.9f, 0.2f}, {0.4f, 0.7f});
    CHECK(usual.friction == doctest::Approx(0.6f));
    CHECK(usual.restitution == 0.7f);
    const MixedMaterial smooth = mix_materials({0.0f, 0.0f}, {4.0f, 0.0f});
    CHECK(smooth.friction == 0.0f);
    CHECK(smooth.restitution == 0.0f);
}

TEST_CASE("shapes: a new material holds for contacts that exist") {
    World world;
    const BodyId ground = test::add_ground(world, 50.0f, {.friction = 0.0f});
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f, {.material = {.friction = 1.0f}});
    test::run(world, 10);
    world[box].set_linear_velocity({3.0f, 0.0f});
    test::run(world, 30);
    CHECK(world[box].linear_velocity().x == doctest::Approx(3.0f).epsilon(1e-5));
    world[world[ground].shapes()[0]].set_material({.friction = 1.0f});
    CHECK(world[world[ground].shapes()[0]].material().friction == 1.0f);
    test::run(world, 60);
    CHECK(std::abs(world[box].linear_velocity().x) < 1e-3f);
}

TEST_CASE("shapes: filters agree by category and mask, groups overrule them") {
    const Filter one{1, 1, 0};
    const Filter two{2, 2, 0};
    const Filter both{3, 3, 0};
    CHECK(should_collide(one, one));
    CHECK_FALSE(should_collide(one, two));
    CHECK(should_collide(one, both));
    // Both filters must agree.
    CHECK_FALSE(should_collide(Filter{1, 2, 0}, Filter{2, 2, 0}));
    CHECK(should_collide(Filter{1, 2, 0}, Filter{2, 1, 0}));
    CHECK(should_collide(Filter{1, 1, 5}, Filter{2, 2, 5}));
    CHECK_FALSE(should_collide(Filter{1, 1, -5}, Filter{1, 1, -5}));
    CHECK(should_collide(Filter{1, 1, -5}, Filter{1, 1, -6}));
    CHECK_FALSE(should_collide(Filter{1, 1, 5}, Filter{2, 2, 6}));
    const std::uint64_t highest = std::uint64_t{1} << 63;
    CHECK(should_collide(Filter{highest, highest, 0}, Filter{highest, highest, 0}));
}

TEST_CASE("shapes: filters decide what a falling box lands on") {
    World world;
    test::add_ground(world);
    const BodyId ghost = test::add_box(world, {0.0f, 1.0f}, 0.5f, 0.5f, {.filter = {.mask = 0}});
    const BodyId solid = test::add_box(world, {3.0f, 1.0f}, 0.5f, 0.5f);
    test::run(world, 60);
    CHECK(world[ghost].position().y < -2.0f);
    CHECK(std::abs(world[solid].position().y - 0.5f) < 0.005f);
}

TEST_CASE("shapes: a filter changed while touching ends the contact, and changed back begins it") {
    World world({.sleeping = false});
    test::add_ground(world);
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    const ShapeId shape = world[box].shapes()[0];
    test::run(world, 30);
    REQUIRE(world.counters().contacts == 1);
    world[shape].set_filter({.mask = 0});
    world.step(0.0f);
    REQUIRE(world.contact_ends().size() == 1);
    CHECK((world.contact_ends()[0].shape_a == shape || world.contact_ends()[0].shape_b == shape));
    CHECK(world.contact_begins().empty());
    CHECK(world.counters().pairs == 0);
    world[shape].set_filter({});
    world.step(0.0f);
    CHECK(world.contact_ends().empty());
    CHECK(world.contact_begins().size() == 1);
    CHECK(world.counters().contacts == 1);
    // With a filter that stays as it is, the box falls through.
    world[shape].set_filter({.mask = 0});
    test::run(world, 60);
    CHECK(world[box].position().y < -2.0f);
}

TEST_CASE("shapes: shapes of one body never meet, nor do bodies that cannot move") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Dynamic});
    world.create_shape(body, make_box(0.5f, 0.5f));
    world.create_shape(body, Circle{{0.2f, 0.0f}, 0.5f});
    for (const BodyType type : {BodyType::Static, BodyType::Kinematic, BodyType::Static}) {
        const BodyId other = world.create_body({.type = type, .position = {10.0f, 0.0f}});
        world.create_shape(other, make_box(0.5f, 0.5f));
    }
    test::run(world, 3);
    CHECK(world.counters().pairs == 0);
}

TEST_CASE("shapes: a shape added to a body in flight takes part in the next step") {
    World world;
    test::add_ground(world);
    const BodyId body = test::add_box(world, {0.0f, 5.0f}, 0.1f, 0.1f);
    test::run(world, 20);
    world.create_shape(body, Circle{{0.0f, 0.0f}, 1.0f});
    test::run(world, 120);
    CHECK(std::abs(world[body].position().y - 1.0f) < 0.005f);
}
