// Bodies that request extra iterations, and what is solved by them.
#include <doctest/doctest.h>

#include "engine/extra_iterations/tower_and_net.h"
#include "support/world_build.h"
#include "support/world_state_access.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

using namespace drystone;
using test::dt;
using test::Hoist;
using test::iterative;
using test::Net;
using test::still_world;
using test::Tower;

namespace {

/// Returns a joint that connects two bodies without ever exerting a force.
DistanceJoint slack() { return {.limit = JointLimit{0.0f, 100.0f}}; }

/// Returns poses and velocities of bodies, for a bitwise comparison.
std::vector<float> state_of_bodies(const World& world, const std::vector<BodyId>& bodies) {
    std::vector<float> values;
    for (const BodyId body : bodies) {
        const Vec2 position = world[body].position();
        const Vec2 velocity = world[body].linear_velocity();
        values.insert(values.end(), {position.x, position.y, world[body].angle(), velocity.x, velocity.y,
                                     world[body].angular_velocity()});
    }
    return values;
}

/// Adds bodies of many kinds around a rotating paddle, with joints in lanes, a pulley, and surfaces.
std::vector<BodyId> add_heap(World& world, float x, int count) {
    const BodyId paddle =
        world.create_body({.type = BodyType::Kinematic, .position = {x, 1.5f}, .angular_velocity = 1.0f});
    world.create_shape(paddle, make_box(2.0f, 0.2f));
    test::Random random(99);
    std::vector<BodyId> bodies;
    for (int i = 0; i < count; ++i) {
        const Vec2 at{x + random.between(-4.0f, 4.0f), random.between(2.0f, 12.0f)};
        const Material material{.restitution = i % 7 == 0 ? 0.5f : 0.0f,
                                .rolling_resistance = i % 5 == 0 ? 0.2f : 0.0f,
                                .frequency = i % 11 == 0 ? 8.0f : 0.0f};
        const ShapeDefinition shape{.density = random.between(0.5f, 8.0f), .material = material};
        bodies.push_back(i % 3 == 0 ? test::add_disc(world, at, 0.35f, shape)
                                    : test::add_box(world, at, i % 25 == 1 ? 2.5f : 0.4f, 0.3f, shape));
        if (i % 20 == 3) {
            world[bodies.back()].set_locks({.linear_x = true});
        }
        if (i % 16 == 6) {
            world[bodies.back()].set_dominance_group(1);
        }
        if (i % 6 == 5) {
            world.create_joint(bodies[bodies.size() - 2], bodies.back(),
                               RevoluteJoint{.anchor_b = {0.9f, 0.0f}, .limit = JointLimit{-1.0f, 1.0f}},
                               iterative);
        }
        if (i % 9 == 8) {
            world.create_joint(bodies[bodies.size() - 3], bodies.back(),
                               DistanceJoint{.spring = JointSpring{.frequency = 3.0f, .target = 1.0f}});
        }
        if (i % 13 == 12) {
            world.create_joint(bodies[bodies.size() - 4], bodies.back(),
                               WheelJoint{.motor = JointMotor{3.0f, 2.0f}}, iterative);
        }
    }
    world.create_joint(
        bodies[0], bodies[1],
        PulleyJoint{.ground_a = {x - 1.0f, 16.0f}, .ground_b = {x + 1.0f, 16.0f}, .length = 20.0f});
    return bodies;
}

/// Returns the states of a heap in which a changing set of bodies requests extra iterations.
std::vector<std::uint64_t> run_asking_heap(const WorldDefinition& definition, int* overflow = nullptr) {
    World world(definition);
    test::state_of(world).execution.team->ignore_work();
    test::add_ground(world);
    std::vector<BodyId> bodies = add_heap(world, 0.0f, 120);
    const std::vector<BodyId> others = add_heap(world, 30.0f, 60);
    const Net net(world, 5, 10.0f, 3);
    world[others[7]].set_extra_iterations(2);
    test::Random random(5);
    std::vector<std::uint64_t> hashes;
    for (int i = 0; i < test::scaled(240, 60); ++i) {
        world.step(dt);
        if (i % 5 == 0) {
            const BodyId body =
                bodies[static_cast<std::size_t>(random.below(static_cast<int>(bodies.size())))];
            world[body].set_extra_iterations(random.below(3) == 0 ? random.below(6) : 0);
            world.validate();
            hashes.push_back(world.state_hash());
        }
        if (i % 40 == 39) {
            world.destroy_body(bodies.back());
            bodies.pop_back();
        }
        if (overflow != nullptr) {
            *overflow = std::max(*overflow, world.counters().overflow_contacts);
        }
    }
    return hashes;
}

}  // namespace

TEST_CASE("extra iterations: what else is in the world does not change by a bit") {
    const auto run = [](int extra_iterations, std::vector<float>& heights) {
        World world = still_world();
        const BodyId ground = test::add_ground(world);
        world.create_shape(ground, make_box(0.5f, 40.0f, Pose{Vec2{-10.0f, 0.0f}, Rot{}}));
        const Tower tower(world, 12, 20.0f, extra_iterations, -20.0f);
        // On the same ground, next to the other tower.
        const Tower beside(world, 5, 30.0f, 0, -18.0f);
        std::vector<BodyId> others = add_heap(world, 20.0f, 60);
        others.insert(others.end(), beside.boxes.begin(), beside.boxes.end());
        const Net net(world, 6, 20.0f, 0);
        others.insert(others.end(), net.discs.begin(), net.discs.end());
        std::vector<std::vector<float>> states;
        for (int i = 0; i < test::scaled(300, 60); ++i) {
            world.step(dt);
            states.push_back(state_of_bodies(world, others));
            heights.push_back(world[tower.boxes.back()].position().y);
        }
        return states;
    };
    std::vector<float> heights[3];
    const auto standard = run(0, heights[0]);
    CHECK(run(1, heights[1]) == standard);
    CHECK(run(8, heights[2]) == standard);
    CHECK(heights[1] != heights[0]);
    CHECK(heights[2] != heights[1]);
}

TEST_CASE("extra iterations: how soon a component converges depends on it alone") {
    const auto run = [](bool beside) {
        World world = still_world();
        test::add_ground(world);
        const Tower tower(world, 10, 20.0f, 8, -20.0f);
        if (beside) {
            // One stands, and a box falls on the other again and again.
            const Tower still(world, 10, 20.0f, 8, -10.0f);
            const Tower hit(world, 3, 2.0f, 8, 10.0f);
            test::add_box(world, {10.0f, 8.0f}, 0.4f, 0.4f, {.material = {.restitution = 0.9f}});
        }
        std::vector<std::vector<float>> states;
        for (int i = 0; i < test::scaled(300, 60); ++i) {
            world.step(dt);
            states.push_back(state_of_bodies(world, tower.boxes));
        }
        return states;
    };
    CHECK(run(true) == run(false));
}

TEST_CASE("extra iterations: static, kinematic and lonely bodies ask in vain, and nothing changes by a bit") {
    const auto run = [](bool asks) {
        World world;
        const int count = asks ? 20 : 0;
        const BodyId ground = world.create_body({.type = BodyType::Static, .extra_iterations = count});
        world.create_shape(ground, make_box(50.0f, 1.0f, Pose{Vec2{0.0f, -1.0f}, Rot{}}));
        const BodyId lift = world.create_body({.type = BodyType::Kinematic,
                                               .position = {5.0f, 0.3f},
                                               .linear_velocity = {0.0f, 0.1f},
                                               .extra_iterations = count});
        world.create_shape(lift, make_box(1.0f, 0.2f));
        std::vector<BodyId> bodies = Tower(world, 4, 5.0f, 0).boxes;
        bodies.push_back(test::add_box(world, {5.0f, 1.0f}, 0.4f, 0.4f));
        bodies.push_back(world.create_body({.type = BodyType::Dynamic,
                                            .position = {-9.0f, 30.0f},
                                            .angular_velocity = 2.0f,
                                            .extra_iterations = count}));
        world.create_shape(bodies.back(), make_box(0.4f, 0.2f));
        test::run(world, 90);
        return state_of_bodies(world, bodies);
    };
    CHECK(run(true) == run(false));
}

TEST_CASE("extra iterations: of several bodies that ask, the one that asks for most decides for all") {
    const auto run = [](const std::vector<int>& counts) {
        World world = still_world();
        test::add_ground(world);
        const Tower tower(world, 4, 50.0f, 0);
        for (std::size_t i = 0; i < counts.size(); ++i) {
            world[tower.boxes[i]].set_extra_iterations(counts[i]);
        }
        test::run(world, 120);
        return state_of_bodies(world, tower.boxes);
    };
    const std::vector<float> reference = run({0, 0, 0, 12});
    CHECK(run({12, 0, 0, 0}) == reference);
    CHECK(run({1, 12, 2, 12}) == reference);
    CHECK(run({1, 11, 2, 3}) != reference);
}

TEST_CASE("extra iterations: components hang together by contacts and joints, not by what is static") {
    World world = still_world();
    const Hoist asks(world, 0.0f, 7);
    const Hoist tied(world, 5.0f, 0);
    const Hoist beside(world, -3.0f, 0);
    const Hoist alone(world, 10.0f, 0);
    const Hoist alone_too(world, 15.0f, 0);
    // A slack rope connects one to it, and a light plank across both connects another.
    world.create_joint(asks.load, tied.load, slack());
    test::add_box(world, {-1.5f, -4.9f}, 2.0f, 0.1f, {.density = 0.01f});
    const BodyId ground = world.create_body({.type = BodyType::Static});
    for (const Hoist* const hoist : {&asks, &alone, &alone_too}) {
        world.create_joint(ground, hoist->load, slack());
    }
    test::run(world, 800);
    const float stretch = Hoist::stretch_alone(0);
    for (const Hoist* const hoist : {&asks, &tied, &beside}) {
        CHECK(hoist->stretch(world) == doctest::Approx(stretch / 8.0f).epsilon(0.05));
    }
    CHECK(alone.stretch(world) == doctest::Approx(stretch).epsilon(0.05));
    CHECK(alone_too.stretch(world) == doctest::Approx(stretch).epsilon(0.05));
}

TEST_CASE("extra iterations: towers fall asleep, wake, and are as stiff as before") {
    World world;
    test::add_ground(world);
    const Tower tower(world, 6, 100.0f, 7);
    test::run(world, 400);
    REQUIRE_FALSE(world[tower.boxes[0]].is_awake());
    const float sag = tower.sag(world);
    // The request wakes no body.
    world[tower.boxes[3]].set_extra_iterations(3);
    CHECK(world[tower.boxes[3]].extra_iterations() == 3);
    CHECK_FALSE(world[tower.boxes[3]].is_awake());
    world.step(dt);
    CHECK(tower.sag(world) == sag);
    world[tower.boxes.back()].apply_impulse({0.0f, -20.0f});
    CHECK(world[tower.boxes[0]].is_awake());
    test::run(world, 400);
    CHECK_FALSE(world[tower.boxes[0]].is_awake());
    CHECK(tower.sag(world) == doctest::Approx(sag).epsilon(0.02));
    world.validate();
    // Without the request, it rests where it did.
    for (const BodyId box : {tower.boxes[0], tower.boxes[3]}) {
        world[box].set_extra_iterations(0);
    }
    world[tower.boxes.back()].apply_impulse({0.0f, -20.0f});
    test::run(world, 400);
    CHECK(tower.sag(world) == doctest::Approx(sag).epsilon(0.02));
}

TEST_CASE("extra iterations: a body that is destroyed, disabled or no longer dynamic asks no more") {
    const float stretch = Hoist::stretch_alone(0);
    for (const int way : {0, 1, 2}) {
        CAPTURE(way);
        World world = still_world();
        const Hoist hoist(world, 0.0f, 0);
        // Connected to the load by a rope.
        const BodyId asking = test::add_disc(world, {3.0f, -6.0f}, 0.5f, {.density = 0.01f});
        world.create_joint(world.create_body({.type = BodyType::Static}), asking,
                           RevoluteJoint{.anchor_a = {3.0f, -6.0f}});
        world.create_joint(asking, hoist.load, slack());
        world[asking].set_extra_iterations(7);
        test::run(world, 800);
        CHECK(hoist.stretch(world) == doctest::Approx(stretch / 8.0f).epsilon(0.05));
        switch (way) {
            case 0: world.destroy_body(asking); break;
            case 1: world[asking].set_enabled(false); break;
            default: world[asking].set_type(BodyType::Kinematic);
        }
        world.validate();
        test::run(world, 800);
        CHECK(hoist.stretch(world) == doctest::Approx(stretch).epsilon(0.05));
        if (way == 0) {
            // The next body in its slot makes no request.
            const BodyId next = test::add_box(world, {3.0f, 0.5f}, 0.5f, 0.5f);
            CHECK(world[next].extra_iterations() == 0);
            continue;
        }
        CHECK(world[asking].extra_iterations() == 7);
        way == 1 ? world[asking].set_enabled(true) : world[asking].set_type(BodyType::Dynamic);
        test::run(world, 800);
        CHECK(hoist.stretch(world) == doctest::Approx(stretch / 8.0f).epsilon(0.05));
        world.validate();
    }
}

TEST_CASE(
    "extra iterations: a heap that asks gives the same on every target and for every number of threads") {
    int overflow = 0;
    const std::vector<std::uint64_t> reference = run_asking_heap({.simd = SimdTarget::Scalar}, &overflow);
    CHECK(overflow > 0);
    for (const SimdTarget target : simd_targets()) {
        CAPTURE(simd_target_name(target));
        CHECK(run_asking_heap({.simd = target}) == reference);
    }
    for (const int threads : {2, 3, 8}) {
        CAPTURE(threads);
        CHECK(run_asking_heap({.threads = threads}) == reference);
    }
}

TEST_CASE("extra iterations: numbers out of range and dead bodies are refused, and nothing changes") {
    World world;
    for (const int count : {-1, 256, 1000000}) {
        CHECK_THROWS_AS(
            static_cast<void>(world.create_body({.type = BodyType::Static, .extra_iterations = count})),
            Error);
    }
    CHECK(world.bodies().empty());
    const BodyId body = world.create_body({.type = BodyType::Dynamic, .extra_iterations = 255});
    CHECK(world[body].extra_iterations() == 255);
    CHECK_THROWS_WITH_AS(world[body].set_extra_iterations(-3),
                         "BodyRef::set_extra_iterations: extra_iterations must be in [0, 255], got -3",
                         Error);
    CHECK(world[body].extra_iterations() == 255);
    world.destroy_body(body);
    CHECK_THROWS_AS(world[body].set_extra_iterations(1), Error);
    CHECK_THROWS_AS(static_cast<void>(world[body].extra_iterations()), Error);
    world.validate();
}
