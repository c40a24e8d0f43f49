#include <doctest/doctest.h>

#include "support/world_build.h"

#include <vector>

using namespace drystone;

namespace {

/// Adds mechanisms that are each solved directly as a whole: a double pendulum without contacts, and a loop
/// of bars with a motor.
void add_free_mechanisms(World& world) {
    const JointSettings direct{.solver = JointSolver::Direct};
    const BodyId ground = world.create_body({.type = BodyType::Static, .position = {-14.0f, 16.0f}});
    const BodyId upper = test::add_box(world, {-13.5f, 16.0f}, 0.5f, 0.1f);
    const BodyId lower = test::add_box(world, {-12.5f, 16.0f}, 0.5f, 0.05f);
    world.create_joint(ground, upper, RevoluteJoint{.anchor_b = {-0.5f, 0.0f}}, direct);
    world.create_joint(upper, lower, RevoluteJoint{.anchor_a = {0.5f, 0.0f}, .anchor_b = {-0.5f, 0.0f}},
                       direct);
    const BodyId bar = test::add_box(world, {15.0f, 14.0f}, 1.0f, 0.1f);
    for (const float side : {-1.0f, 1.0f}) {
        const BodyId leg = test::add_box(world, {15.0f + side, 15.0f}, 0.1f, 1.0f);
        world.create_joint(ground, leg,
                           RevoluteJoint{.anchor_a = {29.0f + side, 0.0f},
                                         .anchor_b = {0.0f, 1.0f},
                                         .motor = JointMotor{2.0f, side > 0.0f ? 3.0f : 0.0f}},
                           direct);
        world.create_joint(leg, bar, RevoluteJoint{.anchor_a = {0.0f, -1.0f}, .anchor_b = {side, 0.0f}},
                           direct);
    }
}

/// Adds a chain that is solved directly as a whole, joints of every kind in lanes, a pulley, and a bullet.
void add_mechanisms(World& world) {
    BodyId last = world.create_body({.type = BodyType::Static, .position = {-8.0f, 12.0f}});
    for (int i = 0; i < 5; ++i) {
        const BodyId link = test::add_box(world, {-7.5f + static_cast<float>(i), 12.0f}, 0.5f, 0.1f);
        world.create_joint(last, link,
                           RevoluteJoint{.anchor_a = {i == 0 ? 0.0f : 0.5f, 0.0f}, .anchor_b = {-0.5f, 0.0f}},
                           {.solver = JointSolver::Direct});
        last = link;
    }
    const BodyId frame = world.create_body({.type = BodyType::Static, .position = {8.0f, 6.0f}});
    const BodyId wheel = test::add_disc(world, {8.0f, 5.0f}, 0.4f);
    const BodyId arm = test::add_box(world, {8.0f, 7.0f}, 0.4f, 0.1f);
    const JointSettings iterative{.solver = JointSolver::Iterative};
    world.create_joint(frame, wheel, WheelJoint{.anchor_a = {0.0f, -1.0f}, .motor = JointMotor{3.0f, 2.0f}},
                       iterative);
    world.create_joint(
        frame, arm,
        RevoluteJoint{.anchor_a = {0.0f, 1.0f}, .anchor_b = {-0.3f, 0.0f}, .limit = JointLimit{-0.5f, 0.7f}},
        iterative);
    world.create_joint(arm, wheel, DistanceJoint{.spring = JointSpring{.frequency = 2.0f, .target = 1.5f}});
    world.create_joint(wheel, last,
                       PulleyJoint{.ground_a = {8.0f, 14.0f}, .ground_b = {-3.0f, 14.0f}, .length = 16.0f});
    const BodyId bullet = test::add_disc(world, {-15.0f, 3.0f}, 0.1f);
    world[bullet].set_bullet(true);
    world[bullet].set_linear_velocity({300.0f, 5.0f});
}

/// Returns the state hash of a short scene with every kind of shape, friction, restitution, a kinematic body,
/// damping, joints, continuous collision and sleep. Its numbers come from correctly rounded operations alone,
/// so it is the same wherever floats are IEEE 754.
std::uint64_t hash_of_scene(const WorldDefinition& definition) {
    World world(definition);
    test::add_ground(world, 20.0f);
    const BodyId paddle = world.create_body(
        {.type = BodyType::Kinematic, .position = {0.0f, 3.0f}, .angle = 0.3f, .angular_velocity = 1.5f});
    world.create_shape(paddle, make_box(3.0f, 0.2f));
    test::Random random(2024);
    for (int i = 0; i < 40; ++i) {
        const BodyId body =
            world.create_body({.type = BodyType::Dynamic,
                               .position = {random.between(-5.0f, 5.0f), random.between(5.0f, 15.0f)},
                               .angle = random.between(-3.0f, 3.0f),
                               .linear_velocity = {random.between(-2.0f, 2.0f), 0.0f},
                               .angular_velocity = random.between(-5.0f, 5.0f),
                               .linear_damping = i % 5 == 0 ? 0.1f : 0.0f,
                               .angular_damping = i % 7 == 0 ? 0.2f : 0.0f});
        const ShapeDefinition shape{.density = random.between(0.5f, 4.0f),
                                    .material = {random.between(0.0f, 1.0f), i % 3 == 0 ? 0.6f : 0.0f}};
        const float size = random.between(0.2f, 0.5f);
        switch (i % 5) {
            case 0: world.create_shape(body, Circle{{0.1f, 0.0f}, size}, shape); break;
            case 1: world.create_shape(body, Capsule{{-0.3f, 0.0f}, {0.3f, 0.1f}, 0.5f * size}, shape); break;
            case 2: world.create_shape(body, make_regular_polygon(5, size), shape); break;
            case 3: world.create_shape(body, make_rounded_box(size, 0.5f * size, 0.05f), shape); break;
            default:
                world.create_shape(body, make_box(size, 0.5f * size), shape);
                world.create_shape(body, make_box(0.5f * size, size), shape);
        }
    }
    add_mechanisms(world);
    add_free_mechanisms(world);
    test::run(world, 300);
    return world.state_hash();
}

}  // namespace

// The hash is part of the guarantee: it is the same for g++ and clang, for -O0 to -O3, with and without SIMD.
// A change that intentionally alters results (the scheme, a tolerance, the order of constraints) updates it:
// run this test in a release build of one compiler, put the value that it reports here, and check that all
// other presets pass. If only some builds report another value, determinism is broken, and the constant must
// not be changed.
TEST_CASE(
    "determinism: a known scene ends in the known state on every compiler and at every optimisation level") {
    constexpr std::uint64_t expected = 15498775268322793722ull;
#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
    const std::vector<int> thread_counts{1};  // There are no others.
#else
    const std::vector<int> thread_counts{1, 2, 3, 8};
#endif
    for (const SimdTarget target : simd_targets()) {
        for (const int threads : thread_counts) {
            CAPTURE(simd_target_name(target));
            CAPTURE(threads);
            CHECK(hash_of_scene({.threads = threads, .simd = target}) == expected);
        }
    }
}
