#include <doctest/doctest.h>

#include "engine/world/recording/recorded_drop.h"
#include "joints/joint_scenes.h"

#include <cmath>
#include <limits>
#include <optional>
#include <variant>
#include <vector>

using namespace drystone;
using test::add_ghost_box;
using test::add_static;

namespace {

/// A box on a joint of each type with one motor, hinges with a pin that yields and with limits, too.
struct Motors {
    explicit Motors(JointSolver solver) : world(test::without_sleep({0.0f, -10.0f})) {
        const BodyId ground = add_static(world);
        const JointMotor motor{.speed = 1.0f, .maximum = 20.0f};
        const JointLimit limit{-1.0f, 1.0f};
        add(ground, DistanceJoint{.anchor_a = {0.0f, 3.0f}, .length = 3.0f}, {.solver = solver});
        add(ground, DistanceJoint{.anchor_a = {0.0f, 3.0f}, .limit = JointLimit{1.0f, 4.0f}, .motor = motor},
            {.solver = solver});
        add(ground, RevoluteJoint{}, {.solver = solver});
        add(ground, RevoluteJoint{.anchor_b = {0.5f, 0.0f}, .limit = limit, .motor = motor},
            {.solver = solver});
        add(ground, RevoluteJoint{.motor = motor}, {.maximum_force = 30.0f, .solver = solver});
        add(ground, PrismaticJoint{.axis_a = {1.0f, 1.0f}, .limit = limit}, {.solver = solver});
        add(ground, WheelJoint{.motor = motor}, {.solver = solver});
    }

    void add(BodyId ground, const JointDefinition& definition, const JointSettings& settings) {
        joints.push_back(
            world.create_joint(ground, add_ghost_box(world, {0.0f, 0.0f}), definition, settings));
    }

    World world;
    std::vector<JointId> joints;
};

JointDefinition with_motor(JointDefinition definition, const JointMotor& motor) {
    std::visit(
        [&](auto& joint) {
            if constexpr (requires { joint.motor = motor; }) {
                joint.motor = motor;
            }
        },
        definition);
    return definition;
}

/// Returns the motor for a joint in a step: also none at all, and as strong as can be.
JointMotor motor_of(int step, std::size_t joint) {
    const auto phase = static_cast<float>(static_cast<std::size_t>(step) + 3 * joint);
    const float maximum = step % 7 == 0 ? 0.0f : step % 11 == 0 ? unlimited : 5.0f + std::abs(phase - 30.0f);
    return {.speed = 3.0f * std::sin(0.3f * phase), .maximum = maximum};
}

}  // namespace

// Costs .1 s.
TEST_CASE("joints: set_motor gives the bits of set_definition, in lanes and in mechanisms") {
    for (const JointSolver solver : {JointSolver::Iterative, JointSolver::Direct}) {
        Motors fast(solver);
        Motors slow(solver);
        for (int step = 0; step < 60; ++step) {
            CAPTURE(step);
            for (std::size_t i = 0; i < fast.joints.size() && step % 3 != 2; ++i) {
                const JointMotor motor = motor_of(step, i);
                fast.world[fast.joints[i]].set_motor(motor);
                const JointRef joint = slow.world[slow.joints[i]];
                joint.set_definition(with_motor(joint.definition(), motor));
                const std::optional<JointMotor> set = fast.world[fast.joints[i]].motor();
                REQUIRE(set.has_value());
                CHECK((set->speed == motor.speed && set->maximum == motor.maximum));
            }
            fast.world.step(test::dt);
            slow.world.step(test::dt);
            REQUIRE(fast.world.state_hash() == slow.world.state_hash());
        }
        fast.world.validate();
    }
}

TEST_CASE("joints: a motor that is set drives its joint and wakes its bodies") {
    World world;
    world.set_gravity({0.0f, 0.0f});
    const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
    const JointId hinge = world.create_joint(add_static(world), box, RevoluteJoint{});
    CHECK_FALSE(world[hinge].motor());
    test::step(world, 120);
    REQUIRE_FALSE(world[box].is_awake());
    world[hinge].set_motor({.speed = 2.0f, .maximum = 100.0f});
    CHECK(world[box].is_awake());
    world.step(test::dt);
    CHECK(world[box].angular_velocity() == doctest::Approx(2.0f).epsilon(1e-4));
}

TEST_CASE("joints: set_motor refuses bad motors and joints without one, and changes nothing") {
    World world;
    const BodyId ground = add_static(world);
    const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
    const JointId hinge = world.create_joint(ground, box, RevoluteJoint{});
    const JointId weld = world.create_joint(ground, box, WeldJoint{});
    const JointId control = world.create_joint(ground, box, MotorJoint{});
    const JointId generic = world.create_joint(ground, box, GenericJoint{});
    const std::uint64_t before = world.state_hash();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK_THROWS_WITH_AS(world[hinge].set_motor({.speed = nan}),
                         doctest::Contains("JointRef::set_motor: motor.speed"), Error);
    CHECK_THROWS_WITH_AS(world[hinge].set_motor({.maximum = -1.0f}), doctest::Contains("motor.maximum"),
                         Error);
    CHECK_THROWS_AS(world[hinge].set_motor({.maximum = nan}), Error);
    for (const JointId joint : {weld, control, generic}) {
        CHECK_THROWS_AS(world[joint].set_motor({.maximum = 1.0f}), Error);
        CHECK_FALSE(world[joint].motor());
    }
    CHECK(world.state_hash() == before);
}

// Costs .1 s.
TEST_CASE("joints: motors that are set are recorded and played") {
    const test::TemporaryFile file("motors");
    Motors recorded(JointSolver::Automatic);
    Motors alone(JointSolver::Automatic);
    std::vector<std::uint64_t> hashes;
    {
        const Recorder recorder(recorded.world, file.path);
        for (int step = 0; step < 30; ++step) {
            for (Motors* const scene : {&recorded, &alone}) {
                for (std::size_t i = 0; i < scene->joints.size(); ++i) {
                    scene->world[scene->joints[i]].set_motor(motor_of(step, i));
                }
                scene->world.step(test::dt);
            }
            hashes.push_back(recorded.world.state_hash());
            CHECK(hashes.back() == alone.world.state_hash());
        }
    }
    test::check_played(file.path, hashes, {});
}
