#include "support/random_shape.h"

#include <drystone/collision/shape_cast.h>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace drystone;
using namespace drystone::test;

namespace {

/// The signed separation of two cores, B moved by a fraction of a translation, by brute force in double
/// precision. Along a straight path it is convex wherever it is positive.
struct CastReference {
    std::vector<Vec2d> outline_a;
    std::vector<Vec2d> outline_b;
    Vec2d translation;
    double radius_a = 0.0;
    double radii = 0.0;

    CastReference(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, const Vec2& way)
        : outline_a(place_exactly(points_of(a), ExactPose{})),
          outline_b(place_exactly(points_of(b), exact(b_in_a))),
          translation(to_double(way)),
          radius_a(static_cast<double>(a.radius)),
          radii(static_cast<double>(a.radius) + static_cast<double>(b.radius)) {}

    [[nodiscard]] std::vector<Vec2d> moved(double fraction) const {
        std::vector<Vec2d> outline = outline_b;
        for (Vec2d& point : outline) {
            point += fraction * translation;
        }
        return outline;
    }
    [[nodiscard]] double separation(double fraction) const {
        return reference_distance(outline_a, moved(fraction)).value - radii;
    }
    /// Returns the fraction of minimum separation between 0 and `end`, by ternary search on a convex
    /// function.
    [[nodiscard]] double min_fraction(double end) const {
        double low = 0.0;
        double high = end;
        for (int i = 0; i < 80; ++i) {
            const double first = low + (high - low) / 3.0;
            const double second = high - (high - low) / 3.0;
            (separation(first) <= separation(second) ? high : low) =
                separation(first) <= separation(second) ? second : first;
        }
        return 0.5 * (low + high);
    }
    /// Returns the fraction at which the separation becomes zero, between 0 and a fraction where it is
    /// negative.
    [[nodiscard]] double first_contact(double overlapping) const {
        double low = 0.0;
        double high = overlapping;
        for (int i = 0; i < 60; ++i) {
            const double middle = 0.5 * (low + high);
            (separation(middle) > 0.0 ? low : high) = middle;
        }
        return low;
    }
};

struct ShapeCastCheck {
    int hits = 0;
    int misses = 0;
    int overlaps = 0;
    int wrong = 0;
    int max_queries = 0;
    double worst_gap = 0.0;      ///< Separation at a hit, which should be zero [size].
    double worst_early = 0.0;    ///< Distance along the path by which a hit is too early [size].
    double worst_normal = 0.0;   ///< Separation along the normal at a hit, which should be zero [size].
    double worst_surface = 0.0;  ///< Distance of the point from either surface [size].

    template <class Shape>
    void check(const Shape& cast, const CastReference& truth, double end, double size) {
        max_queries = std::max(max_queries, cast.iterations);
        const double at_start = truth.separation(0.0);
        if (std::abs(at_start) < 1e-5 * size) {
            return;
        }
        if (at_start < 0.0) {
            ++overlaps;
            wrong += cast.status == ShapeCastStatus::Overlapping && cast.fraction == 0.0f ? 0 : 1;
            return;
        }
        const double nearest = truth.min_fraction(end);
        const double minimum = truth.separation(nearest);
        if (std::abs(minimum) < 1e-5 * size) {
            return;
        }
        if (minimum > 0.0) {
            ++misses;
            wrong += cast.status == ShapeCastStatus::Miss && cast.fraction == static_cast<float>(end) ? 0 : 1;
            return;
        }
        ++hits;
        if (cast.status != ShapeCastStatus::Hit) {
            ++wrong;
            return;
        }
        const double fraction = static_cast<double>(cast.fraction);
        const double way = length(truth.translation);
        worst_early = std::max(worst_early, (truth.first_contact(nearest) - fraction) * way / size);
        worst_gap = std::max(worst_gap, std::abs(truth.separation(fraction)) / size);
        const Vec2d normal = to_double(cast.normal);
        const double along = separation_along(truth.outline_a, truth.moved(fraction), normal) - truth.radii;
        worst_normal = std::max(worst_normal, std::abs(along) / size);
        // Each outline rounded by half of both radii touches the point, shifted to the middle between the
        // cores.
        const Vec2d point = to_double(cast.point) + (0.5 * truth.radii - truth.radius_a) * normal;
        const double from_a = reference_distance(truth.outline_a, {point}).value - 0.5 * truth.radii;
        const double from_b = reference_distance(truth.moved(fraction), {point}).value - 0.5 * truth.radii;
        worst_surface = std::max({worst_surface, std::abs(from_a) / size, std::abs(from_b) / size});
        wrong += std::abs(length(normal) - 1.0) < 1e-6 && dot(normal, truth.translation) < 0.0 ? 0 : 1;
    }
};

struct EllipseSupport {
    float a = 1.0f;
    float b = 1.0f;

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        const Vec2 scaled{a * direction.x, b * direction.y};
        return Vec2{a * scaled.x, b * scaled.y} / length(scaled);
    }
};

/// A cloud of points as a user might write it.
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

}  // namespace

TEST_CASE("shape cast: random pairs against brute force") {
    Random random(51);
    ShapeCastCheck cores;
    ShapeCastCheck clouds;
    for (int i = 0; i < pair_count(10000); ++i) {
        const RandomShape a = random_shape(random, 100.0);
        const RandomShape b = random_shape(random, 100.0);
        const Vec2 from = random_vector(random, random.log_between(0.1, 100.0));
        const Pose b_in_a{from, Rot::from_angle(random.angle())};
        const Vec2 to = random_vector(random, random.log_between(0.01, 20.0));
        const Vec2 translation = static_cast<float>(random.between(0.3, 2.0)) * (to - from);
        const double size = 20.0;
        const float end = random.below(2) == 0 ? 1.0f : static_cast<float>(random.unit());
        const CastReference truth(a.core(), b.core(), b_in_a, translation);
        cores.check(cast_shape(a.core(), b.core(), b_in_a, translation, {.max_fraction = end}), truth,
                    static_cast<double>(end), size);
        if (a.core().radius == 0.0f && b.core().radius == 0.0f) {
            const ShapeCast cloud =
                cast_shape(Cloud{a.core()}, Cloud{b.core()}, b_in_a, translation, {.max_fraction = end});
            clouds.check(cloud, truth, static_cast<double>(end), size);
        }
    }
    for (const ShapeCastCheck& checks : {cores, clouds}) {
        INFO("hits " << checks.hits << ", misses " << checks.misses << ", overlaps " << checks.overlaps
                     << ", most queries " << checks.max_queries);
        INFO("gap " << checks.worst_gap << ", early " << checks.worst_early << ", normal "
                    << checks.worst_normal << ", surface " << checks.worst_surface);
        CHECK(checks.wrong == 0);
        CHECK(checks.hits > pair_count(10000) / 20);
        CHECK(checks.max_queries <= 12);
        CHECK(checks.worst_gap < 5e-7);
        // A fraction has 24 bits, and the path is up to 240 m long.
        CHECK(checks.worst_early < 1e-6);
        CHECK(checks.worst_normal < 5e-7);
        CHECK(checks.worst_surface < 1e-6);
    }
}

TEST_CASE("shape cast: ellipses against the ray through the ellipse of both sizes") {
    Random random(52);
    double worst_fraction = 0.0;
    double worst_normal = 0.0;
    double worst_point = 0.0;
    int hits = 0;
    int max_queries = 0;
    for (int i = 0; i < scaled_count(4000); ++i) {
        const double a = random.log_between(0.1, 2.0);
        const double b = random.log_between(0.1, 2.0);
        const double scale = random.log_between(0.1, 3.0);
        const EllipseSupport fixed{static_cast<float>(a), static_cast<float>(b)};
        const EllipseSupport moving{static_cast<float>(scale * a), static_cast<float>(scale * b)};
        const Vec2 from = random_vector(random, 15.0);
        const Vec2 to{static_cast<float>(0.9 * a * random.between(-1.0, 1.0)),
                      static_cast<float>(0.9 * b * random.between(-1.0, 1.0))};
        const Vec2 translation = 1.2f * (to - from);
        const ShapeCast cast = cast_shape(fixed, moving, Pose{from, Rot{}}, translation);
        // In the frame in which the ellipse is a circle of radius 1.
        const Vec2d unit{1.0 / (a * (1.0 + scale)), 1.0 / (b * (1.0 + scale))};
        const Vec2d p = coordinate_product(to_double(from), unit);
        const Vec2d way = coordinate_product(to_double(translation), unit);
        const double half = dot(p, way) / length_squared(way);
        const double root = half * half - (length_squared(p) - 1.0) / length_squared(way);
        if (!(root > 1e-4)) {
            continue;
        }
        ++hits;
        const double truth = -half - std::sqrt(root);
        REQUIRE(cast.status == ShapeCastStatus::Hit);
        max_queries = std::max(max_queries, cast.iterations);
        const Vec2d meeting = normalized(coordinate_product(p + truth * way, unit));
        const double early = std::abs(truth - static_cast<double>(cast.fraction));
        worst_fraction = std::max(worst_fraction, early * length(to_double(translation)));
        worst_normal = std::max(worst_normal, length(to_double(cast.normal) - meeting));
        // On flat stretches of the outline the point's position along the tangent is uncertain, but not its
        // height.
        const Vec2d on_circle{static_cast<double>(cast.point.x) / a, static_cast<double>(cast.point.y) / b};
        worst_point = std::max(worst_point, std::abs(length(on_circle) - 1.0) * std::min(a, b));
    }
    INFO("hits " << hits << ", fraction " << worst_fraction << " m, normal " << worst_normal << ", point "
                 << worst_point << " m, most queries " << max_queries);
    CHECK(hits > scaled_count(3000));
    CHECK(worst_fraction < 1e-5);
    CHECK(worst_normal < 5e-3);
    CHECK(worst_point < 1e-5);
    CHECK(max_queries < 20);
}

TEST_CASE("C4: a cast along the floor, 5 mm, one unit in the last place or nothing above it") {
    const Polygon box = make_box(0.5f, 0.5f);
    const SmallCore floor = make_core(Segment{{-100.0f, 0.0f}, {100.0f, 0.0f}});
    for (const float gap : {0.005f, 1e-3f, 5.96e-8f, 0.0f}) {
        for (const Vec2& way : {Vec2{50.0f, 0.0f}, Vec2{-50.0f, 0.0f}}) {
            const Pose pose{{0.0f, 0.5f + gap}, Rot{}};
            const ShapeCast cast = cast_shape(floor.view(), make_core(box), pose, way);
            CHECK(cast.status == ShapeCastStatus::Miss);
            CHECK(cast.fraction == 1.0f);
            CHECK(cast.normal == Vec2(0.0f, 0.0f));
        }
    }
    // The same on a floor at any angle, where the cast is parallel to it only within rounding.
    Random random(53);
    for (int i = 0; i < 500; ++i) {
        const Rot turn = Rot::from_angle(random.angle());
        const SmallCore slope =
            make_core(Segment{rotate(turn, Vec2{-100.0f, 0.0f}), rotate(turn, Vec2{100.0f, 0.0f})});
        const Pose pose{rotate(turn, Vec2{0.0f, 0.5f}), turn};
        const ShapeCast cast =
            cast_shape(slope.view(), make_core(box), pose, rotate(turn, Vec2{30.0f, 0.0f}));
        REQUIRE(cast.status == ShapeCastStatus::Miss);
    }
}

TEST_CASE("shape cast: touching and overlapping at the start, in every direction") {
    const Polygon box = make_box(0.5f, 0.5f);
    const ConvexCore core = make_core(box);
    const auto cast = [&](const Vec2& from, const Vec2& way, InitialOverlap overlap) {
        return cast_shape(core, core, Pose{from, Rot{}}, way, {.initial_overlap = overlap});
    };
    const Vec2 down{0.0f, -1.0f};
    const Vec2 up{0.0f, 1.0f};
    const Vec2 touching{0.0f, 1.0f};
    const ShapeCast into = cast(touching, down, InitialOverlap::Report);
    CHECK(into.status == ShapeCastStatus::Hit);
    CHECK(into.fraction == 0.0f);
    CHECK(into.normal == up);
    CHECK(into.point.y == 0.5f);
    CHECK(cast(touching, up, InitialOverlap::Report).status == ShapeCastStatus::Miss);
    CHECK(cast(touching, Vec2{0.0f, 0.0f}, InitialOverlap::Report).status == ShapeCastStatus::Miss);
    const Vec2 deep{0.0f, 0.75f};
    const ShapeCast inside = cast(deep, up, InitialOverlap::Report);
    CHECK(inside.status == ShapeCastStatus::Overlapping);
    CHECK(inside.fraction == 0.0f);
    CHECK(inside.normal == up);
    CHECK(cast(deep, up, InitialOverlap::ReportEntering).status == ShapeCastStatus::Miss);
    CHECK(cast(deep, down, InitialOverlap::ReportEntering).status == ShapeCastStatus::Overlapping);
    CHECK(cast(deep, down, InitialOverlap::Ignore).status == ShapeCastStatus::Miss);
    CHECK(cast(Vec2{0.0f, 0.0f}, down, InitialOverlap::Report).status == ShapeCastStatus::Overlapping);
    CHECK(cast(Vec2{0.0f, 3.0f}, Vec2{0.0f, -4.0f}, InitialOverlap::Ignore).fraction == 0.5f);
}

TEST_CASE("shape cast: non-finite input has a status, and a cast from far away hits") {
    const Polygon box = make_box(0.5f, 0.5f);
    const ConvexCore core = make_core(box);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    for (const float bad : {nan, infinity, -infinity}) {
        const ShapeCast casts[4] = {
            cast_shape(core, core, Pose{{bad, 3.0f}, Rot{}}, Vec2{0.0f, -5.0f}),
            cast_shape(core, core, Pose{{0.0f, 3.0f}, {1.0f, bad}}, Vec2{0.0f, -5.0f}),
            cast_shape(core, core, Pose{{0.0f, 3.0f}, Rot{}}, Vec2{bad, -5.0f}),
            cast_shape(Cloud{core}, Cloud{core}, Pose{{0.0f, 3.0f}, Rot{}}, Vec2{bad, -5.0f})};
        for (const ShapeCast& cast : casts) {
            CHECK(cast.status == ShapeCastStatus::NotFinite);
            CHECK(cast.fraction == 0.0f);
            CHECK(cast.normal == Vec2(0.0f, 0.0f));
        }
        const SmallCore broken = make_core(Capsule{{0.0f, 0.0f}, {bad, 1.0f}, 0.5f});
        CHECK(cast_shape(core, broken.view(), Pose{{0.0f, 3.0f}, Rot{}}, Vec2{0.0f, -5.0f}).status ==
              ShapeCastStatus::NotFinite);
    }
    CHECK(
        cast_shape(core, core, Pose{{0.0f, 3.0f}, Rot{}}, Vec2{0.0f, -5.0f}, {.max_fraction = nan}).status ==
        ShapeCastStatus::NotFinite);
    const ShapeCast far = cast_shape(core, core, Pose{{1e8f, 0.25f}, Rot{}}, Vec2{-2e8f, 0.0f});
    CHECK(far.status == ShapeCastStatus::Hit);
    CHECK(far.fraction == doctest::Approx(0.5));
    CHECK(far.normal == Vec2(1.0f, 0.0f));
    CHECK(far.point.x == doctest::Approx(0.5));
}
