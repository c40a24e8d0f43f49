// Changes that must wake bodies.
#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Pile of boxes on a slab, asleep.
struct SleepingPile {
    explicit SleepingPile(int rows = 5) {
        slab = world.create_body({.type = BodyType::Static, .position = {0.0f, -0.5f}});
        slab_shape = world.create_shape(slab, make_box(10.0f, 0.5f));
        for (int row = 0; row < rows; ++row) {
            for (int i = row; i < rows; ++i) {
                const float x = 0.5f * static_cast<float>(row) + static_cast<float>(i - row);
                boxes.push_back(test::add_box(world, {x, 0.5f + static_cast<float>(row)}, 0.5f, 0.5f));
            }
        }
        for (int i = 0; i < 1200 && world.counters().awake_bodies > 0; ++i) {
            world.step(dt);
        }
        REQUIRE(world.counters().awake_bodies == 0);
    }
    [[nodiscard]] int awake() const { return world.counters().awake_bodies; }

    World world;
    BodyId slab;
    ShapeId slab_shape;
    std::vector<BodyId> boxes;
};

}  // namespace

TEST_CASE("sleep cases: any removal of the support wakes the whole pile, which then falls") {
    const std::vector<std::pair<const char*, std::function<void(SleepingPile&)>>> changes{
        {"destroyed", [](SleepingPile& pile) { pile.world.destroy_body(pile.slab); }},
        {"shape destroyed", [](SleepingPile& pile) { pile.world.destroy_shape(pile.slab_shape); }},
        {"shrunk",
         [](SleepingPile& pile) { pile.world[pile.slab_shape].set_geometry(make_box(10.0f, 0.1f)); }},
        {"filtered", [](SleepingPile& pile) { pile.world[pile.slab_shape].set_filter({.mask = 0}); }},
        {"made a sensor", [](SleepingPile& pile) { pile.world[pile.slab_shape].set_sensor(true); }},
        {"disabled", [](SleepingPile& pile) { pile.world[pile.slab].set_enabled(false); }},
        {"moved",
         [](SleepingPile& pile) {
             pile.world[pile.slab].set_pose({0.0f, -1.5f}, 0.0f);
         }},
        {"made dynamic", [](SleepingPile& pile) { pile.world[pile.slab].set_type(BodyType::Dynamic); }},
        {"excluded", [](SleepingPile& pile) {
             for (const BodyId box : pile.boxes) {
                 pile.world.set_collision(pile.slab, box, false);
             }
         }}};
    for (const auto& [name, change] : changes) {
        CAPTURE(std::string(name));
        SleepingPile pile;
        std::vector<float> heights;
        for (const BodyId box : pile.boxes) {
            heights.push_back(pile.world[box].position().y);
        }
        change(pile);
        pile.world.validate();
        pile.world.step(dt);
        CHECK(pile.awake() >= static_cast<int>(pile.boxes.size()));
        test::run(pile.world, 60);
        for (std::size_t i = 0; i < heights.size(); ++i) {
            CHECK(pile.world[pile.boxes[i]].position().y < heights[i] - 0.3f);
        }
        pile.world.validate();
    }
}

TEST_CASE("sleep cases: a pile falls asleep and wakes as a whole, within a step") {
    SleepingPile pile;
    CHECK(pile.world.counters().sleeping_islands == 1);
    pile.world[pile.boxes[4]].apply_impulse({2.0f, 0.0f});
    CHECK(pile.awake() == static_cast<int>(pile.boxes.size()));
    int before = pile.awake();
    for (int i = 0; i < 1200; ++i) {
        pile.world.step(dt);
        const int now = pile.awake();
        // Never only a part of it.
        REQUIRE((now == before || now == 0));
        before = now;
    }
    CHECK(before == 0);
}

TEST_CASE("sleep cases: a change, disabling or destruction of a joint wakes both of its bodies") {
    using Change = std::function<void(World&, JointId)>;
    const std::vector<std::pair<const char*, Change>> changes{
        {"destroyed", [](World& world, JointId joint) { world.destroy_joint(joint); }},
        {"disabled", [](World& world, JointId joint) { world[joint].set_enabled(false); }},
        {"longer",
         [](World& world, JointId joint) { world[joint].set_definition(DistanceJoint{.length = 3.0f}); }},
        {"weaker", [](World& world, JointId joint) { world[joint].set_settings({.maximum_force = 1.0f}); }}};
    for (const auto& [name, change] : changes) {
        CAPTURE(std::string(name));
        World world;
        const BodyId ceiling = world.create_body({.type = BodyType::Static});
        const BodyId upper = test::add_box(world, {0.0f, -2.0f}, 0.5f, 0.5f);
        const BodyId lower = test::add_box(world, {0.0f, -4.0f}, 0.5f, 0.5f);
        world.create_joint(ceiling, upper, DistanceJoint{.length = 2.0f});
        const JointId joint = world.create_joint(upper, lower, DistanceJoint{.length = 2.0f});
        for (int i = 0; i < 1200 && world.counters().awake_bodies > 0; ++i) {
            world.step(dt);
        }
        REQUIRE(world.counters().awake_bodies == 0);
        change(world, joint);
        CHECK(world[upper].is_awake());
        CHECK(world[lower].is_awake());
        world.validate();
        test::run(world, 30);
        CHECK(world[lower].position().y < -4.5f);
    }
}

TEST_CASE("a step in which nothing is awake changes nothing and reports nothing") {
    SleepingPile pile;
    const std::uint64_t hash = pile.world.state_hash();
    for (int i = 0; i < 5; ++i) {
        pile.world.step(dt);
        CHECK(pile.world.state_hash() == hash);
        CHECK(pile.world.moved_bodies().empty());
        CHECK(pile.world.contact_begins().empty());
        CHECK(pile.world.contact_ends().empty());
        CHECK(pile.world.contact_hits().empty());
        CHECK(pile.world.contact_forces().empty());
        CHECK(pile.world.profile()[Stage::Solve] == 0.0f);
        CHECK(pile.world.profile().step > 0.0f);
    }
    // A new body still collides with the sleeping pile.
    pile.boxes.push_back(test::add_box(pile.world, {2.0f, 5.4f}, 0.5f, 0.5f));
    test::run(pile.world, 60);
    CHECK(pile.world[pile.boxes.back()].position().y > 5.3f);
}

TEST_CASE("sleep: bodies do not fall asleep while they are pushed out of each other") {
    for (const float push : {3.0f, 0.04f, 0.01f}) {
        for (const float sleep_speed : {0.05f, 0.5f, 5.0f}) {
            for (const bool on_body : {false, true}) {
                CAPTURE(push);
                CAPTURE(sleep_speed);
                CAPTURE(on_body);
                World world({.contact = {.max_push_out_velocity = push}});
                test::add_ground(world);
                const float below = on_body ? 1.0f : 0.0f;
                if (on_body) {
                    test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
                }
                const BodyId body = world.create_body({.type = BodyType::Dynamic,
                                                       .position = {0.0f, below + 0.45f},
                                                       .sleep_speed = sleep_speed});
                world.create_shape(body, make_box(0.5f, 0.5f));
                int steps = 0;
                while (steps < 1800 && world[body].is_awake()) {
                    world.step(dt);
                    ++steps;
                }
                CHECK(steps < 1800);
                CHECK(test::worst_penetration(world) < 0.006f);
            }
        }
    }
}

TEST_CASE("sleep: towers of bodies that overlap are pushed apart at any speed before they sleep") {
    for (const float push : {0.04f, 0.1f, 0.5f, 3.0f}) {
        for (const int count : {3, 8}) {
            for (const float overlap : {0.05f, 0.2f}) {
                CAPTURE(push);
                CAPTURE(count);
                CAPTURE(overlap);
                World world({.contact = {.max_push_out_velocity = push}});
                test::add_ground(world);
                for (int i = 0; i < count; ++i) {
                    const float height = 0.5f - overlap + (1.0f - overlap) * static_cast<float>(i);
                    test::add_box(world, {0.0f, height}, 0.5f, 0.5f);
                }
                int steps = 0;
                while (steps < 7200 && world.counters().awake_bodies > 0) {
                    world.step(dt);
                    ++steps;
                }
                CHECK(steps < 7200);
                CHECK(test::worst_penetration(world) < 0.006f);
            }
        }
    }
}

TEST_CASE("sleep: a body that is wedged between walls, and one that nothing pushes out, do sleep") {
    for (const float push : {3.0f, 0.04f, 0.0f}) {
        CAPTURE(push);
        World world({.contact = {.max_push_out_velocity = push}});
        test::add_ground(world);
        for (const float side : {-1.0f, 1.0f}) {
            const BodyId wall =
                world.create_body({.type = BodyType::Static, .position = {side * 1.45f, 0.5f}});
            world.create_shape(wall, make_box(1.0f, 0.5f));
        }
        const BodyId body = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.4f);
        int steps = 0;
        while (steps < 1800 && world[body].is_awake()) {
            world.step(dt);
            ++steps;
        }
        CHECK(steps < 1800);
    }
}
