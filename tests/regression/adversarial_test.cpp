#include <doctest/doctest.h>

#include "support/world_build.h"

#include <limits>

using namespace drystone;
using test::dt;

// Scenes that broke engines before: each is small, has an exact expectation, and must stay finite.

TEST_CASE("adversarial: two free discs at one point part") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId a = test::add_disc(world, {1.0f, 1.0f}, 0.5f);
    const BodyId b = test::add_disc(world, {1.0f, 1.0f}, 0.5f);
    test::run(world, 300);
    CHECK(test::all_finite(world));
    // They end up side by side: 1 m apart, less the overlap of soft contacts.
    CHECK(length(world[a].position() - world[b].position()) > 0.95f);
}

TEST_CASE("adversarial: coincident boxes, capsules and a box inside a box part") {
    for (int kind = 0; kind < 3; ++kind) {
        CAPTURE(kind);
        World world({.gravity = {0.0f, 0.0f}});
        for (int i = 0; i < 2; ++i) {
            const BodyId body = world.create_body({.type = BodyType::Dynamic});
            if (kind == 0) {
                world.create_shape(body, make_box(0.5f, 0.5f));
            } else if (kind == 1) {
                world.create_shape(body, Capsule{{0.0f, 0.0f}, {0.0f, 0.0f}, 0.5f});
            } else {
                world.create_shape(body, make_box(0.5f - 0.25f * static_cast<float>(i), 0.5f));
            }
        }
        test::run(world, 300);
        CHECK(test::all_finite(world));
        const float distance =
            length(world[world.bodies()[0]].position() - world[world.bodies()[1]].position());
        CHECK(distance > (kind == 2 ? 0.7f : 0.95f));
    }
}

TEST_CASE("adversarial: bodies without freedom meet bodies that have it") {
    World world;
    test::add_ground(world);
    const BodyId massless = world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 0.4f}});
    world.create_shape(massless, make_box(0.5f, 0.5f), {.density = 0.0f});
    const BodyId other = world.create_body({.type = BodyType::Dynamic, .position = {0.3f, 0.6f}});
    world.create_shape(other, make_box(0.5f, 0.5f), {.density = 0.0f});
    const BodyId locked =
        world.create_body({.type = BodyType::Dynamic, .position = {0.2f, 2.0f}, .locks = {.rotation = true}});
    world.create_shape(locked, make_box(0.5f, 0.5f));
    const BodyId paddle =
        world.create_body({.type = BodyType::Kinematic, .position = {0.0f, 1.0f}, .angular_velocity = 3.0f});
    world.create_shape(paddle, make_box(2.0f, 0.1f));
    test::run(world, 300);
    CHECK(test::all_finite(world));
    world.validate();
}

TEST_CASE("adversarial: a heavy box on a light one, a thousand to one, makes no energy") {
    World world({.sleeping = false});
    test::add_ground(world);
    test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    test::add_box(world, {0.0f, 1.5f}, 0.5f, 0.5f, {.density = 1000.0f});
    const double start = world.energy();
    for (int i = 0; i < 300; ++i) {
        world.step(dt);
        CHECK(world.energy() <= start);
    }
    CHECK(test::all_finite(world));
}

TEST_CASE("adversarial: a hub in the middle of forty discs is solved although its colours run out") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId hub = test::add_disc(world, {0.0f, 0.0f}, 4.0f);
    for (int i = 0; i < 40; ++i) {
        const Rot q = Rot::from_angle(2.0f * pi * static_cast<float>(i) / 40.0f);
        const BodyId body = test::add_disc(world, 4.35f * Vec2{q.c, q.s}, 0.3f);
        world[body].set_linear_velocity(-2.0f * Vec2{q.c, q.s});
    }
    int overflow = 0;
    for (int i = 0; i < 60; ++i) {
        world.step(dt);
        world.validate();
        overflow = std::max(overflow, world.counters().overflow_contacts);
    }
    // There are 22 colours for contacts of dynamic bodies.
    CHECK(overflow == 40 - 22);
    CHECK(test::all_finite(world));
    // The impacts come from all sides: the hub stays.
    CHECK(length(world[hub].position()) < 0.05f);
    CHECK(test::worst_penetration(world) < 0.01f);
}

TEST_CASE("adversarial: steps of odd lengths are refused or leave everything finite") {
    for (const float time_step : {1e-30f, 1e-42f, 1e-6f, 0.5f}) {
        for (const int sub_steps : {1, 4, 1000}) {
            CAPTURE(time_step);
            CAPTURE(sub_steps);
            World world;
            test::add_pyramid(world, 3);
            test::run(world, 10, time_step, sub_steps);
            CHECK(test::all_finite(world));
        }
    }
}

TEST_CASE("adversarial: bodies far away, fast and huge stay finite and apart from the rest") {
    World world;
    test::add_ground(world);
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    World twin;
    test::add_ground(twin);
    const BodyId twin_box = test::add_box(twin, {0.0f, 0.5f}, 0.5f, 0.5f);
    const BodyId far = test::add_box(world, {1e30f, -1e30f}, 0.5f, 0.5f);
    world[far].set_angular_velocity(1e30f);
    const BodyId fast = test::add_box(world, {100.0f, 100.0f}, 0.5f, 0.5f);
    world[fast].set_linear_velocity({1e9f, 0.0f});
    for (int i = 0; i < 60; ++i) {
        world.step(dt);
        twin.step(dt);
    }
    CHECK(test::all_finite(world));
    CHECK(world[box].position() == twin[twin_box].position());
    CHECK(length(world[fast].linear_velocity()) <= 400.0f * 1.00001f);
}

TEST_CASE("adversarial: a stack moved to ten kilometres stands as at the origin") {
    World world;
    const Vec2 corner{10000.0f, 10000.0f};
    const BodyId ground =
        world.create_body({.type = BodyType::Static, .position = corner - Vec2{0.0f, 1.0f}});
    world.create_shape(ground, make_box(20.0f, 1.0f));
    BodyId top;
    for (int i = 0; i < 5; ++i) {
        top = test::add_box(world, corner + Vec2{0.0f, 0.5f + static_cast<float>(i)}, 0.5f, 0.5f);
    }
    test::run(world, 600);
    CHECK(test::all_finite(world));
    // A position near 10000 m has a resolution of 1 mm.
    CHECK(length(world[top].position() - corner - Vec2{0.0f, 4.5f}) < 0.02f);
}

TEST_CASE("adversarial: everything is destroyed while it touches and the world goes on") {
    World world;
    test::add_pyramid(world, 6);
    test::run(world, 30);
    for (const BodyId body : world.bodies()) {
        world.destroy_body(body);
        world.validate();
    }
    CHECK(world.counters().pairs == 0);
    CHECK(world.counters().shapes == 0);
    world.step(dt);
    CHECK_FALSE(world.contact_ends().empty());
    test::add_pyramid(world, 3);
    test::run(world, 30);
    world.validate();
    CHECK(world.counters().contacts > 0);
}

TEST_CASE("adversarial: a body made and destroyed between two steps leaves no trace but its slot") {
    World world;
    test::add_ground(world);
    test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    test::run(world, 10);
    const std::uint64_t before = world.state_hash();
    const BodyId body = test::add_box(world, {0.2f, 0.6f}, 0.5f, 0.5f);
    world.destroy_body(body);
    CHECK(world.state_hash() == before);
    world.step(0.0f);
    CHECK(world.contact_begins().empty());
    CHECK(world.contact_ends().empty());
}

TEST_CASE("adversarial: a pair whose boxes part and meet again has one contact only") {
    // The shapes touch, are moved apart for one step and back for the next: the old contact must be removed
    // before the broad phase finds the pair again.
    World world({.gravity = {0.0f, 0.0f}, .sleeping = false});
    test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    const BodyId mover = test::add_box(world, {0.9f, 0.0f}, 0.5f, 0.5f);
    world.step(dt);
    for (int i = 0; i < 20; ++i) {
        world[mover].set_pose({i % 2 == 0 ? 3.0f : 0.9f, 0.0f}, 0.0f);
        world.step(0.0f);
        CHECK(world.counters().pairs <= 1);
        CHECK(world.contact_begins().size() + world.contact_ends().size() == 1);
    }
}
