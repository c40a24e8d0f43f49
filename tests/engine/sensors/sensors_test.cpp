#include <doctest/doctest.h>

#include "support/event_books.h"
#include "support/world_build.h"

#include <cmath>
#include <string>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

constexpr ShapeDefinition sensor_of() { return {.sensor = true}; }

ShapeId add_sensor(World& world, const Vec2& position, const ShapeGeometry& geometry,
                   BodyType type = BodyType::Static, const Vec2& velocity = Vec2{0.0f, 0.0f}) {
    const BodyId body = world.create_body({.type = type, .position = position, .linear_velocity = velocity});
    return world.create_shape(body, geometry, sensor_of());
}

ShapeId add_visitor(World& world, const Vec2& position, const ShapeGeometry& geometry,
                    BodyType type = BodyType::Dynamic, const Vec2& velocity = Vec2{0.0f, 0.0f}) {
    const BodyId body = world.create_body({.type = type, .position = position, .linear_velocity = velocity});
    return world.create_shape(body, geometry);
}

/// Steps in which a pair began and ended; -1: never.
struct Passage {
    int begin = -1;
    int end = -1;
    int begins = 0;
    int ends = 0;
};

Passage watch(World& world, ShapeId sensor, ShapeId visitor, int steps) {
    Passage passage;
    for (int i = 1; i <= steps; ++i) {
        world.step(dt);
        for (const SensorBegin& begin : world.sensor_begins()) {
            if (begin.sensor == sensor && begin.visitor == visitor) {
                passage.begin = i;
                ++passage.begins;
            }
        }
        for (const SensorEnd& end : world.sensor_ends()) {
            if (end.sensor == sensor && end.visitor == visitor) {
                passage.end = i;
                ++passage.ends;
            }
        }
    }
    return passage;
}

}  // namespace

TEST_CASE("sensors: a disc that goes through a box begins and ends in the steps that kinematics says") {
    // The sensor extends from 2 to 3 m, the disc of 0.25 m starts at 0; the distance to the first touch is
    // 1.75 m and to the last one 3.25 m, whichever of the two moves.
    struct Case {
        BodyType sensor;
        BodyType visitor;
        float sensor_speed;
        float visitor_speed;
    };
    const Case cases[] = {{BodyType::Static, BodyType::Dynamic, 0.0f, 3.1f},
                          {BodyType::Static, BodyType::Kinematic, 0.0f, 0.97f},
                          {BodyType::Kinematic, BodyType::Dynamic, -2.3f, 1.3f},
                          {BodyType::Kinematic, BodyType::Static, -3.7f, 0.0f},
                          {BodyType::Kinematic, BodyType::Kinematic, -1.9f, 1.9f},
                          {BodyType::Dynamic, BodyType::Static, -2.9f, 0.0f},
                          {BodyType::Dynamic, BodyType::Dynamic, 5.0f, 9.3f}};
    for (const Case& one : cases) {
        CAPTURE(one.visitor_speed);
        CAPTURE(one.sensor_speed);
        World world({.gravity = {0.0f, 0.0f}, .sleeping = false});
        const ShapeId sensor =
            add_sensor(world, {2.5f, 0.0f}, make_box(0.5f, 1.0f), one.sensor, {one.sensor_speed, 0.0f});
        const ShapeId visitor = add_visitor(world, {0.0f, 0.0f}, Circle{{0.0f, 0.0f}, 0.25f}, one.visitor,
                                            {one.visitor_speed, 0.0f});
        const double speed = static_cast<double>(one.visitor_speed - one.sensor_speed);
        const int first = static_cast<int>(std::ceil(60.0 * 1.75 / speed));
        const int last = static_cast<int>(std::floor(60.0 * 3.25 / speed)) + 1;
        const Passage passage = watch(world, sensor, visitor, 400);
        CHECK(passage.begin == first);
        CHECK(passage.end == last);
        CHECK(passage.begins == 1);
        CHECK(passage.ends == 1);
        // Neither was pushed.
        CHECK(world[world[visitor].body()].linear_velocity().x == one.visitor_speed);
        CHECK(world[world[sensor].body()].linear_velocity().x == one.sensor_speed);
    }
}

TEST_CASE("sensors: what crosses a centimetre at 200 m/s is reported, wherever its steps fall") {
    // 3.33 m per step. Whichever moves, the disc crosses the sensor within one step, or ends a step inside
    // it.
    const ShapeGeometry gates[] = {make_box(0.005f, 1.0f), Segment{{0.0f, -1.0f}, {0.0f, 1.0f}},
                                   Capsule{{0.0f, -1.0f}, {0.0f, 1.0f}, 0.005f}};
    for (const ShapeGeometry& gate : gates) {
        for (const float share : {0.0f, 0.5f, 1.0f}) {
            for (int phase = 0; phase < 50; ++phase) {
                World world({.gravity = {0.0f, 0.0f}});
                const float x = 5.0f + 200.0f * dt * (static_cast<float>(phase) + 0.5f) / 50.0f;
                const ShapeId sensor =
                    add_sensor(world, {x, 0.0f}, gate, share < 1.0f ? BodyType::Kinematic : BodyType::Static,
                               {200.0f * (share - 1.0f), 0.0f});
                const ShapeId visitor = add_visitor(world, {0.0f, 0.0f}, make_box(0.05f, 0.05f),
                                                    BodyType::Dynamic, {200.0f * share, 0.0f});
                const Passage passage = watch(world, sensor, visitor, 6);
                CAPTURE(phase);
                CAPTURE(share);
                CHECK(passage.begins == 1);
                CHECK(passage.ends == 1);
                // The first touch is after this many steps.
                const double way = static_cast<double>(x) - 0.05 - (gate.index() == 2 ? 0.0 : 0.005);
                const double margin = 1e-3;
                CHECK(passage.begin >= static_cast<int>(std::ceil((way - 0.01 - margin) * 60.0 / 200.0)));
                CHECK(passage.begin <= static_cast<int>(std::ceil((way + 0.01 + margin) * 60.0 / 200.0)));
                CHECK(passage.end - passage.begin <= 1);
            }
        }
    }
}

TEST_CASE("sensors: a fast spinning bar sweeps over a small disc between two poses") {
    // The bar rotates by 40 degrees per step; the disc lies between two of its poses, and only the sweep hits
    // it.
    World world({.gravity = {0.0f, 0.0f}});
    const float turn = 40.0f * pi / 180.0f;
    const BodyId body = world.create_body({.type = BodyType::Kinematic, .angular_velocity = turn / dt});
    const ShapeId sensor = world.create_shape(body, make_box(2.0f, 0.01f), sensor_of());
    const Rot between = Rot::from_angle(0.5f * turn);
    const ShapeId visitor =
        add_visitor(world, 1.5f * Vec2{between.c, between.s}, Circle{{0.0f, 0.0f}, 0.05f}, BodyType::Static);
    world.step(dt);
    REQUIRE(world.sensor_begins().size() == 1);
    REQUIRE(world.sensor_ends().size() == 1);
    CHECK(world.sensor_begins()[0].sensor == sensor);
    CHECK(world.sensor_begins()[0].visitor == visitor);
    CHECK(world[sensor].sensor_overlaps().empty());
}

TEST_CASE("sensors: a fast body that passes beside is not reported") {
    for (const float gap : {-0.002f, 0.002f}) {
        World world({.gravity = {0.0f, 0.0f}});
        const ShapeId sensor = add_sensor(world, {5.1f, 1.05f + gap}, make_box(0.005f, 1.0f));
        const ShapeId visitor =
            add_visitor(world, {0.0f, 0.0f}, make_box(0.05f, 0.05f), BodyType::Dynamic, {200.0f, 0.0f});
        const Passage passage = watch(world, sensor, visitor, 4);
        CHECK(passage.begins == (gap < 0.0f ? 1 : 0));
        CHECK(passage.ends == passage.begins);
    }
}

TEST_CASE("sensors: a fast body that a wall stops does not reach the sensor behind it") {
    World world({.gravity = {0.0f, 0.0f}});
    test::add_box(world, {5.0f, 0.0f}, 0.05f, 2.0f);
    world[world.bodies()[0]].set_type(BodyType::Static);
    const ShapeId before = add_sensor(world, {4.5f, 0.0f}, make_box(0.005f, 1.0f));
    const ShapeId behind = add_sensor(world, {5.5f, 0.0f}, make_box(0.005f, 1.0f));
    const ShapeId visitor =
        add_visitor(world, {3.0f, 0.0f}, make_box(0.05f, 0.05f), BodyType::Dynamic, {200.0f, 0.0f});
    world.step(dt);
    REQUIRE(world.sensor_begins().size() == 1);
    CHECK(world.sensor_begins()[0].sensor == before);
    CHECK(world.sensor_begins()[0].visitor == visitor);
    CHECK(world[behind].sensor_overlaps().empty());
    CHECK(world[world[visitor].body()].position().x < 5.0f);
}

TEST_CASE("sensors: bodies of all types are seen, of other bodies alone, and other sensors on demand") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId body = world.create_body({.type = BodyType::Static});
    const ShapeId blind = world.create_shape(body, make_box(1.0f, 1.0f), sensor_of());
    const ShapeId keen =
        world.create_shape(body, make_box(1.0f, 1.0f), {.sensor = true, .sees_sensors = true});
    world.create_shape(body, make_box(1.0f, 1.0f));
    const ShapeId fixed = add_visitor(world, {0.5f, 0.0f}, make_box(0.2f, 0.2f), BodyType::Static);
    const ShapeId moving = add_visitor(world, {0.0f, 0.5f}, make_box(0.2f, 0.2f), BodyType::Kinematic);
    const ShapeId other = add_sensor(world, {-0.5f, 0.0f}, make_box(0.2f, 0.2f));
    const BodyId hidden = world.create_body({.type = BodyType::Kinematic});
    world.create_shape(hidden, make_box(0.2f, 0.2f), {.sensor_events = false});
    world.step(dt);
    const auto list = [&](ShapeId sensor) {
        const auto span = world[sensor].sensor_overlaps();
        return std::vector<ShapeId>(span.begin(), span.end());
    };
    CHECK(list(blind) == std::vector<ShapeId>{fixed, moving});
    CHECK(list(keen) == std::vector<ShapeId>{fixed, moving, other});
    // The adjacent box, of the keen sensor's body, is solid.
    REQUIRE(list(other).size() == 1);
    CHECK(world[list(other)[0]].body() == body);
    CHECK_FALSE(world[list(other)[0]].is_sensor());
}

TEST_CASE("sensors: filters decide, and exclusions do not") {
    World world({.gravity = {0.0f, 0.0f}});
    const ShapeId sensor = add_sensor(world, {0.0f, 0.0f}, make_box(1.0f, 1.0f));
    const ShapeId visitor = add_visitor(world, {0.0f, 0.0f}, make_box(0.2f, 0.2f));
    world.set_collision(world[sensor].body(), world[visitor].body(), false);
    world.step(dt);
    CHECK(world.sensor_begins().size() == 1);
    world[visitor].set_filter({.category = 2});
    world.step(dt);
    CHECK(world.sensor_ends().empty());
    world[sensor].set_filter({.mask = ~std::uint64_t{2}});
    world.step(dt);
    CHECK(world.sensor_ends().size() == 1);
    world[sensor].set_filter({});
    world.step(dt);
    CHECK(world.sensor_begins().size() == 1);
    world[visitor].set_sensor_events(false);
    world.step(dt);
    CHECK(world.sensor_ends().size() == 1);
    CHECK(world[sensor].sensor_overlaps().empty());
}

TEST_CASE("sensors: what is destroyed or disabled leaves, by its dead handle") {
    World world({.gravity = {0.0f, 0.0f}});
    const ShapeId sensor = add_sensor(world, {0.0f, 0.0f}, make_box(1.0f, 1.0f));
    const ShapeId first = add_visitor(world, {0.0f, 0.0f}, make_box(0.2f, 0.2f));
    const ShapeId second = add_visitor(world, {0.6f, 0.0f}, make_box(0.2f, 0.2f));
    world.step(dt);
    CHECK(world.sensor_begins().size() == 2);
    world.destroy_body(world[first].body());
    // The slot is reused at once, by another visitor.
    const ShapeId third = add_visitor(world, {-0.6f, 0.0f}, make_box(0.2f, 0.2f));
    CHECK(third.index1 == first.index1);
    world.step(dt);
    REQUIRE(world.sensor_ends().size() == 1);
    CHECK(world.sensor_ends()[0].visitor == first);
    REQUIRE(world.sensor_begins().size() == 1);
    CHECK(world.sensor_begins()[0].visitor == third);

    world[world[second].body()].set_enabled(false);
    world.step(dt);
    REQUIRE(world.sensor_ends().size() == 1);
    CHECK(world.sensor_ends()[0].visitor == second);

    world[world[sensor].body()].set_enabled(false);
    world.step(dt);
    REQUIRE(world.sensor_ends().size() == 1);
    CHECK(world.sensor_ends()[0].visitor == third);
    world[world[sensor].body()].set_enabled(true);
    world.step(dt);
    CHECK(world.sensor_begins().size() == 1);

    world.destroy_shape(sensor);
    CHECK(world.sensor_ends().empty());
    const ShapeId replacement = add_sensor(world, {50.0f, 0.0f}, make_box(1.0f, 1.0f));
    CHECK(replacement.index1 == sensor.index1);
    world.step(dt);
    REQUIRE(world.sensor_ends().size() == 1);
    CHECK(world.sensor_ends()[0].sensor == sensor);
    CHECK(world.sensor_ends()[0].visitor == third);
    world.step(dt);
    CHECK(world.sensor_ends().empty());
}

TEST_CASE("sensors: a shape becomes a sensor and solid again") {
    World world({.sleeping = false});
    const BodyId ground = test::add_ground(world);
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    const ShapeId floor = world[ground].shapes()[0];
    const ShapeId shape = world[box].shapes()[0];
    test::run(world, 30);
    REQUIRE(world.counters().contacts == 1);
    world[floor].set_sensor(true);
    CHECK(world.counters().contacts == 0);
    world.step(dt);
    CHECK(world.contact_ends().size() == 1);
    REQUIRE(world.sensor_begins().size() == 1);
    CHECK(world.sensor_begins()[0].sensor == floor);
    CHECK(world.sensor_begins()[0].visitor == shape);
    const float speed = world[box].linear_velocity().y;
    CHECK(speed == doctest::Approx(-10.0 * static_cast<double>(dt)).epsilon(0.02));
    world[floor].set_sensor(false);
    world.step(dt);
    REQUIRE(world.sensor_ends().size() == 1);
    CHECK(world.sensor_ends()[0].sensor == floor);
    CHECK(world.contact_begins().size() == 1);
    test::run(world, 60);
    CHECK(world[box].position().y == doctest::Approx(0.5).epsilon(0.02));
    world.validate();
}

TEST_CASE("sensors: they wake nothing and keep nothing awake") {
    World world;
    test::add_ground(world);
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    const ShapeId shape = world[box].shapes()[0];
    const ShapeId sensor = add_sensor(world, {0.0f, 0.5f}, make_box(0.2f, 0.2f));
    test::run(world, 120);
    CHECK_FALSE(world[box].is_awake());
    REQUIRE(world[sensor].sensor_overlaps().size() == 1);
    // A moving sensor detects the sleeping box.
    const ShapeId scanner =
        add_sensor(world, {-3.0f, 0.5f}, make_box(0.1f, 0.1f), BodyType::Kinematic, {2.0f, 0.0f});
    const Passage passage = watch(world, scanner, shape, 180);
    CHECK(passage.begins == 1);
    CHECK(passage.ends == 1);
    CHECK_FALSE(world[box].is_awake());
    // Creating or destroying a sensor does not wake it either.
    world.destroy_shape(sensor);
    world.step(dt);
    CHECK_FALSE(world[box].is_awake());
}

TEST_CASE("sensors: a sensor has the mass of its density, and bodies fall through the others") {
    World world;
    test::add_ground(world);
    const BodyId body = world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 3.0f}});
    world.create_shape(body, make_box(0.5f, 0.5f));
    world.create_shape(body, make_box(0.5f, 0.5f), {.density = 2.0f, .sensor = true});
    CHECK(world[body].mass().mass == doctest::Approx(3.0));
    add_sensor(world, {0.0f, 1.5f}, make_box(1.0f, 0.1f));
    test::run(world, 120);
    CHECK(world[body].position().y == doctest::Approx(0.5).epsilon(0.02));
}

TEST_CASE("sensors: queries pass over them unless told otherwise") {
    World world;
    const ShapeId sensor = add_sensor(world, {0.0f, 0.0f}, make_box(1.0f, 1.0f));
    const RayCast ray{.origin = {-3.0f, 0.0f}, .translation = {6.0f, 0.0f}};
    RayCast keen = ray;
    keen.filter.sensors = true;
    CHECK_FALSE(world.cast_ray(ray).has_value());
    CHECK_FALSE(world.cast_ray_any(ray));
    REQUIRE(world.cast_ray(keen).has_value());
    CHECK(world.cast_ray(keen)->shape == sensor);
    CHECK(world.cast_ray_all(keen).size() == 1);
    CHECK_FALSE(world.nearest({0.0f, 3.0f}, 10.0f).has_value());
    CHECK(world.nearest({0.0f, 3.0f}, 10.0f, {.sensors = true}).has_value());
    int found = 0;
    const auto count = [&](ShapeId) {
        ++found;
        return true;
    };
    world.overlap(Vec2{0.0f, 0.0f}, count);
    world.overlap(Circle{{0.0f, 0.0f}, 0.1f}, Pose{}, count);
    CHECK(found == 0);
    world.overlap(Vec2{0.0f, 0.0f}, count, {.sensors = true});
    world.overlap(Circle{{0.0f, 0.0f}, 0.1f}, Pose{}, count, {.sensors = true});
    CHECK(found == 2);
    CHECK_FALSE(world.cast_shape({.pose = {Vec2{-3.0f, 0.0f}, Rot{}}, .translation = {6.0f, 0.0f}}));
}

TEST_CASE("sensors: a step without time looks too") {
    World world;
    const ShapeId sensor = add_sensor(world, {0.0f, 0.0f}, make_box(1.0f, 1.0f));
    const ShapeId visitor =
        add_visitor(world, {5.0f, 0.0f}, make_box(0.2f, 0.2f), BodyType::Dynamic, {90.0f, 0.0f});
    world.step(dt);
    world[world[visitor].body()].set_pose({0.0f, 0.0f}, 0.0f);
    world.step(0.0f);
    REQUIRE(world.sensor_begins().size() == 1);
    // It was placed there, and did not fly through.
    world[world[visitor].body()].set_pose({-20.0f, 0.0f}, 0.0f);
    world.step(0.0f);
    CHECK(world.sensor_ends().size() == 1);
    world[world[visitor].body()].set_pose({20.0f, 0.0f}, 0.0f);
    world.step(0.0f);
    CHECK(world.sensor_begins().empty());
    CHECK(world[sensor].sensor_overlaps().empty());
}

TEST_CASE("sensors: misuse is refused") {
    World world;
    const ShapeId shape = add_visitor(world, {0.0f, 0.0f}, make_box(0.2f, 0.2f));
    const ShapeId sensor = add_sensor(world, {0.0f, 0.0f}, make_box(0.2f, 0.2f));
    const std::string solid = test::error_of([&] { (void)world[shape].sensor_overlaps(); });
    CHECK(test::contains_text(solid, "ShapeRef::sensor_overlaps"));
    CHECK(test::contains_text(solid, "sensor"));
    const ShapeRef gone = world[sensor];
    world.destroy_shape(sensor);
    CHECK_FALSE(test::error_of([&] { (void)gone.sensor_overlaps(); }).empty());
    CHECK(test::contains_text(test::error_of([&] { gone.set_sensor(false); }), "ShapeRef::set_sensor"));
    CHECK_FALSE(test::error_of([&] { (void)world[sensor].is_sensor(); }).empty());
    CHECK_FALSE(test::error_of([&] { (void)world[sensor].sensor_events(); }).empty());
    CHECK_FALSE(test::error_of([&] { world[sensor].set_sensor_events(false); }).empty());
    world.visit_contacts([](const ContactView&) {});
    std::string inside;
    world.overlap(Vec2{0.0f, 0.0f}, [&](ShapeId id) {
        inside = test::error_of([&] { world[id].set_sensor(true); });
        return true;
    });
    CHECK(test::contains_text(inside, "ShapeRef::set_sensor"));
    CHECK_FALSE(world[shape].is_sensor());
}
