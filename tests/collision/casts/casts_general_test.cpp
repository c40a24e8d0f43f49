#include "support/random_shape.h"

#include <drystone/collision/casts.h>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace drystone;
using namespace drystone::test;

namespace {

struct EllipseSupport {
    float a = 1.0f;
    float b = 1.0f;

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        const Vec2 scaled{a * direction.x, b * direction.y};
        return Vec2{a * scaled.x, b * scaled.y} / length(scaled);
    }
};

struct Cloud {
    ConvexCore core;

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        Vec2 best = core.points[0];
        for (int i = 1; i < core.count; ++i) {
            best = dot(core.points[i], direction) > dot(best, direction) ? core.points[i] : best;
        }
        return best;
    }
};

double signed_distance(const ConvexCore& core, const Vec2& point) {
    const std::vector<Vec2d> outline = place_exactly(points_of(core), ExactPose{});
    return reference_distance(outline, {to_double(point)}).value - static_cast<double>(core.radius);
}

}  // namespace

TEST_CASE("rays on users' ellipses against the quadratic equation") {
    Random random(61);
    double worst = 0.0;
    int wrong = 0;
    int hits = 0;
    for (int i = 0; i < scaled_count(10000); ++i) {
        const double a = random.log_between(0.05, 3.0);
        const double b = random.log_between(0.05, 3.0);
        const Vec2 origin = random_vector(random, random.between(3.1, 30.0));
        const Vec2 to = random_vector(random, random.between(0.0, 3.0));
        const Vec2 way = static_cast<float>(random.between(0.5, 2.0)) * (to - origin);
        const EllipseSupport ellipse{static_cast<float>(a), static_cast<float>(b)};
        const RayCastHit hit = cast_ray(ellipse, origin, way);
        const Vec2d scale{1.0 / static_cast<double>(ellipse.a), 1.0 / static_cast<double>(ellipse.b)};
        const Vec2d p = coordinate_product(to_double(origin), scale);
        const Vec2d v = coordinate_product(to_double(way), scale);
        const double half = dot(p, v) / length_squared(v);
        const double root = half * half - (length_squared(p) - 1.0) / length_squared(v);
        if (std::abs(root) < 1e-4) {
            continue;
        }
        const double truth = root > 0.0 ? -half - std::sqrt(root) : 2.0;
        if (std::abs(truth - 1.0) < 1e-5) {
            continue;
        }
        wrong += hit.hit == (truth <= 1.0) ? 0 : 1;
        if (hit.hit) {
            ++hits;
            worst =
                std::max(worst, std::abs(truth - static_cast<double>(hit.fraction)) * length(to_double(way)));
        }
    }
    CHECK(wrong == 0);
    CHECK(hits > scaled_count(1000));
    CHECK(worst < 1e-5);
}

TEST_CASE("rays on a polygon as a support mapping agree with the exact cast, thin and thick") {
    Random random(62);
    double worst_fraction = 0.0;
    double worst_point = 0.0;
    int wrong = 0;
    int hits = 0;
    for (int i = 0; i < scaled_count(10000); ++i) {
        const RandomShape shape = random_shape(random, 30.0);
        ConvexCore core = shape.core();
        core.radius = 0.0f;
        if (core.count < 3) {
            continue;
        }
        RayCastSettings settings;
        settings.radius = random.below(2) == 0 ? 0.0f : static_cast<float>(random.log_between(0.01, 2.0));
        const Vec2 origin = random_vector(random, random.between(1.0, 30.0));
        const Vec2 way = static_cast<float>(random.between(0.3, 2.0)) * (random_vector(random, 3.0) - origin);
        if (signed_distance(core, origin) < static_cast<double>(settings.radius) + 1e-3) {
            continue;
        }
        const RayCastHit exact_hit = cast_ray(core, origin, way, settings);
        const RayCastHit hit = cast_ray(Cloud{core}, origin, way, settings);
        if (hit.hit != exact_hit.hit) {
            // Only where the ray grazes, or ends, within rounding of the surface.
            const RayCastHit& one = hit.hit ? hit : exact_hit;
            const bool grazes = std::abs(dot(one.normal, normalized(way))) < 1e-2f || one.fraction > 0.9999f;
            wrong += grazes ? 0 : 1;
            continue;
        }
        if (hit.hit) {
            ++hits;
            const double closing = -static_cast<double>(dot(exact_hit.normal, way));
            const double early = static_cast<double>(exact_hit.fraction) - static_cast<double>(hit.fraction);
            worst_fraction = std::max(worst_fraction, std::abs(early) * closing);
            worst_point = std::max(worst_point, std::abs(signed_distance(core, hit.point)));
            worst_point = std::max(worst_point, std::abs(signed_distance(core, exact_hit.point)));
            const Vec2 middle = origin + exact_hit.fraction * way;
            const Vec2 gap = middle - exact_hit.point - settings.radius * exact_hit.normal;
            worst_point = std::max(worst_point, static_cast<double>(length(gap)));
        }
    }
    INFO("hits " << hits << ", fraction " << worst_fraction << " m, point " << worst_point << " m");
    CHECK(wrong == 0);
    CHECK(hits > scaled_count(1000));
    CHECK(worst_fraction < 2e-5);
    CHECK(worst_point < 2e-5);
}

TEST_CASE("C7: rays that start inside hit at once on request, also on users' shapes") {
    const Polygon box = make_box(1.0f, 1.0f);
    const EllipseSupport ellipse{1.0f, 1.0f};
    const Vec2 inside{0.75f, 0.125f};
    const Vec2 way{-5.0f, 0.0f};
    const RayCastSettings stop{.origin_inside = OriginInside::Hit};
    CHECK_FALSE(cast_ray(box, inside, way).hit);
    CHECK_FALSE(cast_ray(ellipse, inside, way).hit);
    const RayCastHit on_box = cast_ray(box, inside, way, stop);
    REQUIRE(on_box.hit);
    CHECK(on_box.fraction == 0.0f);
    CHECK(on_box.normal == Vec2(1.0f, 0.0f));
    CHECK(on_box.point == Vec2(1.0f, 0.125f));
    const RayCastHit on_ellipse = cast_ray(ellipse, inside, way, stop);
    REQUIRE(on_ellipse.hit);
    CHECK(on_ellipse.fraction == 0.0f);
    CHECK(length(on_ellipse.point) == doctest::Approx(1.0));
    // A thick ray starts inside as soon as its rim does.
    CHECK_FALSE(cast_ray(box, Vec2{1.25f, 0.0f}, way, {.radius = 0.5f}).hit);
    CHECK(cast_ray(box, Vec2{1.25f, 0.0f}, way, {.radius = 0.5f, .origin_inside = OriginInside::Hit}).hit);
    CHECK_FALSE(cast_ray(box, Vec2{0.0f, 1.25f}, Vec2{8.0f, 0.0f}, {.radius = 0.125f}).hit);
    const RayCastHit thick = cast_ray(box, Vec2{-5.0f, 1.25f}, Vec2{8.0f, 0.0f}, {.radius = 0.5f});
    REQUIRE(thick.hit);
    CHECK(thick.point.x == doctest::Approx(-1.0));
    CHECK(thick.point.y == doctest::Approx(1.0));
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const float bad : {nan, std::numeric_limits<float>::infinity(), -1.0f}) {
        CHECK_FALSE(cast_ray(box, Vec2{-5.0f, 0.0f}, Vec2{8.0f, 0.0f}, {.radius = bad}).hit);
        CHECK_FALSE(cast_ray(ellipse, Vec2{-5.0f, 0.0f}, Vec2{8.0f, 0.0f}, {.radius = bad}).hit);
    }
    CHECK_FALSE(cast_ray(ellipse, Vec2{nan, 0.0f}, Vec2{8.0f, 0.0f}).hit);
    CHECK_FALSE(cast_ray(ellipse, Vec2{-5.0f, 0.0f}, Vec2{0.0f, 0.0f}).hit);
    CHECK_FALSE(cast_ray(ellipse, Vec2{1.0f, 0.0f}, Vec2{-2.0f, 0.0f}).hit);
}

TEST_CASE("the closest surface point against brute force, inside and outside") {
    Random random(63);
    double worst = 0.0;
    double worst_gap = 0.0;
    double worst_unit = 0.0;
    for (int i = 0; i < scaled_count(20000); ++i) {
        const RandomShape shape = random_shape(random, 50.0);
        const ConvexCore core = shape.core();
        const Vec2 vertex = core.points[random.below(core.count)];
        const Vec2 point = vertex + random_vector(random, random.log_between(1e-6, 20.0));
        const double truth = signed_distance(core, point);
        const ClosestPoint nearest = closest_point(core, point);
        REQUIRE(nearest.status ==
                (nearest.distance > 0.0f ? DistanceStatus::Separated : DistanceStatus::Overlapping));
        worst = std::max(worst, std::abs(truth - static_cast<double>(nearest.distance)));
        const Vec2 gap = nearest.point + nearest.distance * nearest.normal - point;
        worst_gap = std::max(worst_gap, static_cast<double>(length(gap)));
        worst_gap = std::max(worst_gap, std::abs(signed_distance(core, nearest.point)) - 1e-6);
        worst_unit = std::max(worst_unit, std::abs(length(to_double(nearest.normal)) - 1.0));
        if (std::abs(truth) > 1e-6) {
            REQUIRE(contains(core, point) == (truth < 0.0));
        }
    }
    CHECK(worst < 4e-6);
    CHECK(worst_gap < 4e-6);
    CHECK(worst_unit < 2e-7);
}

TEST_CASE("closest points and containment for users' shapes and for built-in types") {
    const EllipseSupport circle{2.0f, 2.0f};
    Random random(64);
    for (int i = 0; i < scaled_count(2000); ++i) {
        const Vec2 point = random_vector(random, random.between(0.1, 6.0));
        const double truth = length(to_double(point)) - 2.0;
        const ClosestPoint nearest = closest_point(circle, point);
        REQUIRE(std::abs(static_cast<double>(nearest.distance) - truth) < 4e-6);
        REQUIRE(length(nearest.point + nearest.distance * nearest.normal - point) < 4e-6f);
        if (std::abs(truth) > 1e-5) {
            REQUIRE(contains(circle, point) == (truth < 0.0));
        }
    }
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(closest_point(circle, Vec2{nan, 0.0f}).status == DistanceStatus::NotFinite);
    CHECK_FALSE(contains(circle, Vec2{nan, 0.0f}));

    const Circle disc{{1.0f, 0.0f}, 0.5f};
    const ClosestPoint middle = closest_point(disc, Vec2{1.0f, 0.0f});
    CHECK(middle.distance == -0.5f);
    CHECK(middle.normal == Vec2(1.0f, 0.0f));
    CHECK(middle.point == Vec2(1.5f, 0.0f));
    CHECK(contains(disc, Vec2{1.25f, 0.25f}));
    const ClosestPoint on_segment = closest_point(Segment{{0.0f, 0.0f}, {2.0f, 0.0f}}, Vec2{1.0f, 0.0f});
    CHECK(on_segment.distance == 0.0f);
    CHECK(std::abs(on_segment.normal.y) == 1.0f);
    CHECK(closest_point(Capsule{{0.0f, 0.0f}, {2.0f, 0.0f}, 0.5f}, Vec2{3.0f, 0.0f}).distance == 0.5f);
    CHECK(closest_point(make_box(1.0f, 1.0f), Vec2{nan, 0.0f}).status == DistanceStatus::NotFinite);
}
