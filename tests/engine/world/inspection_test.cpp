#include <doctest/doctest.h>

#include "support/world_build.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <vector>

using namespace drystone;
using test::dt;

static_assert(sizeof(BodyId) == 8 && sizeof(ShapeId) == 8 && sizeof(ContactId) == 8);
static_assert(!std::is_convertible_v<BodyId, ShapeId> && !std::is_convertible_v<ShapeId, BodyId>);
static_assert(!std::is_copy_constructible_v<World> && std::is_nothrow_move_constructible_v<World>);

TEST_CASE("inspection: bodies and shapes are listed in the order of their slots, living ones only") {
    World world;
    std::vector<BodyId> bodies;
    for (int i = 0; i < 5; ++i) {
        bodies.push_back(test::add_box(world, {2.0f * static_cast<float>(i), 0.0f}, 0.5f, 0.5f));
    }
    CHECK(test::ids(world.bodies()) == bodies);
    world.destroy_body(bodies[1]);
    world.destroy_body(bodies[3]);
    CHECK(test::ids(world.bodies()) == std::vector<BodyId>{bodies[0], bodies[2], bodies[4]});
    CHECK(world.shapes().size() == 3);
    const BodyId reborn = world.create_body({.type = BodyType::Static});
    CHECK(reborn.index1 == bodies[3].index1);
    CHECK(reborn != bodies[3]);
    CHECK(test::ids(world.bodies()) == std::vector<BodyId>{bodies[0], bodies[2], reborn, bodies[4]});
}

TEST_CASE("inspection: the contacts of a body or a shape are those of the world that name it, in order") {
    World world;
    test::add_pyramid(world, 5);
    const BodyId table = world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 8.0f}});
    world.create_shape(table, make_box(1.0f, 0.1f, {{0.0f, 0.5f}, {}}));
    world.create_shape(table, make_box(0.1f, 0.5f, {{-0.8f, 0.0f}, {}}));
    world.create_shape(table, make_box(0.1f, 0.5f, {{0.8f, 0.0f}, {}}));
    test::run(world, 100);
    const auto numbers = [](auto&& visit, auto&& belongs) {
        std::vector<std::uint32_t> found;
        visit([&](const ContactView& contact) {
            if (belongs(contact)) {
                found.push_back(contact.contact.index1);
            }
        });
        return found;
    };
    const auto any = [](const ContactView&) { return true; };
    const auto in_world = [&](const auto& visitor) { world.visit_contacts(visitor); };
    std::size_t named = 0;
    for (const BodyId body : world.bodies()) {
        const auto of_body = [&](const ContactView& contact) {
            return world[contact.shape_a].body() == body || world[contact.shape_b].body() == body;
        };
        const auto own = numbers([&](const auto& visitor) { world[body].visit_contacts(visitor); }, any);
        CHECK(own == numbers(in_world, of_body));
        named += own.size();
    }
    CHECK(named == 2 * static_cast<std::size_t>(world.counters().pairs));
    for (const ShapeId shape : world.shapes()) {
        const auto of_shape = [&](const ContactView& contact) {
            return contact.shape_a == shape || contact.shape_b == shape;
        };
        CHECK(numbers([&](const auto& visitor) { world[shape].visit_contacts(visitor); }, any) ==
              numbers(in_world, of_shape));
    }
}

TEST_CASE("inspection: counters count") {
    World world({.sleeping = false});
    CHECK(world.counters().bodies == 0);
    test::add_ground(world);
    for (int i = 0; i < 3; ++i) {
        test::add_box(world, {0.0f, 0.5f + static_cast<float>(i)}, 0.5f, 0.5f);
    }
    world.create_body({.type = BodyType::Kinematic, .position = {50.0f, 50.0f}});
    test::run(world, 10);
    const Counters counters = world.counters();
    CHECK(counters.bodies == 5);
    CHECK(counters.awake_bodies == 4);
    CHECK(counters.sleeping_islands == 0);
    CHECK(counters.shapes == 4);
    CHECK(counters.pairs == 3);
    CHECK(counters.active_pairs == 3);
    CHECK(counters.contacts == 3);
    CHECK(counters.contact_points == 6);
    CHECK(counters.colors == 3);
    CHECK(counters.overflow_contacts == 0);
    CHECK(counters.tree_height >= 1);
    CHECK(counters.bytes > 1000);
    CHECK(counters.bytes < 10000000);
}

TEST_CASE("inspection: capacity asked for is there and changes no result") {
    World roomy({.body_capacity = 1000, .shape_capacity = 1000, .contact_capacity = 4000});
    World plain;
    CHECK(roomy.counters().bytes > plain.counters().bytes + 1000 * 100);
    for (World* const world : {&roomy, &plain}) {
        test::add_pyramid(*world, 4);
        test::run(*world, 60);
    }
    CHECK(roomy.state_hash() == plain.state_hash());
}

TEST_CASE("inspection: the profile's stages have names of their own and sum to no more than the step") {
    std::set<std::string> names;
    for (std::size_t i = 0; i < stage_count; ++i) {
        const std::string name(stage_name(static_cast<Stage>(i)));
        CHECK_FALSE(name.empty());
        CHECK(names.insert(name).second);
    }
    World world({.sleeping = false});
    test::add_pyramid(world, 12);
    float max_share = 0.0f;
    for (int i = 0; i < 20; ++i) {
        world.step(dt);
        const Profile& profile = world.profile();
        float sum = 0.0f;
        for (const float stage : profile.stages) {
            CHECK(stage >= 0.0f);
            sum += stage;
        }
        CHECK(profile.step > 0.0f);
        CHECK(sum <= profile.step * 1.0001f);
        max_share = std::max(max_share, sum / profile.step);
        CHECK(profile[Stage::Solve] > 0.0f);
        CHECK(profile[Stage::NarrowPhase] > 0.0f);
    }
    // All of a step's time belongs to some stage, except for a little at its ends.
    CHECK(max_share > 0.9f);
}

TEST_CASE("inspection: the profile's steps last as long as the clock says") {
    using Clock = std::chrono::steady_clock;
    World world({.sleeping = false});
    test::add_pyramid(world, 12);
    float steps = 0.0f;
    const Clock::time_point start = Clock::now();
    for (int i = 0; i < test::scaled(200, 40); ++i) {
        world.step(dt);
        steps += world.profile().step;
    }
    const std::chrono::duration<float, std::milli> passed = Clock::now() - start;
    // The duration of a clock tick is measured over the first step alone, and the time between steps is not
    // counted.
    CHECK(steps < 1.05f * passed.count());
    CHECK(steps > 0.6f * passed.count());
}

TEST_CASE("inspection: the trees' boxes cover all fat boxes") {
    World world({.sleeping = false});
    test::add_pyramid(world, 8);
    test::run(world, 5);
    std::vector<Aabb> boxes;
    world.visit_tree([&](int level, const Aabb& box) {
        CHECK(level >= 0);
        CHECK(is_valid(box));
        boxes.push_back(box);
    });
    CHECK_FALSE(boxes.empty());
    for (const ShapeId shape : world.shapes()) {
        const Aabb fat = world[shape].fat_aabb();
        CHECK(std::any_of(boxes.begin(), boxes.end(), [&](const Aabb& box) { return contains(box, fat); }));
    }
}

TEST_CASE("inspection: handles can be compared, ordered and hashed") {
    World world;
    const BodyId a = world.create_body({.type = BodyType::Static});
    const BodyId b = world.create_body({.type = BodyType::Static});
    CHECK(a == a);
    CHECK(a != b);
    CHECK((a < b || b < a));
    CHECK_FALSE(BodyId{});
    CHECK(a);
    const std::unordered_set<BodyId> set{a, b, a};
    CHECK(set.size() == 2);
}
