// Joints of bodies that move far in a step.
#include <doctest/doctest.h>

#include "joints/joint_scenes.h"

#include <cmath>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Ball on a chain of eight links that rotates about the origin without gravity, and a thin wall in its way.
struct WreckingBall {
    explicit WreckingBall(float speed, JointSolver solver, bool walled = true)
        : world(test::without_sleep({0.0f, 0.0f})) {
        BodyId last = test::add_static(world);
        const float spin = speed / 4.0f;
        for (int i = 0; i < 8; ++i) {
            const float x = 0.25f + 0.5f * static_cast<float>(i);
            const BodyId link = world.create_body({.type = BodyType::Dynamic,
                                                   .position = {x, 0.0f},
                                                   .linear_velocity = {0.0f, spin * x},
                                                   .angular_velocity = spin});
            world.create_shape(link, make_box(0.25f, 0.04f), {.filter = {.category = 2, .mask = 0}});
            hang(last, link, i == 0 ? 0.0f : 0.25f, -0.25f, solver);
            last = link;
        }
        ball = world.create_body({.type = BodyType::Dynamic,
                                  .position = {4.0f, 0.0f},
                                  .linear_velocity = {0.0f, speed},
                                  .angular_velocity = spin});
        world.create_shape(ball, Circle{{0.0f, 0.0f}, 0.15f}, {.density = 20.0f});
        hang(last, ball, 0.25f, 0.0f, solver);
        if (walled) {
            const BodyId wall = world.create_body({.type = BodyType::Static});
            world.create_shape(wall, make_box(5.0f, 0.005f, Pose{{0.0f, 2.5f}, {}}));
        }
    }
    void hang(BodyId a, BodyId b, float x_a, float x_b, JointSolver solver) {
        joints.push_back(world.create_joint(
            a, b, RevoluteJoint{.anchor_a = {x_a, 0.0f}, .anchor_b = {x_b, 0.0f}}, {.solver = solver}));
    }
    [[nodiscard]] float worst_separation() const {
        float worst = 0.0f;
        for (const JointId joint : joints) {
            worst = std::max(worst, world[joint].state().linear_separation);
        }
        return worst;
    }

    World world;
    BodyId ball;
    std::vector<JointId> joints;
};

}  // namespace

TEST_CASE("joints: a wrecking ball that a thin wall stops stays on its chain") {
    // When a body is moved back to its impact, it moves along the chord of its arc. The ends of a link then
    // separate by the rise of an arc with the link's length as radius and the rotation of a step.
    for (const float speed : {10.0f, 20.0f, 40.0f, 100.0f}) {
        CAPTURE(speed);
        const float turn = 0.25f * speed * dt;
        const float rise = 0.5f * 0.125f * turn * turn;
        WreckingBall wrecking(speed, JointSolver::Direct);
        float worst = 0.0f;
        bool met = false;
        for (int i = 0; i < 60; ++i) {
            wrecking.world.step(dt, 8);
            worst = std::max(worst, wrecking.worst_separation());
            met = met || !wrecking.world.contact_begins().empty();
            REQUIRE(wrecking.world[wrecking.ball].position().y < 2.5f);
        }
        CHECK(met);
        CHECK(worst < 1.1f * rise + 3e-4f);
        CHECK((speed > 20.0f || worst < 1e-3f));
    }
}

TEST_CASE("joints: a fast ball on a chain that meets nothing is not held up") {
    WreckingBall with_wall(5.0f, JointSolver::Direct);
    WreckingBall without(5.0f, JointSolver::Direct, false);
    for (int i = 0; i < 20; ++i) {
        with_wall.world.step(dt);
        without.world.step(dt);
        REQUIRE(with_wall.world[with_wall.ball].position() == without.world[without.ball].position());
    }
}

TEST_CASE("joints: a joint that turns freely counts its turns, forwards and back") {
    for (const JointSolver solver : {JointSolver::Iterative, JointSolver::Direct}) {
        World world(test::without_sleep({0.0f, 0.0f}));
        const BodyId wheel = test::add_ghost_box(world, {0.0f, 0.0f});
        const JointId joint = world.create_joint(test::add_static(world), wheel,
                                                 RevoluteJoint{.reference_angle = 0.5f}, {.solver = solver});
        float expected = -0.5f;
        for (const float spin : {20.0f, -35.0f}) {
            world[wheel].set_angular_velocity(spin);
            for (int i = 0; i < 120; ++i) {
                world.step(dt);
                expected += spin * dt;
                REQUIRE(world[joint].state().angle == doctest::Approx(expected).epsilon(1e-3));
            }
        }
        CHECK(expected < -30.0f);
        // Turns are kept when the definition changes.
        world[joint].set_definition(
            RevoluteJoint{.reference_angle = 0.5f, .limit = JointLimit{-100.0f, 100.0f}});
        world.step(dt);
        CHECK(world[joint].state().angle == doctest::Approx(expected - 35.0f * dt).epsilon(1e-3));
    }
}

TEST_CASE("joints: wheels and sliders on bodies that turn by many radians in a sub-step gain no energy") {
    for (const float spin : {200.0f, 500.0f, 1000.0f, 3000.0f}) {
        for (const bool slides : {false, true}) {
            CAPTURE(spin);
            CAPTURE(slides);
            World world(test::without_sleep({0.0f, 0.0f}));
            const BodyId hub = world.create_body({.angular_velocity = spin});
            const BodyId rider =
                world.create_body({.position = {0.5f, 0.0f}, .linear_velocity = {0.0f, 0.5f * spin}});
            for (const BodyId body : {hub, rider}) {
                world.create_shape(body, make_box(0.2f, 0.2f), {.filter = {.group = -1}});
            }
            const JointSettings iterative{.solver = JointSolver::Iterative};
            if (slides) {
                world.create_joint(hub, rider, PrismaticJoint{.limit = JointLimit{-0.6f, 0.6f}}, iterative);
            } else {
                world.create_joint(hub, rider, WheelJoint{.axis_a = {1.0f, 0.0f}}, iterative);
            }
            const auto energy = [&] { return world[hub].kinetic_energy() + world[rider].kinetic_energy(); };
            const auto start = energy();
            for (int i = 0; i < 30; ++i) {
                test::step(world, 1);
                CHECK(world.quarantined_bodies().empty());
                CHECK(energy() < start);
            }
        }
    }
}
