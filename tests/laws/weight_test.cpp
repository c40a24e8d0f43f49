#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cmath>

using namespace drystone;
using test::dt;

namespace {

/// Returns the sum of the normal impulses of all contacts with the body [N s], of the last sub-step.
float normal_impulse_on(const World& world, BodyId body) {
    float sum = 0.0f;
    world.visit_contacts([&](const ContactView& contact) {
        if (world[contact.shape_a].body() == body || world[contact.shape_b].body() == body) {
            for (int i = 0; i < contact.count; ++i) {
                sum += contact.points[i].normal_impulse;
            }
        }
    });
    return sum;
}

}  // namespace

TEST_CASE("law: the ground carries the weight of a box, in every count of sub-steps") {
    for (const int sub_steps : {1, 2, 4, 8}) {
        CAPTURE(sub_steps);
        World world({.gravity = {0.0f, -10.0f}, .sleeping = false});
        const BodyId ground = test::add_ground(world);
        const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f, {.density = 7.0f});
        test::run(world, 180, dt, sub_steps);
        const double weight = double{world[box].mass().mass} * 10.0 * double{dt} / sub_steps;
        CHECK(normal_impulse_on(world, ground) == doctest::Approx(weight).epsilon(0.01));
    }
}

TEST_CASE("law: the ground carries the weight of a whole stack, and each box that of those above") {
    World world({.gravity = {0.0f, -10.0f}, .sleeping = false});
    const BodyId ground = test::add_ground(world);
    BodyId boxes[5];
    for (int i = 0; i < 5; ++i) {
        boxes[i] = test::add_box(world, {0.0f, 0.5f + static_cast<float>(i)}, 0.5f, 0.5f);
    }
    test::run(world, 600);
    const double one = 10.0 * double{dt} / 4.0;
    CHECK(normal_impulse_on(world, ground) == doctest::Approx(5.0 * one).epsilon(0.01));
    // Contacts on both sides count: k boxes above it, k + 1 on its support.
    for (int i = 0; i < 5; ++i) {
        CHECK(normal_impulse_on(world, boxes[i]) == doctest::Approx((9.0 - 2.0 * i) * one).epsilon(0.01));
    }
}

TEST_CASE("law: two supports share the weight of a beam by the lever rule") {
    World world({.gravity = {0.0f, -10.0f}, .sleeping = false});
    const BodyId left = world.create_body({.type = BodyType::Static, .position = {-1.0f, -0.5f}});
    world.create_shape(left, Circle{{0.0f, 0.0f}, 0.5f});
    const BodyId right = world.create_body({.type = BodyType::Static, .position = {3.0f, -0.5f}});
    world.create_shape(right, Circle{{0.0f, 0.0f}, 0.5f});
    const BodyId beam = test::add_box(world, {0.0f, 0.1f}, 4.0f, 0.1f, {.density = 5.0f});
    test::run(world, 300);
    const double weight = double{world[beam].mass().mass} * 10.0 * double{dt} / 4.0;
    CHECK(normal_impulse_on(world, left) == doctest::Approx(0.75 * weight).epsilon(0.01));
    CHECK(normal_impulse_on(world, right) == doctest::Approx(0.25 * weight).epsilon(0.01));
}

TEST_CASE("law: friction on a slope carries the downhill part of the weight") {
    World world({.gravity = {0.0f, -10.0f}, .sleeping = false});
    const float angle = 0.3f;
    const Rot q = Rot::from_angle(angle);
    const BodyId plane = world.create_body({.type = BodyType::Static, .angle = angle});
    world.create_shape(plane, make_box(20.0f, 0.5f, Pose{Vec2{0.0f, -0.5f}, Rot{}}));
    const BodyId box = world.create_body(
        {.type = BodyType::Dynamic, .position = rotate(q, Vec2{0.0f, 0.25f}), .angle = angle});
    world.create_shape(box, make_box(1.0f, 0.25f));
    test::run(world, 300);
    const double weight = double{world[box].mass().mass} * 10.0 * double{dt} / 4.0;
    CHECK(normal_impulse_on(world, box) == doctest::Approx(weight * std::cos(0.3)).epsilon(0.01));
    double friction = 0.0;
    world.visit_contacts([&](const ContactView& contact) {
        for (int i = 0; i < contact.count; ++i) {
            friction += contact.points[i].friction_impulse;
        }
    });
    CHECK(std::abs(friction) == doctest::Approx(weight * std::sin(0.3)).epsilon(0.01));
}
