#include "support/outline_generator.h"

#include <drystone/collision/hull.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

bool lies_before(const Vec2& a, const Vec2& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }

/// Returns the corners of the hull by definition, in O(n^3): p is one if it begins an edge pq that has all
/// other points strictly to its left or between p and q. Sorted; exact for small whole numbers.
std::vector<Vec2> hull_corners(const std::vector<Vec2>& points) {
    std::vector<Vec2> corners;
    for (const Vec2& p : points) {
        for (const Vec2& q : points) {
            const bool is_edge = p != q && std::all_of(points.begin(), points.end(), [&](const Vec2& r) {
                                     const double turn = turn_of(p, q, r);
                                     return turn > 0.0 || (turn == 0.0 && dot(r - p, q - r) >= 0.0f);
                                 });
            if (is_edge) {
                corners.push_back(p);
            }
        }
    }
    std::sort(corners.begin(), corners.end(), lies_before);
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
    return corners;
}

std::vector<Vec2> sorted(std::vector<Vec2> points) {
    std::sort(points.begin(), points.end(), lies_before);
    return points;
}

bool is_strictly_convex(const std::vector<Vec2>& hull) {
    for (std::size_t i = 0; i < hull.size(); ++i) {
        if (!(turn_of(hull[i], hull[(i + 1) % hull.size()], hull[(i + 2) % hull.size()]) > 0.0)) {
            return false;
        }
    }
    return hull.size() >= 3;
}

double outside_by(const std::vector<Vec2>& hull, const Vec2& point) {
    double worst = 0.0;
    for (std::size_t i = 0; i < hull.size(); ++i) {
        const Vec2& a = hull[i];
        const Vec2& b = hull[(i + 1) % hull.size()];
        worst = std::max(worst, -turn_of(a, b, point) / length(to_double(b - a)));
    }
    return worst > 0.0 ? outline_distance(hull, point) : 0.0;
}

double extent_of(const std::vector<Vec2>& points) {
    Vec2 lower = points[0];
    Vec2 upper = points[0];
    for (const Vec2& p : points) {
        lower = min(lower, p);
        upper = max(upper, p);
    }
    return static_cast<double>(max_coordinate(upper - lower));
}

/// Checks the guarantees of a hull for any input that has an area.
void check_hull(const std::vector<Vec2>& points, const Hull& hull) {
    REQUIRE(hull.status == HullStatus::Ok);
    CHECK(is_strictly_convex(hull.points));
    double worst = 0.0;
    const std::size_t stride = 1 + points.size() * hull.points.size() / 10000000;
    for (std::size_t i = 0; i < points.size(); i += stride) {
        worst = std::max(worst, outside_by(hull.points, points[i]));
    }
    CHECK(worst <= 5e-7 * extent_of(points) * (1.0 + 1e-6));
    const std::vector<Vec2> all = sorted(points);
    CHECK(std::all_of(hull.points.begin(), hull.points.end(), [&all](const Vec2& p) {
        return std::binary_search(all.begin(), all.end(), p, lies_before);
    }));
}

/// Returns difficult points of one kind, drawn from `random`.
std::vector<Vec2> cloud(Random& random, int kind, int count) {
    std::vector<Vec2> points;
    for (int i = 0; i < count; ++i) {
        const double angle = random.between(0.0, 6.283185307);
        const double x = random.between(-1.0, 1.0);
        const double y = random.between(-1.0, 1.0);
        switch (kind) {
            case 0: points.push_back(at_angle(angle, 1.0)); break;
            case 1: points.emplace_back(static_cast<float>(x), static_cast<float>(y)); break;
            case 2: points.push_back(at_angle(angle, 1.0 + 3e-7 * x)); break;
            case 3:
                points.emplace_back(static_cast<float>(x), static_cast<float>(x * 0.37 + 2e-6 * y));
                break;
            case 4: points.push_back(at_angle(angle, 2.0, {1e4, -1e4})); break;
            case 5:
                points.emplace_back(static_cast<float>(1000.0 * x), static_cast<float>(0.1 * x * x));
                break;
            default: points.emplace_back(static_cast<float>(i % 317), static_cast<float>(i / 317));
        }
    }
    return points;
}

}  // namespace

TEST_CASE("on a grid the hull has exactly the corners of its definition") {
    Random random(31);
    int refused = 0;
    for (int set = 0; set < scaled_count(5000); ++set) {
        const int side = 2 + random.below(20);
        std::vector<Vec2> points;
        for (int i = 0; i < 3 + set % 30; ++i) {
            points.emplace_back(static_cast<float>(random.below(side)),
                                static_cast<float>(random.below(set % 7 == 0 ? 1 : side)));
        }
        const std::vector<Vec2> corners = hull_corners(points);
        const Hull hull = compute_hull(points);
        CHECK((hull.status == HullStatus::Ok) == (corners.size() >= 3));
        CHECK((hull.status == HullStatus::Ok || hull.status == HullStatus::NoArea));
        if (hull.status == HullStatus::Ok) {
            CHECK(sorted(hull.points) == corners);
            CHECK(is_strictly_convex(hull.points));
        } else {
            ++refused;
        }
    }
    CHECK(refused > 0);
}

TEST_CASE("every corner of the definition stays within the tolerance of the hull") {
    Random random(32);
    for (int set = 0; set < scaled_count(2000); ++set) {
        const std::vector<Vec2> points = cloud(random, set % 6, 3 + random.below(40));
        const Hull hull = compute_hull(points);
        if (hull.status == HullStatus::Ok) {
            check_hull(points, hull);
        }
        for (const Vec2& corner : hull.points) {
            CHECK(outside_by(hull_corners(points), corner) <= 1e-12 * extent_of(points));
        }
    }
}

TEST_CASE("H1: clouds of a hundred thousand points") {
    Random random(33);
    const int count = scaled_count(100000);
    for (int kind = 0; kind < 7; ++kind) {
        const std::vector<Vec2> points = cloud(random, kind, count);
        check_hull(points, compute_hull(points));
    }
    const std::vector<Vec2> line(static_cast<std::size_t>(count), Vec2{3.0f, 4.0f});
    CHECK(compute_hull(line).status == HullStatus::NoArea);
}

TEST_CASE("the hull does not depend on the order of points, and the hull of a hull is itself") {
    Random random(34);
    int changed = 0;
    int refused = 0;
    for (int set = 0; set < scaled_count(20000); ++set) {
        std::vector<Vec2> points = cloud(random, set % 6, 3 + random.below(set % 100 == 0 ? 3000 : 30));
        const Hull hull = compute_hull(points);
        for (std::size_t i = points.size(); i > 1; --i) {
            std::swap(points[i - 1], points[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
        }
        const Hull shuffled = compute_hull(points);
        changed += hull.status == shuffled.status && sorted(hull.points) == sorted(shuffled.points) ? 0 : 1;
        if (hull.status == HullStatus::Ok) {
            refused += compute_hull(hull.points).status == HullStatus::Ok ? 0 : 1;
        }
    }
    CHECK(changed == 0);
    CHECK(refused == 0);
}

TEST_CASE("H4: only the width relative to the extent decides whether a hull has an area") {
    for (const float size : {1e-6f, 1.0f, 1e6f}) {
        const auto card = [size](float aspect) {
            return std::vector<Vec2>{{0, 0}, {size, 0}, {size, aspect * size}, {0, aspect * size}};
        };
        CHECK(compute_hull(card(1e-6f)).points.size() == 4);
        CHECK(compute_hull(card(4e-7f)).status == HullStatus::NoArea);
    }
}
