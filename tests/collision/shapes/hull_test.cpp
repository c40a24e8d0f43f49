#include "support/pair_generator.h"

#include <drystone/collision/error.h>
#include <drystone/collision/hull.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <vector>

using namespace drystone;
using drystone::test::Random;

namespace {

double turn(const Vec2& a, const Vec2& b, const Vec2& c) {
    const Vec2d ab = to_double(b) - to_double(a);
    const Vec2d ac = to_double(c) - to_double(a);
    return ab.x * ac.y - ab.y * ac.x;
}

bool is_strictly_convex(const std::vector<Vec2>& hull) {
    for (std::size_t i = 0; i < hull.size(); ++i) {
        if (!(turn(hull[i], hull[(i + 1) % hull.size()], hull[(i + 2) % hull.size()]) > 0.0)) {
            return false;
        }
    }
    return true;
}

/// Returns the distance by which the point lies outside of the hull.
double outside_by(const std::vector<Vec2>& hull, const Vec2& point) {
    double worst = 0.0;
    for (std::size_t i = 0; i < hull.size(); ++i) {
        const Vec2& a = hull[i];
        const Vec2& b = hull[(i + 1) % hull.size()];
        worst = std::max(worst, -turn(a, b, point) / length(to_double(b - a)));
    }
    return worst;
}

HullStatus status_of(const std::vector<Vec2>& points) { return compute_hull(points).status; }

}  // namespace

TEST_CASE("H1: input without a hull is refused with the reason") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    CHECK(status_of({}) == HullStatus::TooFewPoints);
    CHECK(status_of({{0, 0}}) == HullStatus::TooFewPoints);
    CHECK(status_of({{0, 0}, {1, 0}}) == HullStatus::TooFewPoints);
    CHECK(status_of({{0, 0}, {1, 0}, {2, 0}}) == HullStatus::NoArea);
    CHECK(status_of({{0, 0}, {10, 10}, {5, 5}, {3, 3}}) == HullStatus::NoArea);
    CHECK(status_of({{2, 3}, {2, 3}, {2, 3}, {2, 3}}) == HullStatus::NoArea);
    CHECK(status_of({{0, 0}, {1, 0}, {nan, 1}}) == HullStatus::NotFinite);
    CHECK(status_of({{0, 0}, {1, 0}, {0, infinity}}) == HullStatus::NotFinite);
    CHECK_THROWS_WITH_AS(
        make_polygon({{0, 0}, {1, 0}, {2, 0}}),
        "make_polygon: points must be points with a convex hull of some area, got all points lie on a line",
        Error);
}

TEST_CASE("H1: any number of points") {
    for (const int count : {9, 200, 5000}) {
        Random random(static_cast<std::uint64_t>(count));
        std::vector<Vec2> points;
        for (int i = 0; i < count; ++i) {
            points.emplace_back(static_cast<float>(random.between(-1.0, 1.0)),
                                static_cast<float>(random.between(-1.0, 1.0)));
        }
        const Hull hull = compute_hull(points);
        REQUIRE(hull.status == HullStatus::Ok);
        CHECK(is_strictly_convex(hull.points));
    }
}

TEST_CASE("H4: thin cards, slim bars and centimetre squares are accepted whole") {
    for (const Vec2& size :
         {Vec2{0.4f, 0.002f}, Vec2{0.4f, 0.018f}, Vec2{0.01f, 0.01f}, Vec2{1e-4f, 1e-6f}}) {
        const Hull hull = compute_hull(std::vector<Vec2>{{0, 0}, {size.x, 0}, {size.x, size.y}, {0, size.y}});
        CHECK(hull.status == HullStatus::Ok);
        CHECK(hull.points.size() == 4);
    }
}

TEST_CASE("H6: hulls of half collinear, half noisy points are convex and contain their input") {
    const int sets = test::scaled_count(20000);
    Random random(6);
    int failures = 0;
    double worst = 0.0;
    for (int set = 0; set < sets; ++set) {
        std::vector<Vec2> points;
        const int count = 3 + random.below(30);
        for (int i = 0; i < count; ++i) {
            const double x = random.between(-1.0, 1.0);
            const bool on_line = i % 2 == 0;
            const double y = on_line ? 0.3 * x + 1e-7 * random.between(-1.0, 1.0) : random.between(-1.0, 1.0);
            points.emplace_back(static_cast<float>(x), static_cast<float>(y));
        }
        const Hull hull = compute_hull(points);
        const bool valid = hull.status == HullStatus::Ok && is_strictly_convex(hull.points) &&
                           hull.points.size() >= 3 && hull.points.size() <= points.size();
        failures += valid ? 0 : 1;
        for (const Vec2& point : points) {
            worst = std::max(worst, outside_by(hull.points, point));
        }
    }
    CHECK(failures == 0);
    CHECK(worst <= 1e-6);
}

TEST_CASE("a convex outline keeps its vertices and their numbering") {
    const std::vector<Vec2> outline{{1, 0}, {0.5f, 1}, {-0.5f, 1}, {-1, 0}, {0, -1}};
    const Hull hull = compute_hull(outline);
    REQUIRE(hull.points.size() == outline.size());
    for (std::size_t i = 0; i < outline.size(); ++i) {
        CHECK(hull.points[i] == outline[i]);
    }
}

TEST_CASE("orientation, duplicates, inner and collinear points don't matter") {
    const std::vector<Vec2> clockwise{{0, 0}, {0, 1}, {0, 2}, {1, 2}, {2, 2}, {2, 0}, {2, 0}, {1, 1}, {1, 0}};
    const Hull hull = compute_hull(clockwise);
    REQUIRE(hull.status == HullStatus::Ok);
    CHECK(hull.points.size() == 4);
    CHECK(hull.points[0] == Vec2(0.0f, 0.0f));
    CHECK(is_strictly_convex(hull.points));
}

TEST_CASE("the hull of a circle of many points keeps its roundness") {
    std::vector<Vec2> circle;
    for (int i = 0; i < 5000; ++i) {
        const Rot turned = Rot::from_angle(2.0f * pi * static_cast<float>(i) / 5000.0f);
        circle.emplace_back(turned.c, turned.s);
    }
    const Hull hull = compute_hull(circle);
    REQUIRE(hull.status == HullStatus::Ok);
    CHECK(is_strictly_convex(hull.points));
    double worst = 0.0;
    for (const Vec2& point : circle) {
        worst = std::max(worst, outside_by(hull.points, point));
    }
    CHECK(worst <= 1.0e-6 * 2.0);
}

TEST_CASE("the hull does not depend on scale by powers of two") {
    Random random(8);
    for (int set = 0; set < 200; ++set) {
        std::vector<Vec2> points;
        for (int i = 0; i < 12; ++i) {
            points.emplace_back(static_cast<float>(random.between(-1.0, 1.0)),
                                static_cast<float>(random.between(-1.0, 1.0)));
        }
        std::vector<Vec2> scaled = points;
        for (Vec2& point : scaled) {
            point *= 0x1.0p-40f;
        }
        const Hull hull = compute_hull(points);
        const Hull small = compute_hull(scaled);
        REQUIRE(hull.points.size() == small.points.size());
        for (std::size_t i = 0; i < hull.points.size(); ++i) {
            CHECK(small.points[i] == (hull.points[i] * 0x1.0p-40f));
        }
    }
}
