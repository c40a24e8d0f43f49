// Situations that broke the solvers of other engines.
#include <doctest/doctest.h>

#include "joints/joint_scenes.h"

#include <algorithm>
#include <cmath>

using namespace drystone;
using test::dt;

namespace {

/// Returns the relative error of a body's apex after its first impact, compared with e^2 h.
float rebound_error(World& world, BodyId body, float lowest, float height, float restitution) {
    float apex = 0.0f;
    bool rising = false;
    for (int i = 0; i < 600; ++i) {
        world.step(dt);
        const float velocity = world[body].linear_velocity().y;
        rising = rising || velocity > 0.0f;
        apex = rising ? std::max(apex, world[body].position().y - lowest) : 0.0f;
        if (rising && velocity < 0.0f) {
            break;
        }
    }
    return apex / (restitution * restitution * height) - 1.0f;
}

double carried_impulse(const World& world) {
    double sum = 0.0;
    world.visit_contacts([&](const ContactView& contact) {
        for (int i = 0; i < contact.count; ++i) {
            sum += static_cast<double>(contact.points[i].normal_impulse);
        }
    });
    return sum;
}

}  // namespace

TEST_CASE("solver cases: a box stays on one of a thousandth of its mass, and gains no energy") {
    World world({.sleeping = false});
    test::add_ground(world);
    const BodyId light = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    const BodyId heavy = test::add_box(world, {0.0f, 1.5f}, 0.5f, 0.5f, {.density = 1000.0f});
    const double start = world.energy();
    for (int i = 0; i < test::scaled(600, 300); ++i) {
        world.step(dt);
        REQUIRE(world.energy() <= start * (1.0 + 1e-5));
    }
    CHECK(test::all_finite(world));
    CHECK(std::abs(world[light].position().x) < 0.1f);
    CHECK(world[heavy].position().y > world[light].position().y + 0.5f);
}

TEST_CASE("solver cases: a chain with an end mass of a thousand links stays together and gains no energy") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const test::Chain chain = test::add_chain(world, 20, 1000.0f, JointSolver::Automatic);
    const double swing = 10.0 * 2000.0 * 20.0;
    const double start = world.energy();
    for (int i = 0; i < test::scaled(1200, 240); ++i) {
        world.step(dt);
        REQUIRE(world.energy() - start < 3e-3 * swing);
        REQUIRE(length(world[chain.disc].position()) < 20.0f * 1.001f);
        for (const JointId joint : chain.joints) {
            // A thousandth of a link.
            REQUIRE(world[joint].state().linear_separation < 1e-3f);
        }
    }
}

TEST_CASE("solver cases: locked and massless bodies in contact stay finite and do not move") {
    World world({.sleeping = false});
    test::add_ground(world);
    const auto add = [&](const Vec2& position, const AxisLocks& locks, float density) {
        const BodyId body =
            world.create_body({.type = BodyType::Dynamic, .position = position, .locks = locks});
        world.create_shape(body, make_box(0.5f, 0.5f), {.density = density});
        return body;
    };
    const BodyId upright = add({0.0f, 0.4f}, {.rotation = true}, 1.0f);
    const BodyId fixed = add({0.6f, 0.9f}, {true, true, true}, 1.0f);
    const BodyId weightless = add({5.0f, 0.4f}, {}, 0.0f);
    const BodyId other = add({5.4f, 0.8f}, {}, 0.0f);
    test::add_box(world, {0.3f, 2.0f}, 0.5f, 0.5f);
    test::add_box(world, {5.2f, 2.0f}, 0.5f, 0.5f);
    for (int i = 0; i < 300; ++i) {
        world.step(dt);
        REQUIRE(test::all_finite(world));
    }
    CHECK(world[upright].angle() == 0.0f);
    CHECK(world[fixed].position() == Vec2{0.6f, 0.9f});
    CHECK(world[fixed].angle() == 0.0f);
    // Without mass nothing moves them, not even gravity.
    CHECK(world[weightless].position() == Vec2{5.0f, 0.4f});
    CHECK(world[other].position() == Vec2{5.4f, 0.8f});
    CHECK(test::max_speed(world) < 1e-3f);
}

TEST_CASE("solver cases: a ball dropped from 2 m rebounds to e^2 h, whatever the speculative distance") {
    for (const float margin : {0.02f, 0.2f}) {
        for (const float restitution : {0.5f, 0.8f}) {
            CAPTURE(margin);
            CAPTURE(restitution);
            World world({.speculative_distance = margin});
            test::add_ground(world);
            const BodyId ball =
                test::add_disc(world, {0.0f, 2.5f}, 0.5f, {.material = {.restitution = restitution}});
            CHECK(std::abs(rebound_error(world, ball, 0.5f, 2.0f, restitution)) < 0.05f);
        }
    }
}

TEST_CASE("solver cases: a box that lands flat rebounds to e^2 h without spin") {
    for (const float restitution : {0.8f, 1.0f}) {
        CAPTURE(restitution);
        World world;
        test::add_ground(world);
        const BodyId box =
            test::add_box(world, {0.0f, 5.5f}, 0.5f, 0.5f, {.material = {.restitution = restitution}});
        CHECK(std::abs(rebound_error(world, box, 0.5f, 5.0f, restitution)) < 0.02f);
        CHECK(std::abs(world[box].angular_velocity()) < 1e-3f);
    }
}

TEST_CASE("a press that passes through a box leaves it on its slab, and contacts tell how deep it is") {
    World world({.sleeping = false});
    const BodyId slab = world.create_body({.type = BodyType::Static, .position = {0.0f, -0.5f}});
    world.create_shape(slab, make_box(1.0f, 0.5f));
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    const BodyId press = world.create_body(
        {.type = BodyType::Kinematic, .position = {0.0f, 1.3f}, .linear_velocity = {0.0f, -1.0f}});
    world.create_shape(press, make_box(0.4f, 0.3f));
    float worst = 0.0f;
    int points = 0;
    for (int i = 0; i < 300; ++i) {
        world.step(dt);
        const float y = world[box].position().y;
        world[slab].visit_contacts([&](const ContactView& contact) {
            // The slab is 1 m thick: the box is pushed out upwards or downwards, whichever is nearer.
            const float above = y - 0.5f;
            const float separation = std::max(above, -2.0f - above);
            for (int k = 0; k < contact.count; ++k) {
                worst = std::max(worst, std::abs(contact.points[k].separation - separation));
                ++points;
            }
        });
    }
    CHECK(points > 60);
    // The motion of a box that is pushed out in a step, at 3 m/s, and of its rotation.
    CHECK(worst < 0.06f);
    CHECK(world[box].position().y == doctest::Approx(0.5f).epsilon(0.002));
}

TEST_CASE("solver cases: joints of a body with itself are refused; static and duplicate ones do no harm") {
    World world(test::without_sleep({0.0f, -10.0f}));
    const BodyId ground = test::add_static(world);
    const BodyId wall = test::add_static(world, {3.0f, 0.0f});
    const BodyId box = test::add_ghost_box(world, {1.0f, 0.0f});
    const BodyId last = test::add_ghost_box(world, {2.0f, 0.0f});
    const std::uint64_t before = world.state_hash();
    CHECK(test::contains_text(test::error_of([&] { world.create_joint(box, box, RevoluteJoint{}); }),
                              "World::create_joint: body_b"));
    CHECK(world.state_hash() == before);
    world.create_joint(ground, wall, RevoluteJoint{});
    world.create_joint(ground, wall, PrismaticJoint{});
    const RevoluteJoint pin{.anchor_a = {0.5f, 0.0f}, .anchor_b = {-0.5f, 0.0f}};
    for (int i = 0; i < 5; ++i) {
        world.create_joint(ground, box, pin);
        world.create_joint(box, last, pin);
    }
    test::run(world, 120);
    CHECK(test::all_finite(world));
    world.validate();
    const Vec2 pinned = world[box].world_point({-0.5f, 0.0f});
    CHECK(length(pinned - Vec2{0.5f, 0.0f}) < 1e-3f);
    world.destroy_body(box);
    CHECK(world.joints().size() == 2);
    CHECK(world[last].joints().empty());
    test::run(world, 60);
    CHECK(world[last].linear_velocity().y < -9.0f);
    world.validate();
}

TEST_CASE("solver cases: the contacts of a box carry its weight in every sub-step, from the first step on") {
    for (const int sub_steps : {1, 4, 8}) {
        CAPTURE(sub_steps);
        World world({.gravity = {0.0f, -10.0f}, .sleeping = false});
        test::add_ground(world);
        test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
        const double weight = 10.0 * static_cast<double>(dt) / sub_steps;
        for (int i = 0; i < 60; ++i) {
            world.step(dt, sub_steps);
            REQUIRE(carried_impulse(world) == doctest::Approx(weight).epsilon(0.01));
        }
    }
}
