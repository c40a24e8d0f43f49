#include "support/random_shape.h"

#include <drystone/collision/convex_set.h>
#include <drystone/collision/error.h>
#include <drystone/collision/half_plane.h>
#include <drystone/collision/mappings.h>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace drystone;
using namespace drystone::test;

TEST_CASE("half plane: shapes lie over it as over a box whose upper face is its border") {
    Random random(101);
    for (int i = 0; i < 2000; ++i) {
        const RandomShape shape = random_shape(random, 5.0);
        const Pose pose{random_vector(random, random.between(0.0, 2.5)),
                        Rot::from_angle(static_cast<float>(random.between(-3.0, 3.0)))};
        const Vec2 direction = random_vector(random, random.log_between(0.1, 10.0));
        const HalfPlane plane{direction, static_cast<float>(random.between(-1.0, 1.0))};
        // The box is deep enough that the way out of it leads through that face.
        const Vec2 n = normalized(direction);
        const Pose box_pose{(plane.offset - 32.0f) * n, Rot{n.y, -n.x}};
        const Polygon box = make_box(64.0f, 32.0f, box_pose);
        CAPTURE(i);

        const Penetration deep = penetration(plane, shape.core(), pose);
        const Penetration expected = penetration(make_core(box), shape.core(), pose);
        CHECK(deep.depth == doctest::Approx(expected.depth).epsilon(1e-4));
        CHECK(length(deep.normal - n) < 1e-6f);
        CHECK(length(deep.point_b - deep.point_a + deep.depth * deep.normal) < 1e-5f);
        CHECK(std::abs(dot(n, deep.point_a) - plane.offset) < 1e-5f);

        const Distance apart = distance(plane, shape.core(), pose);
        CHECK(apart.distance == doctest::Approx(std::max(-expected.depth, 0.0f)).epsilon(1e-4));
        const Intersection meets = intersect(plane, shape.core(), pose);
        CHECK(meets.intersecting == (apart.status == DistanceStatus::Overlapping));
        CHECK(meets.intersecting == (deep.depth >= 0.0f));
    }
}

TEST_CASE("half plane: touching is exact, and counts as the caller says") {
    const HalfPlane floor{{0.0f, 2.0f}, 1.0f};
    const Polygon box = make_box(0.5f, 0.5f);
    const auto status = [&](float y, bool counts) {
        return intersect(floor, box, Pose{{3.0f, y}, {}}, {.touching_counts = counts});
    };
    CHECK(status(1.5f, true).status == IntersectStatus::Touching);
    CHECK(status(1.5f, true).intersecting);
    CHECK(!status(1.5f, false).intersecting);
    CHECK(status(1.625f, true).status == IntersectStatus::Separated);
    CHECK(status(1.375f, false).intersecting);
    // Curved mappings, which have no core of points.
    const Penetration of_ellipse = penetration(floor, Ellipse(2.0f, 0.5f), Pose{{0.0f, 1.25f}, {}});
    CHECK(of_ellipse.depth == doctest::Approx(0.25));
}

TEST_CASE("half plane: bad input is refused, and numbers that are not finite are told") {
    CHECK_THROWS_AS(static_cast<void>(distance(HalfPlane{{0.0f, 0.0f}, 1.0f}, Point{}, Pose{})), Error);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(penetration(HalfPlane{{0.0f, 1.0f}, nan}, Point{}, Pose{}).status == PenetrationStatus::NotFinite);
    CHECK(intersect(HalfPlane{}, Point{}, Pose{{nan, 0.0f}, {}}).status == IntersectStatus::NotFinite);
}

TEST_CASE("convex set: a composed difference holds the origin if its shapes intersect") {
    Random random(102);
    AffineMap mirror;
    mirror.x_axis = {-1.0f, 0.0f};
    mirror.y_axis = {0.0f, -1.0f};
    for (int i = 0; i < 500; ++i) {
        const Ellipse a(static_cast<float>(random.between(0.2, 1.5)),
                        static_cast<float>(random.between(0.2, 1.5)));
        const Triangle b{random_vector(random, 1.0), random_vector(random, 1.5), random_vector(random, 2.0)};
        const Pose pose{random_vector(random, random.between(0.0, 3.0)), {}};
        AffineMap placed = mirror;
        placed.translation = -pose.position;
        const MinkowskiSum difference(a, Transformed(b, placed));
        CAPTURE(i);
        CHECK(intersect(difference).intersecting == intersect(a, b, pose));
        CHECK(distance(difference).distance == doctest::Approx(distance(a, b, pose).distance).epsilon(1e-4));
    }
}
