// Mechanisms that something outside of them drives follow it: its work is no error of the solver.
#include <doctest/doctest.h>

#include "joints/joint_scenes.h"

#include <cmath>

using namespace drystone;
using test::dt;

namespace {

constexpr JointSolver solvers[] = {JointSolver::Automatic, JointSolver::Direct, JointSolver::Iterative};

BodyId add_kinematic(World& world, float angular_velocity = 0.0f) {
    return world.create_body({.type = BodyType::Kinematic, .angular_velocity = angular_velocity});
}

/// Returns the angle after some time of a pendulum of unit length below a pivot that accelerates to the
/// right, for a mass with the radius of gyration k. Integrated in steps of 1e-5 s.
double pendulum_angle(double acceleration, double gyration_squared, double time) {
    double angle = 0.0;
    double spin = 0.0;
    const double h = 1e-5;
    for (double t = 0.0; t < time; t += h) {
        spin -= h * (10.0 * std::sin(angle) + acceleration * std::cos(angle)) / (1.0 + gyration_squared);
        angle += h * spin;
    }
    return angle;
}

/// Adds a bead at 1 m from the centre of a rod, on which it slides, with the velocity of that place.
BodyId add_bead(World& world, BodyId rod, float spin, JointSolver solver) {
    const BodyId bead = test::add_ghost_box(world, {1.0f, 0.0f}, 0.1f, 0.1f);
    world[bead].set_linear_velocity({0.0f, spin});
    world[bead].set_angular_velocity(spin);
    world.create_joint(rod, bead, PrismaticJoint{.anchor_a = {1.0f, 0.0f}}, {.solver = solver});
    return bead;
}

}  // namespace

TEST_CASE("driven mechanisms: what is welded to a kinematic body that accelerates goes with it") {
    for (const JointSolver solver : solvers) {
        for (const float acceleration : {1.0f, 5.0f, 40.0f}) {
            CAPTURE(static_cast<int>(solver));
            CAPTURE(acceleration);
            World world;
            const BodyId trolley = add_kinematic(world);
            const BodyId load = test::add_ghost_box(world, {0.0f, -1.0f}, 0.1f, 0.1f);
            world.create_joint(trolley, load, WeldJoint{.anchor_b = {0.0f, 1.0f}}, {.solver = solver});
            for (int i = 1; i <= 90; ++i) {
                world[trolley].set_linear_velocity({acceleration * static_cast<float>(i) * dt, 0.0f});
                world.step(dt);
                REQUIRE(std::abs(world[load].position().x - world[trolley].position().x) < 2e-3f);
            }
            CHECK(world[load].linear_velocity().x == doctest::Approx(1.5f * acceleration).epsilon(1e-3));
        }
    }
}

TEST_CASE("driven mechanisms: a lamp below a trolley swings as a pendulum in an accelerated frame does") {
    for (const JointSolver solver : solvers) {
        for (const float acceleration : {1.0f, 5.0f}) {
            CAPTURE(static_cast<int>(solver));
            CAPTURE(acceleration);
            World world;
            const BodyId trolley = add_kinematic(world);
            const BodyId lamp = test::add_ghost_box(world, {0.0f, -1.0f}, 0.1f, 0.1f);
            world.create_joint(trolley, lamp, RevoluteJoint{.anchor_b = {0.0f, 1.0f}}, {.solver = solver});
            for (int i = 1; i <= 60; ++i) {
                // The velocity in the middle of the step, so that the pivot goes where the exact one does.
                world[trolley].set_linear_velocity(
                    {acceleration * (static_cast<float>(i) - 0.5f) * dt, 0.0f});
                world.step(dt);
            }
            const double exact = pendulum_angle(static_cast<double>(acceleration), 0.04 / 6.0, 1.0);
            CHECK(static_cast<double>(world[lamp].angle()) == doctest::Approx(exact).epsilon(0.01));
        }
    }
}

TEST_CASE("driven mechanisms: a bead on a turning rod moves outwards as cosh of the angle") {
    for (const JointSolver solver : solvers) {
        for (const auto& [spin, time] : {std::pair{1.0f, 2.0f}, {4.0f, 0.5f}, {2.0f, 1.5f}}) {
            CAPTURE(static_cast<int>(solver));
            CAPTURE(spin);
            const float exact = std::cosh(spin * time);
            const int steps = static_cast<int>(std::lround(time / dt));
            World driven(test::without_sleep({0.0f, 0.0f}));
            const BodyId bead = add_bead(driven, add_kinematic(driven, spin), spin, solver);
            test::step(driven, steps);
            CHECK(length(driven[bead].position()) == doctest::Approx(exact).epsilon(1e-3));
            // A free rod that is heavy enough turns on as if it were driven: also where the energy of its own
            // motion is rounded to more than all of the bead's.
            for (const float mass : {1e4f, 1e6f, 1e8f}) {
                CAPTURE(mass);
                World world(test::without_sleep({0.0f, 0.0f}));
                const BodyId rod = world.create_body({.angular_velocity = spin});
                world.create_shape(rod, make_box(10.0f, 0.1f),
                                   {.density = 0.01f * mass, .filter = {.mask = 0}});
                const BodyId loose = add_bead(world, rod, spin, solver);
                test::step(world, steps);
                CHECK(length(world[loose].position() - world[rod].position()) ==
                      doctest::Approx(exact).epsilon(2e-3));
            }
        }
    }
}

TEST_CASE("driven mechanisms: links that are welded to a turning arm turn with it") {
    for (const JointSolver solver : {JointSolver::Automatic, JointSolver::Direct}) {
        for (const int count : {1, 2, 4, 8}) {
            CAPTURE(static_cast<int>(solver));
            CAPTURE(count);
            World world(test::without_sleep({0.0f, 0.0f}));
            BodyId last = add_kinematic(world, 4.0f);
            for (int i = 0; i < count; ++i) {
                const BodyId link =
                    test::add_ghost_box(world, {1.5f + static_cast<float>(i), 0.0f}, 0.5f, 0.1f);
                world.create_joint(
                    last, link,
                    WeldJoint{.anchor_a = {i == 0 ? 1.0f : 0.5f, 0.0f}, .anchor_b = {-0.5f, 0.0f}},
                    {.solver = solver});
                last = link;
            }
            test::step(world, 60);
            const float exact = 4.0f * (static_cast<float>(count) + 0.5f);
            CHECK(length(world[last].linear_velocity()) == doctest::Approx(exact).epsilon(2e-3));
        }
    }
}

TEST_CASE("driven mechanisms: links that lie on an elevator and joints with a moving body go with it") {
    for (const JointSolver solver : solvers) {
        CAPTURE(static_cast<int>(solver));
        World world;
        const BodyId elevator = world.create_body({.type = BodyType::Kinematic, .position = {0.0f, -0.5f}});
        world.create_shape(elevator, make_box(5.0f, 0.5f));
        const BodyId left = test::add_box(world, {-0.5f, 0.1f}, 0.5f, 0.1f);
        const BodyId right = test::add_box(world, {0.5f, 0.1f}, 0.5f, 0.1f);
        world.create_joint(left, right, RevoluteJoint{.anchor_a = {0.5f, 0.0f}, .anchor_b = {-0.5f, 0.0f}},
                           {.solver = solver});
        World weightless({.gravity = {0.0f, 0.0f}});
        const BodyId tug = add_kinematic(weightless);
        const BodyId towed = test::add_ghost_box(weightless, {-1.0f, 0.0f}, 0.1f, 0.1f);
        const BodyId last = test::add_ghost_box(weightless, {-2.0f, 0.0f}, 0.1f, 0.1f);
        weightless.create_joint(tug, towed, DistanceJoint{.length = 1.0f}, {.solver = solver});
        weightless.create_joint(towed, last, WeldJoint{.anchor_a = {-1.0f, 0.0f}}, {.solver = solver});
        for (int i = 1; i <= 60; ++i) {
            const float speed = 10.0f * static_cast<float>(i) * dt;
            world[elevator].set_linear_velocity({0.0f, speed});
            weightless[tug].set_linear_velocity({speed, 0.0f});
            world.step(dt);
            weightless.step(dt);
        }
        CHECK(world[left].linear_velocity().y == doctest::Approx(10.0f).epsilon(0.01));
        CHECK(weightless[last].linear_velocity().x == doctest::Approx(10.0f).epsilon(0.01));
    }
}
