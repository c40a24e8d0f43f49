#include "support/shape_reach.h"

#include <drystone/collision/epa.h>
#include <drystone/collision/gjk.h>
#include <drystone/collision/mappings.h>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>

using namespace drystone;
using namespace drystone::test;

namespace {

/// Errors in units of the shapes' size plus their distance.
struct Worst {
    double distance = 0.0;
    double depth = 0.0;
    double excess = 0.0;  ///< Depth along the returned normal, exactly, beyond the true depth.
    double witness = 0.0;
    double outside_a = 0.0;  ///< Distance by which a witness point lies outside of its own shape.
    double outside_b = 0.0;
    double beyond_error = 0.0;  ///< Depth beyond the true one plus the `error` that EPA reported.
    int wrong = 0;
    int not_finite = 0;
    int gjk_iterations = 0;
    int epa_iterations = 0;
};

bool all_finite(const Penetration& p) {
    return is_finite(p.depth) && is_finite(p.normal) && is_finite(p.point_a) && is_finite(p.point_b);
}

/// Returns the distance by which a point lies outside of a shape, given by its support values.
template <class Reach>
double outside_by(const Reach& reach, const Vec2& point) {
    return std::max(0.0, signed_distance(reach, PointsReach{{to_double(point)}}));
}

template <class A, class B, class ReachA, class ReachB>
void compare(const A& a, const B& b, const Pose& pose, const ReachA& reach_a, const ReachB& reach_b,
             double size, Worst& worst) {
    const auto placed_b = placed_reach(reach_b, exact(pose));
    const double truth = signed_distance(reach_a, placed_b);
    const double unit = size + std::abs(truth);
    const Distance near = distance(a, b, pose);
    const Penetration deep = penetration(a, b, pose);
    worst.not_finite += all_finite(deep) ? 0 : 1;
    if (std::abs(truth) > 1e-6 * unit) {
        worst.wrong += (near.status == DistanceStatus::Separated) == (truth > 0.0) ? 0 : 1;
        worst.wrong += (deep.status == PenetrationStatus::Separated) == (truth > 0.0) ? 0 : 1;
        worst.wrong += intersect(a, b, pose) == (truth < 0.0) ? 0 : 1;
    }
    const double depth = static_cast<double>(deep.depth);
    if (truth > 0.0) {
        worst.distance =
            std::max(worst.distance, std::abs(static_cast<double>(near.distance) - truth) / unit);
        worst.distance = std::max(worst.distance, std::abs(depth + truth) / unit);
    } else {
        const Vec2d normal = normalized(to_double(deep.normal));
        worst.depth = std::max(worst.depth, std::abs(depth + truth) / unit);
        worst.excess = std::max(worst.excess, (reach_a(normal) + placed_b(-normal) + truth) / unit);
        const double told = static_cast<double>(deep.error);
        worst.beyond_error = std::max(worst.beyond_error, (depth + truth - told) / unit);
    }
    const Vec2 gap = deep.point_b - deep.point_a + deep.depth * deep.normal;
    worst.witness = std::max(worst.witness, static_cast<double>(length(gap)) / unit);
    worst.outside_a = std::max(worst.outside_a, outside_by(reach_a, deep.point_a) / unit);
    worst.outside_b = std::max(worst.outside_b, outside_by(placed_b, deep.point_b) / unit);
    worst.gjk_iterations = std::max(worst.gjk_iterations, near.iterations);
    worst.epa_iterations = std::max(worst.epa_iterations, deep.iterations);
}

void check(const Worst& worst) {
    CHECK(worst.wrong == 0);
    CHECK(worst.not_finite == 0);
    CHECK(worst.distance <= 5e-7);
    CHECK(worst.depth <= 1e-6);
    CHECK(worst.excess <= 1e-6);
    CHECK(worst.beyond_error <= 1e-6);
    CHECK(worst.witness <= 1e-6);
    CHECK(worst.gjk_iterations <= 40);
    CHECK(worst.epa_iterations <= 96);
    CHECK(worst.outside_a <= 1e-6);
    CHECK(worst.outside_b <= 2e-6);
}

Pose random_pose(Random& random, double spread) {
    return {{static_cast<float>(random.between(-spread, spread)),
             static_cast<float>(random.between(-spread, spread))},
            Rot::from_angle(random.angle())};
}

float extent(Random& random) { return static_cast<float>(random.between(0.3, 2.0)); }

/// Returns a random capsule.
Capsule random_capsule(Random& random) {
    const auto coordinate = [&random] { return static_cast<float>(random.between(-1.0, 1.0)); };
    return {{coordinate(), coordinate()},
            {coordinate(), coordinate()},
            static_cast<float>(random.between(0.1, 0.8))};
}
auto reach_of(const Capsule& capsule) {
    return rounded(PointsReach{{to_double(capsule.a), to_double(capsule.b)}},
                   static_cast<double>(capsule.radius));
}
auto reach_of(const Polygon& polygon) {
    PointsReach corners;
    for (const Vec2& vertex : polygon.vertices()) {
        corners.points.emplace_back(to_double(vertex));
    }
    return rounded(corners, static_cast<double>(polygon.radius()));
}
auto reach_of(const Superellipse& shape) {
    return SuperellipseReach{static_cast<double>(shape.half_width()),
                             static_cast<double>(shape.half_height()), static_cast<double>(shape.exponent())};
}
auto reach_of(const Ellipse& shape) {
    return EllipseReach{static_cast<double>(shape.half_width()), static_cast<double>(shape.half_height())};
}

}  // namespace

TEST_CASE("superellipses and ellipses agree with the separation over all directions") {
    Random random(71);
    Worst worst;
    for (int i = 0; i < scaled_count(600); ++i) {
        const float exponent = static_cast<float>(random.log_between(1.05, 30.0));
        const Superellipse first{extent(random), extent(random), exponent};
        const Ellipse second{extent(random), extent(random)};
        const Superellipse third{extent(random), extent(random), 4.0f};
        const Pose pose = random_pose(random, 3.0);
        compare(first, second, pose, reach_of(first), reach_of(second), 4.0, worst);
        compare(first, third, pose, reach_of(first), reach_of(third), 4.0, worst);
    }
    check(worst);
}

TEST_CASE("hulls, sums and images of round shapes agree with the separation over all directions") {
    Random random(72);
    Worst hulls;
    Worst sums;
    Worst images;
    for (int i = 0; i < scaled_count(400); ++i) {
        const Capsule capsule = random_capsule(random);
        const Capsule other = random_capsule(random);
        const Polygon box = make_rounded_box(extent(random), extent(random), 0.25f);
        const Ellipse ellipse{extent(random), extent(random)};
        const Pose pose = random_pose(random, 4.0);
        compare(HullOf{capsule, ShapeReference{box}}, ellipse, pose,
                farthest(reach_of(capsule), reach_of(box)), reach_of(ellipse), 6.0, hulls);
        compare(HullOf{capsule, other}, HullOf{box, ellipse}, pose,
                farthest(reach_of(capsule), reach_of(other)), farthest(reach_of(box), reach_of(ellipse)), 6.0,
                hulls);
        compare(MinkowskiSum{capsule, other}, box, pose, sum(reach_of(capsule), reach_of(other)),
                reach_of(box), 6.0, sums);
        compare(MinkowskiSum{ellipse, capsule}, other, pose, sum(reach_of(ellipse), reach_of(capsule)),
                reach_of(other), 6.0, sums);
        const auto entry = [&random] { return static_cast<float>(random.between(-1.5, 1.5)); };
        const AffineMap map{{entry(), entry()}, {entry(), entry()}, {entry(), entry()}};
        compare(Transformed{capsule, map}, box, pose, transformed(reach_of(capsule), map), reach_of(box), 8.0,
                images);
        compare(Rounded{Transformed{box, map}, 0.5f}, capsule, pose,
                rounded(transformed(reach_of(box), map), 0.5), reach_of(capsule), 8.0, images);
    }
    SUBCASE("hulls") { check(hulls); }
    SUBCASE("sums") { check(sums); }
    SUBCASE("images") { check(images); }
}

TEST_CASE("compositions equivalent to built-in shapes give the same results") {
    Random random(73);
    double worst = 0.0;
    for (int i = 0; i < scaled_count(5000); ++i) {
        const Capsule capsule = random_capsule(random);
        const std::optional<Polygon> polygon = random_polygon(random, 10.0, Vec2{0.0f, 0.0f});
        if (!polygon) {
            continue;
        }
        const Pose pose = random_pose(random, 4.0);
        const float plain = penetration(capsule, *polygon, pose).depth;
        const float r = capsule.radius;
        const Segment axis{capsule.a, capsule.b};
        const auto difference = [&](const auto& disguised) {
            const float depth = penetration(disguised, *polygon, pose).depth;
            worst = std::max(worst, std::abs(static_cast<double>(depth) - static_cast<double>(plain)) /
                                        (20.0 + std::abs(static_cast<double>(plain))));
        };
        difference(Rounded{axis, r});
        difference(HullOf{Circle{capsule.a, r}, Circle{capsule.b, r}});
        difference(MinkowskiSum{axis, Circle{{0.0f, 0.0f}, r}});
        difference(MinkowskiSum{Rounded{axis, 0.25f * r}, Circle{{0.0f, 0.0f}, 0.75f * r}});
        const AffineMap turned = affine_map(Pose{{1.0f, 2.0f}, Rot::from_angle(1.0f)});
        const AffineMap back{
            {turned.x_axis.x, turned.y_axis.x}, {turned.x_axis.y, turned.y_axis.y}, {0.0f, 0.0f}};
        const Vec2 shift = transform(back, -turned.translation);
        difference(Transformed{Transformed{capsule, turned}, AffineMap{back.x_axis, back.y_axis, shift}});
    }
    CHECK(worst <= 5e-7);
}

TEST_CASE("the distance from a point to an ellipse is that to the foot of its normal") {
    // Exact: the point e(t) + h n(t), where e(t) = (a cos t, b sin t) and n(t) is the outward unit normal
    // there, has distance h from the ellipse.
    const double a = 3.0;
    const double b = 1.0;
    const Ellipse ellipse{3.0f, 1.0f};
    for (int i = 0; i < 360; ++i) {
        const double t = 6.283185307179586 * i / 360.0;
        const Vec2d foot{a * std::cos(t), b * std::sin(t)};
        const Vec2d normal = normalized(Vec2d{std::cos(t) / a, std::sin(t) / b});
        for (const double height : {1e-3, 0.1, 1.0, 10.0}) {
            const Vec2 point = to_float(foot + height * normal);
            const Distance found = distance(ellipse, Point{point}, Pose{});
            REQUIRE(found.status == DistanceStatus::Separated);
            CHECK(std::abs(static_cast<double>(found.distance) - height) <= 5e-7 * (6.0 + height));
            // A circle around the same point is nearer by its radius.
            const Penetration deep = penetration(ellipse, Circle{point, 0.25f}, Pose{});
            CHECK(std::abs(0.25 - static_cast<double>(deep.depth) - height) <= 5e-7 * (6.0 + height));
            // The curvature limits the accuracy with which a distance determines the foot and the normal.
            CHECK(length(to_double(found.normal) - normal) <= 2e-3);
        }
    }
}

TEST_CASE("the depth of a circle inside an ellipse is that to the nearest boundary") {
    // On the inner normal, up to the centre of curvature, the foot remains the nearest point of the boundary.
    const double a = 2.0;
    const double b = 1.5;
    const Ellipse ellipse{2.0f, 1.5f};
    for (int i = 0; i < 90; ++i) {
        const double t = 6.283185307179586 * (i + 0.5) / 90.0;
        const Vec2d foot{a * std::cos(t), b * std::sin(t)};
        const Vec2d normal = normalized(Vec2d{std::cos(t) / a, std::sin(t) / b});
        const double inside = 0.75 * b * b / a;  // the minimum radius of curvature is b^2 / a
        const Vec2 center = to_float(foot - inside * normal);
        const Penetration deep = penetration(ellipse, Circle{center, 0.5f}, Pose{});
        CHECK(deep.status == PenetrationStatus::Overlapping);
        CHECK(std::abs(static_cast<double>(deep.depth) - (inside + 0.5)) <= 1e-6 * 4.0);
    }
}

TEST_CASE("shapes far from their body's origin, and far apart, have the accuracy of near ones") {
    Random random(74);
    Worst worst;
    for (int i = 0; i < scaled_count(200); ++i) {
        const Superellipse shape{extent(random), extent(random), 3.0f};
        const Capsule capsule = random_capsule(random);
        const AffineMap away{{1.0f, 0.0f}, {0.0f, 1.0f}, {8192.0f, -4096.0f}};
        const Pose pose{{8192.0f + static_cast<float>(random.between(-3.0, 3.0)),
                         -4096.0f + static_cast<float>(random.between(-3.0, 3.0))},
                        Rot::from_angle(random.angle())};
        // Support points of this size are rounded to 1 mm / 2, so the result can be off by as much.
        const double size = 4.0 + 8192.0;
        compare(Transformed{shape, away}, capsule, pose, transformed(reach_of(shape), away),
                reach_of(capsule), size, worst);
    }
    CHECK(worst.distance <= 2e-7);
    CHECK(worst.depth <= 2e-7);
    CHECK(worst.not_finite == 0);
}

TEST_CASE("support points of curved shapes have the same bits on every platform") {
    std::uint64_t hash = 14695981039346656037ull;
    const auto add = [&hash](const Vec2& point) {
        for (const float value : {point.x, point.y}) {
            std::uint32_t bits = 0;
            std::memcpy(&bits, &value, sizeof bits);
            hash = (hash ^ bits) * 1099511628211ull;
        }
    };
    for (const float exponent : {1.0f, 1.25f, 1.9f, 2.0f, 3.0f, 7.5f, 1000.0f}) {
        for (int i = 0; i < 500; ++i) {
            const Rot turn = Rot::from_angle(0.013f * static_cast<float>(i));
            add(Superellipse{1.5f, 0.7f, exponent}.support({turn.c, turn.s}));
            add(Ellipse{1.5f, 0.7f}.support({turn.c, turn.s}));
        }
    }
    CHECK(hash == 16006009827738836506ull);
}
