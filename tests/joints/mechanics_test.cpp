#include <doctest/doctest.h>

#include "joints/joint_scenes.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace drystone;
using test::add_ghost_box;
using test::add_static;
using test::dt;

TEST_CASE("joints: a pendulum keeps its energy, its length and its period") {
    World world(test::without_sleep({0.0f, -9.81f}));
    const BodyId box = add_ghost_box(world, {1.0f, 0.0f}, 0.1f, 0.1f, 10.0f);
    const JointId hinge =
        world.create_joint(add_static(world), box, RevoluteJoint{.anchor_b = {-1.0f, 0.0f}});
    const double mass = static_cast<double>(world[box].mass().mass);
    const double inertia = static_cast<double>(world[box].mass().inertia) + mass;
    const double depth = mass * 9.81;  // m g L
    const double start = world.energy();
    double max_error = 0.0;
    double max_gap = 0.0;
    double crossings = 0.0;
    double last_crossing = 0.0;
    float last_x = 1.0f;
    for (int i = 0; i < test::scaled(3600, 600); ++i) {
        world.step(dt);
        max_error = std::max(max_error, std::abs(world.energy() - start) / depth);
        max_gap = std::max(max_gap, static_cast<double>(world[hinge].state().linear_separation));
        const float x = world[box].position().x;
        if ((x > 0.0f) != (last_x > 0.0f)) {
            const double part = static_cast<double>(last_x / (last_x - x));
            last_crossing = (i + part) / 60.0;
            crossings += 1.0;
        }
        last_x = x;
    }
    // From horizontal: T = 4 K(sin(45 deg)) sqrt(I / (m g L)), with the complete elliptic integral K
    // = 1.8540746773.
    const double period = 4.0 * 1.8540746773 * std::sqrt(inertia / depth);
    CHECK(last_crossing == doctest::Approx((0.5 * crossings - 0.25) * period).epsilon(2e-4));
    CHECK(world[hinge].state().direct);
    CHECK(max_gap < 1e-4);
    CHECK(max_error < 4e-4);  // Second order in the sub-step, and rounding.
}

TEST_CASE("joints: a chain with an end mass of 100 and 1000 links neither stretches nor gains energy") {
    for (const float ratio : {1.0f, 10.0f, 100.0f, 1000.0f}) {
        CAPTURE(ratio);
        World world(test::without_sleep({0.0f, -9.81f}));
        const test::Chain chain = test::add_chain(world, 20, ratio, JointSolver::Automatic);
        const double scale = 9.81 * (2.0 * 20.0 * 10.0 + 2.0 * static_cast<double>(ratio) * 20.0);
        const double start = world.energy();
        double stretch = 0.0;
        double gain = 0.0;
        for (int i = 0; i < test::scaled(1200, 240); ++i) {
            world.step(dt);
            stretch =
                std::max(stretch, static_cast<double>(length(world[chain.disc].position())) / 20.0 - 1.0);
            gain = std::max(gain, (world.energy() - start) / scale);
        }
        CHECK(world[chain.joints[0]].state().direct);
        CHECK(stretch < 1e-4);
        CHECK(gain < 1e-4);
    }
}

TEST_CASE("joints: solved one after another, a chain of equal links stays together as well") {
    World world(test::without_sleep({0.0f, -9.81f}));
    const test::Chain chain = test::add_chain(world, 20, 1.0f, JointSolver::Iterative);
    const double start = world.energy();
    double widest = 0.0;
    for (int i = 0; i < test::scaled(1200, 240); ++i) {
        world.step(dt);
        for (const JointId joint : chain.joints) {
            widest = std::max(widest, static_cast<double>(world[joint].state().linear_separation));
        }
    }
    CHECK_FALSE(world[chain.joints[0]].state().direct);
    CHECK(widest < 0.043);  // Result of Box2D v3.
    CHECK(world.energy() < start);
}

TEST_CASE("joints: a net that is far too heavy for its joints gives way and stays whole") {
    World world(test::without_sleep({0.0f, -10.0f}));
    constexpr int size = 100;
    std::vector<BodyId> knots;
    for (int k = 0; k < size; ++k) {
        for (int i = 0; i < size; ++i) {
            const bool held = i == 0 && std::abs(k - size / 2) <= 3;
            knots.push_back(world.create_body({.type = held ? BodyType::Static : BodyType::Dynamic,
                                               .position = {static_cast<float>(k), -static_cast<float>(i)}}));
            world.create_shape(knots.back(), Circle{{0.0f, 0.0f}, 0.4f}, {.filter = {.mask = 0}});
            if (i > 0) {
                world.create_joint(knots[knots.size() - 2], knots.back(),
                                   RevoluteJoint{.anchor_a = {0.0f, -0.5f}, .anchor_b = {0.0f, 0.5f}});
            }
            if (k > 0) {
                world.create_joint(knots[knots.size() - 1 - size], knots.back(),
                                   RevoluteJoint{.anchor_a = {0.5f, 0.0f}, .anchor_b = {-0.5f, 0.0f}});
            }
        }
    }
    float fastest = 0.0f;
    float widest = 0.0f;
    for (int i = 0; i < 240; ++i) {
        world.step(dt);
        REQUIRE(world.quarantined_bodies().empty());
        for (const BodyId knot : knots) {
            fastest = std::max(fastest, length(world[knot].linear_velocity()));
        }
    }
    for (const JointId joint : world.joints()) {
        widest = std::max(widest, world[joint].state().linear_separation);
    }
    CHECK(fastest > 1.0f);
    CHECK(fastest < 15.0f);
    CHECK(widest < 1.0f);
}

TEST_CASE("joints: a hanging weight pulls with its weight") {
    for (const JointSolver solver : {JointSolver::Iterative, JointSolver::Direct}) {
        World world(test::without_sleep({0.0f, -10.0f}));
        const BodyId box = add_ghost_box(world, {0.0f, -1.0f}, 0.5f, 0.5f, 3.0f);
        const JointId pin = world.create_joint(add_static(world), box,
                                               RevoluteJoint{.anchor_b = {0.0f, 1.0f}}, {.solver = solver});
        const BodyId second = add_ghost_box(world, {5.0f, -1.0f}, 0.5f, 0.5f, 3.0f);
        const JointId rod = world.create_joint(add_static(world, {5.0f, 1.0f}), second,
                                               DistanceJoint{.length = 2.0f}, {.solver = solver});
        const BodyId third = add_ghost_box(world, {10.5f, 0.0f}, 0.5f, 0.5f, 3.0f);
        const JointId weld = world.create_joint(add_static(world, {10.0f, 0.0f}), third,
                                                WeldJoint{.anchor_b = {-0.5f, 0.0f}}, {.solver = solver});
        test::step(world, 60);
        for (const JointId joint : {pin, rod, weld}) {
            CHECK(world[joint].state().force.x == doctest::Approx(0.0f).scale(30.0f).epsilon(2e-3));
            CHECK(world[joint].state().force.y == doctest::Approx(30.0f).epsilon(2e-3));
            CHECK(world[joint].state().linear_separation < 1e-3f);
        }
        // The weld, at the weight's centre, carries it at an arm of half a metre.
        CHECK(world[weld].state().torque == doctest::Approx(15.0f).epsilon(5e-3));
    }
}

TEST_CASE("joints: springs swing and decay as the exact oscillator") {
    for (const float ratio : {0.0f, 0.1f, 0.7f, 1.0f, 2.0f}) {
        for (const float frequency : {0.5f, 2.0f, 10.0f}) {
            CAPTURE(ratio);
            CAPTURE(frequency);
            World world(test::without_sleep({0.0f, 0.0f}));
            const BodyId box = add_ghost_box(world, {1.0f, 0.0f});
            world.create_joint(
                add_static(world), box,
                PrismaticJoint{.spring = JointSpring{.frequency = frequency, .damping_ratio = ratio}});
            const double w = 2.0 * 3.14159265358979 * static_cast<double>(frequency);
            const double z = static_cast<double>(ratio);
            for (int i = 1; i <= 120; ++i) {
                world.step(dt);
                const double t = i / 60.0;
                double exact = 0.0;
                if (z < 1.0) {
                    const double d = w * std::sqrt(1.0 - z * z);
                    exact = std::exp(-z * w * t) * (std::cos(d * t) + z * w / d * std::sin(d * t));
                } else if (z == 1.0) {
                    exact = std::exp(-w * t) * (1.0 + w * t);
                } else {
                    const double p = w * (z - std::sqrt(z * z - 1.0));
                    const double q = w * (z + std::sqrt(z * z - 1.0));
                    exact = (q * std::exp(-p * t) - p * std::exp(-q * t)) / (q - p);
                }
                // The initial state corresponds to x' = 0 half a sub-step away: first order in w h.
                CHECK(std::abs(static_cast<double>(world[box].position().x) - exact) <
                      0.5 * w / 240.0 + 2e-3);
            }
        }
    }
}

TEST_CASE("joints: an undamped spring keeps its amplitude for a minute") {
    World world(test::without_sleep({0.0f, 0.0f}));
    const BodyId box = add_ghost_box(world, {1.0f, 0.0f});
    world.create_joint(add_static(world), box,
                       PrismaticJoint{.spring = JointSpring{.frequency = 1.0f, .damping_ratio = 0.0f}});
    float largest = 0.0f;
    for (int i = 0; i < 3600; ++i) {
        world.step(dt);
        largest = i >= 3540 ? std::max(largest, std::abs(world[box].position().x)) : 0.0f;
    }
    CHECK(largest == doctest::Approx(1.0f).epsilon(2e-3));
}

TEST_CASE("joints: a motor accelerates with its torque up to its speed") {
    World world(test::without_sleep({0.0f, 0.0f}));
    const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
    world.create_joint(add_static(world), box,
                       RevoluteJoint{.motor = JointMotor{.speed = 3.0f, .maximum = 0.5f}});
    const float acceleration = 0.5f / world[box].mass().inertia;
    test::step(world, 30);
    CHECK(world[box].angular_velocity() == doctest::Approx(0.5f * acceleration).epsilon(1e-3));
    test::step(world, 120);
    CHECK(world[box].angular_velocity() == doctest::Approx(3.0f).epsilon(1e-4));
}

TEST_CASE("joints: limits hold over any range of angles") {
    for (const float limit : {0.5f, 3.0f, 9.0f}) {
        CAPTURE(limit);
        World world(test::without_sleep({0.0f, 0.0f}));
        const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
        const JointId hinge =
            world.create_joint(add_static(world), box,
                               RevoluteJoint{.limit = JointLimit{-limit, limit},
                                             .motor = JointMotor{.speed = 4.0f, .maximum = 10.0f}});
        float farthest = 0.0f;
        for (int i = 0; i < 300; ++i) {
            world.step(dt);
            farthest = std::max(farthest, world[hinge].state().angle);
        }
        CHECK(world[hinge].state().angle == doctest::Approx(limit).epsilon(5e-3));
        CHECK(farthest < limit + 0.01f);
        auto reversed = std::get<RevoluteJoint>(world[hinge].definition());
        reversed.motor->speed = -4.0f;
        world[hinge].set_definition(reversed);
        test::step(world, 500);
        CHECK(world[hinge].state().angle == doctest::Approx(-limit).epsilon(5e-3));
    }
}

TEST_CASE("joints: a slider keeps to its axis, its limits and its motor's force") {
    for (const JointSolver solver : {JointSolver::Iterative, JointSolver::Direct}) {
        World world(test::without_sleep({0.0f, -10.0f}));
        const BodyId box = add_ghost_box(world, {0.0f, 0.0f}, 0.5f, 0.5f, 2.0f);
        const JointId slider = world.create_joint(
            add_static(world), box, PrismaticJoint{.axis_a = {3.0f, 4.0f}, .limit = JointLimit{-5.0f, 1.0f}},
            {.solver = solver});
        // Along the slope at g * 0.8; the exact distance in half a second is 1 m.
        test::step(world, 30);
        CHECK(world[slider].state().translation == doctest::Approx(-1.0f).epsilon(0.02));
        CHECK(world[slider].state().linear_separation < 1e-4f);
        CHECK(std::abs(world[box].angle()) < 1e-4f);
        auto held = std::get<PrismaticJoint>(world[slider].definition());
        held.motor = JointMotor{.speed = 0.0f, .maximum = 15.9f};  // The weight along the slope is 16 N.
        world[slider].set_definition(held);
        test::step(world, 30);
        const float slipping = length(world[box].linear_velocity());
        CHECK(slipping == doctest::Approx(4.0f + 0.025f).epsilon(0.005));
        held.motor->maximum = 1000.0f;
        world[slider].set_definition(held);
        test::step(world, 2);
        CHECK(length(world[box].linear_velocity()) < 1e-3f);
        held.motor->speed = 2.0f;
        world[slider].set_definition(held);
        test::step(world, 400);
        CHECK(world[slider].state().translation == doctest::Approx(1.0f).epsilon(5e-3));
    }
}

TEST_CASE("joints: a wheel's suspension gives way by the weight over its stiffness") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
    world.create_joint(add_static(world), box,
                       WheelJoint{.motor = JointMotor{.speed = 5.0f, .maximum = 1.0f},
                                  .suspension = JointSpring{.frequency = 2.0f, .damping_ratio = 0.7f}});
    test::step(world, 240);
    const float stiffness = (4.0f * pi) * (4.0f * pi);  // For 1 kg.
    // Damping also acts on the velocity that gravity adds in a sub-step: ratio * w * h less.
    const float less = 0.7f * 4.0f * pi / 240.0f;
    CHECK(world[box].position().y == doctest::Approx(-10.0f / stiffness * (1.0f - less)).epsilon(3e-3));
    CHECK(std::abs(world[box].position().x) < 1e-4f);
    CHECK(world[box].angular_velocity() == doctest::Approx(5.0f).epsilon(1e-3));
}

TEST_CASE("joints: friction brakes by its force in every direction, and holds below it") {
    for (const float angle : {0.0f, 0.7f, 2.0f}) {
        World world(test::without_sleep({0.0f, 0.0f}));
        const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
        world.create_joint(add_static(world), box,
                           FrictionJoint{.maximum_force = 2.0f, .maximum_torque = 0.1f});
        world[box].set_linear_velocity({4.0f * std::cos(angle), 4.0f * std::sin(angle)});
        test::step(world, 60);
        CHECK(length(world[box].linear_velocity()) == doctest::Approx(2.0f).epsilon(0.01));
        test::step(world, 90);
        CHECK(length(world[box].linear_velocity()) < 1e-4f);
        for (int i = 0; i < 60; ++i) {
            world[box].apply_force({1.9f * std::cos(angle), 1.9f * std::sin(angle)});
            world.step(dt);
        }
        CHECK(length(world[box].linear_velocity()) < 1e-4f);
    }
}

TEST_CASE("joints: a mouse joint drags a point to its target, with no more than its force") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
    const JointId mouse = world.create_joint(add_static(world), box,
                                             MouseJoint{.target = {2.0f, 1.0f}, .anchor_b = {0.5f, 0.5f}});
    test::step(world, 300);
    // A spring without an integral sags by the weight.
    const float sag = 10.0f / ((10.0f * pi) * (10.0f * pi));
    const Vec2 point = transform(world[box].pose(), Vec2{0.5f, 0.5f});
    CHECK(length(point - Vec2{2.0f, 1.0f - sag}) < 0.02f);
    auto weak = std::get<MouseJoint>(world[mouse].definition());
    weak.maximum_force = 9.0f;
    weak.target = {2.0f, 100.0f};
    world[mouse].set_definition(weak);
    const Vec2 before = world[box].linear_velocity();
    test::step(world, 30);
    CHECK(world[box].linear_velocity().y - before.y == doctest::Approx(-0.5f).epsilon(0.05));
}

TEST_CASE("joints: a motor joint drives to a velocity and to a pose") {
    World world(test::without_sleep({0.0f, 0.0f}));
    const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
    const JointId motor = world.create_joint(add_static(world), box,
                                             MotorJoint{.linear_velocity = {1.0f, 2.0f},
                                                        .maximum_force = 50.0f,
                                                        .angular_velocity = 1.5f,
                                                        .maximum_torque = 50.0f});
    test::step(world, 30);
    CHECK(length(world[box].linear_velocity() - Vec2{1.0f, 2.0f}) < 1e-3f);
    CHECK(world[box].angular_velocity() == doctest::Approx(1.5f).epsilon(1e-3));
    const JointSpring stiff{.frequency = 3.0f, .damping_ratio = 1.0f};
    world[motor].set_definition(MotorJoint{
        .anchor_a = {3.0f, -1.0f}, .reference_angle = 0.5f, .linear_spring = stiff, .angular_spring = stiff});
    test::step(world, 300);
    CHECK(length(world[box].position() - Vec2{3.0f, -1.0f}) < 1e-3f);
    CHECK(world[box].angle() == doctest::Approx(0.5f).epsilon(1e-3));
}

TEST_CASE("joints: gears turn by their ratio and slide a rack") {
    World world(test::without_sleep({0.0f, 0.0f}));
    const BodyId ground = add_static(world);
    const BodyId first = add_ghost_box(world, {0.0f, 0.0f});
    const BodyId second = add_ghost_box(world, {3.0f, 0.0f});
    const BodyId rack = add_ghost_box(world, {0.0f, 2.0f});
    const JointId drive = world.create_joint(
        ground, first, RevoluteJoint{.motor = JointMotor{.speed = 2.0f, .maximum = 100.0f}});
    const JointId driven = world.create_joint(ground, second, RevoluteJoint{.anchor_a = {3.0f, 0.0f}});
    const JointId slider = world.create_joint(ground, rack, PrismaticJoint{.anchor_a = {0.0f, 2.0f}});
    world.create_joint(GearJoint{drive, driven, 0.5f});
    const JointId pinion = world.create_joint(GearJoint{drive, slider, -2.0f});
    test::step(world, 300);
    CHECK(world[first].angular_velocity() == doctest::Approx(2.0f).epsilon(1e-3));
    CHECK(world[second].angular_velocity() == doctest::Approx(-4.0f).epsilon(1e-3));
    CHECK(world[rack].linear_velocity().x == doctest::Approx(1.0f).epsilon(1e-3));
    const float turned = world[drive].state().angle;
    CHECK(turned == doctest::Approx(10.0f).epsilon(0.01));
    CHECK(world[slider].state().translation == doctest::Approx(0.5f * turned).epsilon(2e-3));
    world.destroy_joint(slider);
    CHECK_FALSE(world.is_valid(pinion));
}

TEST_CASE("joints: a pulley obeys Atwood's law") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId light = add_ghost_box(world, {10.0f, 0.0f});
    const BodyId heavy = add_ghost_box(world, {14.0f, 0.0f}, 0.5f, 0.5f, 2.0f);
    const JointId pulley = world.create_joint(
        light, heavy, PulleyJoint{.ground_a = {10.0f, 10.0f}, .ground_b = {14.0f, 10.0f}, .length = 20.0f});
    test::step(world, 60);
    CHECK(world[light].linear_velocity().y == doctest::Approx(10.0f / 3.0f).epsilon(1e-3));
    CHECK(world[pulley].state().translation == doctest::Approx(20.0f).epsilon(1e-4));
    CHECK(length(world[pulley].state().force) == doctest::Approx(40.0f / 3.0f).epsilon(2e-3));
}

TEST_CASE("joints: a rope is slack until it is taut, and slides through its points") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId ceiling = add_static(world);
    const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
    const JointId rope = world.create_joint(RopeJoint{
        .points = {{ceiling, {-1.0f, 0.0f}}, {box, {0.0f, 0.0f}}, {ceiling, {1.0f, 0.0f}}}, .length = 4.0f});
    test::step(world, 12);
    CHECK(world[box].linear_velocity().y == doctest::Approx(-2.0f).epsilon(1e-3));
    test::step(world, 600);
    CHECK(world[box].position().y == doctest::Approx(-std::sqrt(3.0f)).epsilon(2e-3));
    // Two strands at 30 degrees to the vertical.
    CHECK(length(world[rope].state().force) == doctest::Approx(10.0f / std::sqrt(3.0f)).epsilon(5e-3));
}

TEST_CASE("joints: a ratchet turns one way") {
    for (const float tooth : {0.5f, -0.5f}) {
        CAPTURE(tooth);
        World world(test::without_sleep({0.0f, 0.0f}));
        const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
        const JointId ratchet = world.create_joint(add_static(world), box, RatchetJoint{.tooth = tooth});
        const float forwards = tooth > 0.0f ? 1.0f : -1.0f;
        world[box].set_angular_velocity(2.0f * forwards);
        test::step(world, 51);  // 1.7 rad
        CHECK(world[box].angular_velocity() == doctest::Approx(2.0f * forwards));
        world[box].set_angular_velocity(-2.0f * forwards);
        test::step(world, 60);
        CHECK(world[ratchet].state().angle == doctest::Approx(1.5f * forwards).epsilon(0.01));
        CHECK(std::abs(world[box].angular_velocity()) < 0.01f);
    }
}

TEST_CASE("joints: a rod swings, a rope holds, a spring of a distance rests at its target") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId ground = add_static(world);
    const BodyId rod = add_ghost_box(world, {2.0f, 0.0f});
    const JointId rigid = world.create_joint(ground, rod, DistanceJoint{.length = 2.0f});
    const BodyId tied = add_ghost_box(world, {20.0f, 0.0f});
    const JointId rope = world.create_joint(add_static(world, {20.0f, 0.0f}), tied,
                                            DistanceJoint{.limit = JointLimit{0.0f, 1.0f}});
    const BodyId sprung = add_ghost_box(world, {40.0f, -1.0f});
    const JointId spring = world.create_joint(
        add_static(world, {40.0f, 0.0f}), sprung,
        DistanceJoint{.spring = JointSpring{.frequency = 2.0f, .damping_ratio = 1.0f, .target = 1.0f}});
    for (int i = 0; i < 300; ++i) {
        world.step(dt);
        CHECK(world[rigid].state().linear_separation < 1e-3f);
        CHECK(world[rope].state().translation < 1.02f);
    }
    CHECK(world[rope].state().translation == doctest::Approx(1.0f).epsilon(5e-3));
    CHECK(world[spring].state().translation ==
          doctest::Approx(1.0f + 10.0f / (16.0f * pi * pi) * (1.0f - 4.0f * pi / 240.0f)).epsilon(1e-3));
}

TEST_CASE("joints: a generic joint is what its degrees of freedom say") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
    GenericJoint generic;
    generic.along.limit = JointLimit{-1.0f, 1.0f};
    generic.across.locked = true;
    generic.angle.motor = JointMotor{.speed = 1.0f, .maximum = 10.0f};
    const JointId joint = world.create_joint(add_static(world), box, generic);
    world[box].set_linear_velocity({3.0f, 0.0f});
    test::step(world, 120);
    CHECK(std::abs(world[box].position().y) < 1e-3f);
    CHECK(world[box].position().x == doctest::Approx(1.0f).epsilon(0.01));
    CHECK(world[box].angular_velocity() == doctest::Approx(1.0f).epsilon(1e-3));
    CHECK(world[joint].state().linear_separation < 1e-3f);
}
