// Limits and motors of joints whose anchors are far from the centres of mass, by conservation of momentum,
// statics and Newton's second law.
#include <doctest/doctest.h>

#include "joints/joint_scenes.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace drystone;
using test::add_ghost_box;
using test::add_static;

namespace {

constexpr JointSolver solvers[] = {JointSolver::Iterative, JointSolver::Direct};

struct Times {
    float rate;
    int sub_steps;
};
constexpr Times all_times[] = {{60.0f, 4}, {60.0f, 1}, {30.0f, 4}, {144.0f, 4}};

/// Runs all solvers and rates.
template <class Scene>
void for_all(Scene&& scene) {
    for (const JointSolver solver : solvers) {
        for (const Times& times : all_times) {
            CAPTURE(solver);
            CAPTURE(times.rate);
            CAPTURE(times.sub_steps);
            scene(solver, times);
        }
    }
}

template <class After>
void run(World& world, const Times& times, float seconds, After&& after) {
    const auto steps = static_cast<int>(std::lround(seconds * times.rate));
    for (int i = 0; i < steps; ++i) {
        world.step(1.0f / times.rate, times.sub_steps);
        after();
    }
}

void run(World& world, const Times& times, float seconds) {
    run(world, times, seconds, [] {});
}

/// Adds a box at 1 m from the origin that turns about it, at an angular velocity.
BodyId add_arm(World& world, float spin) {
    const BodyId arm = add_ghost_box(world, {1.0f, 0.0f}, 0.3f, 0.1f, 10.0f);
    world[arm].set_angular_velocity(spin);
    world[arm].set_linear_velocity({0.0f, spin});
    return arm;
}

/// Returns a body's inertia about the origin.
float inertia_about_origin(World& world, BodyId body) {
    const MassProperties mass = world[body].mass();
    return mass.inertia + mass.mass * dot(world[body].position(), world[body].position());
}

}  // namespace

TEST_CASE("law: a limit stops an arm about a distant hinge at once, whatever its speed") {
    for_all([](JointSolver solver, const Times& times) {
        for (const float spin : {1.0f, 10.0f}) {
            CAPTURE(spin);
            World world(test::without_sleep({0.0f, 0.0f}));
            const BodyId arm = add_arm(world, spin);
            const JointId hinge =
                world.create_joint(add_static(world), arm,
                                   RevoluteJoint{.anchor_b = {-1.0f, 0.0f}, .limit = JointLimit{-1.0f, 1.0f}},
                                   {.solver = solver});
            float farthest = 0.0f;
            run(world, times, 2.5f / spin + 0.5f,
                [&] { farthest = std::max(farthest, world[hinge].state().angle); });
            // Alternated with the anchors, the limit would let the arm pass by 4 to 16 degrees, and send it
            // back at a fourth to a half of its speed.
            CHECK(farthest > 0.99f);
            CHECK(farthest < 1.005f);
            CHECK(std::abs(world[arm].angular_velocity()) < 0.01f * spin);
        }
    });
}

TEST_CASE("law: a limit stops a slider at once that hangs beside its axis") {
    for_all([](JointSolver solver, const Times& times) {
        for (const float speed : {2.0f, 20.0f}) {
            CAPTURE(speed);
            World world(test::without_sleep({0.0f, 0.0f}));
            const BodyId box = add_ghost_box(world, {0.0f, 0.0f}, 0.3f, 0.1f, 10.0f);
            const JointId slider = world.create_joint(
                add_static(world), box,
                PrismaticJoint{
                    .anchor_a = {0.0f, 1.0f}, .anchor_b = {0.0f, 1.0f}, .limit = JointLimit{-1.0f, 1.0f}},
                {.solver = solver});
            world[box].set_linear_velocity({speed, 0.0f});
            float farthest = 0.0f;
            run(world, times, 2.5f / speed + 0.5f,
                [&] { farthest = std::max(farthest, world[slider].state().translation); });
            // It may stop short by a part of its way in a sub-step, which the limit predicts.
            const float way = speed / (times.rate * static_cast<float>(times.sub_steps));
            CHECK(farthest > 0.999f - 0.1f * way);
            CHECK(farthest < 1.005f);
            CHECK(std::abs(world[box].linear_velocity().x) < 0.01f * speed);
        }
    });
}

TEST_CASE("law: an elbow that reaches its limit keeps the angular momentum and gains no energy") {
    for_all([](JointSolver solver, const Times& times) {
        World world(test::without_sleep({0.0f, 0.0f}));
        const BodyId upper = add_ghost_box(world, {0.5f, 0.0f}, 0.5f, 0.05f, 10.0f);
        const BodyId lower = add_ghost_box(world, {1.5f, 0.0f}, 0.5f, 0.05f, 10.0f);
        world.create_joint(add_static(world), upper, RevoluteJoint{.anchor_b = {-0.5f, 0.0f}},
                           {.solver = solver});
        world.create_joint(
            upper, lower,
            RevoluteJoint{
                .anchor_a = {0.5f, 0.0f}, .anchor_b = {-0.5f, 0.0f}, .limit = JointLimit{-0.5f, 0.5f}},
            {.solver = solver});
        world[lower].set_angular_velocity(2.0f);
        world[lower].set_linear_velocity({0.0f, 1.0f});
        const auto momentum = [&] {
            float sum = 0.0f;
            for (const BodyId body : {upper, lower}) {
                const MassProperties mass = world[body].mass();
                sum += mass.mass * cross(world[body].position(), world[body].linear_velocity()) +
                       mass.inertia * world[body].angular_velocity();
            }
            return sum;
        };
        const float momentum_at_start = momentum();
        const double energy_at_start = world.energy();
        double lowest = energy_at_start;
        run(world, times, 2.0f, [&] {
            CHECK(world.energy() < lowest + 0.01 * energy_at_start);
            lowest = std::min(lowest, world.energy());
        });
        CHECK(momentum() == doctest::Approx(momentum_at_start).epsilon(0.01));
    });
}

TEST_CASE("law: a limit carries the weight of an arm, and its joint tells the force") {
    for_all([](JointSolver solver, const Times& times) {
        World world(test::without_sleep({0.0f, -10.0f}));
        const BodyId arm = add_arm(world, 0.0f);
        const JointId hinge = world.create_joint(
            add_static(world), arm, RevoluteJoint{.anchor_b = {-1.0f, 0.0f}, .limit = JointLimit{0.0f, 1.0f}},
            {.solver = solver});
        run(world, times, 2.0f);
        const float weight = 10.0f * world[arm].mass().mass;
        CHECK(world[hinge].state().force.y == doctest::Approx(weight).epsilon(0.01));
        CHECK(world[hinge].state().torque == doctest::Approx(weight).epsilon(0.01));
        CHECK(std::abs(world[hinge].state().angle) < 0.01f);
    });
}

TEST_CASE("law: a motor accelerates an arm by its largest torque, however far its speed is") {
    for_all([](JointSolver solver, const Times& times) {
        if (solver == JointSolver::Iterative && times.sub_steps == 1) {
            return;  // Anchors yield by millimetres at a quarter of this sub-step rate.
        }
        for (const float speed : {20.0f, 1000.0f, 1e5f}) {
            CAPTURE(speed);
            World world(test::without_sleep({0.0f, 0.0f}));
            const BodyId arm = add_arm(world, 0.0f);
            const float torque = 2.0f * inertia_about_origin(world, arm);
            const JointId hinge =
                world.create_joint(add_static(world), arm,
                                   RevoluteJoint{.anchor_b = {-1.0f, 0.0f},
                                                 .motor = JointMotor{.speed = speed, .maximum = torque}},
                                   {.solver = solver});
            run(world, times, 2.0f);
            CHECK(world[arm].angular_velocity() == doctest::Approx(4.0f).epsilon(0.01));
            CHECK(world[hinge].state().angle == doctest::Approx(4.0f).epsilon(0.02));
            CHECK(world[hinge].state().linear_separation < 2e-3f);
        }
    });
}

TEST_CASE("law: a strong motor turns an arm at its speed against gravity") {
    for_all([](JointSolver solver, const Times& times) {
        World world(test::without_sleep({0.0f, -10.0f}));
        const BodyId arm = add_arm(world, 0.0f);
        world.create_joint(
            add_static(world), arm,
            RevoluteJoint{.anchor_b = {-1.0f, 0.0f}, .motor = JointMotor{.speed = 3.0f, .maximum = 1e6f}},
            {.solver = solver});
        run(world, times, 0.1f);
        run(world, times, 2.0f,
            [&] { CHECK(world[arm].angular_velocity() == doctest::Approx(3.0f).epsilon(0.02)); });
    });
}
