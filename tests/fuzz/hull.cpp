// Convex hulls of any points, hostile ones included, compared with brute force.
#include "fuzz_input.h"

#include <drystone/collision/hull.h>
#include <drystone/collision/shapes.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

/// Wide enough that differences and products of values of `coordinate` are exact, or nearly so.
using Real = long double;

Real turn(const Vec2& a, const Vec2& b, const Vec2& c) {
    const Real abx = static_cast<Real>(b.x) - static_cast<Real>(a.x);
    const Real aby = static_cast<Real>(b.y) - static_cast<Real>(a.y);
    const Real acx = static_cast<Real>(c.x) - static_cast<Real>(a.x);
    const Real acy = static_cast<Real>(c.y) - static_cast<Real>(a.y);
    return abx * acy - aby * acx;
}

Real length(const Vec2& a, const Vec2& b) {
    const Real x = static_cast<Real>(b.x) - static_cast<Real>(a.x);
    const Real y = static_cast<Real>(b.y) - static_cast<Real>(a.y);
    return std::sqrt(x * x + y * y);
}

Real extent_of(const std::vector<Vec2>& points) {
    Real extent = 0.0L;
    for (const Vec2& p : points) {
        for (const Vec2& q : points) {
            extent = std::max(extent, length(p, q));
        }
    }
    return extent;
}

/// Returns the minimum width of the points over all lines through two of them.
Real min_width(const std::vector<Vec2>& points, Real extent) {
    Real minimum = extent;
    for (const Vec2& p : points) {
        for (const Vec2& q : points) {
            Real low = 0.0L;
            Real high = 0.0L;
            for (const Vec2& r : points) {
                low = std::min(low, turn(p, q, r));
                high = std::max(high, turn(p, q, r));
            }
            if (p != q) {
                minimum = std::min(minimum, (high - low) / length(p, q));
            }
        }
    }
    return minimum;
}

void check_hull(const std::vector<Vec2>& points, const std::vector<Vec2>& hull, Real tolerance) {
    const std::size_t count = hull.size();
    expect(count >= 3, "a hull has three points");
    for (std::size_t i = 0; i < count; ++i) {
        const Vec2& a = hull[i];
        const Vec2& b = hull[(i + 1) % count];
        expect(std::count(points.begin(), points.end(), a) > 0, "hull points are input points, unchanged");
        expect(turn(a, b, hull[(i + 2) % count]) > 0.0L, "a hull is strictly convex and counter-clockwise");
        for (const Vec2& p : points) {
            expect(turn(a, b, p) >= -tolerance * length(a, b), "every point lies within the tolerance");
        }
    }
}

void check_polygon(const std::vector<Vec2>& points) {
    const Polygon polygon = make_hull(points);
    expect(polygon.vertices().size() == polygon.normals().size(), "as many normals as vertices");
    for (const Vec2& normal : polygon.normals()) {
        expect(std::abs(length(normal) - 1.0f) < 1e-6f, "normals have unit length");
    }
    expect(is_finite(polygon.centroid()), "the centroid is finite");
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    FuzzInput input(data, size);
    const bool wild = input.below(8) == 0;
    const float scale = std::ldexp(1.0f, input.below(61) - 30);
    const Vec2 offset = input.flag() ? Vec2{0.0f, 0.0f} : (scale * input.point()) * 1000.0f;
    std::vector<Vec2> points;
    while (!input.empty() && points.size() < 24) {
        const Vec2 near = scale * input.point() + offset;
        points.push_back(wild && input.flag() ? Vec2{input.any_float(), near.y} : near);
    }
    const Hull hull = compute_hull(points);
    const bool finite = std::all_of(points.begin(), points.end(), [](const Vec2& p) { return is_finite(p); });
    expect((hull.status == HullStatus::TooFewPoints) == (points.size() < 3), "fewer than three are too few");
    expect((hull.status == HullStatus::NotFinite) == (points.size() >= 3 && !finite), "NaN is told");
    expect(hull.points.empty() == (hull.status != HullStatus::Ok), "points are there exactly when it is Ok");
    if (points.size() < 3 || !finite) {
        return 0;
    }
    // Points are left out until there are none within 5e-7 of the extent of an edge: three times at most, as
    // far as it is known.
    const Real tolerance = 3.0L * 5.01e-7L * extent_of(points);
    if (hull.status == HullStatus::Ok) {
        check_hull(points, hull.points, tolerance);
        check_polygon(points);
        expect(compute_hull(hull.points).points == hull.points, "the hull of a hull is itself");
        const Polygon polygon = make_polygon(hull.points);
        expect(std::equal(hull.points.begin(), hull.points.end(), polygon.vertices().begin(),
                          polygon.vertices().end()),
               "a polygon is made of the vertices of a hull");
    } else {
        expect(min_width(points, extent_of(points)) <= 2.0L * tolerance,
               "refused though the points have an area");
    }
    return 0;
}
