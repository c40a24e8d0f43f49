#include <doctest/doctest.h>

#include "support/region_checks.h"

#include <drystone/collision/error.h>
#include <drystone/collision/fracture.h>
#include <drystone/collision/slice.h>

#include <algorithm>
#include <cstring>
#include <limits>

using namespace drystone;
using namespace drystone::test;

namespace {

std::vector<Vec2> box(float left, float low, float right, float high) {
    return {{left, low}, {right, low}, {right, high}, {left, high}};
}

Region box_region(float left, float low, float right, float high) {
    return Region(std::span<const Vec2>(box(left, low, right, high)));
}

/// Points of a loop from the smallest one on.
std::vector<Vec2> sorted(std::span<const Vec2> loop) {
    std::vector<Vec2> points(loop.begin(), loop.end());
    std::rotate(
        points.begin(),
        std::min_element(points.begin(), points.end(),
                         [](const Vec2& p, const Vec2& q) { return p.x != q.x ? p.x < q.x : p.y < q.y; }),
        points.end());
    return points;
}

}  // namespace

TEST_CASE("regions: two squares that overlap") {
    const Region a = box_region(0, 0, 2, 2);
    const Region b = box_region(1, 1, 3, 3);
    CHECK(sorted(intersect(a, b).outline(0)) == box(1, 1, 2, 2));
    CHECK(sorted(unite(a, b).outline(0)) ==
          std::vector<Vec2>{{0, 0}, {2, 0}, {2, 1}, {3, 1}, {3, 3}, {1, 3}, {1, 2}, {0, 2}});
    CHECK(sorted(subtract(a, b).outline(0)) ==
          std::vector<Vec2>{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}});
    const Region one = exclusive(a, b);
    CHECK(one.size() == 2);
    CHECK(one.area() == doctest::Approx(6.0));
}

TEST_CASE("regions: squares that share an edge, or a part of it, are joined without a seam") {
    CHECK(sorted(unite(box_region(0, 0, 1, 1), box_region(1, 0, 2, 1)).outline(0)) == box(0, 0, 2, 1));
    const Region step = unite(box_region(0, 0, 1, 2), box_region(1, 0, 2, 1));
    CHECK(sorted(step.outline(0)) == std::vector<Vec2>{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}});
    CHECK(intersect(box_region(0, 0, 1, 1), box_region(1, 0, 2, 1)).size() == 0);
    CHECK(subtract(box_region(0, 0, 1, 1), box_region(0, 0, 1, 1)).size() == 0);
    CHECK(sorted(unite(box_region(0, 0, 1, 1), box_region(0, 0, 1, 1)).outline(0)) == box(0, 0, 1, 1));
}

TEST_CASE("regions: holes, and islands in them") {
    Region rings;
    for (int i = 0; i < 6; ++i) {
        const float size = 6.0f - static_cast<float>(i);
        rings = exclusive(rings, box_region(-size, -size, size, size));
    }
    REQUIRE(rings.size() == 3);
    for (int i = 0; i < 3; ++i) {
        CHECK(rings.hole_count(i) == 1);
    }
    CHECK(rings.area() == doctest::Approx(4.0 * (36 - 25 + 16 - 9 + 4 - 1)));
    CHECK(rings.contains({5.5f, 0.0f}));
    CHECK(!rings.contains({4.5f, 0.0f}));
    CHECK(rings.contains({3.5f, 0.0f}));
    CHECK(outlines_fault(rings.outlines()).empty());
    CHECK(Region(std::span<const Outline>(rings.outlines())).area() == doctest::Approx(rings.area()));
}

TEST_CASE("regions: outlines touch in a point, but none touches itself") {
    const Region corners = unite(box_region(0, 0, 1, 1), box_region(1, 1, 2, 2));
    CHECK(corners.size() == 2);
    CHECK(corners.area() == 2.0);
    // What is left of a square without two squares that touch: the same point twice on one outline.
    const Region frame = subtract(box_region(-1, -1, 3, 3), corners);
    REQUIRE(frame.size() == 1);
    CHECK(outlines_fault(frame.outlines()).empty());
    CHECK(frame.area() == doctest::Approx(14.0).epsilon(1e-7));
    // A hole that touches the outline from inside.
    const std::vector<Vec2> triangle{{-1, 0}, {0, 0.5f}, {0, -0.5f}};
    const Region notched = subtract(box_region(-1, -1, 1, 1), Region(std::span<const Vec2>(triangle)));
    CHECK(outlines_fault(notched.outlines()).empty());
    CHECK(notched.area() == doctest::Approx(3.5).epsilon(1e-6));
}

TEST_CASE("regions: loops that cross themselves, by both rules") {
    const std::vector<Vec2> twice{{0, 0}, {6, 0}, {6, 6}, {0, 6}, {0, 0}, {4, 0}, {4, 4}, {0, 4}};
    CHECK(Region(std::span<const Vec2>(twice)).area() == doctest::Approx(36.0));
    CHECK(Region(std::span<const Vec2>(twice), FillRule::EvenOdd).area() == doctest::Approx(20.0));
    const std::vector<Vec2> bow{{0, 0}, {2, 2}, {2, 0}, {0, 2}};
    CHECK(Region(std::span<const Vec2>(bow)).size() == 2);
    const std::vector<Vec2> clockwise{{0, 0}, {0, 1}, {1, 1}, {1, 0}};
    CHECK(sorted(Region(std::span<const Vec2>(clockwise)).outline(0)) == box(0, 0, 1, 1));
    const std::vector<Vec2> spike{{0, 0}, {5, 0}, {1, 0}, {1, 1}, {0, 1}};
    CHECK(sorted(Region(std::span<const Vec2>(spike)).outline(0)) == box(0, 0, 1, 1));
}

TEST_CASE("regions: what has no area is nothing") {
    for (const std::vector<Vec2>& loop : std::vector<std::vector<Vec2>>{
             {}, {{1, 1}}, {{1, 1}, {2, 2}}, {{0, 0}, {1, 1}, {2, 2}}, {{1, 1}, {1, 1}, {1, 1}}}) {
        CHECK(Region(std::span<const Vec2>(loop)).size() == 0);
        CHECK(unite(Region(Outline{loop, {}}), box_region(0, 0, 1, 1)).size() == 1);
    }
    CHECK(Region(Outline{box(0, 0, 1, 1), {box(0, 0, 1, 1)}}).size() == 0);
}

TEST_CASE("regions: points away from the crossings are kept bit by bit") {
    std::vector<Vec2> terrain{{99.7f, -5.0f}, {0.1f, -5.0f}};
    for (int i = 0; i < 998; ++i) {
        const float x = 0.1f * static_cast<float>(i + 1);
        terrain.push_back({x, 3.0f + 0.37f * static_cast<float>(i * i % 101) / 101.0f});
    }
    std::reverse(terrain.begin(), terrain.end());
    const Region whole{std::span<const Vec2>(terrain)};
    const Region carved = subtract(whole, box_region(50.03f, 0, 52.02f, 10));
    REQUIRE(carved.size() == 1);
    const auto is_old = [&](const Vec2& p) {
        return std::find(terrain.begin(), terrain.end(), p) != terrain.end();
    };
    int new_points = 0;
    for (const Vec2& point : carved.outline(0)) {
        new_points += is_old(point) ? 0 : 1;
    }
    CHECK(new_points == 4);
    CHECK(carved.outline(0).size() == 1000 - 20 + 4);
}

TEST_CASE("regions: the extremes of floats") {
    for (const float scale : {1e-30f, 1e-12f, 1e12f, 1e30f}) {
        const Region a = box_region(0, 0, 2 * scale, 2 * scale);
        const Region b = box_region(scale, scale, 3 * scale, 3 * scale);
        const double square = static_cast<double>(scale) * static_cast<double>(scale);
        CHECK(intersect(a, b).area() / square == doctest::Approx(1.0));
        CHECK(unite(a, b).area() / square == doctest::Approx(7.0));
    }
    const Region far = box_region(1e6f, 1e6f, 1e6f + 1.0f, 1e6f + 1.0f);
    CHECK(subtract(far, box_region(0, 0, 1e6f + 0.5f, 2e6f)).area() == 0.5);
}

TEST_CASE("regions: coordinates that are not finite are refused") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinite = std::numeric_limits<float>::infinity();
    const std::vector<Vec2> bad{{0, 0}, {1, 0}, {nan, 1}};
    CHECK_THROWS_WITH_AS(Region{std::span<const Vec2>(bad)},
                         "Region: points of an outline must be finite, got nan", Error);
    CHECK_THROWS_AS(Region(Outline{box(0, 0, 1, 1), {{{0, infinite}, {1, 1}, {0, 1}}}}), Error);
    const std::vector<Outline> all{{box(0, 0, 1, 1), {}}, {bad, {}}};
    CHECK_THROWS_AS(Region(std::span<const Outline>(all)), Error);
    CHECK_THROWS_AS(Region(std::span<const Outline>(all), FillRule::EvenOdd), Error);
    CHECK_THROWS_WITH_AS(static_cast<void>(offset(Region(), nan)), "offset: distance must be finite, got nan",
                         Error);
    CHECK_THROWS_AS(static_cast<void>(offset(Region(), 1.0f, {.tolerance = -1.0f})), Error);
    CHECK_THROWS_AS(static_cast<void>(slice(Region(), Line{{0, 0}, {0, 0}})), Error);
    CHECK_THROWS_AS(static_cast<void>(slice(Region(), Line{{0, 0}, {nan, 0}})), Error);
}

TEST_CASE("offset: areas of squares, rings and their insides") {
    const double pi_of_doubles = 3.14159265358979323846;
    const Region square = box_region(0, 0, 2, 2);
    const Region larger = offset(square, 0.5f, {.tolerance = 1e-4f});
    CHECK(larger.area() == doctest::Approx(4.0 + 4.0 + 0.25 * pi_of_doubles).epsilon(1e-4));
    CHECK(sorted(offset(square, -0.5f).outline(0)) == box(0.5f, 0.5f, 1.5f, 1.5f));
    CHECK(offset(square, -1.0f).size() == 0);
    CHECK(offset(square, -5.0f).size() == 0);
    CHECK(sorted(offset(square, 0.0f).outline(0)) == box(0, 0, 2, 2));
    const Region ring = subtract(box_region(-3, -3, 3, 3), box_region(-1, -1, 1, 1));
    CHECK(offset(ring, 0.5f).hole_count(0) == 1);
    CHECK(sorted(offset(ring, 0.5f).hole(0, 0)) ==
          std::vector<Vec2>{{-0.5f, -0.5f}, {-0.5f, 0.5f}, {0.5f, 0.5f}, {0.5f, -0.5f}});
    CHECK(offset(ring, 1.0f).hole_count(0) == 0);
    CHECK(offset(ring, 20.0f).hole_count(0) == 0);
    CHECK(offset(ring, -0.9f, {.tolerance = 1e-4f}).area() ==
          doctest::Approx(4.2 * 4.2 - 4.0 - 4 * 2 * 0.9 - pi_of_doubles * 0.81).epsilon(1e-3));
    // Two squares grow together, and a bar is cut in two.
    CHECK(offset(unite(box_region(0, 0, 1, 1), box_region(1.5f, 0, 2.5f, 1)), 0.3f).size() == 1);
    const Region bar =
        unite(unite(box_region(0, 0, 2, 2), box_region(5, 0, 7, 2)), box_region(1, 0.9f, 6, 1.1f));
    CHECK(offset(bar, -0.2f).size() == 2);
}

TEST_CASE("slice: convex outlines, concave ones, and lines that pass by") {
    const Outline square{box(0, 0, 2, 2), {}};
    const std::vector<Outline> halves = slice(square, {{1, -1}, {1, 3}});
    REQUIRE(halves.size() == 2);
    CHECK(sorted(halves[0].points) == box(0, 0, 1, 2));  // on the left of a line upwards
    CHECK(sorted(halves[1].points) == box(1, 0, 2, 2));
    CHECK(slice(square, {{0, 0}, {1, 1}}).size() == 2);  // through two corners
    CHECK(slice(square, {{0, 0}, {2, 0}}).size() == 1);  // along an edge
    CHECK(slice(square, {{0, 3}, {2, 3}}).size() == 1);
    CHECK(slice(square, {{1e6f, 3}, {2e6f, 3}}).size() == 1);
    CHECK(slice(square, {{1e6f, 1}, {2e6f, 1}}).size() == 2);
    const Outline comb{
        {{0, 0}, {5, 0}, {5, 2}, {4, 2}, {4, 1}, {3, 1}, {3, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}, {}};
    CHECK(slice(comb, {{0, 1.5f}, {5, 1.5f}}).size() == 4);
    CHECK(slice(comb, {{0, 1}, {5, 1}}).size() == 4);
    const Outline ring{box(-3, -3, 3, 3), {box(-1, -1, 1, 1)}};
    const std::vector<Outline> parts = slice(ring, {{-9, 0}, {9, 0}});
    REQUIRE(parts.size() == 2);
    CHECK(parts[0].holes.empty());
    CHECK(outlines_area(parts) == doctest::Approx(32.0));
    CHECK(slice(ring, {{-9, 2}, {9, 2}}).size() == 2);
    CHECK(slice(Region(ring), {{-9, 2}, {9, 2}}).size() == 2);
}

TEST_CASE("regions: the same bits everywhere") {
    // FNV-1a over the points of some results, the same on all platforms and with all compilers.
    std::uint64_t hash = 14695981039346656037ull;
    const auto add = [&](std::span<const Outline> outlines) {
        for (const Outline& outline : outlines) {
            for (const Vec2& point : outline.points) {
                for (const float number : {point.x, point.y}) {
                    std::uint32_t bits = 0;
                    std::memcpy(&bits, &number, sizeof bits);
                    hash = (hash ^ bits) * 1099511628211ull;
                }
            }
        }
    };
    std::vector<Vec2> star;
    for (int i = 0; i < 17; ++i) {
        const float radius = i % 2 == 0 ? 1.0f : 0.4f;
        const Rot turn = Rot::from_angle(static_cast<float>(i * 5) * 2.0f * pi / 17.0f);
        star.push_back(radius * Vec2{turn.c, turn.s});
    }
    const Region a{std::span<const Vec2>(star), FillRule::EvenOdd};
    const Region b = offset(a, 0.07f);
    add(a.outlines());
    add(b.outlines());
    add(subtract(b, a).outlines());
    add(slice(b, {{-1.0f, 0.1f}, {1.0f, 0.3f}}));
    add(fracture(b, VoronoiPattern{.cells = 40, .focus = Vec2{0.2f, 0.1f}, .spread = 0.3f, .seed = 7}));
    add(fracture(b, BrickPattern{.size = {0.3f, 0.15f}, .angle = 0.3f}));
    add(fracture(b, GlassPattern{.rays = 15}));
    CHECK(hash == 15246451094839635440ull);
}

TEST_CASE("regions: outlines and holes that are not there are errors") {
    const Region region = subtract(box_region(0.0f, 0.0f, 4.0f, 4.0f), box_region(1.0f, 1.0f, 2.0f, 2.0f));
    REQUIRE(region.size() == 1);
    REQUIRE(region.hole_count(0) == 1);
    for (const int i : {-1, 1, std::numeric_limits<int>::max()}) {
        CAPTURE(i);
        CHECK_THROWS_AS(static_cast<void>(region.outline(i)), Error);
        CHECK_THROWS_AS(static_cast<void>(region.hole_count(i)), Error);
        CHECK_THROWS_AS(static_cast<void>(region.hole(i, 0)), Error);
        CHECK_THROWS_AS(static_cast<void>(region.hole(0, i)), Error);
    }
    CHECK_THROWS_AS(static_cast<void>(Region().outline(0)), Error);
}
