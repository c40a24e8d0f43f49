#include "support/outline_generator.h"

#include <drystone/collision/hull.h>
#include <drystone/collision/shapes.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
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

bool have_same_bits(std::span<const Vec2> a, std::span<const Vec2> b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
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

/// Three times the tolerance, since points are left out until there are none: see `compute_hull`.
constexpr double largest_distance = 1.5e-6;

/// Checks the guarantees of a hull for any input that has an area.
void check_hull(const std::vector<Vec2>& points, const Hull& hull) {
    REQUIRE(hull.status == HullStatus::Ok);
    CHECK(is_strictly_convex(hull.points));
    double worst = 0.0;
    const std::size_t stride = 1 + points.size() * hull.points.size() / 10000000;
    for (std::size_t i = 0; i < points.size(); i += stride) {
        worst = std::max(worst, outside_by(hull.points, points[i]));
    }
    CHECK(worst <= largest_distance * extent_of(points));
    const std::vector<Vec2> all = sorted(points);
    CHECK(std::all_of(hull.points.begin(), hull.points.end(), [&all](const Vec2& p) {
        return std::binary_search(all.begin(), all.end(), p, lies_before);
    }));
}

/// Returns difficult points of one kind, drawn from `random`.
std::vector<Vec2> cloud(Random& random, int kind, int count) {
    std::vector<Vec2> points;
    const double width = kind == 6 ? std::pow(10.0, -random.between(0.0, 7.0)) : 0.0;
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
            case 6:
                points.push_back(at_angle(0.3, std::cos(angle), Vec2d{0.0, width * std::sin(angle)}));
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
    for (int kind = 0; kind < 8; ++kind) {
        const std::vector<Vec2> points = cloud(random, kind, count);
        check_hull(points, compute_hull(points));
    }
    const std::vector<Vec2> line(static_cast<std::size_t>(count), Vec2{3.0f, 4.0f});
    CHECK(compute_hull(line).status == HullStatus::NoArea);
}

TEST_CASE("the hull does not depend on the order of points") {
    Random random(34);
    int changed = 0;
    for (int set = 0; set < scaled_count(20000); ++set) {
        std::vector<Vec2> points = cloud(random, set % 6, 3 + random.below(set % 100 == 0 ? 3000 : 30));
        const Hull hull = compute_hull(points);
        for (std::size_t i = points.size(); i > 1; --i) {
            std::swap(points[i - 1], points[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
        }
        const Hull shuffled = compute_hull(points);
        changed += hull.status == shuffled.status && sorted(hull.points) == sorted(shuffled.points) ? 0 : 1;
    }
    CHECK(changed == 0);
}

TEST_CASE("polygons and hulls are made of their own vertices without a change, flat ones too") {
    Random random(35);
    int changed = 0;
    int simplified = 0;
    for (int set = 0; set < scaled_count(30000); ++set) {
        const std::vector<Vec2> points = cloud(random, set % 7, 3 + random.below(set % 100 == 0 ? 1000 : 40));
        const Hull hull = compute_hull(points);
        if (hull.status != HullStatus::Ok) {
            continue;
        }
        const Hull again = compute_hull(hull.points);
        changed += again.status == HullStatus::Ok && have_same_bits(again.points, hull.points) ? 0 : 1;
        const Polygon polygon = make_polygon(hull.points);
        changed += have_same_bits(polygon.vertices(), hull.points) ? 0 : 1;
        simplified += hull_corners(points).size() > hull.points.size() ? 1 : 0;
    }
    CHECK(changed == 0);
    CHECK(simplified > 0);
}

TEST_CASE("a flat ellipse keeps its vertices when its polygon is made again") {
    for (int count = 4; count <= 64; ++count) {
        for (const double width : {1e-3, 1e-4, 1e-5, 5e-6, 2e-6, 1.5e-6}) {
            std::vector<Vec2> outline;
            for (int i = 0; i < count; ++i) {
                const double angle = 2.0 * 3.14159265358979 * i / count;
                outline.emplace_back(static_cast<float>(0.7 * std::cos(angle)),
                                     static_cast<float>(0.5 * width * std::sin(angle)));
            }
            if (compute_hull(outline).status == HullStatus::Ok) {
                const Polygon polygon = make_polygon(outline);
                CHECK(have_same_bits(make_polygon(polygon.vertices()).vertices(), polygon.vertices()));
            }
        }
    }
}

TEST_CASE("a polygon is made of the corners of a needle") {
    // Its short side is longer than the tolerance of hulls, which goes by the larger of width and height, and
    // shorter than the same part of its length.
    const std::vector<Vec2> needle{{0.0f, 0.0f}, {0.7f, 0.7f}, {0.69999972f, 0.70000028f}};
    REQUIRE(make_hull(needle).vertices().size() == 3);
    CHECK(have_same_bits(make_polygon(needle).vertices(), needle));
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
