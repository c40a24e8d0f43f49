// Energy, period, load and oscillation of what hangs by joints.
#include <doctest/doctest.h>

#include "joints/joint_scenes.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

using namespace drystone;
using test::add_ghost_box;
using test::add_static;
using test::dt;

namespace {

/// Pole of links of 1 m whose hinges are locked by limits of 0 to 0, bent at the start.
struct BentPole {
    explicit BentPole(int count) : world(test::without_sleep({0.0f, 0.0f})) {
        BodyId last = test::add_static(world);
        Vec2 end{0.0f, 0.0f};
        float angle = 0.5f * pi;
        for (int i = 0; i < count; ++i) {
            angle -= 0.25f;
            const Vec2 half{0.5f * std::cos(angle), 0.5f * std::sin(angle)};
            const BodyId link = world.create_body(
                {.position = end + half, .angle = angle, .linear_damping = 0.5f, .angular_damping = 0.5f});
            world.create_shape(link, make_box(0.5f, 0.05f), {.filter = {.mask = 0}});
            hinges.push_back(world.create_joint(last, link,
                                                RevoluteJoint{.anchor_a = {i == 0 ? 0.0f : 0.5f, 0.0f},
                                                              .anchor_b = {-0.5f, 0.0f},
                                                              .reference_angle = i == 0 ? 0.5f * pi : 0.0f,
                                                              .limit = JointLimit{0.0f, 0.0f}}));
            last = link;
            end = end + half + half;
        }
    }
    [[nodiscard]] float worst_angle() const {
        float worst = 0.0f;
        for (const JointId hinge : hinges) {
            worst = std::max(worst, std::abs(world[hinge].state().angle));
        }
        return worst;
    }

    World world;
    std::vector<JointId> hinges;
};

}  // namespace

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

TEST_CASE("joints: chains stay together whose links turn far within a sub-step") {
    for (int count = 8; count <= 20; ++count) {
        CAPTURE(count);
        World world(test::without_sleep({0.0f, -9.81f}));
        const test::Chain chain = test::add_chain(world, count, 0.1f, JointSolver::Automatic);
        const double start = world.energy();
        float widest = 0.0f;
        float fastest = 0.0f;
        for (int i = 0; i < 300; ++i) {
            world.step(dt, 1);
            for (const JointId joint : chain.joints) {
                widest = std::max(widest, world[joint].state().linear_separation);
            }
            for (const BodyId link : chain.links) {
                fastest = std::max(fastest, std::abs(world[link].angular_velocity()));
            }
        }
        CHECK(fastest * dt > 0.3f);
        CHECK(widest < 1e-5f);
        CHECK(world.energy() - start < 1e-4 * 9.81 * count * count);
    }
}

TEST_CASE("joints: a door outside of its limits returns to them") {
    for (const float arm : {0.5f, 2.0f}) {
        for (const float beyond : {0.1f, 0.5f}) {
            const float angle = 0.5f + beyond;
            World world(test::without_sleep({0.0f, 0.0f}));
            const BodyId door = world.create_body(
                {.position = {arm * std::cos(angle), arm * std::sin(angle)}, .angle = angle});
            world.create_shape(door, make_box(0.5f, 0.1f));
            const JointId hinge =
                world.create_joint(test::add_static(world), door,
                                   RevoluteJoint{.anchor_b = {-arm, 0.0f}, .limit = JointLimit{-0.5f, 0.5f}});
            test::step(world, 600);
            CHECK(world[hinge].state().angle < 0.502f);
        }
    }
}

TEST_CASE("joints: a bent pole of locked hinges straightens at once") {
    for (const int count : {8, 15}) {
        BentPole pole(count);
        test::step(pole.world, 180);
        CHECK(pole.worst_angle() < 0.02f);
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

namespace {

/// Returns the place after `count` sub-steps of the exact oscillator that turns by `turn` in each and is at 1
/// at the start of the first one and of the one before.
double exact_place(double turn, double ratio, int count) {
    const std::complex<double> root = std::sqrt(std::complex<double>(ratio * ratio - 1.0));
    const std::complex<double> y = std::exp(turn * (root - ratio));
    const std::complex<double> z = std::exp(turn * (-root - ratio));
    double last = 1.0;
    double now = 1.0;
    for (int i = 0; i < count; ++i) {
        const double next = (y + z).real() * now - (y * z).real() * last;
        last = now;
        now = next;
    }
    return now;
}

}  // namespace

TEST_CASE("joints: springs hold bodies that do not turn") {
    for (const bool on_a : {false, true}) {
        CAPTURE(on_a);
        World world(test::without_sleep({0.0f, -10.0f}));
        const BodyId box = add_ghost_box(world, {0.0f, 0.0f});
        world[box].set_locks({.rotation = true});
        const JointSpring spring{.frequency = 2.0f, .damping_ratio = 1.0f};
        const PrismaticJoint along_y{.anchor_b = {0.3f, 0.0f}, .axis_a = {0.0f, 1.0f}, .spring = spring};
        if (on_a) {
            world.create_joint(box, add_static(world), along_y, {.solver = JointSolver::Iterative});
        } else {
            world.create_joint(add_static(world), box, along_y, {.solver = JointSolver::Iterative});
        }
        test::step(world, 600);
        const double w = 2.0 * 3.14159265358979 * 2.0;
        CHECK(static_cast<double>(world[box].position().y) == doctest::Approx(-10.0 / (w * w)).epsilon(1e-3));
    }
}

TEST_CASE("joints: springs swing and decay as the exact oscillator") {
    for (const float ratio : {0.0f, 0.1f, 0.7f, 1.0f, 2.0f, 10.0f}) {
        for (const float frequency : {0.5f, 2.0f, 10.0f, 35.0f}) {
            CAPTURE(ratio);
            CAPTURE(frequency);
            World world(test::without_sleep({0.0f, 0.0f}));
            const BodyId box = add_ghost_box(world, {1.0f, 0.0f});
            world.create_joint(
                add_static(world), box,
                PrismaticJoint{.spring = JointSpring{.frequency = frequency, .damping_ratio = ratio}});
            const double turn = 2.0 * 3.14159265358979 * static_cast<double>(frequency) / 240.0;
            for (int i = 1; i <= 120; ++i) {
                world.step(dt);
                // The velocity at the start is that of the sub-step before.
                CHECK(static_cast<double>(world[box].position().x) ==
                      doctest::Approx(exact_place(turn, static_cast<double>(ratio), 4 * i))
                          .scale(1.0)
                          .epsilon(1e-4));
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

namespace {

/// Returns the kinetic energy after some seconds of a net of 8 x 8 boxes that hangs by iterative pins, or of
/// a beam of iterative welds that is held at one end.
double energy_at_rest(bool welds, float rate, int sub_steps) {
    World world(test::without_sleep({0.0f, -9.81f}));
    const JointSettings settings{.solver = JointSolver::Iterative};
    const int columns = welds ? 4 : 8;
    const int rows = welds ? 1 : 8;
    std::vector<BodyId> boxes;
    const auto join = [&](BodyId a, BodyId b, const Vec2& at) {
        const Vec2 of_a = world[a].local_point(at);
        const Vec2 of_b = world[b].local_point(at);
        if (welds) {
            world.create_joint(a, b, WeldJoint{.anchor_a = of_a, .anchor_b = of_b}, settings);
        } else {
            world.create_joint(a, b, RevoluteJoint{.anchor_a = of_a, .anchor_b = of_b}, settings);
        }
    };
    const BodyId ground = add_static(world);
    for (int i = 0; i < rows * columns; ++i) {
        const Vec2 place{static_cast<float>(i % columns), -static_cast<float>(i / columns)};
        boxes.push_back(add_ghost_box(world, place, 0.4f, 0.1f));
        const auto number = static_cast<std::size_t>(i);
        if (i % columns > 0) {
            join(boxes[number - 1], boxes[number], place - Vec2{0.5f, 0.0f});
        } else if (welds) {
            join(ground, boxes[number], place - Vec2{0.5f, 0.0f});
        }
        if (i >= columns) {
            join(boxes[number - static_cast<std::size_t>(columns)], boxes[number], place + Vec2{0.0f, 0.5f});
        } else if (!welds && i % 3 == 0) {
            join(ground, boxes[number], place);
        }
    }
    for (int i = 0; i < static_cast<int>(6.0f * rate); ++i) {
        world.step(1.0f / rate, sub_steps);
    }
    return world.kinetic_energy() / static_cast<double>(rows * columns);
}

}  // namespace

TEST_CASE("joints: iterative nets and beams come to rest at every rate") {
    for (const bool welds : {false, true}) {
        CAPTURE(welds);
        // With impulses that do not fade as the limited frequency demands, both reach thousands of joules.
        CHECK(energy_at_rest(welds, 60.0f, 1) < 0.1);
        CHECK(energy_at_rest(welds, 30.0f, 4) < 0.01);
        CHECK(energy_at_rest(welds, 60.0f, 4) < 0.01);
    }
}
