#include "../support/pair_generator.h"

#include <drystone/collision/epa.h>
#include <drystone/collision/gjk.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

enum class Start : std::uint8_t { Cold, Warm, Stale };

SimplexCache random_cache(Random& random, const ConvexCore& a, const ConvexCore& b) {
    SimplexCache cache;
    cache.count = static_cast<std::uint16_t>(1 + random.below(3));
    for (int k = 0; k < 3; ++k) {
        cache.a[k] = static_cast<std::uint16_t>(random.below(a.count));
        cache.b[k] = static_cast<std::uint16_t>(random.below(b.count));
    }
    return cache;
}

/// All errors in units of the larger diameter L, or of L + |distance| where it says so.
struct Worst {
    std::vector<double> errors;  ///< |signed distance - truth| / (L + |truth|)
    double depth_excess = 0.0;   ///< Depth along the returned normal beyond the true depth.
    double unit_error = 0.0;
    double witness_gap = 0.0;  ///< |point_b - point_a - distance * normal| / (L + |truth|)
    double witness_outside = 0.0;
    int gjk_iterations = 0;
    int epa_iterations_too_many = 0;
    int misclassified = 0;
    int not_finite = 0;

    [[nodiscard]] double quantile(double q) {
        std::sort(errors.begin(), errors.end());
        return errors[static_cast<std::size_t>(q * static_cast<double>(errors.size() - 1))];
    }
};

/// How far the point lies outside of the outline.
double outside_by(const std::vector<Vec2d>& outline, const Vec2& point) {
    return reference_distance(outline, {point.cast<double>()}).value;
}

void judge(const PolygonPair& pair, SimplexCache cache, Worst& worst) {
    const Pose b_in_a = pair.b_in_a();
    const ConvexCore core_a = make_core(pair.a);
    const ConvexCore core_b = make_core(pair.b);
    const std::vector<Vec2d> a = place_exactly(points_of(core_a), ExactPose{});
    const std::vector<Vec2d> b = place_exactly(points_of(core_b), exact(b_in_a));
    const double truth = reference_distance(a, b).value;
    const double size = std::max(diameter(a), diameter(b));
    // Witness points are given in the frame of A: the distance from its origin is lost in their last digit.
    const double coordinate_rounding = 1.2e-7 * (a[0].norm() + size + std::abs(truth));

    SimplexCache second = cache;
    const Penetration deep = penetration(core_a, core_b, b_in_a, &cache);
    const Distance near = distance(core_a, core_b, b_in_a, &second);

    const double found = -static_cast<double>(deep.depth);
    worst.errors.push_back(std::abs(found - truth) / (size + std::abs(truth)));
    worst.gjk_iterations = std::max(worst.gjk_iterations, near.iterations);
    worst.epa_iterations_too_many += deep.iterations > core_a.count + core_b.count ? 1 : 0;
    worst.not_finite += is_finite(deep.depth) && is_finite(deep.normal) && is_finite(deep.point_a) &&
                                is_finite(deep.point_b) && is_finite(near.distance) && is_finite(near.point_a)
                            ? 0
                            : 1;
    worst.unit_error = std::max(worst.unit_error, std::abs(deep.normal.cast<double>().norm() - 1.0));
    if (std::abs(truth) > 3e-7 * size) {
        worst.misclassified += (deep.status == PenetrationStatus::Separated) == (truth > 0.0) ? 0 : 1;
        worst.misclassified += (near.status == DistanceStatus::Separated) == (truth > 0.0) ? 0 : 1;
    }
    if (truth < 0.0) {
        const Vec2d normal = deep.normal.cast<double>().normalized();
        worst.depth_excess = std::max(worst.depth_excess, (-separation_along(a, b, normal) + truth) / size);
    }
    const Vec2d gap =
        deep.point_b.cast<double>() - deep.point_a.cast<double>() - found * deep.normal.cast<double>();
    worst.witness_gap =
        std::max(worst.witness_gap, (gap.norm() - coordinate_rounding) / (size + std::abs(truth)));
    const double outside = std::max(outside_by(a, deep.point_a), outside_by(b, deep.point_b));
    worst.witness_outside = std::max(worst.witness_outside, (outside - coordinate_rounding) / size);
}

Worst measure(Offset offset, int pairs) {
    Random random(1000 + static_cast<std::uint64_t>(offset));
    Worst worst;
    for (int done = 0; done < pairs;) {
        const std::optional<PolygonPair> pair =
            random_pair(random, offset, static_cast<Depth>(random.below(7)), 1000.0);
        if (!pair) {
            continue;
        }
        const ConvexCore a = make_core(pair->a);
        const ConvexCore b = make_core(pair->b);
        SimplexCache cache;
        const Start start = static_cast<Start>(done % 3);
        if (start == Start::Warm) {
            distance(a, b, pair->b_in_a(), &cache);
        } else if (start == Start::Stale) {
            cache = random_cache(random, a, b);
        }
        judge(*pair, cache, worst);
        ++done;
    }
    return worst;
}

void check_bars(Worst worst) {
    CHECK(worst.quantile(1.0) <= 3e-7);
    CHECK(worst.quantile(0.999) <= 1.5e-7);
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

// The relative pose is what the library is given, so it is what the reference takes. A third of the pairs
// each: cold, warm and with a random stale cache.
TEST_CASE("random pairs at the origin hold the accuracy bars") {
    check_bars(measure(Offset::Origin, pair_count(34000)));
}

TEST_CASE("random pairs of bodies 10 km away hold the accuracy bars") {
    check_bars(measure(Offset::Poses, pair_count(33000)));
}

TEST_CASE("random pairs with vertices 10 km from the body's origin hold the accuracy bars") {
    check_bars(measure(Offset::Vertices, pair_count(33000)));
}

TEST_CASE("bodies 10 km away lose nothing but the last digit of their own positions") {
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
        // A sits up to 10 m from its body's origin; the rounding of the relative pose is of that size.
        const double lever = std::max(size, 20.0);
        const Penetration deep = penetration(make_core(pair->a), make_core(pair->b), pair->b_in_a());
        worst = std::max(worst, std::abs(-static_cast<double>(deep.depth) - truth) / lever);
    }
    CHECK(worst <= 4e-7);
}

TEST_CASE("normals of separated pairs are right within 5e-6 rad in 999 of 1000") {
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
        const Vec2d normal = near.normal.cast<double>();
        angles.push_back(std::abs(truth.normal.x() * normal.y() - truth.normal.y() * normal.x()));
        worst_cosine = std::min(worst_cosine, truth.normal.dot(normal));
    }
    std::sort(angles.begin(), angles.end());
    CHECK(angles[static_cast<std::size_t>(0.999 * static_cast<double>(angles.size()))] <= 5e-6);
    CHECK(worst_cosine > 0.999);
}
