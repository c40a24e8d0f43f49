#include "support/pair_generator.h"

#include <drystone/collision/epa.h>
#include <drystone/collision/gjk.h>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace drystone;
using namespace drystone::test;

TEST_CASE("two boxes apart: distance, normal and nearest points") {
    const Polygon box = make_box(1.0f, 1.0f);
    const Distance side = distance(make_core(box), make_core(box), {{3.0f, 0.5f}, {}});
    CHECK(side.status == DistanceStatus::Separated);
    CHECK(side.distance == 1.0f);
    CHECK(side.normal == Vec2(1.0f, 0.0f));
    CHECK(side.point_a.x == 1.0f);
    CHECK(side.point_b.x == 2.0f);
    CHECK(side.point_a.y == side.point_b.y);

    const Distance corner = distance(make_core(box), make_core(box), {{5.0f, 6.0f}, {}});
    CHECK(corner.distance == 5.0f);
    CHECK(corner.normal == Vec2(0.6f, 0.8f));
    CHECK(corner.point_a == Vec2(1.0f, 1.0f));
    CHECK(corner.point_b == Vec2(4.0f, 5.0f));
}

TEST_CASE("the two shapes of the introduction to GJK collide, and don't when moved apart") {
    const Polygon triangle = make_polygon({{4, 11}, {4, 5}, {9, 9}});
    const Polygon quad = make_polygon({{5, 7}, {7, 3}, {10, 2}, {12, 7}});
    CHECK(intersect(triangle, quad, Pose{}));
    CHECK_FALSE(intersect(triangle, quad, {{3.0f, -1.0f}, {}}));
}

TEST_CASE("radii are added after the cores") {
    const SmallCore circle = make_core(Circle{{0.0f, 0.0f}, 0.5f});
    const SmallCore capsule = make_core(Capsule{{-1.0f, 0.0f}, {1.0f, 0.0f}, 0.25f});
    const Distance near = distance(circle.view(), capsule.view(), {{0.3f, 2.0f}, {}});
    CHECK(near.distance == doctest::Approx(1.25f));
    CHECK(near.point_a.y == doctest::Approx(0.5f));
    CHECK(near.point_b.y == doctest::Approx(1.75f));
    const Distance overlapping = distance(circle.view(), capsule.view(), {{0.3f, 0.6f}, {}});
    CHECK(overlapping.status == DistanceStatus::Overlapping);
    CHECK(overlapping.distance == 0.0f);
    CHECK(overlapping.normal == Vec2(0.0f, 1.0f));
    CHECK(intersect(circle.view(), capsule.view(), {{0.3f, 0.75f}, {}}));
    CHECK_FALSE(intersect(circle.view(), capsule.view(), {{0.3f, 0.7501f}, {}}));
}

TEST_CASE("overlapping shapes report a common point") {
    Random random(41);
    double worst = 0.0;
    for (int done = 0; done < scaled_count(5000);) {
        const Depth depth = random.below(2) == 0 ? Depth::Medium : Depth::Deep;
        const std::optional<PolygonPair> pair = random_pair(random, Offset::Origin, depth, 20.0);
        if (!pair) {
            continue;
        }
        ++done;
        const Pose pose = pair->b_in_a();
        const std::vector<Vec2d> a = place_exactly(pair->a.vertices(), ExactPose{});
        const std::vector<Vec2d> b = place_exactly(pair->b.vertices(), exact(pose));
        const Distance common = distance(make_core(pair->a), make_core(pair->b), pose);
        if (common.status != DistanceStatus::Overlapping) {
            continue;
        }
        CHECK(common.distance == 0.0f);
        const std::vector<Vec2d> point{to_double(common.point_a)};
        const double outside =
            std::max(reference_distance(a, point).value, reference_distance(b, point).value);
        worst = std::max(worst, outside / std::max(diameter(a), diameter(b)));
    }
    CHECK(worst < 1e-6);
}

TEST_CASE("a cache shortens the next query, and no cache contents change the result") {
    Random random(42);
    int warm = 0;
    int queries = 0;
    double worst = 0.0;
    for (int done = 0; done < scaled_count(5000); ++done) {
        const Depth depth = static_cast<Depth>(random.below(3));
        const std::optional<PolygonPair> pair = random_pair(random, Offset::Origin, depth, 20.0);
        if (!pair) {
            continue;
        }
        const ConvexCore a = make_core(pair->a);
        const ConvexCore b = make_core(pair->b);
        SimplexCache cache;
        const Distance cold = distance(a, b, pair->b_in_a(), &cache);
        warm += distance(a, b, pair->b_in_a(), &cache).iterations;
        ++queries;
        SimplexCache garbage;
        garbage.count = static_cast<std::uint16_t>(random.bits());
        for (int k = 0; k < 3; ++k) {
            garbage.a[k] =
                static_cast<std::uint16_t>(random.below(2) == 0 ? random.below(10) : random.below(65536));
            garbage.b[k] =
                static_cast<std::uint16_t>(random.below(2) == 0 ? random.below(10) : random.below(65536));
        }
        const Distance again = distance(a, b, pair->b_in_a(), &garbage);
        CHECK(again.status == cold.status);
        const double size = static_cast<double>(cold.distance) + 10.0;
        worst = std::max(
            worst, std::abs(static_cast<double>(again.distance) - static_cast<double>(cold.distance)) / size);
    }
    CHECK(worst <= 2.4e-7);
    CHECK(static_cast<double>(warm) / queries <= 1.05);
}

TEST_CASE("intersect agrees with distance") {
    Random random(43);
    int different = 0;
    for (int done = 0; done < scaled_count(20000); ++done) {
        const std::optional<PolygonPair> pair =
            random_pair(random, Offset::Origin, static_cast<Depth>(random.below(7)), 1000.0);
        if (!pair) {
            continue;
        }
        const Distance near = distance(make_core(pair->a), make_core(pair->b), pair->b_in_a());
        const bool apart = near.status == DistanceStatus::Separated;
        const Penetration deep = penetration(make_core(pair->a), make_core(pair->b), pair->b_in_a());
        const bool rounding_decides = std::abs(deep.depth) < 1e-5f;
        const bool agree = intersect(make_core(pair->a), make_core(pair->b), pair->b_in_a()) != apart;
        different += agree || rounding_decides ? 0 : 1;
    }
    CHECK(different == 0);
}

TEST_CASE("points and segments are shapes too") {
    const SmallCore point = make_core(Circle{{0.0f, 0.0f}, 0.0f});
    const SmallCore segment = make_core(Segment{{-1.0f, 0.0f}, {1.0f, 0.0f}});
    CHECK(distance(point.view(), point.view(), {{3.0f, 4.0f}, {}}).distance == 5.0f);
    CHECK(distance(point.view(), point.view(), Pose{}).status == DistanceStatus::Overlapping);
    CHECK(distance(segment.view(), point.view(), {{0.5f, 2.0f}, {}}).distance == 2.0f);
    CHECK(distance(segment.view(), point.view(), {{4.0f, 4.0f}, {}}).distance == 5.0f);
    CHECK(distance(segment.view(), segment.view(), {{0.0f, -3.0f}, {}}).normal == Vec2(0.0f, -1.0f));
    CHECK(distance(segment.view(), segment.view(), {{3.0f, 0.0f}, {}}).distance == 1.0f);
    const Distance crossing =
        distance(segment.view(), segment.view(), {{0.5f, 0.0f}, Rot::from_angle(0.5f * pi)});
    CHECK(crossing.status == DistanceStatus::Overlapping);
}
