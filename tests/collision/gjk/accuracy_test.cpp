#include "support/pair_generator.h"

#include <drystone/collision/epa.h>
#include <drystone/collision/gjk.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

SimplexCache random_cache(Random& random, const ConvexCore& a, const ConvexCore& b) {
    SimplexCache cache;
    cache.count = static_cast<std::uint16_t>(1 + random.below(3));
    for (int k = 0; k < 3; ++k) {
        cache.a[k] = static_cast<std::uint16_t>(random.below(a.count));
        cache.b[k] = static_cast<std::uint16_t>(random.below(b.count));
    }
    return cache;
}

/// A pair as passed to the library, and its true distance in double precision.
struct KnownPair {
    ConvexCore core_a;
    ConvexCore core_b;
    Pose b_in_a;
    std::vector<Vec2d> a;
    std::vector<Vec2d> b;
    double truth = 0.0;
    double size = 0.0;                 ///< L: the larger diameter.
    double coordinate_rounding = 0.0;  ///< Rounding of witness points, which are relative to the origin of A.
};

KnownPair know(const PolygonPair& pair) {
    KnownPair known{make_core(pair.a), make_core(pair.b), pair.b_in_a(), {}, {}, 0.0, 0.0, 0.0};
    known.a = place_exactly(points_of(known.core_a), ExactPose{});
    known.b = place_exactly(points_of(known.core_b), exact(known.b_in_a));
    known.truth = reference_distance(known.a, known.b).value;
    known.size = std::max(diameter(known.a), diameter(known.b));
    known.coordinate_rounding = 1.2e-7 * (length(known.a[0]) + known.size + std::abs(known.truth));
    return known;
}

/// Errors in units of the larger diameter L, or of L + |distance| where stated.
struct Worst {
    std::vector<double> errors;  ///< |signed distance - truth| / (L + |truth|), of both queries.
    double depth_excess = 0.0;   ///< Depth along the returned normal beyond the true depth.
    double unit_error = 0.0;
    double witness_gap = 0.0;  ///< |point_b - point_a - distance * normal| / (L + |truth|)
    double witness_outside = 0.0;
    int gjk_iterations = 0;
    int epa_iterations_too_many = 0;
    int misclassified = 0;
    int not_finite = 0;

    [[nodiscard]] double quantile(double q) {
        const auto place = static_cast<std::ptrdiff_t>(q * static_cast<double>(errors.size() - 1));
        std::nth_element(errors.begin(), errors.begin() + place, errors.end());
        return errors[static_cast<std::size_t>(place)];
    }
};

/// Returns the distance by which the point lies outside of the outline.
double outside_by(const std::vector<Vec2d>& outline, const Vec2& point) {
    return reference_distance(outline, {to_double(point)}).value;
}

void judge_numbers(const KnownPair& pair, const Distance& near, const Penetration& deep, Worst& worst) {
    const double scale = pair.size + std::abs(pair.truth);
    const double found = -static_cast<double>(deep.depth);
    worst.errors.push_back(std::abs(found - pair.truth) / scale);
    if (pair.truth > 0.0) {
        worst.errors.push_back(std::abs(static_cast<double>(near.distance) - pair.truth) / scale);
    }
    const bool finite = is_finite(deep.depth) && is_finite(deep.normal) && is_finite(deep.point_a) &&
                        is_finite(deep.point_b) && is_finite(near.distance) && is_finite(near.normal) &&
                        is_finite(near.point_a) && is_finite(near.point_b);
    worst.not_finite += finite ? 0 : 1;
    worst.gjk_iterations = std::max(worst.gjk_iterations, near.iterations);
    worst.epa_iterations_too_many +=
        deep.iterations > static_cast<int>(pair.a.size() + pair.b.size()) ? 1 : 0;
    worst.unit_error = std::max(worst.unit_error, std::abs(length(to_double(deep.normal)) - 1.0));
    if (pair.truth < 0.0) {
        const Vec2d normal = normalized(to_double(deep.normal));
        worst.depth_excess = std::max(worst.depth_excess,
                                      (-separation_along(pair.a, pair.b, normal) + pair.truth) / pair.size);
    }
    const Vec2d gap = to_double(deep.point_b) - to_double(deep.point_a) - found * to_double(deep.normal);
    worst.witness_gap = std::max(worst.witness_gap, (length(gap) - pair.coordinate_rounding) / scale);
    const double outside = std::max(outside_by(pair.a, deep.point_a), outside_by(pair.b, deep.point_b));
    worst.witness_outside = std::max(worst.witness_outside, (outside - pair.coordinate_rounding) / pair.size);
}

void judge_class(const KnownPair& pair, const Distance& near, const Penetration& deep, bool met,
                 Worst& worst) {
    if (std::abs(pair.truth) > 3e-7 * pair.size) {
        const bool apart = pair.truth > 0.0;
        worst.misclassified += (deep.status == PenetrationStatus::Separated) == apart ? 0 : 1;
        worst.misclassified += (near.status == DistanceStatus::Separated) == apart ? 0 : 1;
        worst.misclassified += met == apart ? 1 : 0;
    }
}

void judge(const KnownPair& pair, const SimplexCache& start, Worst& worst) {
    SimplexCache caches[3] = {start, start, start};
    const Penetration deep = penetration(pair.core_a, pair.core_b, pair.b_in_a, &caches[0]);
    const Distance near = distance(pair.core_a, pair.core_b, pair.b_in_a, &caches[1]);
    judge_numbers(pair, near, deep, worst);
    judge_class(pair, near, deep, intersect(pair.core_a, pair.core_b, pair.b_in_a, &caches[2]), worst);
}

/// Queries every pair three times: cold, warm from its neighbour's pose, and with a random stale cache.
Worst measure(Offset offset, int pairs) {
    Random random(1000 + static_cast<std::uint64_t>(offset));
    Worst worst;
    for (int done = 0; done < pairs;) {
        const std::optional<PolygonPair> pair =
            random_pair(random, offset, static_cast<Depth>(random.below(7)), 1000.0);
        if (!pair) {
            continue;
        }
        const KnownPair known = know(*pair);
        judge(known, SimplexCache{}, worst);
        SimplexCache warm;
        Pose beside = known.b_in_a;
        const float step = static_cast<float>(0.01 * known.size);
        beside.position += step * Vec2{static_cast<float>(random.between(-1.0, 1.0)),
                                       static_cast<float>(random.between(-1.0, 1.0))};
        distance(known.core_a, known.core_b, beside, &warm);
        judge(known, warm, worst);
        judge(known, random_cache(random, known.core_a, known.core_b), worst);
        ++done;
    }
    return worst;
}

/// Queries the same pairs as shapes of any kind, by the template algorithms without indices and faces.
Worst measure_mappings(Offset offset, int pairs) {
    Random random(2000 + static_cast<std::uint64_t>(offset));
    Worst worst;
    for (int done = 0; done < pairs;) {
        const std::optional<PolygonPair> pair =
            random_pair(random, offset, static_cast<Depth>(random.below(7)), 1000.0);
        if (!pair) {
            continue;
        }
        const KnownPair known = know(*pair);
        const Penetration deep = penetration(pair->a, pair->b, known.b_in_a);
        const Distance near = distance(pair->a, pair->b, known.b_in_a);
        judge_numbers(known, near, deep, worst);
        judge_class(known, near, deep, intersect(pair->a, pair->b, known.b_in_a), worst);
        ++done;
    }
    return worst;
}

void check_bars(Worst worst) {
    const double maximum = worst.quantile(1.0);
    const double max_of_999 = worst.quantile(0.999);
    if (std::getenv("DRYSTONE_TEST_PAIRS") != nullptr) {
        MESSAGE("error " << maximum << ", p99.9 " << max_of_999 << ", depth excess " << worst.depth_excess
                         << ", unit " << worst.unit_error << ", witness gap " << worst.witness_gap
                         << ", witness outside " << worst.witness_outside << ", GJK iterations "
                         << worst.gjk_iterations << ", EPA iterations too many "
                         << worst.epa_iterations_too_many << ", misclassified " << worst.misclassified
                         << ", not finite " << worst.not_finite);
    }
    CHECK(maximum <= 3e-7);
    CHECK(max_of_999 <= 1.5e-7);
    CHECK(worst.depth_excess <= 2e-7);
    CHECK(worst.unit_error <= 2e-7);
    CHECK(worst.witness_gap <= 4e-7);
    CHECK(worst.witness_outside <= 4e-7);
    CHECK(worst.gjk_iterations <= 12);
    CHECK(worst.epa_iterations_too_many == 0);
    CHECK(worst.misclassified == 0);
    CHECK(worst.not_finite == 0);
}

}  // namespace

// The library takes the relative pose, so the reference takes it as well. DRYSTONE_TEST_PAIRS=1000000 runs
// more pairs than the standard and prints the figures.
TEST_CASE("random pairs at the origin stay within the accuracy bounds") {
    check_bars(measure(Offset::Origin, pair_count(100000)));
}

TEST_CASE("random pairs of bodies 10 km away stay within the accuracy bounds") {
    check_bars(measure(Offset::Poses, pair_count(100000)));
}

TEST_CASE("random pairs with vertices 10 km from the body's origin stay within the accuracy bounds") {
    check_bars(measure(Offset::Vertices, pair_count(100000)));
}

TEST_CASE("the general algorithms stay within the same bounds") {
    for (const Offset offset : {Offset::Origin, Offset::Poses, Offset::Vertices}) {
        CAPTURE(static_cast<int>(offset));
        check_bars(measure_mappings(offset, pair_count(30000)));
    }
}

TEST_CASE("bodies 10 km away lose only the last digit of their own positions") {
    Random random(77);
    double worst = 0.0;
    for (int done = 0; done < pair_count(5000);) {
        const std::optional<PolygonPair> pair =
            random_pair(random, Offset::Poses, static_cast<Depth>(random.below(7)), 1000.0);
        if (!pair) {
            continue;
        }
        ++done;
        const std::vector<Vec2d> a = place_exactly(pair->a.vertices(), exact(pair->pose_a));
        const std::vector<Vec2d> b = place_exactly(pair->b.vertices(), exact(pair->pose_b));
        const double truth = reference_distance(a, b).value;
        const double size = std::max(diameter(a), diameter(b)) + std::abs(truth);
        // A is up to 10 m from its body's origin; the rounding of the relative pose is of that size.
        const double lever = std::max(size, 20.0);
        const Penetration deep = penetration(make_core(pair->a), make_core(pair->b), pair->b_in_a());
        worst = std::max(worst, std::abs(-static_cast<double>(deep.depth) - truth) / lever);
    }
    CHECK(worst <= 4e-7);
}

TEST_CASE("normals of separated pairs are right within 5e-6 rad in 999 of 1000 cases") {
    Random random(78);
    std::vector<double> angles;
    double worst_cosine = 1.0;
    for (int done = 0; done < pair_count(20000);) {
        const Depth depth = static_cast<Depth>(random.below(3));
        const std::optional<PolygonPair> pair = random_pair(random, Offset::Origin, depth, 1000.0);
        if (!pair) {
            continue;
        }
        ++done;
        const Pose b_in_a = pair->b_in_a();
        const std::vector<Vec2d> a = place_exactly(pair->a.vertices(), ExactPose{});
        const std::vector<Vec2d> b = place_exactly(pair->b.vertices(), exact(b_in_a));
        const ReferenceDistance truth = reference_distance(a, b);
        if (truth.value <= 1e-6 * std::max(diameter(a), diameter(b))) {
            continue;
        }
        const Distance near = distance(make_core(pair->a), make_core(pair->b), b_in_a);
        const Vec2d normal = to_double(near.normal);
        angles.push_back(std::abs(truth.normal.x * normal.y - truth.normal.y * normal.x));
        worst_cosine = std::min(worst_cosine, dot(truth.normal, normal));
    }
    std::sort(angles.begin(), angles.end());
    CHECK(angles[static_cast<std::size_t>(0.999 * static_cast<double>(angles.size()))] <= 5e-6);
    CHECK(worst_cosine > 0.999);
}
