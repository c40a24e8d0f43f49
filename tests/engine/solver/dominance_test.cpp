// Motion of bodies of different dominance groups that push each other.
#include <doctest/doctest.h>

#include "engine/solver/dominance_scenes.h"
#include "support/world_build.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

using namespace drystone;
using test::add_in_group;
using test::dt;

namespace {

/// Returns the vertical contact force between the two bodies [N], without sign.
float force_between(const World& world, BodyId a, BodyId b) {
    float sum = 0.0f;
    for (const ContactForce& force : world.contact_forces()) {
        const BodyId first = world[force.shape_a].body();
        const BodyId second = world[force.shape_b].body();
        sum += (first == a && second == b) || (first == b && second == a) ? std::abs(force.force.y) : 0.0f;
    }
    return sum;
}

}  // namespace

TEST_CASE("dominance: a body flies through a heap of lower groups as if it were alone, bit for bit") {
    const auto fly = [](bool with_heap) {
        World world;
        test::add_ground(world);
        const BodyId flier = add_in_group(world, {-6.0f, 2.0f}, make_box(0.4f, 0.2f), 3, {.density = 0.01f});
        world[flier].set_linear_velocity({9.0f, 6.0f});
        world[flier].set_angular_velocity(5.0f);
        std::vector<BodyId> heap;
        for (int i = 0; with_heap && i < 30; ++i) {
            heap.push_back(add_in_group(
                world, {-2.0f + 0.7f * static_cast<float>(i % 6), 0.4f + 0.8f * static_cast<float>(i / 6)},
                make_box(0.3f, 0.3f), i % 2, {.density = 5.0f}));
        }
        std::vector<Vec2> path;
        float fastest = 0.0f;
        for (int i = 0; i < 120; ++i) {
            world.step(dt);
            for (const BodyId body : heap) {
                fastest = std::max(fastest, length(world[body].linear_velocity()));
            }
            path.push_back(world[flier].position());
            path.emplace_back(world[flier].angle(), world[flier].angular_velocity());
        }
        CHECK((fastest > 2.0f) == with_heap);
        return path;
    };
    CHECK(fly(true) == fly(false));
}

TEST_CASE("dominance: what is hit moves as if a wall of that velocity had hit it") {
    // Elastic: twice the velocity of the dominant body; plastic: the same velocity. The mass ratio has no
    // effect.
    for (const float restitution : {0.0f, 0.5f, 1.0f}) {
        for (const float density : {0.001f, 1000.0f}) {
            CAPTURE(restitution);
            CAPTURE(density);
            World world({.gravity = {0.0f, 0.0f}});
            const ShapeDefinition shape{.density = density,
                                        .material = {.friction = 0.0f, .restitution = restitution}};
            const BodyId pusher = add_in_group(world, {-2.0f, 0.0f}, make_box(0.5f, 2.0f), 1, shape);
            const BodyId ball = test::add_disc(world, {0.0f, 0.0f}, 0.5f,
                                               {.material = {.friction = 0.0f, .restitution = restitution}});
            world[pusher].set_linear_velocity({3.0f, 0.0f});
            test::run(world, 60);
            CHECK(world[pusher].linear_velocity() == Vec2(3.0f, 0.0f));
            CHECK(world[pusher].position().x == doctest::Approx(1.0).epsilon(1e-5));
            CHECK(world[ball].linear_velocity().x ==
                  doctest::Approx(3.0 * (1.0 + restitution)).epsilon(1e-4));
        }
    }
}

TEST_CASE("dominance: a heap on a dominating tray lies as on a kinematic one") {
    const auto settle = [](bool kinematic) {
        World world;
        const BodyId tray = world.create_body({.type = kinematic ? BodyType::Kinematic : BodyType::Dynamic,
                                               .linear_velocity = {0.5f, 0.25f},
                                               .gravity_scale = 0.0f,
                                               .dominance_group = 5});
        for (const float side : {-1.0f, 1.0f}) {
            world.create_shape(tray, make_box(0.2f, 1.0f, Pose{Vec2{3.0f * side, 0.5f}, Rot{}}));
        }
        world.create_shape(tray, make_box(3.0f, 0.2f));
        std::vector<BodyId> boxes;
        for (int i = 0; i < 5; ++i) {
            boxes.push_back(test::add_box(
                world, {-2.0f + static_cast<float>(i), 0.7f + 0.001f * static_cast<float>(i)}, 0.4f, 0.4f));
        }
        test::run(world, 120);
        CHECK(length(world[tray].linear_velocity() - Vec2{0.5f, 0.25f}) == 0.0f);
        std::vector<Vec2> places;
        for (const BodyId box : boxes) {
            CHECK(length(world[box].linear_velocity() - Vec2{0.5f, 0.25f}) < 1e-3f);
            places.push_back(world[box].position());
        }
        return places;
    };
    const std::vector<Vec2> dominated = settle(false);
    const std::vector<Vec2> carried = settle(true);
    for (std::size_t i = 0; i < carried.size(); ++i) {
        CHECK(length(dominated[i] - carried[i]) < 1e-3f);
    }
}

TEST_CASE("dominance: each body of a tower of groups bears the one above it alone") {
    // 1 kg below 100 kg below 10000 kg: without dominance, the lowest carries all of it.
    World world;
    const BodyId ground = world.create_body({.type = BodyType::Static});
    world.create_shape(ground, Segment{{-5.0f, 0.0f}, {5.0f, 0.0f}}, {.force_events = true});
    std::vector<BodyId> tower;
    std::vector<float> weights;
    float density = 1.0f;
    for (int i = 0; i < 3; ++i) {
        tower.push_back(add_in_group(world, {0.0f, 0.5f + static_cast<float>(i)}, make_box(0.5f, 0.5f), 2 - i,
                                     {.density = density, .force_events = true}));
        weights.push_back(world[tower.back()].mass().mass * length(world.gravity()));
        density *= 100.0f;
    }
    for (const BodyId body : tower) {
        world[body].set_can_sleep(false);
    }
    test::run(world, 240);
    CHECK(force_between(world, ground, tower[0]) == doctest::Approx(weights[0]).epsilon(1e-3));
    CHECK(force_between(world, tower[0], tower[1]) == doctest::Approx(weights[1]).epsilon(1e-3));
    CHECK(force_between(world, tower[1], tower[2]) == doctest::Approx(weights[2]).epsilon(1e-3));
    CHECK(test::worst_penetration(world) < 0.01f);
    for (const BodyId body : tower) {
        CHECK(length(world[body].linear_velocity()) < 1e-3f);
    }
}

TEST_CASE("dominance: a body is pushed by a higher group, pushes its own, and that a lower one") {
    // In a row, accelerated gently: all move as fast as the first, whatever their mass, and it is not slowed
    // down.
    World world({.gravity = {0.0f, 0.0f}});
    const int groups[] = {1, 0, 0, -1};
    const float densities[] = {0.001f, 1.0f, 1.0f, 1000.0f};
    std::vector<BodyId> row;
    for (int i = 0; i < 4; ++i) {
        row.push_back(add_in_group(world, {static_cast<float>(i), 0.0f}, make_box(0.5f, 0.5f), groups[i],
                                   {.density = densities[i]}));
    }
    // Next to the second, of the same group: it stays where it is.
    const BodyId beside =
        add_in_group(world, {1.0f, 1.01f}, make_box(0.5f, 0.5f), 0, {.material = {.friction = 0.0f}});
    float speed = 0.0f;
    for (int i = 0; i < 120; ++i) {
        speed += i < 60 ? 1.0f / 60.0f : 0.0f;
        world[row[0]].set_linear_velocity({speed, 0.0f});
        world.step(dt);
        CHECK(world[row[0]].linear_velocity() == Vec2(speed, 0.0f));
    }
    for (const BodyId body : row) {
        CHECK(world[body].linear_velocity().x == doctest::Approx(1.0).epsilon(1e-2));
        CHECK(std::abs(world[body].linear_velocity().y) < 1e-2f);
    }
    CHECK(length(world[beside].linear_velocity()) < 1e-3f);
    CHECK(test::worst_penetration(world) < 0.01f);
}

TEST_CASE("dominance: equals exchange momentum exactly beside others that are dominated") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId left = add_in_group(world, {-2.0f, 0.0f}, make_box(0.5f, 0.5f), 4);
    const BodyId right = add_in_group(world, {2.0f, 0.3f}, make_box(0.5f, 0.5f), 4);
    std::vector<BodyId> crowd;
    for (int i = 0; i < 12; ++i) {
        crowd.push_back(test::add_disc(world, {-1.2f + 0.22f * static_cast<float>(i), 0.1f}, 0.1f));
    }
    world[left].set_linear_velocity({4.0f, 0.0f});
    world[right].set_linear_velocity({-1.0f, 0.0f});
    const auto momentum = [&] { return world[left].momentum() + world[right].momentum(); };
    const Vec2d before = momentum();
    test::run(world, 90);
    CHECK(world[left].linear_velocity().x < 3.9f);
    CHECK(length(momentum() - before) < 1e-5);
    CHECK(length(world[crowd[6]].linear_velocity()) > 0.5f);
}

TEST_CASE("dominance: contacts that find no colour push as kinematic bodies do") {
    const auto push = [](BodyType type) {
        World world({.gravity = {0.0f, 0.0f}});
        const BodyId plate = test::add_box(world, {0.0f, 0.0f}, 8.0f, 0.5f);
        int overflow = 0;
        std::vector<BodyId> pushers;
        for (int i = 0; i < 15; ++i) {
            pushers.push_back(world.create_body({.type = type,
                                                 .position = {-7.0f + static_cast<float>(i), -1.0f},
                                                 .linear_velocity = {0.0f, 2.0f},
                                                 .dominance_group = 1}));
            world.create_shape(pushers.back(), make_box(0.3f, 0.3f));
        }
        for (int i = 0; i < 30; ++i) {
            world.step(dt);
            overflow = std::max(overflow, world.counters().overflow_contacts);
        }
        CHECK(overflow == 7);
        for (const BodyId pusher : pushers) {
            CHECK(world[pusher].linear_velocity() == Vec2(0.0f, 2.0f));
            CHECK(world[pusher].angular_velocity() == 0.0f);
        }
        return Vec2{world[plate].linear_velocity().y, world[plate].angular_velocity()};
    };
    const Vec2 expected = push(BodyType::Kinematic);
    CHECK(expected.x > 1.99f);
    CHECK(length(push(BodyType::Dynamic) - expected) < 1e-3f);
}

TEST_CASE("dominance: bodies locked along one axis are pushed one way too") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId lift = add_in_group(world, {0.0f, 0.0f}, make_box(1.0f, 0.2f), 1, {.density = 0.01f});
    const BodyId load = add_in_group(world, {0.3f, 1.0f}, make_box(0.5f, 0.5f), 0, {.density = 100.0f});
    world[load].set_locks({.linear_x = true});
    world[lift].set_locks({.linear_x = true});
    world[lift].set_linear_velocity({0.0f, 1.5f});
    test::run(world, 60);
    CHECK(world[lift].linear_velocity() == Vec2(0.0f, 1.5f));
    CHECK(world[load].linear_velocity().y == doctest::Approx(1.5).epsilon(1e-3));
    CHECK(world[load].position().x == 0.3f);
}

TEST_CASE("dominance: rolling resistance and surface speed act on what is dominated alone") {
    const auto roll = [](bool dominating) {
        World world;
        const BodyId floor = world.create_body({.type = dominating ? BodyType::Dynamic : BodyType::Static,
                                                .gravity_scale = 0.0f,
                                                .dominance_group = 1});
        world.create_shape(floor, make_box(20.0f, 0.5f),
                           {.density = 0.01f, .material = {.tangent_speed = 0.3f}});
        const BodyId ball =
            test::add_disc(world, {0.0f, 1.0f}, 0.5f, {.material = {.rolling_resistance = 0.1f}});
        world[ball].set_linear_velocity({3.0f, 0.0f});
        world[ball].set_angular_velocity(-6.0f);
        test::run(world, 60);
        CHECK(world[floor].position() == Vec2(0.0f, 0.0f));
        CHECK(world[floor].angle() == 0.0f);
        return Vec2{world[ball].position().x, world[ball].angular_velocity()};
    };
    const Vec2 expected = roll(false);
    CHECK(length(roll(true) - expected) < 1e-3f * length(expected));
}

TEST_CASE("dominance: bullets push and are stopped by their groups") {
    for (const int group : {1, -1}) {
        CAPTURE(group);
        World world({.gravity = {0.0f, 0.0f}});
        const BodyId bullet = add_in_group(world, {-5.0f, 0.0f}, Circle{{0.0f, 0.0f}, 0.05f}, group);
        world[bullet].set_bullet(true);
        world[bullet].set_linear_velocity({150.0f, 0.0f});
        const BodyId plate = add_in_group(world, {0.0f, 0.0f}, make_box(0.02f, 1.0f), 0, {.density = 100.0f});
        test::run(world, 10);
        if (group > 0) {
            // It is stopped for the rest of the step in which it hits, as any bullet, but keeps its velocity.
            CHECK(world[bullet].linear_velocity() == Vec2(150.0f, 0.0f));
            CHECK(world[bullet].position().x > 10.0f);
            CHECK(world[plate].linear_velocity().x > 149.0f);
            CHECK(world[plate].position().x > world[bullet].position().x);
        } else {
            CHECK(world[bullet].position().x < 0.05f);
            CHECK(world[plate].linear_velocity() == Vec2(0.0f, 0.0f));
        }
    }
}
