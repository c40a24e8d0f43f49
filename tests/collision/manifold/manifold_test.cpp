#include "support/pair_generator.h"

#include <drystone/collision/epa.h>
#include <drystone/collision/manifold.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

Manifold collide_cold(const ConvexCore& a, const ConvexCore& b, const Pose& pose, float margin) {
    CollisionCache cache;
    return collide(a, b, pose, margin, cache);
}

float min_separation(const Manifold& manifold) {
    float minimum = manifold.points[0].separation;
    return manifold.count == 2 ? std::min(minimum, manifold.points[1].separation) : minimum;
}

std::uint32_t swapped(std::uint32_t feature) { return feature << 16 | feature >> 16; }

/// Returns the exact signed distance of a point to an outline with a border.
double distance_to(const std::vector<Vec2d>& outline, const Vec2d& point, double radius) {
    return reference_distance(outline, {point}).value - radius;
}

/// A pair with random radii near contact, so that every branch is covered.
struct RoundedPair {
    Polygon a;
    Polygon b;
    Pose b_in_a;
};

std::vector<Vec2> points_of(const Polygon& polygon) {
    return {polygon.vertices().begin(), polygon.vertices().end()};
}

std::optional<RoundedPair> rounded_pair(Random& random) {
    const std::optional<PolygonPair> pair =
        random_pair(random, Offset::Origin, static_cast<Depth>(1 + random.below(6)), 50.0);
    if (!pair) {
        return std::nullopt;
    }
    const bool round = random.below(2) == 0;
    const float radius_a = round ? static_cast<float>(random.between(0.01, 0.3)) : 0.0f;
    const float radius_b = round ? static_cast<float>(random.between(0.01, 0.3)) : 0.0f;
    return RoundedPair{make_hull(points_of(pair->a), radius_a), make_hull(points_of(pair->b), radius_b),
                       pair->b_in_a()};
}

/// Errors of the manifolds of many pairs, in units of the size of the pair.
struct Faults {
    double separation = 0.0;  ///< The deepest point against the exact separation along the normal.
    double shortfall = 0.0;   ///< Separation along the normal against the exact signed distance.
    double surface_a = 0.0;   ///< Distance of the point, shifted to the surface of A, from that surface.
    double surface_b = 0.0;
    int missing = 0;
    int beyond_margin = 0;
    int disordered = 0;
    int same_feature = 0;
    int two_points = 0;
    int pairs = 0;

    void judge(const ConvexCore& a, const ConvexCore& b, const Pose& pose, float margin) {
        const Manifold manifold = collide_cold(a, b, pose, margin);
        const std::vector<Vec2d> at_a = place_exactly(test::points_of(a), ExactPose{});
        const std::vector<Vec2d> at_b = place_exactly(test::points_of(b), exact(pose));
        const double radii = static_cast<double>(a.radius) + static_cast<double>(b.radius);
        const double truth = reference_distance(at_a, at_b).value - radii;
        const double size = std::max(diameter(at_a), diameter(at_b)) + radii + length(at_a[0]);
        ++pairs;
        const double limit = static_cast<double>(margin);
        missing += manifold.count == 0 && truth < limit - 1e-6 * size ? 1 : 0;
        beyond_margin += manifold.count > 0 && truth > limit + 1e-6 * size ? 1 : 0;
        if (manifold.count == 0) {
            return;
        }
        const Vec2d normal = to_double(manifold.normal);
        const double along = separation_along(at_a, at_b, normal) - radii;
        separation =
            std::max(separation, std::abs(static_cast<double>(min_separation(manifold)) - along) / size);
        shortfall = std::max(shortfall, (truth - along) / size);
        for (int k = 0; k < manifold.count; ++k) {
            const ManifoldPoint& point = manifold.points[k];
            beyond_margin += point.separation > margin ? 1 : 0;
            const Vec2d half = 0.5 * static_cast<double>(point.separation) * normal;
            const Vec2d on_a = to_double(point.point) - half;
            const Vec2d on_b = to_double(point.point) + half;
            surface_a = std::max(surface_a, distance_to(at_a, on_a, static_cast<double>(a.radius)) / size);
            surface_b = std::max(surface_b, distance_to(at_b, on_b, static_cast<double>(b.radius)) / size);
        }
        if (manifold.count == 2) {
            ++two_points;
            const Vec2 tangent = right_perp(manifold.normal);
            disordered += dot(tangent, manifold.points[1].point - manifold.points[0].point) >= 0.0f ? 0 : 1;
            same_feature += manifold.points[0].feature == manifold.points[1].feature ? 1 : 0;
        }
    }
};

}  // namespace

TEST_CASE("contact points of random pairs lie on both surfaces and measure the exact distance") {
    Random random(61);
    Faults faults;
    for (int done = 0; done < scaled_count(30000);) {
        const std::optional<RoundedPair> pair = rounded_pair(random);
        if (!pair) {
            continue;
        }
        ++done;
        faults.judge(make_core(pair->a), make_core(pair->b), pair->b_in_a,
                     static_cast<float>(random.between(0.0, 0.5)));
    }
    CHECK(faults.separation <= 1e-5);
    CHECK(faults.shortfall <= 1e-5);
    CHECK(faults.surface_a <= 2e-6);
    CHECK(faults.surface_b <= 2e-6);
    CHECK(faults.missing == 0);
    CHECK(faults.beyond_margin == 0);
    CHECK(faults.disordered == 0);
    CHECK(faults.same_feature == 0);
    CHECK(faults.two_points > faults.pairs / 10);
}

TEST_CASE("circles, capsules and segments against everything") {
    Random random(62);
    Faults faults;
    for (int done = 0; done < scaled_count(3000);) {
        const std::optional<Polygon> polygon = random_polygon(random, 20.0, Vec2{0.0f, 0.0f});
        if (!polygon) {
            continue;
        }
        ++done;
        const std::vector<Vec2> points = points_of(*polygon);
        const SmallCore circle = make_core(Circle{points[0], 0.4f});
        const SmallCore capsule = make_core(Capsule{points[0], points[1], 0.2f});
        const SmallCore segment = make_core(Segment{points[1], points[2]});
        const ConvexCore cores[] = {make_core(*polygon), circle.view(), capsule.view(), segment.view()};
        const Pose pose{
            {static_cast<float>(random.between(-4.0, 4.0)), static_cast<float>(random.between(-4.0, 4.0))},
            Rot::from_angle(random.angle())};
        for (const ConvexCore& a : cores) {
            for (const ConvexCore& b : cores) {
                faults.judge(a, b, pose, 0.3f);
            }
        }
    }
    CHECK(faults.separation <= 1e-5);
    CHECK(faults.shortfall <= 1e-5);
    CHECK(faults.surface_a <= 2e-6);
    CHECK(faults.surface_b <= 2e-6);
    CHECK(faults.missing == 0);
    CHECK(faults.beyond_margin == 0);
    CHECK(faults.disordered == 0);
}

TEST_CASE("swapping the shapes reverses the normal, the order and the halves of the features") {
    Random random(63);
    double worst = 0.0;
    int compared = 0;
    for (int done = 0; done < scaled_count(10000);) {
        const std::optional<RoundedPair> pair = rounded_pair(random);
        if (!pair) {
            continue;
        }
        ++done;
        const Pose back = inverse_multiply(pair->b_in_a, Pose{});
        const Manifold one = collide_cold(make_core(pair->a), make_core(pair->b), pair->b_in_a, 0.1f);
        const Manifold two = collide_cold(make_core(pair->b), make_core(pair->a), back, 0.1f);
        const Vec2 normal = rotate(pair->b_in_a.rotation, two.normal);
        // If two faces are equally near, rounding may choose either; the same holds at the margin.
        if (one.count != two.count || one.count == 0 || length(normal + one.normal) > 1e-4f) {
            continue;
        }
        ++compared;
        for (int k = 0; k < one.count; ++k) {
            const ManifoldPoint& p = one.points[k];
            const ManifoldPoint& q = two.points[one.count - 1 - k];
            worst = std::max(worst, static_cast<double>(length(transform(pair->b_in_a, q.point) - p.point)));
            worst = std::max(worst, static_cast<double>(std::abs(p.separation - q.separation)));
            CHECK(q.feature == swapped(p.feature));
        }
    }
    CHECK(compared > scaled_count(10000) / 2);
    CHECK(worst < 2e-4);
}

TEST_CASE("a box on a box, a box on the ground") {
    const Polygon box = make_box(0.5f, 0.5f);
    const SmallCore ground = make_core(Segment{{-20.0f, 0.0f}, {20.0f, 0.0f}});
    const Manifold stacked = collide_cold(make_core(box), make_core(box), {{0.25f, 0.99f}, {}}, 0.02f);
    REQUIRE(stacked.count == 2);
    CHECK(stacked.normal == Vec2(0.0f, 1.0f));
    CHECK(stacked.points[0].point.x == doctest::Approx(-0.25f));
    CHECK(stacked.points[1].point.x == doctest::Approx(0.5f));
    CHECK(stacked.points[0].point.y == doctest::Approx(0.495f));
    CHECK(stacked.points[0].separation == doctest::Approx(-0.01f));
    const Manifold resting = collide_cold(ground.view(), make_core(box), {{3.0f, 0.51f}, {}}, 0.02f);
    REQUIRE(resting.count == 2);
    CHECK(resting.normal.y == 1.0f);
    CHECK(resting.points[0].separation == doctest::Approx(0.01f));
    CHECK(collide_cold(ground.view(), make_core(box), {{3.0f, 0.53f}, {}}, 0.02f).count == 0);
}

TEST_CASE("one point for circles, capsule ends and corners; two for parallel capsules") {
    const Polygon box = make_box(0.5f, 0.5f);
    const SmallCore circle = make_core(Circle{{0.0f, 0.0f}, 0.5f});
    const SmallCore capsule = make_core(Capsule{{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.25f});
    CHECK(collide_cold(make_core(box), circle.view(), {{0.1f, 0.99f}, {}}, 0.02f).count == 1);
    CHECK(collide_cold(circle.view(), circle.view(), {{0.6f, 0.79f}, {}}, 0.02f).count == 1);
    CHECK(collide_cold(make_core(box), make_core(box), {{1.005f, 1.005f}, {}}, 0.02f).count == 1);
    CHECK(collide_cold(make_core(box), capsule.view(), {{0.0f, 1.245f}, Rot::from_angle(0.5f * pi)}, 0.02f)
              .count == 1);
    CHECK(collide_cold(make_core(box), capsule.view(), {{0.0f, 0.745f}, {}}, 0.02f).count == 2);
    CHECK(collide_cold(capsule.view(), capsule.view(), {{0.2f, 0.495f}, {}}, 0.02f).count == 2);
    CHECK(
        collide_cold(capsule.view(), capsule.view(), {{0.2f, 0.495f}, Rot::from_angle(1.0f)}, 0.02f).count <=
        1);
}

TEST_CASE("exactly aligned boxes have two points, whether separated, touching or overlapping") {
    const Polygon box = make_box(0.5f, 0.5f);
    const Polygon rounded = make_rounded_box(0.4f, 0.4f, 0.1f);
    for (const float height : {0.9f, 0.995f, 0.9999999f, 1.0f, 1.0000001f, 1.000001f, 1.005f, 1.015f}) {
        CHECK(collide_cold(make_core(box), make_core(box), {{0.0f, height}, {}}, 0.02f).count == 2);
        CHECK(collide_cold(make_core(box), make_core(box), {{0.0f, -height}, {}}, 0.02f).count == 2);
        CHECK(collide_cold(make_core(box), make_core(box), {{height, 0.0f}, {}}, 0.02f).count == 2);
        CHECK(collide_cold(make_core(rounded), make_core(rounded), {{0.0f, height}, {}}, 0.02f).count == 2);
    }
}

TEST_CASE(
    "features, points and normal survive the jitter of a resting stack, whichever box is the reference") {
    const Polygon box = make_box(0.5f, 0.5f);
    const Polygon rounded = make_rounded_box(0.4f, 0.4f, 0.1f);
    for (const Polygon* shape : {&box, &rounded}) {
        Random random(64);
        CollisionCache cache;
        for (int i = 0; i < 20000; ++i) {
            const Pose lower{{static_cast<float>(random.between(-1e-4, 1e-4)),
                              static_cast<float>(random.between(-1e-4, 1e-4))},
                             Rot::from_angle(static_cast<float>(random.between(-1e-4, 1e-4)))};
            const Pose upper{{static_cast<float>(random.between(-1e-4, 1e-4)),
                              static_cast<float>(random.between(0.99, 1.005))},
                             Rot::from_angle(static_cast<float>(random.between(-1e-4, 1e-4)))};
            const Manifold manifold =
                collide(make_core(*shape), make_core(*shape), inverse_multiply(lower, upper), 0.02f, cache);
            REQUIRE(manifold.count == 2);
            REQUIRE(manifold.points[0].feature == (3u << 16 | 0u));
            REQUIRE(manifold.points[1].feature == (2u << 16 | 1u));
            REQUIRE(std::abs(manifold.normal.x) < 5e-4f);
            REQUIRE(std::abs(manifold.points[0].point.x + 0.5f) < 0.11f);
            REQUIRE(manifold.points[1].point.x > manifold.points[0].point.x);
        }
    }
}

TEST_CASE("the manifold changes little from step to step while a box tumbles over a plank") {
    const Polygon plank = make_box(5.0f, 0.1f);
    const Polygon box = make_box(0.5f, 0.5f);
    CollisionCache cache;
    float last = 0.0f;
    for (int i = 0; i <= 4000; ++i) {
        const float angle = 2.0f * pi * static_cast<float>(i) / 4000.0f;
        const Rot turn = Rot::from_angle(angle);
        const float reach = 0.5f * (std::abs(turn.c) + std::abs(turn.s));
        const Manifold manifold =
            collide(make_core(plank), make_core(box), {{0.0f, 0.1f + reach - 0.005f}, turn}, 0.02f, cache);
        REQUIRE(manifold.count >= 1);
        CHECK(manifold.normal == Vec2(0.0f, 1.0f));
        const float deepest = min_separation(manifold);
        CHECK(deepest == doctest::Approx(-0.005f).epsilon(1e-3));
        if (i > 0) {
            CHECK(std::abs(deepest - last) < 1e-6f);
        }
        last = deepest;
    }
}

TEST_CASE("the manifold does not depend on the cache contents") {
    Random random(65);
    for (int done = 0; done < scaled_count(5000);) {
        const std::optional<RoundedPair> pair = rounded_pair(random);
        if (!pair) {
            continue;
        }
        ++done;
        const ConvexCore a = make_core(pair->a);
        const ConvexCore b = make_core(pair->b);
        const Manifold cold = collide_cold(a, b, pair->b_in_a, 0.1f);
        CollisionCache cache;
        cache.simplex.count = static_cast<std::uint16_t>(random.bits());
        for (int k = 0; k < 3; ++k) {
            cache.simplex.a[k] = static_cast<std::uint16_t>(random.below(9));
            cache.simplex.b[k] = static_cast<std::uint16_t>(random.below(9));
        }
        const Manifold stale = collide(a, b, pair->b_in_a, 0.1f, cache);
        REQUIRE(stale.count == cold.count);
        for (int k = 0; k < cold.count; ++k) {
            CHECK(stale.points[k].separation == doctest::Approx(cold.points[k].separation).epsilon(1e-4));
        }
        const Manifold warm = collide(a, b, pair->b_in_a, 0.1f, cache);
        REQUIRE(warm.count == cold.count);
    }
}

TEST_CASE("deep overlap, containment and crossing still give points along a unit normal") {
    const Polygon large = make_box(2.0f, 2.0f);
    const Polygon small = make_box(0.25f, 0.25f);
    const Manifold inside =
        collide_cold(make_core(large), make_core(small), {{0.5f, 0.1f}, Rot::from_angle(0.3f)}, 0.02f);
    CHECK(inside.count >= 1);
    CHECK(inside.normal == Vec2(1.0f, 0.0f));
    const Polygon bar = make_box(2.0f, 0.1f);
    const Manifold cross_bars =
        collide_cold(make_core(bar), make_core(bar), {{0.0f, 0.0f}, Rot::from_angle(0.5f * pi)}, 0.02f);
    CHECK(cross_bars.count >= 1);
    CHECK(min_separation(cross_bars) == doctest::Approx(-2.1f));
    const SmallCore flat = make_core(Segment{{-1.0f, 0.0f}, {1.0f, 0.0f}});
    const Manifold crossing =
        collide_cold(flat.view(), flat.view(), {{0.2f, 0.0f}, Rot::from_angle(0.5f * pi)}, 0.02f);
    CHECK(crossing.count == 1);
    CHECK(length(crossing.normal) == doctest::Approx(1.0f));
}
