#include <doctest/doctest.h>

#include "joints/joint_scenes.h"

#include <vector>

using namespace drystone;
using test::add_ghost_box;
using test::add_static;

namespace {

/// Joints with few parts each: together they have springs, motors, limits and locks of all coordinates.
std::vector<JointDefinition> joints_with_few_parts() {
    const JointMotor motor{.speed = 1.0f, .maximum = 20.0f};
    const JointSpring spring{.frequency = 3.0f, .damping_ratio = 0.2f};
    const JointLimit limit{-0.2f, 0.3f};
    return {
        RevoluteJoint{.anchor_b = {0.5f, 0.0f}, .limit = limit},
        RevoluteJoint{.anchor_b = {0.5f, 0.0f}, .motor = motor},
        RevoluteJoint{.anchor_b = {0.5f, 0.0f}, .spring = spring},
        PrismaticJoint{.axis_a = {1.0f, 1.0f}, .limit = limit},
        PrismaticJoint{.axis_a = {1.0f, 1.0f}, .motor = motor},
        PrismaticJoint{.axis_a = {1.0f, 1.0f}, .spring = spring},
        WheelJoint{.axis_a = {0.5f, 1.0f}, .limit = limit, .suspension = spring},
        WheelJoint{.axis_a = {0.5f, 1.0f}, .limit = limit, .motor = motor, .suspension = {}},
        WeldJoint{.anchor_b = {0.5f, 0.0f}, .angular_spring = spring},
        FrictionJoint{.maximum_force = 5.0f, .maximum_torque = 2.0f},
        DistanceJoint{.anchor_a = {0.0f, 2.0f}, .length = 1.5f, .spring = spring},
        DistanceJoint{.anchor_a = {0.0f, 2.0f}, .limit = JointLimit{1.0f, 2.5f}},
    };
}

/// A box that turns and falls, on a joint; other boxes hang on the joints `others`.
struct Hanging {
    Hanging(const JointDefinition& joint, const std::vector<JointDefinition>& others, JointSolver solver)
        : world(test::without_sleep({1.0f, -10.0f})), ground(add_static(world)), box(hang(joint, solver)) {
        for (const JointDefinition& other : others) {
            hang(other, solver);
        }
    }

    BodyId hang(const JointDefinition& joint, JointSolver solver) {
        const BodyId own = add_ghost_box(world, {0.0f, 0.0f});
        world[own].set_angular_velocity(2.0f);
        world.create_joint(ground, own, joint, {.solver = solver});
        return own;
    }

    World world;
    BodyId ground;
    BodyId box;
};

}  // namespace

TEST_CASE("joint parts: what other joints of a run have changes no bit of a joint") {
    const std::vector<JointDefinition> joints = joints_with_few_parts();
    for (const JointSolver solver : {JointSolver::Iterative, JointSolver::Direct}) {
        for (std::size_t i = 0; i < joints.size(); ++i) {
            CAPTURE(i);
            Hanging alone(joints[i], {}, solver);
            Hanging together(joints[i], joints, solver);
            bool moved = false;
            for (int step = 0; step < 90; ++step) {
                test::run(alone.world, 1);
                test::run(together.world, 1);
                const Pose pose = alone.world[alone.box].pose();
                const Pose other = together.world[together.box].pose();
                REQUIRE(pose.position == other.position);
                REQUIRE(pose.rotation.c == other.rotation.c);
                REQUIRE(pose.rotation.s == other.rotation.s);
                moved = moved || pose.position != Vec2{0.0f, 0.0f} || pose.rotation.s != 0.0f;
            }
            CHECK(moved);
        }
    }
}
