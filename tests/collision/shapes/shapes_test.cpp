#include "support/pair_generator.h"

#include <drystone/collision/error.h>
#include <drystone/collision/shapes.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

void check_valid(const Polygon& polygon) {
    const auto vertices = polygon.vertices();
    const auto normals = polygon.normals();
    REQUIRE(vertices.size() >= 3);
    REQUIRE(normals.size() == vertices.size());
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const Vec2 edge = vertices[(i + 1) % vertices.size()] - vertices[i];
        const Vec2 next = vertices[(i + 2) % vertices.size()] - vertices[i];
        CHECK(cross(edge, next) > 0.0f);
        CHECK(length(normals[i]) == doctest::Approx(1.0f).epsilon(2e-7));
        CHECK(std::abs(dot(normals[i], edge)) <= 2e-7f * length(edge));
        CHECK(dot(normals[i], next) < 0.0f);
    }
}

}  // namespace

TEST_CASE("a box has its corners counter-clockwise from the lower left") {
    const Polygon box = make_box(2.0f, 1.0f);
    check_valid(box);
    REQUIRE(box.vertices().size() == 4);
    CHECK(box.vertices()[0] == Vec2(-2.0f, -1.0f));
    CHECK(box.vertices()[2] == Vec2(2.0f, 1.0f));
    CHECK(box.normals()[0] == Vec2(0.0f, -1.0f));
    CHECK(box.centroid() == Vec2(0.0f, 0.0f));
    CHECK(box.radius() == 0.0f);
}

TEST_CASE("boxes in a frame, rounded boxes, regular polygons and hulls are valid polygons") {
    check_valid(make_box(0.2f, 0.001f, {{3.0f, 4.0f}, Rot::from_angle(0.6f)}, 0.1f));
    check_valid(make_rounded_box(1.0f, 0.5f, 0.2f));
    check_valid(make_polygon({{0, 0}, {1, 0}, {0, 1}}, 0.05f));
    for (const int count : {3, 4, 5, 8, 64, 500}) {
        const Polygon polygon = make_regular_polygon(count, 2.0f);
        check_valid(polygon);
        CHECK(polygon.vertices().size() == static_cast<std::size_t>(count));
        CHECK(polygon.vertices()[0] == Vec2(2.0f, 0.0f));
        CHECK(length(polygon.centroid()) < 1e-6f);
    }
    CHECK(make_rounded_box(1.0f, 0.5f, 0.2f).radius() == 0.2f);
}

TEST_CASE("the centroid of a polygon far from its body's origin is exact") {
    const Polygon triangle = make_polygon({{10000, 10000}, {10003, 10000}, {10000, 10003}});
    CHECK(triangle.centroid() == Vec2(10001.0f, 10001.0f));
}

TEST_CASE("make functions refuse invalid shapes and say why") {
    CHECK_THROWS_WITH_AS(make_box(-1.0f, 1.0f), "make_box: half_width must be finite and > 0, got -1", Error);
    CHECK_THROWS_WITH_AS(make_box(1.0f, 0.0f), "make_box: half_height must be finite and > 0, got 0", Error);
    CHECK_THROWS_WITH_AS(make_box(1.0f, not_a_number),
                         "make_box: half_height must be finite and > 0, got nan", Error);
    CHECK_THROWS_WITH_AS(make_box(1.0f, 1.0f, {{not_a_number, 0.0f}, {}}), "make_box: pose must be finite",
                         Error);
    CHECK_THROWS_WITH_AS(make_rounded_box(1.0f, 1.0f, -0.5f),
                         "make_box: radius must be finite and >= 0, got -0.5", Error);
    CHECK_THROWS_WITH_AS(make_regular_polygon(2, 1.0f), "make_regular_polygon: count must be >= 3, got 2",
                         Error);
    CHECK_THROWS_AS(make_polygon({{0, 0}, {1, 0}, {0, 1}}, not_a_number), Error);
    CHECK_THROWS_AS(make_polygon({{0, 0}, {1, 0}}), Error);
}

TEST_CASE("a polygon takes a convex outline of either orientation and refuses other points") {
    const std::vector<Vec2> outline{{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 1}, {1, 2}, {0, 1}};
    std::vector<Vec2> backwards(outline.rbegin(), outline.rend());
    for (std::size_t turn = 0; turn < outline.size(); ++turn) {
        std::rotate(backwards.begin(), backwards.begin() + 1, backwards.end());
        const Polygon polygon = make_polygon(backwards);
        check_valid(polygon);
        CHECK(polygon.vertices().size() == 5);
    }
    // A dent, a spike, a bow tie, and stars that turn to the left everywhere.
    const std::vector<std::vector<Vec2>> others{
        {{0, 0}, {2, 0}, {1, 0.1f}, {1, 2}},
        {{0, 0}, {2, 0}, {4, 0}, {2, 0}, {1, 2}},
        {{0, 0}, {1, 1}, {1, 0}, {0, 1}},
        {{0, 0}, {1, 0}, {0.2f, 0.7f}, {0.5f, -0.5f}, {0.8f, 0.7f}},
    };
    for (const std::vector<Vec2>& points : others) {
        CHECK_THROWS_AS(make_polygon(points), Error);
        check_valid(make_hull(points));
    }
    for (const int step : {2, 3}) {
        std::vector<Vec2> star;
        const int count = step == 2 ? 5 : 8;
        for (int i = 0; i < count; ++i) {
            const Rot turn =
                Rot::from_angle(2.0f * pi * static_cast<float>(i * step) / static_cast<float>(count));
            star.push_back({turn.c, turn.s});
        }
        CHECK_THROWS_AS(make_polygon(star), Error);
        CHECK(make_hull(star).vertices().size() == star.size());
    }
    CHECK_THROWS_WITH_AS(
        make_polygon({{0, 0}, {2, 0}, {1, 0.5f}, {1, 2}}),
        "make_polygon: points must be the corners of a convex outline in order (make_hull takes "
        "any points), got a dent at (1, 0.5)",
        Error);
}

TEST_CASE("an outline of many corners is a convex polygon despite the dents of rounding") {
    for (const int count : {7, 100, 3000}) {
        for (const Vec2& center : {Vec2{0.0f, 0.0f}, Vec2{3.0f, -5.0f}}) {
            std::vector<Vec2> points;
            for (int i = 0; i < count; ++i) {
                const double angle = 6.283185307179586 * i / count;
                points.push_back(
                    center + Vec2{static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))});
            }
            check_valid(make_polygon(points));
        }
    }
}

TEST_CASE("a box whose corners coincide after rounding is refused") {
    const Rot q = Rot::from_angle(0.96f);
    check_valid(make_box(1e5f, 0.5f, {{0.0f, 0.0f}, q}));
    CHECK_THROWS_WITH_AS(
        make_box(1e9f, 0.5f, {{0.0f, 0.0f}, q}),
        "make_box: pose must be such that rounding leaves the corners those of a convex shape, "
        "got (-573520000, -819191552), (573520000, 819191552), (573520000, 819191552), "
        "(-573520000, -819191552)",
        Error);
    CHECK_THROWS_AS(make_box(0.5f, 0.5f, {{1e8f, 0.0f}, {}}), Error);
    CHECK_THROWS_AS(make_box(3e38f, 1.0f, {{3e38f, 0.0f}, {}}), Error);
    CHECK_THROWS_AS(make_box(1.0f, 1.0f, {{0.0f, 0.0f}, {0.0f, 0.0f}}), Error);
    // A box without a rotation keeps the corners given.
    check_valid(make_box(1e9f, 1e-9f));
}

TEST_CASE("check_geometry accepts valid shapes and names the fault of invalid ones") {
    CHECK_NOTHROW(check_geometry(Circle{}, "here"));
    CHECK_NOTHROW(check_geometry(Capsule{{1, 1}, {1, 1}, 0.5f}, "here"));
    CHECK_NOTHROW(check_geometry(Segment{}, "here"));
    CHECK_NOTHROW(check_geometry(make_box(1.0f, 1.0f), "here"));
    CHECK_THROWS_WITH_AS(check_geometry(Circle{{0, 0}, 0.0f}, "here"),
                         "here: radius must be finite and > 0, got 0", Error);
    CHECK_THROWS_AS(check_geometry(Circle{{not_a_number, 0}, 1.0f}, "here"), Error);
    CHECK_THROWS_AS(check_geometry(Capsule{{0, 0}, {1, 0}, not_a_number}, "here"), Error);
    CHECK_THROWS_AS(check_geometry(Capsule{{0, 0}, {1, not_a_number}, 1.0f}, "here"), Error);
    CHECK_THROWS_AS(check_geometry(Segment{{1, 1}, {1, 1}}, "here"), Error);
}

TEST_CASE("cores have as many points as they need, and both sides of a segment") {
    CHECK(make_core(Circle{}).count == 1);
    CHECK(make_core(Capsule{{1, 1}, {1, 1}, 0.5f}).count == 1);
    const SmallCore segment = make_core(Segment{{0, 0}, {2, 0}});
    CHECK(segment.count == 2);
    CHECK(segment.radius == 0.0f);
    CHECK(segment.normals[0] == Vec2(0.0f, -1.0f));
    CHECK(segment.normals[1] == Vec2(0.0f, 1.0f));
    const Polygon box = make_rounded_box(1.0f, 1.0f, 0.25f);
    CHECK(make_core(box).count == 4);
    CHECK(make_core(box).radius == 0.25f);
}

TEST_CASE("B4: a bounding box contains the exact shape wherever it lies, and is tight") {
    Random random(4);
    int outside = 0;
    double slack = 0.0;
    for (int i = 0; i < 20000; ++i) {
        const std::optional<Polygon> polygon = random_polygon(random, 100.0, Vec2{0.0f, 0.0f});
        if (!polygon) {
            continue;
        }
        const double far = random.log_between(1.0, 1e7);
        const Pose pose{
            {static_cast<float>(random.between(-far, far)), static_cast<float>(random.between(-far, far))},
            Rot::from_angle(random.angle())};
        const ConvexCore core = make_core(*polygon);
        const Aabb box = compute_aabb(core, pose);
        Vec2d lower{1e300, 1e300};
        for (const Vec2d& p : place_exactly(points_of(core), exact(pose))) {
            const bool inside =
                p.x >= static_cast<double>(box.lower.x) && p.x <= static_cast<double>(box.upper.x) &&
                p.y >= static_cast<double>(box.lower.y) && p.y <= static_cast<double>(box.upper.y);
            outside += inside ? 0 : 1;
            lower = min(lower, p);
        }
        slack = std::max(slack, max_coordinate(lower - to_double(box.lower)) / (10.0 + length(lower)));
    }
    CHECK(outside == 0);
    CHECK(slack < 4e-7);
}
