// Sliders with motors on arms that turn: they keep the place that the motor's speed says.
#include <doctest/doctest.h>

#include "joints/joint_scenes.h"

#include <cmath>

using namespace drystone;
using test::add_ghost_box;
using test::add_static;

namespace {

struct Times {
    float rate;
    int sub_steps;
};

/// Arm that turns about the origin, and a slider on it.
struct SlidingScene {
    World world{test::without_sleep({0.0f, 0.0f})};
    BodyId arm{};
    JointId slider{};

    /// `driven`: the arm is a body of 20 kg with a motor, else it is kinematic.
    SlidingScene(bool driven, float spin, float speed, JointSolver solver) {
        const JointSettings settings{.solver = solver};
        if (driven) {
            arm = add_ghost_box(world, {0.0f, 0.0f}, 2.0f, 0.1f, 25.0f);
            world[arm].set_angular_velocity(spin);
            world.create_joint(add_static(world), arm, RevoluteJoint{.motor = JointMotor{spin, 1e6f}},
                               settings);
        } else {
            arm = world.create_body({.type = BodyType::Kinematic, .angular_velocity = spin});
        }
        const BodyId box = add_ghost_box(world, {1.0f, 0.0f}, 0.1f, 0.1f, 25.0f);
        world[box].set_linear_velocity({speed, spin});
        world[box].set_angular_velocity(spin);
        slider = world.create_joint(arm, box, PrismaticJoint{.motor = JointMotor{speed, 1e6f}}, settings);
    }
};

}  // namespace

TEST_CASE("joints: a motor holds a slider in its place on a turning arm, and moves it at its speed") {
    for (const JointSolver solver : {JointSolver::Direct, JointSolver::Iterative}) {
        for (const bool driven : {false, true}) {
            for (const Times times : {Times{60.0f, 4}, Times{30.0f, 4}, Times{60.0f, 1}}) {
                for (const float speed : {0.0f, 0.5f, -0.25f}) {
                    CAPTURE(static_cast<int>(solver));
                    CAPTURE(driven);
                    CAPTURE(times.rate);
                    CAPTURE(times.sub_steps);
                    CAPTURE(speed);
                    SlidingScene scene(driven, 10.0f, speed, solver);
                    for (int i = 1; i <= static_cast<int>(2.0f * times.rate); ++i) {
                        scene.world.step(1.0f / times.rate, times.sub_steps);
                        const float place = 1.0f + speed * static_cast<float>(i) / times.rate;
                        CHECK(scene.world[scene.slider].state().translation ==
                              doctest::Approx(place).epsilon(0.01));
                    }
                }
            }
        }
    }
}

TEST_CASE("joints: a motor keeps the length of a distance joint between turning bodies") {
    for (const Times times : {Times{60.0f, 4}, Times{30.0f, 4}}) {
        World world(test::without_sleep({0.0f, 0.0f}));
        const BodyId box = add_ghost_box(world, {1.0f, 0.0f}, 0.1f, 0.1f);
        world[box].set_linear_velocity({0.0f, 10.0f});
        const JointId rod =
            world.create_joint(add_static(world), box, DistanceJoint{.motor = JointMotor{0.0f, 1e6f}});
        for (int i = 0; i < static_cast<int>(2.0f * times.rate); ++i) {
            world.step(1.0f / times.rate, times.sub_steps);
            CHECK(world[rod].state().translation == doctest::Approx(1.0f).epsilon(0.01));
        }
    }
}

TEST_CASE("joints: a spring on a turning arm is stretched by the centrifugal force over its stiffness") {
    for (const float ratio : {0.1f, 1.0f}) {
        World world(test::without_sleep({0.0f, 0.0f}));
        constexpr float spin = 5.0f;
        const BodyId arm = world.create_body({.type = BodyType::Kinematic, .angular_velocity = spin});
        const BodyId box = add_ghost_box(world, {1.0f, 0.0f}, 0.1f, 0.1f);
        world[box].set_linear_velocity({0.0f, spin});
        world[box].set_angular_velocity(spin);
        const JointSpring spring{.frequency = 2.0f, .damping_ratio = ratio, .target = 1.0f};
        const JointId slider = world.create_joint(arm, box, PrismaticJoint{.spring = spring},
                                                  {.solver = JointSolver::Iterative});
        test::step(world, 600);
        const double w = 2.0 * 3.14159265358979 * 2.0;
        const double squares = static_cast<double>(spin * spin) / (w * w);
        CHECK(world[slider].state().translation == doctest::Approx(1.0 / (1.0 - squares)).epsilon(0.01));
    }
}
