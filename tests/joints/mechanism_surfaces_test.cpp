#include <doctest/doctest.h>

#include "joints/joint_scenes.h"

#include <cmath>

using namespace drystone;

// A mechanism on a surface obeys the laws of a single body: two halves of a box, or a disc and its hub,
// welded together and solved directly. A weight on them makes sure that joints and contacts are solved
// together.

namespace {

constexpr float g = 10.0f;

struct Halves {
    BodyId left, right, weight;
};

/// Adds two boxes of half a metre side by side, welded together, at rest on the ground at y = 0.
Halves add_halves(World& world, const Material& material = {}) {
    const auto half = [&](float x) {
        return test::add_box(world, {x, 0.25f}, 0.25f, 0.25f, {.material = material});
    };
    const Halves halves{half(-0.25f), half(0.25f),
                        test::add_ghost_box(world, {0.0f, 0.25f}, 0.2f, 0.2f, 25.0f)};
    for (const BodyId each : {halves.left, halves.right}) {
        world.create_joint(each, halves.weight, WeldJoint{.anchor_a = world[each].local_point({0.0f, 0.25f})},
                           {.solver = JointSolver::Direct});
    }
    return halves;
}

void set_velocity(World& world, const Halves& halves, const Vec2& velocity) {
    world[halves.left].set_linear_velocity(velocity);
    world[halves.right].set_linear_velocity(velocity);
    world[halves.weight].set_linear_velocity(velocity);
}

/// Returns how far two halves slide that start with this speed [m].
float slide(float speed, const Material& floor) {
    World world(test::without_sleep({0.0f, -g}));
    test::add_ground(world, 50.0f, floor);
    const Halves halves = add_halves(world, floor);
    test::step(world, 60);
    const float start = world[halves.left].position().x;
    set_velocity(world, halves, {speed, 0.0f});
    test::step(world, 200);
    CHECK(std::abs(world[halves.left].linear_velocity().x) < 1e-3f);
    return world[halves.left].position().x - start;
}

}  // namespace

TEST_CASE("mechanism surfaces: sliding friction brakes by the law, in each direction by its own") {
    const Material floor{.friction = 0.3f};
    CHECK(slide(4.0f, floor) == doctest::Approx(4.0f * 4.0f / (2.0f * 0.3f * g)).epsilon(0.01));
    CHECK(slide(-4.0f, floor) == doctest::Approx(-4.0f * 4.0f / (2.0f * 0.3f * g)).epsilon(0.01));
    const Material ski{.friction = 0.3f, .extra_reverse_friction = 0.4f};
    CHECK(slide(4.0f, ski) == doctest::Approx(4.0f * 4.0f / (2.0f * 0.3f * g)).epsilon(0.01));
    CHECK(slide(-4.0f, ski) == doctest::Approx(-4.0f * 4.0f / (2.0f * 0.7f * g)).epsilon(0.01));
}

TEST_CASE("mechanism surfaces: static friction holds up to its own angle") {
    const auto way = [](float slope) {
        const float cosine = 1.0f / std::sqrt(1.0f + slope * slope);
        World world(test::without_sleep({0.0f, -cosine * g}));
        const Material floor{.friction = 0.3f, .extra_static_friction = 0.3f};
        test::add_ground(world, 50.0f, floor);
        const Halves halves = add_halves(world, floor);
        test::step(world, 60);
        world.set_gravity({slope * cosine * g, -cosine * g});
        test::step(world, 120);
        return world[halves.left].position().x + 0.25f;
    };
    CHECK(std::abs(way(0.57f)) < 2e-3f);
    // What slides has the lower coefficient.
    const float cosine = 1.0f / std::sqrt(1.0f + 0.63f * 0.63f);
    CHECK(way(0.63f) == doctest::Approx(0.5f * g * cosine * (0.63f - 0.3f) * 4.0f).epsilon(0.05));
}

TEST_CASE("mechanism surfaces: a conveyor carries a mechanism at its speed") {
    World world(test::without_sleep({0.0f, -g}));
    test::add_ground(world, 50.0f, {.friction = 0.5f, .tangent_speed = 2.0f});
    const Halves halves = add_halves(world);
    test::step(world, 15);
    CHECK(world[halves.left].linear_velocity().x > 0.5f);
    CHECK(world[halves.left].linear_velocity().x < 1.5f);
    test::step(world, 105);
    CHECK(world[halves.left].linear_velocity().x == doctest::Approx(2.0f).epsilon(1e-3));
    CHECK(world[halves.right].linear_velocity().x == doctest::Approx(2.0f).epsilon(1e-3));
}

TEST_CASE("mechanism surfaces: rolling resistance brakes a wheel with a hub by the law") {
    constexpr float resistance = 0.05f;
    World world(test::without_sleep({0.0f, -g}));
    test::add_ground(world, 50.0f, {.friction = 1.0f, .rolling_resistance = resistance});
    const BodyId wheel = world.create_body({.type = BodyType::Dynamic,
                                            .position = {0.0f, 0.5f},
                                            .linear_velocity = {5.0f, 0.0f},
                                            .angular_velocity = -10.0f});
    world.create_shape(wheel, Circle{{0.0f, 0.0f}, 0.5f}, {.material = {.friction = 1.0f}});
    const BodyId hub = test::add_ghost_box(world, {0.0f, 0.5f}, 0.2f, 0.2f, 100.0f);
    world[hub].set_linear_velocity({5.0f, 0.0f});
    world[hub].set_angular_velocity(-10.0f);
    world.create_joint(wheel, hub, WeldJoint{}, {.solver = JointSolver::Direct});
    const float mass = world[wheel].mass().mass + world[hub].mass().mass;
    const float inertia = world[wheel].mass().inertia + world[hub].mass().inertia;
    const float braking = resistance * g * mass / (mass + inertia / 0.25f);
    test::step(world, 240);
    CHECK(world[wheel].linear_velocity().x == doctest::Approx(5.0f - 4.0f * braking).epsilon(0.01));
    test::step(world, 800);
    CHECK(std::abs(world[wheel].linear_velocity().x) < 1e-4f);
}

TEST_CASE("mechanism surfaces: a soft surface bears a mechanism as deep as its stiffness says") {
    World world(test::without_sleep({0.0f, -g}));
    test::add_ground(world, 50.0f, {.frequency = 12.0f, .damping_ratio = 0.5f});
    const Halves halves = add_halves(world);
    const BodyId alone = test::add_box(world, {5.0f, 0.25f}, 0.25f, 0.25f);
    test::step(world, 600);
    // The springs are those of the boxes, without what is welded to them.
    const float sag = 0.25f - world[alone].position().y;
    CHECK(sag > 1e-3f);
    const float ratio = 1.0f + world[halves.weight].mass().mass / (2.0f * world[halves.left].mass().mass);
    CHECK(0.25f - world[halves.left].position().y == doctest::Approx(ratio * sag).epsilon(0.02));
    CHECK(0.25f - world[halves.right].position().y == doctest::Approx(ratio * sag).epsilon(0.02));
}
