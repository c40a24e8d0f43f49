// Contacts of a given shape with the world, against brute force in double precision.
#include <doctest/doctest.h>

#include <drystone/collision/curved_shapes.h>

#include "engine/world/queries/contact_reference.h"
#include "support/failing_allocation.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace drystone;

TEST_CASE("contacts_of: the shapes within the distance, with depth and normal, as in double precision") {
    const World world = test::loose_world(17, 200);
    test::Random random(18);
    std::vector<ShapeContact> contacts;
    int found = 0;
    int deep = 0;
    for (int i = 0; i < test::scaled(3000, 300); ++i) {
        const ShapeGeometry geometry = test::random_geometry(random, 1.5f);
        const Pose pose = test::random_pose(random, 10.0f);
        const float distance = random.below(2) == 0 ? 0.0f : random.between(0.0f, 1.0f);
        world.contacts_of(geometry, pose, contacts, {.distance = distance});
        CHECK(std::is_sorted(
            contacts.begin(), contacts.end(),
            [](const ShapeContact& a, const ShapeContact& b) { return a.shape.index1 < b.shape.index1; }));
        for (const ConstShapeRef shape : world.shapes()) {
            const test::Reference expected = test::reference_of(world, shape.id(), geometry, pose);
            const ShapeContact* const contact = test::find_contact(contacts, shape.id());
            CHECK((contact != nullptr || expected.separation > static_cast<double>(distance) - 1e-5));
            if (contact == nullptr) {
                continue;
            }
            ++found;
            deep += contact->separation < -0.05f ? 1 : 0;
            CHECK(contact->body == shape.body().id());
            CHECK(contact->separation <= distance);
            CHECK(static_cast<double>(contact->separation) ==
                  doctest::Approx(expected.separation).epsilon(2e-5).scale(1));
            CHECK(static_cast<double>(length(contact->normal)) == doctest::Approx(1.0).epsilon(1e-6));
            // In a tie, another normal gives the same separation.
            CHECK(test::separation_along(world, shape.id(), geometry, pose, contact->normal) ==
                  doctest::Approx(expected.separation).epsilon(2e-5).scale(1));
        }
    }
    CHECK(found > test::scaled(700));
    CHECK(deep > test::scaled(200));
}

TEST_CASE(
    "contacts_of: points lie on the surface of the world's shape, and on the given one beyond the gap") {
    const World world = test::loose_world(23, 200);
    test::Random random(24);
    std::vector<ShapeContact> contacts;
    int points = 0;
    for (int i = 0; i < test::scaled(2000, 300); ++i) {
        const float radius = random.between(0.1f, 0.8f);
        const Pose pose{{random.between(-10.0f, 10.0f), random.between(-10.0f, 10.0f)}, Rot{}};
        world.contacts_of(Circle{{0.0f, 0.0f}, radius}, pose, contacts, {.distance = 0.5f});
        for (const ShapeContact& contact : contacts) {
            CHECK(contact.count == 1);
            const ShapeContactPoint& point = contact.points[0];
            const NearestPoint nearest = world[contact.shape].closest_point(pose.position);
            if (nearest.distance == 0.0f) {
                continue;  // The centre is inside: the nearest point is not on the surface.
            }
            ++points;
            CHECK(length(point.point - nearest.point) < 2e-5f);
            CHECK(length(point.point + (point.separation + radius) * contact.normal - pose.position) < 2e-5f);
        }
    }
    CHECK(points > test::scaled(300, 50));
}

TEST_CASE("contacts_of: the velocity of the surface is that of the body at the point and of its belt") {
    World world;
    const BodyId disc = world.create_body({.type = BodyType::Kinematic,
                                           .position = {2.0f, 1.0f},
                                           .linear_velocity = {0.5f, -1.0f},
                                           .angular_velocity = 3.0f});
    world.create_shape(disc, Circle{{0.0f, 0.0f}, 1.0f});
    const BodyId floor = world.create_body({.type = BodyType::Static});
    const Material belt{.friction = 0.25f, .tangent_speed = 2.0f};
    const ShapeId conveyor = world.create_shape(floor, make_box(5.0f, 0.5f), {.material = belt});
    std::vector<ShapeContact> contacts;
    world.contacts_of(Circle{{0.0f, 0.0f}, 0.5f}, Pose{Vec2{3.5f, 1.0f}, Rot{}}, contacts,
                      {.distance = 0.2f});
    REQUIRE(contacts.size() == 2);
    // Slot order: the disc is older. Its surface at angle 0 moves up by w r.
    CHECK(contacts[0].points[0].velocity.x == doctest::Approx(0.5f));
    CHECK(contacts[0].points[0].velocity.y == doctest::Approx(2.0f));
    CHECK(contacts[1].shape == conveyor);
    CHECK(contacts[1].material == belt);
    CHECK(contacts[1].points[0].velocity.x == doctest::Approx(2.0f));
    CHECK(contacts[1].points[0].velocity.y == doctest::Approx(0.0f));
    // A box on the belt takes up that velocity.
    world.destroy_body(disc);
    const BodyId box = test::add_box(world, {0.0f, 1.0f}, 0.5f, 0.5f, {.material = {.friction = 0.6f}});
    test::run(world, 120);
    CHECK(world[box].linear_velocity().x == doctest::Approx(2.0f).epsilon(1e-3));
}

TEST_CASE("contacts_of: tiles and chains give the normals of the ground alone") {
    const World world = test::tiled_floor(20);
    std::vector<ShapeContact> contacts;
    for (int i = 0; i < 1000; ++i) {
        const float x = 0.5f + 0.018f * static_cast<float>(i);
        for (const float y : {0.49f, 0.497f, 0.5f, 0.505f}) {
            world.contacts_of(make_box(0.3f, 0.5f), Pose{Vec2{x, y}, Rot{}}, contacts, {.distance = 0.01f});
            REQUIRE(!contacts.empty());
            for (const ShapeContact& contact : contacts) {
                CHECK(contact.normal == Vec2{0.0f, 1.0f});
                CHECK(contact.separation == doctest::Approx(y - 0.5f).epsilon(1e-5));
            }
        }
    }
    World bowl;
    const BodyId ground = bowl.create_body({.type = BodyType::Static});
    bowl.create_chain(ground, {.points = {{6.0f, 0.0f}, {2.0f, 0.0f}, {-2.0f, 0.0f}, {-6.0f, 0.0f}}});
    bowl.contacts_of(Circle{{0.0f, 0.0f}, 0.5f}, Pose{Vec2{2.0f, 0.49f}, Rot{}}, contacts);
    CHECK(!contacts.empty());
    for (const ShapeContact& contact : contacts) {
        CHECK(contact.normal == Vec2{0.0f, 1.0f});
    }
    // From below, where the chain is not solid.
    bowl.contacts_of(Circle{{0.0f, 0.0f}, 0.5f}, Pose{Vec2{0.0f, -0.49f}, Rot{}}, contacts);
    CHECK(contacts.empty());
}

TEST_CASE("contacts_of: a floor under a thin plate reports nothing through the plate") {
    World world;
    const BodyId ground = world.create_body({.type = BodyType::Static});
    world.create_shape(ground, make_box(20.0f, 0.5f, Pose{Vec2{0.0f, -0.5f}, Rot{}}));
    const ShapeId plate = world.create_shape(ground, make_box(5.0f, 0.02f, Pose{Vec2{0.0f, 0.02f}, Rot{}}));
    world.step(1e-3f);
    std::vector<ShapeContact> contacts;
    for (const float height : {0.03f, 0.04f, 0.05f, 0.1f}) {
        world.contacts_of(Circle{{0.0f, 0.0f}, 0.5f}, Pose{Vec2{1.0f, 0.5f + height}, Rot{}}, contacts,
                          {.distance = 0.2f});
        REQUIRE(contacts.size() == 1);
        CHECK(contacts[0].shape == plate);
        CHECK(contacts[0].separation == doctest::Approx(height - 0.04f).epsilon(1e-5).scale(1));
    }
}

TEST_CASE(
    "contacts_of: one-way shapes are reported from all sides, and with the side from which they are solid") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Static, .angle = 0.5f * pi});
    // Up in the body's frame is to the left in the world.
    world.create_shape(body, make_box(1.0f, 0.1f), {.one_way = Vec2{0.0f, 2.0f}});
    std::vector<ShapeContact> contacts;
    for (const float side : {-1.0f, 1.0f}) {
        world.contacts_of(Circle{{0.0f, 0.0f}, 0.5f}, Pose{Vec2{0.55f * side, 0.0f}, Rot{}}, contacts);
        REQUIRE(contacts.size() == 1);
        REQUIRE(contacts[0].one_way);
        CHECK(contacts[0].one_way->x == doctest::Approx(-1.0f));
        CHECK(contacts[0].on_solid_side == (side < 0.0f));
        CHECK(contacts[0].separation == doctest::Approx(-0.05f).epsilon(1e-4));
    }
}

TEST_CASE("contacts_of: filters, sensors and an ignored body") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Static});
    const ShapeId near = world.create_shape(body, Circle{}, {.filter = {.category = 2}});
    const ShapeId sensor = world.create_shape(body, Circle{}, {.sensor = true});
    const BodyId other = world.create_body({.type = BodyType::Static});
    const ShapeId last = world.create_shape(other, Circle{});
    const auto found = [&](const ContactQuery& query) {
        std::vector<ShapeContact> contacts;
        world.contacts_of(Circle{}, Pose{Vec2{0.5f, 0.0f}, Rot{}}, contacts, query);
        std::vector<ShapeId> shapes;
        for (const ShapeContact& contact : contacts) {
            shapes.push_back(contact.shape);
        }
        return shapes;
    };
    CHECK(found({}) == std::vector<ShapeId>{near, last});
    CHECK(found({.filter = {.mask = 2}}) == std::vector<ShapeId>{near});
    CHECK(found({.filter = {.sensors = true}}) == std::vector<ShapeId>{near, sensor, last});
    CHECK(found({.filter = {.accepts = [&](ShapeId shape) { return shape == last; }}}) ==
          std::vector<ShapeId>{last});
    CHECK(found({.ignored_body = body}) == std::vector<ShapeId>{last});
    CHECK(found({.ignored_body = other}) == std::vector<ShapeId>{near});
}

TEST_CASE("contacts_of: curved shapes of the user give the same as their equals of the library") {
    const World world = test::loose_world(41, 100);
    test::Random random(42);
    std::vector<ShapeContact> curved;
    std::vector<ShapeContact> plain;
    int found = 0;
    for (int i = 0; i < 500; ++i) {
        const float radius = random.between(0.2f, 0.8f);
        const Pose pose = test::random_pose(random, 10.0f);
        world.contacts_of(CustomShape{Ellipse{radius, radius}}, pose, curved, {.distance = 0.1f});
        world.contacts_of(Circle{{0.0f, 0.0f}, radius}, pose, plain, {.distance = 0.1f});
        for (const ShapeContact& contact : plain) {
            const ShapeContact* const same = test::find_contact(curved, contact.shape);
            if (contact.separation > 0.099f) {
                continue;
            }
            REQUIRE(same != nullptr);
            CHECK(std::abs(same->separation - contact.separation) < 1e-3f);
            ++found;
        }
        const Vec2 translation{random.between(-5.0f, 5.0f), random.between(-5.0f, 5.0f)};
        const auto hit =
            world.cast_contact(CustomShape{Ellipse{radius, radius}}, pose, {.translation = translation});
        const auto expected =
            world.cast_contact(Circle{{0.0f, 0.0f}, radius}, pose, {.translation = translation});
        if (expected && expected->fraction > 0.01f && hit && hit->fraction > 0.01f) {
            CHECK(std::abs(hit->fraction - expected->fraction) < 5e-3f);
        }
    }
    CHECK(found > 50);
}

TEST_CASE("contacts_of: a buffer that is used again costs no allocation") {
    const World world = test::loose_world(51, 200);
    std::vector<ShapeContact> contacts;
    contacts.reserve(200);
    const ShapeGeometry geometry = make_regular_polygon(6, 1.0f);
    constexpr long many = 1000000;
    test::allocations_to_failure = many;
    std::size_t found = 0;
    for (int i = 0; i < 100; ++i) {
        const Pose pose{{0.1f * static_cast<float>(i) - 5.0f, 0.0f}, Rot{}};
        world.contacts_of(geometry, pose, contacts, {.distance = 0.1f});
        found += contacts.size();
        if (const auto hit = world.cast_contact(geometry, pose, {.translation = {0.0f, 5.0f}})) {
            ++found;
        }
    }
    const long left = test::allocations_to_failure.exchange(0);
    CHECK(left == many);
    CHECK(found > 50);
}

TEST_CASE("contacts_of: bad input is refused, and the buffer keeps what it held") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Static});
    world.create_shape(body, Circle{});
    std::vector<ShapeContact> contacts(3);
    const auto error = [&](const ShapeGeometry& geometry, const Pose& pose, const ContactQuery& query) {
        return test::error_of([&] { world.contacts_of(geometry, pose, contacts, query); });
    };
    const float nan = std::nanf("");
    CHECK(error(Circle{{0.0f, 0.0f}, -1.0f}, {}, {}).find("World::contacts_of") == 0);
    CHECK(error(Circle{}, {Vec2{nan, 0.0f}, Rot{}}, {}).find("pose") != std::string::npos);
    CHECK(error(Circle{}, {Vec2{}, Rot{2.0f, 0.0f}}, {}).find("pose") != std::string::npos);
    CHECK(error(Circle{}, {}, {.distance = -1.0f}).find("distance") != std::string::npos);
    CHECK(error(Circle{}, {}, {.distance = nan}).find("distance") != std::string::npos);
    const BodyId dead = world.create_body({});
    world.destroy_body(dead);
    CHECK(error(Circle{}, {}, {.ignored_body = dead}).find("destroyed") != std::string::npos);
    CHECK(contacts.size() == 3);
    CHECK(test::error_of([&] {
              static_cast<void>(world.cast_contact(Circle{}, {}, {.translation = {nan, 0.0f}}));
          }).find("cast.translation") != std::string::npos);
    bool (*const nothing)(const ShapeContact&) = nullptr;
    CHECK(test::error_of([&] {
              static_cast<void>(world.cast_contact(Circle{}, {}, {}, nothing));
          }).find("World::cast_contact") == 0);
}

TEST_CASE("contacts_of: inside a one-way tile, the corner of a solid tile flush with it is exposed") {
    World world;
    const BodyId ground = world.create_body({.type = BodyType::Static});
    world.create_shape(ground, make_box(0.5f, 0.1f, Pose{{-0.5f, -0.1f}, Rot{}}),
                       {.one_way = Vec2{0.0f, 1.0f}});
    const ShapeId solid =
        world.create_shape(ground, make_polygon({{0.0f, 0.0f}, {1.0f, -1.0f}, {1.0f, 0.0f}}));
    world.step(1.0f / 60.0f);
    std::vector<ShapeContact> contacts;
    // The right side of the box is 5 mm before the corner at the origin, then 4 mm past it.
    for (const float gap : {0.005f, -0.004f}) {
        world.contacts_of(make_box(0.3f, 0.4f), Pose{{-0.3f - gap, 0.13f}, Rot{}}, contacts,
                          {.distance = 0.01f});
        REQUIRE(contacts.size() == 2);
        CHECK(contacts[1].shape == solid);
        CHECK(contacts[1].normal.x == doctest::Approx(-1.0f));
        CHECK(contacts[1].separation == doctest::Approx(gap).epsilon(1e-4));
    }
}

TEST_CASE("contacts_of: a corner that two tiles share has a contact along the normal midway, anywhere") {
    for (const float x : {0.0f, 3.0f, 14.0f, 100.0f}) {
        for (const float y : {2.0f, 7.0f, 31.0f}) {
            World world;
            const BodyId ground = world.create_body({.type = BodyType::Static});
            world.create_shape(ground, make_polygon({{x, y}, {x + 1.0f, y}, {x + 1.0f, y + 1.0f}}));
            world.create_shape(ground, make_polygon({{x, y}, {x + 1.0f, y - 1.0f}, {x + 1.0f, y}}));
            world.step(1.0f / 60.0f);
            std::vector<ShapeContact> contacts;
            const Capsule capsule{{0.0f, -0.25f}, {0.0f, 0.25f}, 0.25f};
            world.contacts_of(capsule, Pose{{x - 0.2421875f, y - 0.125f}, Rot{}}, contacts);
            REQUIRE(!contacts.empty());
            CHECK(contacts[0].normal.x == doctest::Approx(-1.0f));
            CHECK(contacts[0].separation == doctest::Approx(-0.0078125f).epsilon(1e-2));
        }
    }
}
