#include <doctest/doctest.h>

#include "solver/integrate.h"
#include "solver/solver_kernels.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

using namespace drystone;

namespace {

constexpr float h = 1.0f / 240.0f;

struct Setup {
    Team team{nullptr};
    BodyStore bodies;
    std::vector<BodySolverState> states;
    std::vector<IntegrationBlock> integration;
    IntegrationConstants constants{0.0f, -10.0f, h, 400.0f, 0.25f * pi / h, 4.0f * h};

    std::uint32_t add(const BodyVelocity& velocity, const BodyMass& mass, BodyType type = BodyType::Dynamic) {
        const std::uint32_t body = bodies.create(type);
        bodies.velocities[body] = velocity;
        bodies.masses.edit(body) =
            make_body_mass(mass.center_x, mass.center_y, mass.inverse_mass, mass.inverse_inertia);
        bodies.enter_solver(body);
        return body;
    }
    const SolverKernels* kernels = &solver_kernels(SimdTarget::Widest);

    void load() { load_bodies(*kernels, bodies, constants, states, integration, team); }
    void integrate_velocities(bool first) {
        kernels->integrate_velocities(states.data(), integration.data(), states.size(), constants, first);
    }
    void sub_steps(int count) {
        load();
        for (int i = 0; i < count; ++i) {
            integrate_velocities(i == 0);
            kernels->integrate_positions(states.data(), integration.data(), states.size(), constants);
        }
        store_bodies(*kernels, bodies, constants, states, integration, team);
    }
};

/// Adds different bodies, moving and kinematic.
void add_bodies(Setup& setup, int count, SimdTarget target) {
    setup.kernels = &solver_kernels(target);
    for (int i = 0; i < count; ++i) {
        const float k = 1.0f + static_cast<float>(i);
        const bool moves = i % 7 != 3;
        const std::uint32_t body =
            setup.add({0.3f * k, -k, 0.1f * k, 0.0f},
                      moves ? BodyMass{0.01f * k, 0.0f, 1.0f / k, 6.0f / k} : BodyMass{},
                      moves ? BodyType::Dynamic : BodyType::Kinematic);
        setup.bodies.poses[body].x = k;
        setup.bodies.forces[body] = {k, -k, 2.0f * k, 1.0f};
        setup.bodies.damping_and_sleep.edit(body) = {0.1f * k, 0.2f, 0.05f, 0.5f};
    }
}

template <class Item>
bool same_bytes(const std::vector<Item>& a, const std::vector<Item>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Item)) == 0;
}

double angle_between(const BodyPose& pose, double angle) {
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    return std::atan2(double{pose.s} * c - double{pose.c} * s, double{pose.c} * c + double{pose.s} * s);
}

}  // namespace

TEST_CASE("integrate: a step turns a body by w dt to 1e-6, for spins up to 100 rad/s") {
    for (const float w : {0.0f, 1e-4f, 0.3f, 3.0f, 30.0f, 100.0f, -100.0f}) {
        for (const float inverse_inertia : {0.5f, 6.0f, 1e4f}) {
            CAPTURE(w);
            CAPTURE(inverse_inertia);
            Setup setup;
            const std::uint32_t body = setup.add({0.0f, 0.0f, w, 0.0f}, {0.0f, 0.0f, 1.0f, inverse_inertia});
            const double start = 0.7;
            setup.bodies.poses[body].c = static_cast<float>(std::cos(start));
            setup.bodies.poses[body].s = static_cast<float>(std::sin(start));
            setup.sub_steps(4);
            const BodyPose& pose = setup.bodies.poses[body];
            CHECK(std::abs(angle_between(pose, start + 4.0 * double{h} * double{w})) < 1e-6);
            CHECK(std::abs(double{pose.c} * pose.c + double{pose.s} * pose.s - 1.0) < 3e-7);
            CHECK(setup.bodies.velocities[body].w == doctest::Approx(w).epsilon(1e-6));
        }
    }
}

TEST_CASE("integrate: pose and remainder are the exact sum of the pose before and a small movement") {
    for (const float speed : {1e-5f, 1e-3f, 0.1f}) {
        CAPTURE(speed);
        Setup setup;
        setup.constants.gravity_y = 0.0f;
        const std::uint32_t body = setup.add({speed, -speed, speed, 0.0f}, {0.0f, 0.0f, 1.0f, 6.0f});
        BodyPose& pose = setup.bodies.poses[body];
        pose = {12345.678f, -0.123f, std::cos(2.0f), std::sin(2.0f)};
        const BodyPose start = pose;
        const double angle = std::atan2(double{start.s}, double{start.c});
        constexpr int steps = 100;
        for (int i = 0; i < steps; ++i) {
            setup.sub_steps(4);
        }
        const double way = 4.0 * steps * double{h} * double{speed};
        const PoseRemainder& remainder = setup.bodies.pose_remainders[body];
        // The movement of a step begins with at most half a unit of the place, 2^-11 m, and each sub-step
        // rounds it to single precision.
        const double error = 1e-6 * way + 4.0 * steps * 0x1p-24 * 0x1p-11;
        CHECK(std::abs(double{pose.x} + double{remainder.x} - double{start.x} - way) <= error);
        CHECK(std::abs(double{pose.y} + double{remainder.y} - double{start.y} + way) <= error);
        CHECK(std::abs(angle_between(pose, angle + way) + double{remainder.turn}) <= error);
    }
}

TEST_CASE(
    "integrate: no body turns by more than an eighth of a turn in a sub-step or exceeds the greatest speed") {
    Setup setup;
    const std::uint32_t body = setup.add({3000.0f, -4000.0f, 1000.0f, 0.0f}, {0.0f, 0.0f, 1.0f, 6.0f});
    setup.constants.gravity_y = 0.0f;
    setup.sub_steps(1);
    const BodyVelocity& velocity = setup.bodies.velocities[body];
    CHECK(velocity.x == doctest::Approx(240.0f).epsilon(1e-6));
    CHECK(velocity.y == doctest::Approx(-320.0f).epsilon(1e-6));
    CHECK(velocity.w == doctest::Approx(0.25f * pi / h).epsilon(1e-6));
    CHECK(std::abs(angle_between(setup.bodies.poses[body], 0.25 * 3.14159265358979)) < 1e-6);
}

TEST_CASE("integrate: gravity, force and torque act for every sub-step and the force is cleared") {
    Setup setup;
    const std::uint32_t body = setup.add({1.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.5f, 0.25f});
    setup.bodies.forces[body] = {4.0f, 6.0f, 8.0f, 0.5f};
    setup.sub_steps(4);
    const BodyVelocity& velocity = setup.bodies.velocities[body];
    const float time = 4.0f * h;
    CHECK(velocity.x == doctest::Approx(1.0f + time * 2.0f).epsilon(1e-6));
    CHECK(velocity.y == doctest::Approx(time * (3.0f - 5.0f)).epsilon(1e-6));
    CHECK(velocity.w == doctest::Approx(time * 2.0f).epsilon(1e-6));
    const BodyForce& force = setup.bodies.forces[body];
    CHECK(force.x == 0.0f);
    CHECK(force.y == 0.0f);
    CHECK(force.torque == 0.0f);
    CHECK(force.gravity_scale == 0.5f);
}

TEST_CASE("integrate: a body that nothing touches gains half after the move, one in contact all before") {
    for (const bool touched : {false, true}) {
        CAPTURE(touched);
        Setup setup;
        const std::uint32_t body = setup.add({0.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f, 6.0f});
        if (touched) {
            setup.bodies.add_contact(body);
        }
        setup.sub_steps(24);
        const double n = 24.0;
        const double path = touched ? n * (n + 1.0) / 2.0 : n * n / 2.0;
        CHECK(setup.bodies.velocities[body].y == doctest::Approx(-1.0).epsilon(1e-6));
        CHECK(setup.bodies.poses[body].y ==
              doctest::Approx(-10.0 * double{h} * double{h} * path).epsilon(1e-5));
    }
}

TEST_CASE("integrate: damping divides the velocity by 1 + damping h in every sub-step") {
    Setup setup;
    const std::uint32_t body = setup.add({8.0f, 0.0f, 4.0f, 0.0f}, {0.0f, 0.0f, 1.0f, 6.0f});
    setup.bodies.damping_and_sleep.edit(body) = {2.0f, 5.0f, 0.05f, 1.0f};
    setup.constants.gravity_y = 0.0f;
    setup.sub_steps(240);
    const double linear = 8.0 * std::pow(1.0 / (1.0 + double{h} * 2.0), 240);
    const double angular = 4.0 * std::pow(1.0 / (1.0 + double{h} * 5.0), 240);
    // 240 roundings of half a unit in the last place.
    CHECK(setup.bodies.velocities[body].x == doctest::Approx(linear).epsilon(240 * 6e-8));
    CHECK(setup.bodies.velocities[body].w == doctest::Approx(angular).epsilon(2 * 240 * 6e-8));
}

TEST_CASE("integrate: kinematic bodies move by their velocity alone") {
    Setup setup;
    const std::uint32_t body = setup.add({2.0f, 1.0f, 3.0f, 0.0f}, {}, BodyType::Kinematic);
    setup.bodies.forces[body] = {100.0f, 100.0f, 100.0f, 1.0f};
    setup.bodies.damping_and_sleep.edit(body) = {2.0f, 5.0f, 0.05f, 1.0f};
    setup.sub_steps(24);
    const BodyPose& pose = setup.bodies.poses[body];
    CHECK(setup.bodies.velocities[body].x == 2.0f);
    CHECK(setup.bodies.velocities[body].y == 1.0f);
    CHECK(setup.bodies.velocities[body].w == 3.0f);
    CHECK(pose.x == doctest::Approx(0.2f).epsilon(3e-6));
    CHECK(pose.y == doctest::Approx(0.1f).epsilon(3e-6));
    CHECK(std::abs(angle_between(pose, 0.3)) < 1e-6);
}

TEST_CASE("integrate: the impulses of a sub-step are added again by the next as a difference of velocities") {
    Setup setup;
    const std::uint32_t body = setup.add({0.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f, 6.0f});
    setup.bodies.add_contact(body);
    setup.load();
    setup.integrate_velocities(true);
    // Stands in for a solver: adds an impulse of (1, 2) and an angular velocity of 0.5.
    setup.states[first_slot].velocity_x += 1.0f;
    setup.states[first_slot].velocity_y += 2.0f;
    setup.states[first_slot].angular_velocity += 0.5f;
    setup.integrate_velocities(false);
    CHECK(setup.states[first_slot].velocity_x == doctest::Approx(2.0f).epsilon(1e-6));
    CHECK(setup.states[first_slot].velocity_y == doctest::Approx(4.0f - 2.0f * h * 10.0f).epsilon(1e-6));
    CHECK(setup.states[first_slot].angular_velocity == doctest::Approx(1.0f).epsilon(1e-6));
}

TEST_CASE("integrate: the dummy states stay at rest and bodies keep the solver's order") {
    Setup setup;
    setup.add({1.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f, 1.0f});
    setup.add({2.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f, 1.0f});
    setup.bodies.leave_solver(0);
    setup.bodies.enter_solver(0);
    setup.sub_steps(4);
    REQUIRE(setup.states.size() == 2 * block_lanes);
    for (std::size_t slot : {0u, 3u, 15u, 18u, 31u}) {
        CHECK(setup.states[slot].velocity_y == 0.0f);
        CHECK(setup.states[slot].delta_y == 0.0f);
    }
    CHECK(setup.states[first_slot].velocity_x == 2.0f);
    CHECK(setup.states[first_slot + 1].velocity_x == 1.0f);
}

// Some milliseconds.
TEST_CASE("integrate: any number of bodies is loaded and stored with the bits of the scalar kernels") {
    for (const SimdTarget target : simd_targets()) {
        for (int count = 1; count <= 3 * block_lanes + 1; ++count) {
            CAPTURE(static_cast<int>(target));
            CAPTURE(count);
            Setup scalar;
            Setup wide;
            add_bodies(scalar, count, SimdTarget::Scalar);
            add_bodies(wide, count, target);
            scalar.load();
            wide.load();
            CHECK(same_bytes(wide.states, scalar.states));
            CHECK(same_bytes(wide.integration, scalar.integration));
            scalar.sub_steps(3);
            wide.sub_steps(3);
            CHECK(same_bytes(wide.bodies.poses, scalar.bodies.poses));
            CHECK(same_bytes(wide.bodies.pose_remainders, scalar.bodies.pose_remainders));
            CHECK(same_bytes(wide.bodies.velocities, scalar.bodies.velocities));
            CHECK(same_bytes(wide.bodies.forces, scalar.bodies.forces));
        }
    }
}

TEST_CASE("integrate: a body that is not finite is found wherever it is") {
    for (int count = 1; count <= 2 * block_lanes; ++count) {
        CAPTURE(count);
        Setup setup;
        add_bodies(setup, count, SimdTarget::Widest);
        const auto last = static_cast<std::uint32_t>(count) - 1;
        CHECK(load_bodies(*setup.kernels, setup.bodies, setup.constants, setup.states, setup.integration,
                          setup.team));
        setup.states[first_slot + last].velocity_x = std::numeric_limits<float>::infinity();
        CHECK_FALSE(store_bodies(*setup.kernels, setup.bodies, setup.constants, setup.states,
                                 setup.integration, setup.team));
        setup.bodies.velocities[last].y = std::numeric_limits<float>::infinity();
        CHECK_FALSE(load_bodies(*setup.kernels, setup.bodies, setup.constants, setup.states,
                                setup.integration, setup.team));
    }
}
