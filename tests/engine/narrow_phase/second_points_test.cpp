// Second points of contacts beyond the margin, onto which an impact at the first one turns the body.
#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cmath>

using namespace drystone;

namespace {

/// Returns the number of points in the first step of a tilted box whose corners are 5 mm and 50 mm above the
/// ground.
int points(const Vec2& velocity, float spin, BodyType ground_type = BodyType::Static) {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId ground = world.create_body({.type = ground_type});
    world.create_shape(ground, make_box(10.0f, 0.5f, Pose{{0.0f, -0.5f}, {}}));
    const float angle = std::asin(0.045f);
    const float height = 0.005f + 0.5f * (std::sin(angle) + std::cos(angle));
    const BodyId box = world.create_body(
        {.position = {0.0f, height}, .angle = angle, .linear_velocity = velocity, .angular_velocity = spin});
    world.create_shape(box, make_box(0.5f, 0.5f));
    world.step(0.0f);
    world.step(test::dt);
    int count = 0;
    world.visit_contacts([&](const ContactView& contact) { count += contact.count; });
    return count;
}

}  // namespace

TEST_CASE("second points: those that the body reaches within the step are kept") {
    CHECK(points({0.0f, -2.0f}, 0.0f) == 2);
    CHECK(points({0.0f, -2.0f}, 0.0f, BodyType::Kinematic) == 2);
    // It turns onto the second one.
    CHECK(points({0.0f, 0.0f}, -6.5f) == 2);
}

TEST_CASE("second points: those that the body does not reach are dropped") {
    CHECK(points({0.0f, 0.0f}, 0.0f) == 1);
    CHECK(points({0.0f, -0.5f}, 0.0f) == 1);
    CHECK(points({3.0f, 0.0f}, 0.0f) == 1);
    CHECK(points({-3.0f, 0.0f}, 0.0f) == 1);
    CHECK(points({0.0f, 2.0f}, 0.0f) == 1);
    CHECK(points({0.0f, 0.0f}, -5.0f) == 1);
    CHECK(points({0.0f, 0.0f}, 6.5f) == 1);
    // Continuous collision stops faster ones at static shapes.
    CHECK(points({0.0f, -10.0f}, 0.0f) == 1);
}
