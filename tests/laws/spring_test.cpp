// Springs of joints: deflection under loads, damping, and no gain of energy at any stiffness.
#include <doctest/doctest.h>

#include "joints/joint_scenes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <vector>

using namespace drystone;
using test::add_ghost_box;
using test::add_static;

namespace {

constexpr double g = 10.0;
constexpr double turn = 2.0 * 3.14159265358979;

struct Times {
    float rate;
    int sub_steps;
};
constexpr Times all_times[] = {{60.0f, 4}, {60.0f, 2}, {60.0f, 1}, {30.0f, 4}};

/// Runs all rates with springs of several frequencies and damping ratios; in slow builds each rate and
/// frequency with one ratio, another for the next.
template <class Scene>
void for_all(std::initializer_list<float> frequencies, Scene&& scene) {
    constexpr float ratios[] = {0.3f, 0.7f, 1.0f, 3.0f};
    std::size_t rate = 0;
    for (const Times& times : all_times) {
        std::size_t first = rate++;
        for (const float frequency : frequencies) {
            for (int i = 0; i < test::scaled(4); ++i) {
                const float ratio = ratios[first++ % 4];
                CAPTURE(times.rate);
                CAPTURE(times.sub_steps);
                CAPTURE(frequency);
                CAPTURE(ratio);
                scene(times, JointSpring{.frequency = frequency, .damping_ratio = ratio});
            }
        }
    }
}

void run(World& world, const Times& times, float seconds) {
    const auto steps = static_cast<int>(std::lround(seconds * times.rate));
    for (int i = 0; i < steps; ++i) {
        world.step(1.0f / times.rate, times.sub_steps);
    }
}

/// Returns w^2 [1/s^2].
double square_of_w(const JointSpring& spring) {
    const double w = turn * static_cast<double>(spring.frequency);
    return w * w;
}

/// Checks a deflection under a steady load [N] of a spring between two inverse masses [1/kg].
void check_deflection(double deflection, double load, double inverse_mass, const JointSpring& spring) {
    CHECK(deflection == doctest::Approx(load * inverse_mass / square_of_w(spring)).epsilon(2e-3));
}

double total_energy(const World& world, const std::vector<BodyId>& bodies) {
    double sum = 0.0;
    for (const BodyId body : bodies) {
        const MassProperties mass = world[body].mass();
        const Vec2 v = world[body].linear_velocity();
        const double w = static_cast<double>(world[body].angular_velocity());
        sum += 0.5 * static_cast<double>(mass.mass) * static_cast<double>(dot(v, v)) +
               0.5 * static_cast<double>(mass.inertia) * w * w +
               static_cast<double>(mass.mass) * g * static_cast<double>(world[body].position().y);
    }
    return sum;
}

}  // namespace

TEST_CASE("law: a spring sags by the load over its stiffness at any rate") {
    for_all({1.0f, 4.0f, 10.0f, 30.0f}, [](const Times& times, const JointSpring& spring) {
        World world(test::without_sleep({0.0f, -10.0f}));
        const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
        world.create_joint(add_static(world), box, PrismaticJoint{.axis_a = {0.0f, 1.0f}, .spring = spring});
        run(world, times, 12.0f);
        const double mass = static_cast<double>(world[box].mass().mass);
        check_deflection(-static_cast<double>(world[box].position().y), mass * g, 1.0 / mass, spring);
    });
}

TEST_CASE("law: a spring sags by what hangs below its body as well, by pins of either solver") {
    for (const JointSolver solver : {JointSolver::Iterative, JointSolver::Direct}) {
        for (const float ratio_of_masses : {1.0f, 10.0f}) {
            for_all({2.0f, 6.0f}, [&](const Times& times, const JointSpring& spring) {
                World world(test::without_sleep({0.0f, -10.0f}));
                const BodyId upper = add_ghost_box(world, {0.0f, 0.0f});
                const BodyId lower = add_ghost_box(world, {0.0f, -2.0f}, 0.5f, 0.5f, ratio_of_masses);
                world.create_joint(add_static(world), upper,
                                   PrismaticJoint{.axis_a = {0.0f, 1.0f}, .spring = spring});
                world.create_joint(upper, lower,
                                   RevoluteJoint{.anchor_a = {0.0f, -1.0f}, .anchor_b = {0.0f, 1.0f}},
                                   {.solver = solver});
                run(world, times, 20.0f);
                const double mass = static_cast<double>(world[upper].mass().mass);
                const double load = mass * g * (1.0 + static_cast<double>(ratio_of_masses));
                check_deflection(-static_cast<double>(world[upper].position().y), load, 1.0 / mass, spring);
            });
        }
    }
}

TEST_CASE("law: a spring of a hinge carries what rests on a limit or hangs on a motor of the next hinge") {
    for (const bool motor : {false, true}) {
        for_all({1.0f, 4.0f}, [&](const Times& times, const JointSpring& spring) {
            CAPTURE(motor);
            World world(test::without_sleep({0.0f, -10.0f}));
            const BodyId hub = add_ghost_box(world, {0.0f, 0.0f}, 0.5f, 0.5f, 100.0f);
            const BodyId arm = add_ghost_box(world, {1.0f, 0.0f}, 0.2f, 0.2f, 10.0f);
            const JointId hinge = world.create_joint(add_static(world), hub, RevoluteJoint{.spring = spring},
                                                     {.solver = JointSolver::Direct});
            RevoluteJoint held{.anchor_b = {-1.0f, 0.0f}};
            if (motor) {
                held.motor = JointMotor{.maximum = 1000.0f};
            } else {
                held.limit = JointLimit{0.0f, 1.0f};
            }
            world.create_joint(hub, arm, held, {.solver = JointSolver::Direct});
            run(world, times, 20.0f);
            const double angle = -static_cast<double>(world[hinge].state().angle);
            const double torque = static_cast<double>(world[arm].mass().mass) * g * std::cos(angle);
            check_deflection(angle, torque, 1.0 / static_cast<double>(world[hub].mass().inertia), spring);
        });
    }
}

TEST_CASE("law: a car rests on its springs as deep as their stiffness says, with light wheels as well") {
    for (const float wheel : {1.0f, 0.1f, 0.02f}) {
        for_all({6.0f}, [&](const Times& times, const JointSpring& spring) {
            CAPTURE(wheel);
            World world(test::without_sleep({0.0f, -10.0f}));
            world.create_shape(add_static(world), Segment{{-20.0f, 0.0f}, {20.0f, 0.0f}});
            const BodyId chassis = world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 1.05f}});
            world.create_shape(chassis, make_box(1.0f, 0.25f));
            const MassProperties mass = world[chassis].mass();
            constexpr float radius = 0.4f;
            JointId joint;
            double inverse_mass = 0.0;
            for (const float x : {-0.8f, 0.8f}) {
                const BodyId disc =
                    world.create_body({.type = BodyType::Dynamic, .position = {x, radius + 0.01f}});
                world.create_shape(disc, Circle{{}, radius},
                                   {.density = wheel * mass.mass / (pi * radius * radius)});
                joint = world.create_joint(chassis, disc,
                                           WheelJoint{.anchor_a = {x, -0.5f}, .suspension = spring});
                inverse_mass = 1.0 / static_cast<double>(mass.mass) +
                               static_cast<double>(x * x) / static_cast<double>(mass.inertia) +
                               1.0 / static_cast<double>(world[disc].mass().mass);
            }
            run(world, times, 20.0f);
            check_deflection(static_cast<double>(std::abs(world[joint].state().translation)),
                             0.5 * static_cast<double>(mass.mass) * g, inverse_mass, spring);
        });
    }
}

TEST_CASE("law: a chain of springs of any stiffness comes to rest and gains no energy") {
    for_all({10.0f, 30.0f, 100.0f}, [](const Times& times, const JointSpring& spring) {
        World world(test::without_sleep({0.0f, -10.0f}));
        BodyId last = add_static(world);
        std::vector<BodyId> bodies;
        for (int i = 1; i <= 8; ++i) {
            const BodyId body = add_ghost_box(world, {0.0f, -static_cast<float>(i)}, 0.2f, 0.2f, 10.0f);
            JointSpring own = spring;
            own.target = 1.0f;
            world.create_joint(last, body, DistanceJoint{.length = 1.0f, .spring = own});
            bodies.push_back(body);
            last = body;
        }
        const double start = total_energy(world, bodies);
        double highest = start;
        for (int i = 0; i < 25 * static_cast<int>(times.rate); ++i) {
            world.step(1.0f / times.rate, times.sub_steps);
            highest = std::max(highest, total_energy(world, bodies));
        }
        // The springs begin without tension, and the bodies at rest: all of the energy is that of the fall.
        CHECK(highest <= start + 1e-3);
        const double w = std::sqrt(square_of_w(spring));
        double stretch = 0.0;
        for (int i = 0; i < 8; ++i) {
            stretch += g * (8 - i) * (i == 0 ? 1.0 : 2.0) / (w * w);
        }
        // The slowest oscillation of the chain, of .13 w, decays as e^-(.017 ratio w t).
        CHECK(-static_cast<double>(world[last].position().y) - 8.0 == doctest::Approx(stretch).epsilon(5e-3));
    });
}

TEST_CASE("law: springs in parallel, and on one body in its midst, come to rest") {
    // Each has w h = 0.5 with four sub-steps at 60 Hz, and all of them together four times as much.
    for (const float ratio : {0.1f, 0.5f, 1.0f, 10.0f}) {
        for (const bool star : {false, true}) {
            CAPTURE(ratio);
            CAPTURE(star);
            World world(test::without_sleep({0.0f, 0.0f}));
            const BodyId ground = add_static(world);
            const BodyId hub = add_ghost_box(world, {0.0f, 0.0f});
            const JointSpring spring{.frequency = 19.0f, .damping_ratio = ratio};
            std::vector<BodyId> bodies{hub};
            for (int i = 0; i < (star ? 8 : 15); ++i) {
                const BodyId other = star ? add_ghost_box(world, {0.0f, 0.0f}) : ground;
                world.create_joint(other, hub, PrismaticJoint{.axis_a = {0.0f, 1.0f}, .spring = spring});
                bodies.push_back(star ? other : hub);
            }
            world[hub].set_linear_velocity({0.0f, 1.0f});
            test::step(world, 1200);
            const Vec2 mean = star ? Vec2{0.0f, 1.0f / 9.0f} : Vec2{0.0f, 0.0f};
            for (const BodyId body : bodies) {
                CHECK(length(world[body].linear_velocity() - mean) < 2e-3f);
            }
        }
    }
}
