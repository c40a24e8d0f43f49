#include "support/pair_generator.h"

#include <drystone/collision/epa.h>
#include <drystone/collision/error.h>
#include <drystone/collision/gjk.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

/// A random pair, its outlines in double precision and its true distance.
struct KnownPair {
    PolygonPair polygons;
    std::vector<Vec2d> a;
    std::vector<Vec2d> b;
    double truth = 0.0;
    double size = 0.0;  ///< Larger diameter plus distance.
};

KnownPair known_pair(Random& random, double max_aspect) {
    while (true) {
        const std::optional<PolygonPair> pair =
            random_pair(random, Offset::Origin, static_cast<Depth>(random.below(7)), max_aspect);
        if (pair) {
            const std::vector<Vec2d> a = place_exactly(pair->a.vertices(), ExactPose{});
            const std::vector<Vec2d> b = place_exactly(pair->b.vertices(), exact(pair->b_in_a()));
            const double truth = reference_distance(a, b).value;
            return {*pair, a, b, truth, std::max(diameter(a), diameter(b)) + std::abs(truth)};
        }
    }
}

/// Violations by bounded queries.
struct BoundVerdict {
    int early = 0;
    int wrong_status = 0;
    int changed = 0;         ///< Not stopped, but not the same bits as the query without a bound.
    int too_long = 0;        ///< More iterations than without a bound.
    double overshoot = 0.0;  ///< Excess of the lower bound over the true distance.
    double overlap = 0.0;    ///< Shortfall of the separation along the strip from `distance`.
    double beside = 0.0;     ///< Difference between the width of the strip and `distance`.
};

void judge_bound(const KnownPair& pair, const Distance& bounded, const Distance& free, float bound,
                 BoundVerdict& verdict) {
    verdict.too_long += bounded.iterations <= free.iterations ? 0 : 1;
    if (bounded.status != DistanceStatus::BeyondBound) {
        verdict.wrong_status += bounded.distance <= bound ? 0 : 1;
        verdict.changed += bounded.status == free.status && bounded.distance == free.distance &&
                                   bounded.normal == free.normal && bounded.point_a == free.point_a
                               ? 0
                               : 1;
        return;
    }
    verdict.early += bounded.iterations < free.iterations ? 1 : 0;
    verdict.wrong_status += bounded.distance >= bound ? 0 : 1;
    const Vec2d normal = to_double(bounded.normal);
    const double length = static_cast<double>(bounded.distance);
    verdict.overshoot = std::max(verdict.overshoot, (length - pair.truth) / pair.size);
    verdict.overlap =
        std::max(verdict.overlap, (length - separation_along(pair.a, pair.b, normal)) / pair.size);
    const Vec2d strip = to_double(bounded.point_b) - to_double(bounded.point_a);
    verdict.beside = std::max(verdict.beside, std::abs(dot(strip, normal) - length) / pair.size);
}

void check_verdict(const BoundVerdict& verdict) {
    CHECK(verdict.early > 0);
    CHECK(verdict.wrong_status == 0);
    CHECK(verdict.changed == 0);
    CHECK(verdict.too_long == 0);
    CHECK(verdict.overshoot <= 3e-7);
    CHECK(verdict.overlap <= 3e-7);
    CHECK(verdict.beside <= 4e-7);
}

}  // namespace

TEST_CASE("a bound ends the search early, with a strip that separates the shapes") {
    Random random(71);
    BoundVerdict of_cores;
    BoundVerdict of_mappings;
    // A few iterations suffice for polygons of few corners: an early end is rare, and needs many pairs.
    constexpr int pairs = 10000;
    for (int done = 0; done < pairs; ++done) {
        const KnownPair pair = known_pair(random, 100.0);
        const ConvexCore a = make_core(pair.polygons.a);
        const ConvexCore b = make_core(pair.polygons.b);
        const Pose pose = pair.polygons.b_in_a();
        const double share[] = {0.0, 0.3, 0.999999, 1.000001, 1.5};
        const float bound = static_cast<float>(std::max(0.0, pair.truth) * share[done % 5]);
        judge_bound(pair, distance(a, b, pose, DistanceOptions{.upper_bound = bound}), distance(a, b, pose),
                    bound, of_cores);
        judge_bound(pair,
                    distance(pair.polygons.a, pair.polygons.b, pose, DistanceOptions{.upper_bound = bound}),
                    distance(pair.polygons.a, pair.polygons.b, pose), bound, of_mappings);
    }
    check_verdict(of_cores);
    check_verdict(of_mappings);
}

TEST_CASE("a bound is measured from the rounded surfaces") {
    const Circle circle{{0.0f, 0.0f}, 0.5f};
    const Polygon box = make_rounded_box(1.0f, 1.0f, 0.25f);
    const Pose pose{{4.0f, 0.0f}, {}};
    CHECK(distance(circle, box, pose).distance == 2.25f);
    CHECK(distance(circle, box, pose, {.upper_bound = 2.25f}).status == DistanceStatus::Separated);
    const Distance beyond = distance(circle, box, pose, {.upper_bound = 2.0f});
    CHECK(beyond.status == DistanceStatus::BeyondBound);
    CHECK(beyond.distance > 2.0f);
    CHECK(beyond.distance <= 2.25f);
    CHECK(distance(circle, box, pose, {.upper_bound = infinity}).status == DistanceStatus::Separated);
}

TEST_CASE("the initial direction changes the iterations, not the result") {
    Random random(72);
    double worst = 0.0;
    int maximum = 0;
    int different = 0;
    int long_way = 0;
    int short_way = 0;
    for (int done = 0; done < scaled_count(10000); ++done) {
        const KnownPair pair = known_pair(random, 100.0);
        const ConvexCore a = make_core(pair.polygons.a);
        const ConvexCore b = make_core(pair.polygons.b);
        const Pose pose = pair.polygons.b_in_a();
        const float angle = random.angle();
        const Vec2 direction =
            static_cast<float>(random.log_between(1e-15, 1e15)) * Vec2{std::cos(angle), std::sin(angle)};
        const Distance free = distance(a, b, pose);
        const Distance of_cores = distance(a, b, pose, DistanceOptions{.initial_direction = direction});
        const Distance of_mappings =
            distance(pair.polygons.a, pair.polygons.b, pose, DistanceOptions{.initial_direction = direction});
        const bool clear = std::abs(pair.truth) > 3e-7 * pair.size;
        for (const Distance& found : {of_cores, of_mappings}) {
            different += clear && found.status != free.status ? 1 : 0;
            worst = std::max(
                worst, std::abs(static_cast<double>(found.distance) - static_cast<double>(free.distance)) /
                           pair.size);
            maximum = std::max(maximum, found.iterations);
        }
        const IntersectOptions options{.initial_direction = direction};
        different += clear && intersect(a, b, pose, options).intersecting != (pair.truth < 0.0) ? 1 : 0;
        different += clear && intersect(pair.polygons.a, pair.polygons.b, pose, options).intersecting !=
                                  (pair.truth < 0.0)
                         ? 1
                         : 0;
        if (free.status == DistanceStatus::Separated) {
            // The normal is the best possible direction, its opposite the worst.
            short_way += distance(a, b, pose, DistanceOptions{.initial_direction = free.normal}).iterations;
            long_way += distance(a, b, pose, DistanceOptions{.initial_direction = -free.normal}).iterations;
        }
    }
    CHECK(different == 0);
    CHECK(worst <= 4e-7);
    CHECK(maximum <= 12);
    CHECK(short_way < long_way);
}

TEST_CASE("a cache of directions shortens the next query, and no contents change the result") {
    Random random(73);
    double worst = 0.0;
    int cold = 0;
    int warm = 0;
    int different = 0;
    for (int done = 0; done < scaled_count(10000); ++done) {
        const KnownPair pair = known_pair(random, 100.0);
        const Polygon& a = pair.polygons.a;
        const Polygon& b = pair.polygons.b;
        const Pose pose = pair.polygons.b_in_a();
        DirectionCache cache;
        const Distance first = distance(a, b, pose, {}, &cache);
        const Distance second = distance(a, b, pose, {}, &cache);
        cold += first.iterations;
        warm += second.iterations;
        DirectionCache garbage;
        garbage.count = random.below(6) - 1;
        const float bad[] = {0.0f, not_a_number, infinity, 1e-30f, 1.0f, -1e30f, -1.0f};
        for (Vec2& direction : garbage.directions) {
            direction = {bad[random.below(7)], bad[random.below(7)]};
        }
        DirectionCache used = garbage;
        const Distance third = distance(a, b, pose, {}, &used);
        const bool clear = std::abs(pair.truth) > 3e-7 * pair.size;
        for (const Distance& again : {second, third}) {
            different += clear && again.status != first.status ? 1 : 0;
            worst = std::max(
                worst, std::abs(static_cast<double>(again.distance) - static_cast<double>(first.distance)) /
                           pair.size);
        }
        used = garbage;
        const bool met = intersect(a, b, pose, {}, &used).intersecting;
        different += clear && met != (pair.truth < 0.0) ? 1 : 0;
        used = garbage;
        const Penetration deep = penetration(a, b, pose, {}, &used);
        different += clear && (deep.status == PenetrationStatus::Separated) != (pair.truth > 0.0) ? 1 : 0;
        worst = std::max(worst, std::abs(-static_cast<double>(deep.depth) - pair.truth) / pair.size);
    }
    CHECK(different == 0);
    CHECK(worst <= 4e-7);
    CHECK(warm * 2 < cold);
}

TEST_CASE("invalid options are refused by name") {
    const Polygon box = make_box(1.0f, 1.0f);
    const ConvexCore core = make_core(box);
    const auto text = [](const auto& query) {
        try {
            query();
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("no error");
    };
    CHECK(text([&] { distance(box, box, Pose{}, {.upper_bound = -1.0f}); }) ==
          "distance: upper_bound must be >= 0, got -1");
    CHECK(text([&] { distance(core, core, Pose{}, {.upper_bound = not_a_number}); }) ==
          "distance: upper_bound must be >= 0, got nan");
    CHECK(text([&] {
              distance(core, core, Pose{}, {.initial_direction = {not_a_number, 1.0f}});
          }) == "distance: initial_direction must be finite, got (nan, 1)");
    CHECK(text([&] {
              intersect(core, core, Pose{}, {.initial_direction = {infinity, 1.0f}});
          }) == "intersect: initial_direction must be finite, got (inf, 1)");
    CHECK(text([&] {
              intersect(box, box, Pose{}, {.initial_direction = {1.0f, not_a_number}});
          }) == "intersect: initial_direction must be finite, got (1, nan)");
    CHECK(text([&] { penetration(box, box, Pose{}, {.tolerance = -1e-3f}); }) ==
          "penetration: tolerance must be >= 0, got -0.00100000005");
    CHECK(text([&] {
              penetration(box, box, Pose{}, {.initial_direction = {not_a_number, not_a_number}});
          }) == "penetration: initial_direction must be finite, got (nan, nan)");
}

TEST_CASE("GJK: the common point of overlapping round shapes lies in both, however unequal they are") {
    for (const float radius : {1.0f, 4.0f, 10.0f}) {
        const Circle a{{0.0f, 0.0f}, radius};
        const Circle b{{5.0f, 0.0f}, 11.0f - radius};
        const Distance found = distance(a, b, Pose{});
        REQUIRE(found.status == DistanceStatus::Overlapping);
        CHECK(found.point_a == found.point_b);
        CHECK(length(found.point_a - a.center) <= a.radius);
        CHECK(length(found.point_a - b.center) <= b.radius);
    }
}
