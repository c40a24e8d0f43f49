#include "support/shape_reach.h"

#include <drystone/collision/epa.h>
#include <drystone/collision/error.h>
#include <drystone/collision/gjk.h>
#include <drystone/collision/mappings.h>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>

using namespace drystone;
using namespace drystone::test;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

/// A user-defined shape in a namespace where only argument-dependent lookup finds the library's functions.
struct Diamond {
    [[nodiscard]] Vec2 support(const Vec2& d) const {
        const bool wide = std::abs(d.x) > std::abs(d.y);
        return wide ? Vec2{std::copysign(1.0f, d.x), 0.0f} : Vec2{0.0f, std::copysign(1.0f, d.y)};
    }
};

static_assert(SupportMapping<Point> && SupportMapping<Triangle> && SupportMapping<PointCloud>);
static_assert(SupportMapping<Ellipse> && SupportMapping<Superellipse>);
static_assert(SupportMapping<Rounded<Polygon>> && SupportMapping<Rounded<Diamond>>);
static_assert(SupportMapping<HullOf<Circle, Polygon>> && SupportMapping<MinkowskiSum<Capsule, Ellipse>>);
static_assert(SupportMapping<Transformed<Circle>> && SupportMapping<ShapeReference<Polygon>>);
static_assert(ConvexShape<Rounded<HullOf<Transformed<Circle>, ShapeReference<Polygon>>>>);
static_assert(!ConvexShape<int> && !ConvexShape<Diamond*>);

// Nothing dangles by accident: temporaries are rejected where no copy is made.
static_assert(std::is_constructible_v<ShapeReference<Polygon>, const Polygon&>);
static_assert(!std::is_constructible_v<ShapeReference<Polygon>, Polygon>);
static_assert(!std::is_constructible_v<ShapeReference<Polygon>, const Polygon>);
static_assert(std::is_constructible_v<PointCloud, std::vector<Vec2>&>);
static_assert(std::is_constructible_v<PointCloud, std::span<const Vec2>>);
static_assert(std::is_constructible_v<PointCloud, std::span<Vec2>>);
static_assert(std::is_constructible_v<PointCloud, const std::array<Vec2, 3>&>);
static_assert(!std::is_constructible_v<PointCloud, std::vector<Vec2>>);
static_assert(!std::is_constructible_v<PointCloud, std::array<Vec2, 3>>);
static_assert(std::is_copy_constructible_v<PointCloud> && std::is_move_constructible_v<PointCloud>);

/// Returns the largest difference between the support values of a mapping and the expected ones, over
/// directions all around and of any length, in units of `size`.
template <class Shape, class Reach>
double worst_reach(const Shape& shape, const Reach& reach, double size) {
    double worst = 0.0;
    for (int i = 0; i < 3600; ++i) {
        const double angle = 6.283185307179586 * i / 3600.0;
        const double length = std::pow(10.0, (i % 41) - 20);
        // As in GJK, the direction is rounded to single precision.
        const Vec2 direction{static_cast<float>(length * std::cos(angle)),
                             static_cast<float>(length * std::sin(angle))};
        const Vec2d unit = normalized(to_double(direction));
        const Vec2 point = shape.support(direction);
        worst = std::max(worst, std::abs(dot(unit, to_double(point)) - reach(unit)) / size);
    }
    return worst;
}

/// Returns the shape through its core and radius, as GJK and EPA see it.
template <class Shape>
auto as_queried(const Shape& shape) {
    return CallableShape{[&shape](const Vec2& d) {
        const Vec2 point = core_mapping(shape).support(d);
        return point + detail::radius_along(core_radius(shape), d);
    }};
}

template <class Shape, class Reach>
void check_reach(const Shape& shape, const Reach& reach, double size) {
    CHECK(worst_reach(shape, reach, size) <= 3e-7);
    CHECK(worst_reach(as_queried(shape), reach, size) <= 3e-7);
    CHECK(worst_reach(ShapeReference{shape}, reach, size) <= 3e-7);
}

}  // namespace

TEST_CASE("the support value of points, triangles and clouds is that of their farthest point") {
    const Point point{{1.0f, -2.0f}};
    check_reach(point, PointsReach{{{1.0, -2.0}}}, 3.0);
    check_reach(Triangle{{1.0f, 1.0f}, {-1.0f, 0.5f}, {0.25f, -2.0f}},
                PointsReach{{{1.0, 1.0}, {-1.0, 0.5}, {0.25, -2.0}}}, 3.0);
    check_reach(Triangle{{0.0f, 2.0f}, {0.0f, 1.0f}, {0.0f, -1.0f}}, PointsReach{{{0.0, 2.0}, {0.0, -1.0}}},
                3.0);

    Random random(61);
    std::vector<Vec2> points;
    PointsReach reach;
    for (int i = 0; i < 200; ++i) {
        points.emplace_back(random.between(-3.0, 3.0), random.between(-1.0, 1.0));
        reach.points.emplace_back(to_double(points.back()));
    }
    points.push_back(points.front());
    check_reach(PointCloud{points}, reach, 3.0);
}

TEST_CASE("the support value of an ellipse is sqrt((a x)^2 + (b y)^2)") {
    for (const auto& [a, b] : {std::pair{1.0f, 1.0f}, {2.0f, 0.5f}, {1e-3f, 1e3f}, {3e-7f, 1e-7f}}) {
        const EllipseReach reach{static_cast<double>(a), static_cast<double>(b)};
        check_reach(Ellipse{a, b}, reach, static_cast<double>(std::max(a, b)));
    }
}

TEST_CASE("the support value of a superellipse is the dual norm, for every exponent") {
    for (const float n : {1.0f, 1.0001f, 1.1f, 1.5f, 2.0f, 2.5f, 3.0f, 4.0f, 10.0f, 100.0f, 1e6f}) {
        CAPTURE(n);
        const SuperellipseReach reach{2.0, 0.75, static_cast<double>(n)};
        check_reach(Superellipse{2.0f, 0.75f, n}, reach, 2.0);
        // Its support points also lie on the curve.
        double worst = 0.0;
        for (int i = 0; i < 1000; ++i) {
            const double angle = 6.283185307179586 * i / 1000.0;
            const Vec2 p = Superellipse{2.0f, 0.75f, n}.support(
                {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))});
            const double x = std::abs(static_cast<double>(p.x)) / 2.0;
            const double y = std::abs(static_cast<double>(p.y)) / 0.75;
            const double e = static_cast<double>(n);
            worst = std::max(worst, std::abs(std::pow(std::pow(x, e) + std::pow(y, e), 1.0 / e) - 1.0));
        }
        CHECK(worst <= 2e-7);
    }
    const Superellipse round{1.5f, 1.5f, 2.0f};
    check_reach(round, EllipseReach{1.5, 1.5}, 1.5);
    check_reach(Superellipse{1.0f, 1.0f, 1.0f}, PointsReach{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}}, 1.0);
}

TEST_CASE("rounding adds its radius to that of the shape") {
    const Triangle triangle{{0.0f, 0.0f}, {2.0f, 0.0f}, {0.0f, 1.0f}};
    const PointsReach corners{{{0, 0}, {2, 0}, {0, 1}}};
    const double size = 3.0;
    check_reach(Rounded{triangle, 0.0f}, corners, size);
    check_reach(Rounded{triangle, 0.5f}, rounded(corners, 0.5), size);
    check_reach(Rounded{Rounded{triangle, 0.5f}, 0.25f}, rounded(corners, 0.75), size);
    check_reach(Rounded{make_polygon({{0, 0}, {2, 0}, {0, 1}}, 0.125f), 0.5f}, rounded(corners, 0.625), size);
}

TEST_CASE("the support value of a hull of shapes is the largest of theirs, for any radii") {
    const Circle circle{{-1.0f, 0.5f}, 0.75f};
    const Polygon box = make_box(1.0f, 0.5f);
    const Polygon soft_box = make_rounded_box(1.0f, 0.5f, 0.25f);
    const Capsule capsule{{0.0f, -2.0f}, {3.0f, 0.0f}, 0.25f};
    const auto on_circle = rounded(PointsReach{{{-1.0, 0.5}}}, 0.75);
    const PointsReach corners{{{-1, -0.5}, {1, -0.5}, {1, 0.5}, {-1, 0.5}}};
    const auto on_capsule = rounded(PointsReach{{{0, -2}, {3, 0}}}, 0.25);
    check_reach(HullOf{circle}, on_circle, 3.0);
    check_reach(HullOf{circle, box}, farthest(on_circle, corners), 3.0);
    check_reach(HullOf{soft_box, circle}, farthest(rounded(corners, 0.25), on_circle), 3.0);
    check_reach(HullOf{capsule, soft_box}, farthest(on_capsule, rounded(corners, 0.25)), 3.0);
    check_reach(HullOf{capsule, circle, box}, farthest(on_capsule, farthest(on_circle, corners)), 3.0);
    check_reach(HullOf{Ellipse{2.0f, 0.5f}, circle, Point{{0.0f, 4.0f}}},
                farthest(EllipseReach{2.0, 0.5}, farthest(on_circle, PointsReach{{{0, 4}}})), 4.0);
    // Equal radii stay outside of the core, different ones in part.
    CHECK(core_radius(HullOf{capsule, soft_box}) == 0.25f);
    CHECK(core_radius(HullOf{capsule, circle}) == 0.25f);
    CHECK(core_radius(HullOf{capsule, box}) == 0.0f);
}

TEST_CASE("the support value of a Minkowski sum is the sum of both, radii included") {
    const Capsule first{{-1.0f, 0.0f}, {1.0f, 0.0f}, 0.25f};
    const Capsule second{{0.0f, -1.0f}, {0.5f, 1.0f}, 0.5f};
    const auto on_first = rounded(PointsReach{{{-1, 0}, {1, 0}}}, 0.25);
    const auto on_second = rounded(PointsReach{{{0, -1}, {0.5, 1}}}, 0.5);
    check_reach(MinkowskiSum{first, second}, sum(on_first, on_second), 3.0);
    check_reach(MinkowskiSum{Ellipse{1.0f, 0.25f}, second}, sum(EllipseReach{1.0, 0.25}, on_second), 3.0);
    check_reach(MinkowskiSum{MinkowskiSum{first, second}, HullOf{first, Point{}}},
                sum(sum(on_first, on_second), farthest(on_first, PointsReach{{{0, 0}}})), 4.0);
    CHECK(core_radius(MinkowskiSum{first, second}) == 0.75f);
}

TEST_CASE("the support value of an affine image is that of the original along the transposed direction") {
    const Capsule capsule{{-1.0f, 0.5f}, {1.0f, 0.0f}, 0.25f};
    const auto on_capsule = rounded(PointsReach{{{-1, 0.5}, {1, 0}}}, 0.25);
    const AffineMap turned = affine_map({{2.0f, -1.0f}, Rot::from_angle(0.7f)});
    const AffineMap sheared{{1.0f, 0.5f}, {-2.0f, 0.75f}, {0.25f, 4.0f}};
    const AffineMap doubled = multiply(scaling(-2.0f, 2.0f), turned);
    const AffineMap flat{{1.0f, 2.0f}, {2.0f, 4.0f}, {0.0f, 1.0f}};
    const AffineMap to_a_point{{0.0f, 0.0f}, {0.0f, 0.0f}, {3.0f, 1.0f}};
    for (const AffineMap& map :
         {AffineMap{}, turned, sheared, doubled, scaling(3.0f, 0.5f), flat, to_a_point}) {
        check_reach(Transformed{capsule, map}, transformed(on_capsule, map), 10.0);
        check_reach(Transformed{Ellipse{2.0f, 0.5f}, map}, transformed(EllipseReach{2.0, 0.5}, map), 10.0);
        check_reach(Transformed{Transformed{capsule, map}, sheared},
                    transformed(transformed(on_capsule, map), sheared), 30.0);
        check_reach(Rounded{Transformed{capsule, map}, 0.5f}, rounded(transformed(on_capsule, map), 0.5),
                    10.0);
    }
    // A map that takes circles to circles keeps the radius.
    CHECK(core_radius(Transformed{capsule, turned}) == doctest::Approx(0.25).epsilon(1e-6));
    CHECK(core_radius(Transformed{capsule, doubled}) == doctest::Approx(0.5).epsilon(1e-6));
    CHECK(core_radius(Transformed{capsule, sheared}) == 0.0f);
}

TEST_CASE("a lambda is a shape") {
    const float half = 2.0f;
    const CallableShape square{[half](const Vec2& d) {
        return Vec2{d.x < 0.0f ? -half : half, d.y < 0.0f ? -half : half};
    }};
    check_reach(square, PointsReach{{{2, 2}, {-2, 2}, {-2, -2}, {2, -2}}}, 3.0);
    check_reach(
        HullOf{square, Circle{{3.0f, 0.0f}, 1.0f}},
        farthest(PointsReach{{{2, 2}, {-2, 2}, {-2, -2}, {2, -2}}}, rounded(PointsReach{{{3, 0}}}, 1.0)),
        4.0);
}

TEST_CASE("the bounding box of any shape contains it and is tight") {
    const Polygon polygon = make_regular_polygon(7, 1.5f, 0.25f);
    const HullOf hull{Circle{{-1.0f, 0.5f}, 0.75f}, ShapeReference{polygon}};
    PointsReach corners;
    for (const Vec2& vertex : polygon.vertices()) {
        corners.points.emplace_back(to_double(vertex));
    }
    const auto reach = farthest(rounded(PointsReach{{{-1.0, 0.5}}}, 0.75), rounded(corners, 0.25));
    Random random(62);
    for (int i = 0; i < 1000; ++i) {
        const double far = i % 2 == 0 ? 1.0 : 1e4;
        const Pose pose{{static_cast<float>(far * random.between(-1.0, 1.0)), static_cast<float>(far)},
                        Rot::from_angle(random.angle())};
        const Aabb box = compute_aabb(hull, pose);
        const auto placed = placed_reach(reach, exact(pose));
        const double excess[] = {static_cast<double>(box.upper.x) - placed(Vec2d{1, 0}),
                                 static_cast<double>(box.upper.y) - placed(Vec2d{0, 1}),
                                 -static_cast<double>(box.lower.x) - placed(Vec2d{-1, 0}),
                                 -static_cast<double>(box.lower.y) - placed(Vec2d{0, -1})};
        for (const double too_much : excess) {
            REQUIRE(too_much >= 0.0);
            REQUIRE(too_much <= 1e-6 * (far + 4.0));
        }
        // The same call serves built-in shapes.
        const Aabb plain = compute_aabb(make_core(polygon), pose);
        REQUIRE(contains(expand(compute_aabb(polygon, pose), 1e-9f), plain));
    }
}

TEST_CASE("bad shapes are refused with function, argument and value") {
    CHECK_THROWS_WITH_AS(Ellipse(0.0f, 1.0f), "Ellipse: half_width must be finite and > 0, got 0", Error);
    CHECK_THROWS_AS(Ellipse(1.0f, -1.0f), Error);
    CHECK_THROWS_AS(Ellipse(1.0f, not_a_number), Error);
    CHECK_THROWS_AS(Ellipse(infinity, 1.0f), Error);
    CHECK_THROWS_WITH_AS(Superellipse(1.0f, 1.0f, 0.5f),
                         "Superellipse: exponent must be finite and >= 1, got 0.5", Error);
    CHECK_THROWS_AS(Superellipse(1.0f, 1.0f, infinity), Error);
    CHECK_THROWS_AS(Superellipse(1.0f, 1.0f, not_a_number), Error);
    CHECK_THROWS_AS(Superellipse(-1.0f, 1.0f, 2.0f), Error);
    CHECK_THROWS_WITH_AS(Rounded(Point{}, -1.0f), "Rounded: radius must be finite and >= 0, got -1", Error);
    CHECK_THROWS_AS(Rounded(Point{}, not_a_number), Error);
    CHECK_THROWS_AS(Transformed(Point{}, scaling(infinity, 1.0f)), Error);
    CHECK_THROWS_AS(PointCloud(std::span<const Vec2>{}), Error);
    const std::vector<Vec2> holed{{0.0f, 0.0f}, {1.0f, not_a_number}};
    CHECK_THROWS_AS(PointCloud{holed}, Error);
}

TEST_CASE("a shape that contains a NaN gives a status, not a result") {
    const Triangle broken{{0.0f, 0.0f}, {1.0f, not_a_number}, {not_a_number, 1.0f}};
    const CallableShape lost{[](const Vec2&) { return Vec2{not_a_number, not_a_number}; }};
    CHECK(distance(lost, Ellipse{1.0f, 1.0f}, Pose{}).status == DistanceStatus::NotFinite);
    CHECK(penetration(Superellipse{1.0f, 1.0f, 3.0f}, lost, Pose{}).status == PenetrationStatus::NotFinite);
    CHECK(!intersect(HullOf{broken, lost}, Point{}, {{not_a_number, 0.0f}, {}}));
}
