#include <doctest/doctest.h>

#include <drystone/world.h>

#include "support/world_build.h"

#include <cmath>

using namespace drystone;
using test::dt;

namespace {

/// Checks the gap of two shapes of radius 0.25 m next to each other along x, with the second placed such that
/// `gap` remains.
void check_gap(const ShapeGeometry& first, const ShapeGeometry& second, float center, float tilt, float gap) {
    CAPTURE(center);
    CAPTURE(tilt);
    CAPTURE(gap);
    World world({.gravity = {0.0f, 0.0f}, .sleeping = false});
    const auto add = [&](const ShapeGeometry& shape, float x, float angle) {
        const BodyId body =
            world.create_body({.type = BodyType::Dynamic, .position = {x, 0.0f}, .angle = angle});
        world.create_shape(body, shape);
    };
    add(first, 0.0f, -0.7f * tilt);
    add(second, center + gap, tilt);
    world.step(dt);
    int count = 0;
    world.visit_contacts([&](const ContactView& contact) {
        ++count;
        CHECK(contact.points[0].separation == doctest::Approx(gap).epsilon(1e-3));
        CHECK(std::abs(contact.normal.x) > 0.999f);
    });
    CHECK(count == 1);
}

}  // namespace

TEST_CASE("capsules that lie in one line touch with their ends") {
    const Capsule capsule{{-0.25f, 0.0f}, {0.25f, 0.0f}, 0.25f};
    const Circle disc{{0.0f, 0.0f}, 0.25f};
    for (const float tilt : {0.0f, 1e-8f, 1e-7f, 1e-6f, 1e-5f, 1e-3f}) {
        for (const float gap : {0.008f, -0.008f}) {
            check_gap(capsule, capsule, 1.0f, tilt, gap);
            check_gap(capsule, disc, 0.75f, tilt, gap);
            check_gap(disc, capsule, 0.75f, tilt, gap);
        }
    }
}
