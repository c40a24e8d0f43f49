#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Stack of boxes on a static slab, run until it sleeps.
struct SleepingStack {
    explicit SleepingStack(int count = 4) {
        slab = world.create_body({.type = BodyType::Static, .position = {0.0f, -0.5f}});
        world.create_shape(slab, make_box(5.0f, 0.5f));
        for (int i = 0; i < count; ++i) {
            boxes.push_back(test::add_box(world, {0.0f, 0.5f + static_cast<float>(i)}, 0.5f, 0.5f));
        }
        for (int i = 0; i < 600 && world.counters().awake_bodies > 0; ++i) {
            world.step(dt);
        }
        REQUIRE(world.counters().awake_bodies == 0);
    }
    [[nodiscard]] bool all_awake() const {
        return std::all_of(boxes.begin(), boxes.end(),
                           [&](BodyId box) { return !world.is_valid(box) || world[box].is_awake(); });
    }
    [[nodiscard]] bool none_awake() const {
        return std::none_of(boxes.begin(), boxes.end(), [&](BodyId box) { return world[box].is_awake(); });
    }

    World world;
    BodyId slab;
    std::vector<BodyId> boxes;
};

}  // namespace

TEST_CASE("sleep: a stack falls asleep as one and is reported once") {
    World world;
    test::add_ground(world);
    for (int i = 0; i < 3; ++i) {
        test::add_box(world, {0.0f, 0.5f + static_cast<float>(i)}, 0.5f, 0.5f);
    }
    int reports = 0;
    for (int i = 0; i < 300; ++i) {
        world.step(dt);
        int now = 0;
        for (const BodyMoved& moved : world.moved_bodies()) {
            now += moved.fell_asleep ? 1 : 0;
        }
        CHECK((now == 0 || now == 3));
        reports += now;
    }
    CHECK(reports == 3);
    CHECK(world.counters().awake_bodies == 0);
    CHECK(world.counters().sleeping_islands == 1);
    CHECK(world.counters().active_pairs == 0);
    CHECK(world.counters().contacts == 3);
    CHECK(world.moved_bodies().empty());
    CHECK(test::max_speed(world) == 0.0f);
    world.validate();
}

TEST_CASE("sleep: a sleeping world does not change any more") {
    SleepingStack stack;
    const std::uint64_t hash = stack.world.state_hash();
    test::run(stack.world, 60);
    CHECK(stack.world.state_hash() == hash);
    CHECK(stack.world.contact_begins().empty());
    CHECK(stack.world.contact_ends().empty());
}

TEST_CASE("sleep: losing or moving the support wakes the whole stack at once") {
    using Change = std::function<void(SleepingStack&)>;
    const std::vector<std::pair<const char*, Change>> changes{
        {"support destroyed", [](SleepingStack& s) { s.world.destroy_body(s.slab); }},
        {"support's shape destroyed",
         [](SleepingStack& s) { s.world.destroy_shape(s.world[s.slab].shapes()[0]); }},
        {"support filtered",
         [](SleepingStack& s) { s.world[s.world[s.slab].shapes()[0]].set_filter({.mask = 0}); }},
        {"support moved",
         [](SleepingStack& s) {
             s.world[s.slab].set_pose({0.0f, -5.5f}, 0.0f);
         }},
        {"lowest box destroyed", [](SleepingStack& s) { s.world.destroy_body(s.boxes[0]); }},
        {"lowest box moved away",
         [](SleepingStack& s) {
             s.world[s.boxes[0]].set_pose({4.0f, 0.5f}, 0.0f);
         }},
    };
    for (const auto& [name, change] : changes) {
        CAPTURE(std::string(name));
        SleepingStack stack;
        const BodyId top = stack.boxes.back();
        const float height = stack.world[top].position().y;
        change(stack);
        stack.world.validate();
        stack.world.step(dt);
        CHECK(stack.all_awake());
        test::run(stack.world, 60);
        CHECK(stack.world[top].position().y < height - 0.5f);
        stack.world.validate();
    }
}

TEST_CASE("sleep: what moves one body wakes all that rest with it") {
    using Change = std::function<void(SleepingStack&)>;
    const std::vector<std::pair<const char*, Change>> changes{
        {"wake", [](SleepingStack& s) { s.world[s.boxes[2]].wake(); }},
        {"force",
         [](SleepingStack& s) {
             s.world[s.boxes[3]].apply_force({1.0f, 0.0f});
         }},
        {"torque", [](SleepingStack& s) { s.world[s.boxes[3]].apply_torque(1.0f); }},
        {"impulse",
         [](SleepingStack& s) {
             s.world[s.boxes[3]].apply_impulse({1.0f, 0.0f});
         }},
        {"angular impulse", [](SleepingStack& s) { s.world[s.boxes[3]].apply_angular_impulse(1.0f); }},
        {"velocity",
         [](SleepingStack& s) {
             s.world[s.boxes[3]].set_linear_velocity({1.0f, 0.0f});
         }},
        {"spin", [](SleepingStack& s) { s.world[s.boxes[3]].set_angular_velocity(1.0f); }},
        {"gravity",
         [](SleepingStack& s) {
             s.world.set_gravity({1.0f, -10.0f});
         }},
    };
    for (const auto& [name, change] : changes) {
        CAPTURE(std::string(name));
        SleepingStack stack;
        CHECK(stack.none_awake());
        change(stack);
        CHECK(stack.all_awake());
        stack.world.validate();
        stack.world.step(dt);
        stack.world.validate();
    }
}

TEST_CASE("sleep: a body that falls on a sleeping stack wakes it when it touches, not before") {
    SleepingStack stack;
    const BodyId ball = test::add_disc(stack.world, {0.0f, 8.0f}, 0.5f);
    bool touched = false;
    for (int i = 0; i < 120 && !touched; ++i) {
        stack.world.step(dt);
        touched = !stack.world.contact_begins().empty();
        CHECK((touched ? stack.all_awake() : stack.none_awake()));
    }
    CHECK(touched);
    CHECK(stack.world[ball].is_awake());
}

TEST_CASE("sleep: a kinematic body that starts to move wakes what rests on it and keeps it awake") {
    World world;
    const BodyId platform = world.create_body({.type = BodyType::Kinematic, .position = {0.0f, -0.5f}});
    world.create_shape(platform, make_box(5.0f, 0.5f));
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    test::run(world, 120);
    REQUIRE_FALSE(world[box].is_awake());
    world[platform].set_linear_velocity({0.01f, 0.0f});
    CHECK(world[box].is_awake());
    test::run(world, 120);
    CHECK(world[box].is_awake());
    CHECK(world[box].position().x == doctest::Approx(0.02f).epsilon(0.01));
    world[platform].set_linear_velocity({0.0f, 0.0f});
    test::run(world, 120);
    CHECK_FALSE(world[box].is_awake());
}

TEST_CASE("sleep: who may not sleep does not, and keeps the bodies that it rests with awake") {
    World off({.sleeping = false});
    test::add_ground(off);
    test::add_box(off, {0.0f, 0.5f}, 0.5f, 0.5f);
    test::run(off, 180);
    CHECK(off.counters().awake_bodies == 1);

    World world;
    test::add_ground(world);
    const BodyId restless =
        world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 0.5f}, .can_sleep = false});
    world.create_shape(restless, make_box(0.5f, 0.5f));
    const BodyId above = test::add_box(world, {0.0f, 1.5f}, 0.5f, 0.5f);
    const BodyId apart = test::add_box(world, {5.0f, 0.5f}, 0.5f, 0.5f);
    test::run(world, 180);
    CHECK(world[restless].is_awake());
    CHECK(world[above].is_awake());
    CHECK_FALSE(world[apart].is_awake());
}

TEST_CASE("sleep: a body made asleep stays until something touches it") {
    World world;
    const BodyId sleeper =
        world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 5.0f}, .awake = false});
    world.create_shape(sleeper, make_box(0.5f, 0.5f));
    test::run(world, 30);
    CHECK_FALSE(world[sleeper].is_awake());
    CHECK(world[sleeper].position().y == 5.0f);
    CHECK(world.counters().sleeping_islands == 1);
    test::add_box(world, {0.0f, 7.0f}, 0.5f, 0.5f);
    test::run(world, 60);
    CHECK(world[sleeper].is_awake());
    CHECK(world[sleeper].position().y < 4.9f);
}

TEST_CASE("sleep: a woken stack is as it was, impulses included") {
    SleepingStack stack;
    const Vec2 top = stack.world[stack.boxes.back()].position();
    stack.world[stack.boxes[0]].wake();
    test::run(stack.world, 5);
    // It does not sag and settle again: the impulses were kept. A free fall from rest would be 35 mm.
    CHECK(length(stack.world[stack.boxes.back()].position() - top) < 1e-3f);
}

TEST_CASE("sleep: the boxes of bodies that wake by and by follow them") {
    WorldDefinition definition;
    definition.gravity = {0.0f, 0.0f};
    World world(definition);
    std::vector<BodyId> bodies;
    for (int i = 0; i < 60; ++i) {
        const auto x = static_cast<float>(i);
        const BodyId body =
            world.create_body({.type = BodyType::Dynamic, .position = {3.0f * x, 0.0f}, .awake = false});
        switch (i % 4) {
            case 0: world.create_shape(body, make_box(0.5f, 0.5f)); break;
            case 1: world.create_shape(body, make_regular_polygon(3, 0.5f)); break;
            case 2: world.create_shape(body, make_regular_polygon(7, 0.5f)); break;
            default: world.create_shape(body, Circle{{0.0f, 0.0f}, 0.5f});
        }
        bodies.push_back(body);
    }
    test::Random random(5);
    for (int i = 0; i < 240; ++i) {
        CAPTURE(i);
        const BodyId body = bodies[static_cast<std::size_t>(random.below(60))];
        // Bodies mostly wake; now and then one is put to sleep, in a step of its own or together with others
        // that wake.
        if (i % 17 == 16 && world[body].is_awake()) {
            CHECK(world[body].put_to_sleep());
        } else {
            world[body].set_linear_velocity({0.0f, random.between(5.0f, 50.0f)});
        }
        world.step(dt);
        world.validate();
    }
    CHECK(world.counters().awake_bodies > 40);
}
