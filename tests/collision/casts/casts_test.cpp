#include "support/pair_generator.h"

#include <drystone/collision/casts.h>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace drystone;
using namespace drystone::test;

namespace {

/// Returns the exact distance of a point to a core, negative inside, radius included.
double signed_distance(const ConvexCore& core, const Vec2d& point) {
    const std::vector<Vec2d> outline = place_exactly(points_of(core), ExactPose{});
    const double core_distance = reference_distance(outline, {point}).value;
    return core_distance - static_cast<double>(core.radius);
}

/// Steps along the ray by the distance to the shape until it touches; negative where it never does.
double march(const ConvexCore& core, const Vec2d& origin, const Vec2d& translation) {
    const double length = drystone::length(translation);
    double travelled = 0.0;
    for (int i = 0; i < 20000; ++i) {
        const double distance = signed_distance(core, origin + travelled / length * translation);
        if (distance < 1e-9) {
            return travelled / length;
        }
        travelled += distance;
        if (travelled > length) {
            return -1.0;
        }
    }
    return travelled / length;
}

struct CastCheck {
    double worst_fraction = 0.0;
    double worst_surface = 0.0;
    double worst_unit = 0.0;
    int wrong = 0;
    int hits = 0;

    void check(const ConvexCore& core, const Vec2& origin, const Vec2& translation) {
        if (signed_distance(core, to_double(origin)) < 1e-4) {
            return;
        }
        const RayCastHit hit = cast_ray(core, origin, translation);
        const double truth = march(core, to_double(origin), to_double(translation));
        if (hit.hit != (truth >= 0.0)) {
            const double graze = hit.hit ? signed_distance(core, to_double(hit.point)) : 1.0;
            wrong += std::abs(graze) < 1e-5 && truth < 0.0 ? 0 : 1;
            return;
        }
        if (hit.hit) {
            ++hits;
            worst_fraction = std::max(worst_fraction, std::abs(static_cast<double>(hit.fraction) - truth));
            worst_surface = std::max(worst_surface, std::abs(signed_distance(core, to_double(hit.point))));
            worst_unit = std::max(worst_unit, std::abs(static_cast<double>(length(hit.normal)) - 1.0));
            wrong += dot(hit.normal, translation) < 1e-5f ? 0 : 1;
        }
    }
};

}  // namespace

TEST_CASE("rays against marching along the exact distance, for every kind of shape") {
    Random random(21);
    CastCheck checks;
    for (int i = 0; i < scaled_count(4000); ++i) {
        const std::optional<Polygon> polygon = random_polygon(random, 20.0, Vec2{0.0f, 0.0f});
        if (!polygon) {
            continue;
        }
        std::vector<Vec2> points(polygon->vertices().begin(), polygon->vertices().end());
        const Polygon rounded = make_hull(points, static_cast<float>(random.between(0.05, 0.5)));
        const SmallCore circle = make_core(Circle{points[0], 0.7f});
        const SmallCore capsule = make_core(Capsule{points[0], points[1], 0.3f});
        const SmallCore segment = make_core(Segment{points[0], points[1]});
        const ConvexCore cores[] = {make_core(*polygon), make_core(rounded), circle.view(), capsule.view(),
                                    segment.view()};
        const Vec2 origin{static_cast<float>(random.between(-12.0, 12.0)),
                          static_cast<float>(random.between(-12.0, 12.0))};
        const Vec2 aim{static_cast<float>(random.between(-3.0, 3.0)),
                       static_cast<float>(random.between(-3.0, 3.0))};
        for (const ConvexCore& core : cores) {
            checks.check(core, origin, 1.5f * (aim - origin));
        }
    }
    CHECK(checks.wrong == 0);
    CHECK(checks.hits > scaled_count(4000));
    CHECK(checks.worst_fraction < 1e-4);
    CHECK(checks.worst_surface < 3e-6);
    CHECK(checks.worst_unit < 2e-7);
}

TEST_CASE("a ray meets the flat side, the corner arc and the end of the ray exactly") {
    const Polygon box = make_box(1.0f, 1.0f);
    const RayCastHit side = cast_ray(make_core(box), {-5.0f, 0.25f}, {8.0f, 0.0f});
    REQUIRE(side.hit);
    CHECK(side.fraction == 0.5f);
    CHECK(side.point == Vec2(-1.0f, 0.25f));
    CHECK(side.normal == Vec2(-1.0f, 0.0f));
    CHECK(cast_ray(make_core(box), {-5.0f, 0.0f}, {4.0f, 0.0f}).fraction == 1.0f);
    CHECK_FALSE(cast_ray(make_core(box), {-5.0f, 0.0f}, {3.999f, 0.0f}).hit);

    const Polygon rounded = make_rounded_box(1.0f, 1.0f, 0.5f);
    const RayCastHit arc = cast_ray(make_core(rounded), {5.0f, 5.0f}, {-5.0f, -5.0f});
    REQUIRE(arc.hit);
    CHECK(arc.normal.x == doctest::Approx(std::sqrt(0.5f)));
    CHECK(arc.point.x == doctest::Approx(1.0f + 0.5f * std::sqrt(0.5f)));
}

TEST_CASE("a segment is hit from both sides, not end-on") {
    const SmallCore segment = make_core(Segment{{0.0f, 0.0f}, {2.0f, 0.0f}});
    const RayCastHit from_above = cast_ray(segment.view(), {1.0f, 1.0f}, {0.0f, -2.0f});
    const RayCastHit from_below = cast_ray(segment.view(), {1.0f, -1.0f}, {0.0f, 2.0f});
    CHECK(from_above.normal == Vec2(0.0f, 1.0f));
    CHECK(from_below.normal == Vec2(0.0f, -1.0f));
    CHECK_FALSE(cast_ray(segment.view(), {-1.0f, 0.0f}, {4.0f, 0.0f}).hit);
    CHECK_FALSE(cast_ray(segment.view(), {2.5f, 1.0f}, {0.0f, -2.0f}).hit);
}

TEST_CASE("C7: rays from inside, on the surface, without length, not finite, tangent, from far away") {
    const Polygon box = make_box(1.0f, 1.0f);
    const SmallCore circle = make_core(Circle{{0.0f, 0.0f}, 1.0f});
    for (const ConvexCore& core : {make_core(box), circle.view()}) {
        CHECK_FALSE(cast_ray(core, {0.0f, 0.0f}, {5.0f, 0.0f}).hit);
        CHECK_FALSE(cast_ray(core, {1.0f, 0.0f}, {5.0f, 0.0f}).hit);
        CHECK_FALSE(cast_ray(core, {1.0f, 0.0f}, {-5.0f, 0.0f}).hit);
        CHECK_FALSE(cast_ray(core, {3.0f, 0.0f}, {0.0f, 0.0f}).hit);
        const float nan = std::numeric_limits<float>::quiet_NaN();
        CHECK_FALSE(cast_ray(core, {nan, 0.0f}, {1.0f, 0.0f}).hit);
        CHECK_FALSE(cast_ray(core, {3.0f, 0.0f}, {nan, 0.0f}).hit);
        CHECK_FALSE(cast_ray(core, {3.0f, 0.0f}, {-std::numeric_limits<float>::infinity(), 0.0f}).hit);
        CHECK_FALSE(cast_ray(core, {-3.0f, 1.0001f}, {6.0f, 0.0f}).hit);
        const RayCastHit far = cast_ray(core, {-1e8f, 0.0f}, {2e8f, 0.0f});
        REQUIRE(far.hit);
        CHECK(far.point.x == -1.0f);
        CHECK(far.normal == Vec2(-1.0f, 0.0f));
    }
}

TEST_CASE("a shape far from its body's origin is hit as exactly as at the origin") {
    const Polygon far = make_box(1.0f, 1.0f, {{8192.0f, 8192.0f}, {}});
    const RayCastHit hit = cast_ray(make_core(far), {8187.0f, 8192.25f}, {8.0f, 0.0f});
    REQUIRE(hit.hit);
    CHECK(hit.fraction == 0.5f);
    CHECK(hit.normal == Vec2(-1.0f, 0.0f));
}

TEST_CASE("points inside, on and outside") {
    Random random(22);
    int wrong = 0;
    for (int i = 0; i < scaled_count(20000); ++i) {
        const std::optional<Polygon> polygon = random_polygon(random, 20.0, Vec2{0.0f, 0.0f});
        if (!polygon) {
            continue;
        }
        std::vector<Vec2> points(polygon->vertices().begin(), polygon->vertices().end());
        const Polygon rounded = make_hull(points, 0.2f);
        const SmallCore capsule = make_core(Capsule{points[0], points[1], 0.3f});
        const Vec2 point{static_cast<float>(random.between(-5.0, 5.0)),
                         static_cast<float>(random.between(-5.0, 5.0))};
        for (const ConvexCore& core : {make_core(*polygon), make_core(rounded), capsule.view()}) {
            const double truth = signed_distance(core, to_double(point));
            wrong += std::abs(truth) > 1e-9 && contains(core, point) != (truth < 0.0) ? 1 : 0;
        }
    }
    CHECK(wrong == 0);
    const Polygon box = make_box(1.0f, 1.0f);
    CHECK(contains(make_core(box), {1.0f, 1.0f}));
    CHECK(contains(make_core(box), {1.0f, 0.0f}));
    CHECK_FALSE(contains(make_core(box), {1.0f, std::numeric_limits<float>::quiet_NaN()}));
}

namespace {

/// Interval of a line inside of a polygon, by its vertices, in double precision; the polygon is widened by
/// `margin`, or narrowed.
struct Chord {
    double enter = -1e30;
    double leave = 1e30;

    Chord(const ConvexCore& core, const Vec2& origin, const Vec2& translation, double margin) {
        for (int i = 0; i < core.count; ++i) {
            const Vec2d a = to_double(core.points[i]);
            const Vec2d edge = to_double(core.points[(i + 1) % core.count]) - a;
            const Vec2d outward = normalized(Vec2d{edge.y, -edge.x});
            const double distance = dot(outward, a - to_double(origin)) + margin;
            const double speed = dot(outward, to_double(translation));
            if (speed == 0.0) {
                leave = distance < 0.0 ? -1e30 : leave;
            } else {
                (speed < 0.0 ? enter : leave) =
                    speed < 0.0 ? std::max(enter, distance / speed) : std::min(leave, distance / speed);
            }
        }
    }
};

}  // namespace

TEST_CASE("rays that nearly touch a vertex or run along a side, of polygons of 3 to 40 vertices") {
    Random random(23);
    int hits = 0;
    int misses = 0;
    for (int i = 0; i < scaled_count(40000); ++i) {
        std::vector<Vec2> points;
        const int count = 3 + random.below(38);
        const double width = random.log_between(0.01, 3.0);
        for (int k = 0; k < count; ++k) {
            const double angle = 2.0 * 3.14159265358979 * k / count;
            points.emplace_back(static_cast<float>(width * std::cos(angle)),
                                static_cast<float>(3.0 * std::sin(angle)));
        }
        const Polygon polygon = make_hull(points);
        const ConvexCore core = make_core(polygon);
        const Vec2 vertex = core.points[random.below(core.count)];
        const float angle = static_cast<float>(random.angle());
        const bool along_side = random.below(2) == 0;
        const Vec2 side = core.points[1] - core.points[0];
        const Vec2 way = along_side ? normalized(side) : Vec2{std::cos(angle), std::sin(angle)};
        const float beside =
            static_cast<float>(random.log_between(1e-8, 1e-2)) * (random.below(2) == 0 ? 1.0f : -1.0f);
        const Vec2 through = (along_side ? core.points[0] : vertex) + beside * left_perp(way);
        const Vec2 origin = through - static_cast<float>(random.between(-1.0, 8.0)) * way;
        const Vec2 translation = static_cast<float>(random.between(0.1, 20.0)) * way;
        const RayCastHit hit = cast_ray(core, origin, translation);
        const double margin = 3e-6;
        const Chord wide(core, origin, translation, margin);
        const Chord narrow(core, origin, translation, -margin);
        if (hit.hit) {
            ++hits;
            REQUIRE(wide.enter <= wide.leave);
            REQUIRE(wide.enter <= 1.0);
            REQUIRE(std::abs(signed_distance(core, to_double(hit.point))) < margin);
            REQUIRE((narrow.enter > narrow.leave || narrow.enter > 0.0));
        } else {
            ++misses;
            REQUIRE((narrow.enter > narrow.leave || narrow.enter > 1.0 || wide.enter < 0.0));
        }
    }
    CHECK(hits > scaled_count(5000));
    CHECK(misses > scaled_count(5000));
}
