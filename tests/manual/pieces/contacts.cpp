// Pieces of docs/manual/contacts.md, filters.md, sensors.md and continuous.md.
#include <drystone/drystone.h>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using namespace drystone;

namespace {

struct Floor {
    World world{{.gravity = {0.0f, -10.0f}}};
    BodyId ground = world.create_body({.type = BodyType::Static});
    ShapeId floor = world.create_shape(ground, Segment{{-50.0f, 0.0f}, {50.0f, 0.0f}});
};

}  // namespace

TEST_CASE_FIXTURE(Floor, "handlers are called by the kinds of shapes") {
    constexpr std::uint64_t bullets = 2;
    constexpr std::uint64_t crates = 4;
    const BodyId crate = world.create_body({.position = {0.0f, 0.5f}});
    world.create_shape(crate, make_box(0.5f, 0.5f), {.filter = {.category = crates}});
    const BodyId bullet = world.create_body({.position = {-4.0f, 0.5f}, .linear_velocity = {20.0f, 0.0f}});
    world.create_shape(bullet, Circle{{0.0f, 0.0f}, 0.1f}, {.filter = {.category = bullets}});
    // [handlers]
    ContactHandlers handlers;
    handlers.add({.categories_a = bullets, .categories_b = crates, .begin = [&](const ContactBegin& begin) {
                      if (world.is_valid(begin.shape_b)) {
                          world.destroy_body(world[begin.shape_b].body().id());
                      }
                  }});
    for (int frame = 0; frame < 60; ++frame) {
        world.step(1.0f / 60.0f);
        handlers.dispatch(world);
    }
    // [/handlers]
    CHECK_FALSE(world.is_valid(crate));
    CHECK(world.is_valid(bullet));
}

TEST_CASE_FIXTURE(Floor, "contacts begin, hit, push and end as the page says") {
    const BodyId ball = world.create_body({.position = {0.0f, 2.0f}});
    // [ask]
    const ShapeId shape = world.create_shape(ball, Circle{{0.0f, 0.0f}, 0.5f},
                                             {.material = {.restitution = 0.5f},
                                              .hit_events = true,
                                              .force_events = true,
                                              .force_threshold = 50.0f});
    // [/ask]
    int begins = 0;
    int ends = 0;
    std::vector<float> speeds;
    float impulse = 0.0f;
    // [read]
    for (int frame = 0; frame < 90; ++frame) {
        world.step(1.0f / 60.0f);
        for (const ContactBegin& begin : world.contact_begins()) {
            begins += begin.shape_a == shape || begin.shape_b == shape ? 1 : 0;
        }
        for (const ContactHit& hit : world.contact_hits()) {
            speeds.push_back(hit.approach_speed);  // how loud: hit.point, hit.normal
        }
        for (const ContactForce& force : world.contact_forces()) {
            impulse += force.magnitude / 60.0f;  // the mean force of the step, impacts included
        }
        for (const ContactEnd& end : world.contact_ends()) {
            ends += world.is_valid(end.shape_a) && world.is_valid(end.shape_b) ? 1 : 0;
        }
    }
    // [/read]
    CHECK(begins >= 2);
    CHECK(ends >= 1);
    REQUIRE(!speeds.empty());
    CHECK(speeds[0] == doctest::Approx(5.477f).epsilon(0.02));  // sqrt(2 g h) for h = 1.5 m
    CHECK(impulse > 0.7854f * 5.477f * 1.5f * 0.95f);           // m v (1 + e) of the first impact at least
}

TEST_CASE_FIXTURE(Floor, "contacts of a body are read after a step") {
    const BodyId box = world.create_body({.position = {0.0f, 0.5f}});
    world.create_shape(box, make_box(0.5f, 0.5f), {.density = 2.0f});
    for (int i = 0; i < 60; ++i) {
        world.step(1.0f / 60.0f);
    }
    // [visit]
    float weight = 0.0f;
    world[box].visit_contacts([&weight](const ContactView& contact) {
        for (int i = 0; i < contact.count; ++i) {
            const float sub_step = 1.0f / 60.0f / 4.0f;
            weight += contact.points[i].normal_impulse / sub_step;  // the force of the last sub-step [N]
        }
    });
    // [/visit]
    CHECK(weight == doctest::Approx(20.0f).epsilon(0.01));  // 2 kg at 10 m/s^2
}

TEST_CASE_FIXTURE(Floor, "shapes are destroyed after the loop over the events") {
    const BodyId glass = world.create_body({.position = {0.0f, 1.0f}});
    world.create_shape(glass, Circle{{0.0f, 0.0f}, 0.5f});
    // [destroy]
    std::vector<BodyId> broken;
    for (int frame = 0; frame < 60; ++frame) {
        world.step(1.0f / 60.0f);
        for (const ContactBegin& begin : world.contact_begins()) {
            const BodyId body = world[begin.shape_b].body().id();
            if (body == glass) {
                broken.push_back(body);
            }
        }
        for (const BodyId body : broken) {
            world.destroy_body(body);  // its ContactEnd is reported after the next step
        }
        broken.clear();
    }
    // [/destroy]
    CHECK(!world.is_valid(glass));
}

TEST_CASE_FIXTURE(Floor, "handles in events live as long as the page says") {
    const BodyId ball = world.create_body({.position = {0.0f, 0.5f}});
    const ShapeId shape = world.create_shape(ball, Circle{{0.0f, 0.0f}, 0.5f});
    world.step(1.0f / 60.0f);
    REQUIRE(world.contact_begins().size() == 1);
    const ContactId contact = world.contact_begins()[0].contact;

    // Apart, but not so far that the boxes part: the contact begins again with the same handle.
    world[ball].set_pose({0.0f, 0.54f}, 0.0f);
    world.step(0.0f);
    REQUIRE(world.contact_ends().size() == 1);
    CHECK(world.is_valid(contact));
    world[ball].set_pose({0.0f, 0.5f}, 0.0f);
    world.step(0.0f);
    REQUIRE(world.contact_begins().size() == 1);
    CHECK(world.contact_begins()[0].contact == contact);

    world.destroy_shape(shape);
    world.step(1.0f / 60.0f);
    REQUIRE(world.contact_ends().size() == 1);
    const ContactEnd end = world.contact_ends()[0];
    CHECK((end.shape_a == shape || end.shape_b == shape));
    CHECK(!world.is_valid(shape));
    CHECK(!world.is_valid(contact));
    world.step(1.0f / 60.0f);
    CHECK(world.contact_ends().empty());
}

TEST_CASE_FIXTURE(Floor, "filters keep shapes apart as the page says") {
    // [filter]
    constexpr std::uint64_t players = 1;
    constexpr std::uint64_t shots = 2;
    constexpr std::uint64_t everything = ~std::uint64_t{0};
    const Filter player_filter{.category = players};
    const Filter shot_filter{.category = shots, .mask = everything & ~(players | shots)};  // walls only
    // [/filter]
    CHECK(!should_collide(player_filter, shot_filter));
    CHECK(should_collide(player_filter, Filter{}));

    const BodyId a = world.create_body({.position = {0.0f, 3.0f}});
    const BodyId b = world.create_body({.position = {0.2f, 3.0f}});
    for (const BodyId body : {a, b}) {
        world.create_shape(body, Circle{{0.0f, 0.0f}, 0.5f}, {.filter = {.group = -1}});
    }
    // [pair]
    world.set_collision(a, b, false);  // this pair only
    world.set_collision_filter([this](ShapeId first, ShapeId second) {
        return world[first].user_data() == 0 || world[first].user_data() != world[second].user_data();
    });
    // [/pair]
    for (int i = 0; i < 120; ++i) {
        world.step(1.0f / 60.0f);
    }
    CHECK(world[b].position().x == doctest::Approx(0.2f));  // nothing has pushed it
    CHECK(world[a].position().y == doctest::Approx(0.5f).epsilon(0.01));
}

TEST_CASE_FIXTURE(Floor, "one can jump through a one-way platform") {
    // [one-way]
    const ShapeId platform =
        world.create_shape(ground, make_box(2.0f, 0.1f, Pose{{0.0f, 2.0f}}), {.one_way = Vec2{0.0f, 1.0f}});
    // [/one-way]
    const BodyId jumper = world.create_body({.position = {0.0f, 0.5f}, .linear_velocity = {0.0f, 9.0f}});
    world.create_shape(jumper, Circle{{0.0f, 0.0f}, 0.5f});
    for (int i = 0; i < 180; ++i) {
        world.step(1.0f / 60.0f);
    }
    CHECK(world[jumper].position().y == doctest::Approx(2.6f).epsilon(0.01));
    CHECK(world[platform].one_way().has_value());
}

TEST_CASE_FIXTURE(Floor, "a pre-solve callback changes a contact for a step") {
    const BodyId box = world.create_body({.position = {0.0f, 0.5f}, .linear_velocity = {3.0f, 0.0f}});
    // [pre-solve]
    world.create_shape(box, make_box(0.5f, 0.5f), {.pre_solve = true});
    world.set_pre_solve_callback([](PreSolveContact& contact) {
        contact.friction = 0.0f;  // ice, for this step
        return true;              // false would drop the contact
    });
    // [/pre-solve]
    for (int i = 0; i < 60; ++i) {
        world.step(1.0f / 60.0f);
    }
    CHECK(world[box].linear_velocity().x == doctest::Approx(3.0f).epsilon(1e-4));
}

TEST_CASE_FIXTURE(Floor, "a sensor reports what is inside") {
    // [sensor]
    const ShapeId goal =
        world.create_shape(ground, make_box(1.0f, 1.0f, Pose{{0.0f, 3.0f}}), {.sensor = true});
    // [/sensor]
    const BodyId ball = world.create_body({.position = {0.0f, 6.0f}});
    const ShapeId shape = world.create_shape(ball, Circle{{0.0f, 0.0f}, 0.25f});
    int entered = 0;
    int left = 0;
    // [sensor-events]
    for (int frame = 0; frame < 120; ++frame) {
        world.step(1.0f / 60.0f);
        for (const SensorBegin& begin : world.sensor_begins()) {
            entered += begin.sensor == goal && begin.visitor == shape ? 1 : 0;
        }
        for (const SensorEnd& end : world.sensor_ends()) {
            left += end.sensor == goal ? 1 : 0;
        }
        for (const ShapeId inside : world[goal].sensor_overlaps()) {
            CHECK(inside == shape);
        }
    }
    // [/sensor-events]
    CHECK(entered == 1);
    CHECK(left == 1);
}

TEST_CASE_FIXTURE(Floor, "fast bodies do not pass through walls") {
    world.create_shape(ground, make_box(0.01f, 5.0f, Pose{{10.0f, 5.0f}}));
    // [bullet]
    const BodyId shot =
        world.create_body({.position = {0.0f, 2.0f}, .linear_velocity = {300.0f, 0.0f}, .bullet = true});
    world.create_shape(shot, Circle{{0.0f, 0.0f}, 0.05f});
    // [/bullet]
    for (int i = 0; i < 30; ++i) {
        world.step(1.0f / 60.0f);  // 5 m a step
        CHECK(world[shot].position().x < 10.0f);
    }
}
