#include <drystone/collision/gjk.h>

#include "core_features.h"

namespace drystone {
namespace detail {

Distance finish_distance(const CoreGap& gap, const Vec2& origin, float radius_a, float radius_b) {
    Distance result;
    result.distance = gap.distance - radius_a - radius_b;
    if (!is_finite(result.distance) || !is_finite(gap.normal) || !is_finite(gap.on_a) ||
        !is_finite(gap.on_b)) {
        return {};
    }
    result.normal = gap.normal;
    result.point_a = gap.on_a + radius_a * gap.normal + origin;
    result.point_b = gap.on_b - radius_b * gap.normal + origin;
    result.status = result.distance > 0.0f ? DistanceStatus::Separated : DistanceStatus::Overlapping;
    if (result.status == DistanceStatus::Overlapping) {
        result.distance = 0.0f;
        result.point_a = result.point_b = 0.5f * (result.point_a + result.point_b);
    }
    return result;
}

namespace {

Vec2 common_core_point(const CoreDifference& difference, const CoreSimplex& simplex) {
    struct PointOfA {
        Vec2 w;
        Vec2 a;
    };
    Simplex<PointOfA> points;
    points.count = simplex.count;
    for (int k = 0; k < simplex.count; ++k) {
        points.vertices[k] = {simplex.vertices[k].w, difference.point_a(simplex.vertices[k].a)};
    }
    return common_point(points);
}

}  // namespace
}  // namespace detail

Distance distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, SimplexCache* cache) {
    const detail::CoreDifference difference(a, b, b_in_a);
    detail::CoreSimplex simplex =
        detail::starting_simplex(difference, cache != nullptr ? *cache : SimplexCache{});
    const detail::GjkRun run = detail::run_gjk(difference, simplex, std::numeric_limits<float>::max());
    Distance result;
    if (run.exit == detail::GjkExit::Contained) {
        result.status = DistanceStatus::Overlapping;
        result.point_a = result.point_b =
            detail::common_core_point(difference, simplex) + difference.origin();
    } else if (run.exit == detail::GjkExit::Converged) {
        const detail::CoreFeature feature = detail::separated_feature(difference, simplex, run.nearest);
        const detail::CoreGap gap = detail::gap_of(difference, feature);
        result = detail::finish_distance(gap, difference.origin(), a.radius, b.radius);
    }
    result.iterations = run.iterations;
    if (cache != nullptr) {
        detail::store_simplex(simplex, *cache);
    }
    return result;
}

bool intersect(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, SimplexCache* cache) {
    const detail::CoreDifference difference(a, b, b_in_a);
    detail::CoreSimplex simplex =
        detail::starting_simplex(difference, cache != nullptr ? *cache : SimplexCache{});
    const float reach = a.radius + b.radius;
    const detail::GjkRun run = detail::run_gjk(difference, simplex, reach);
    if (cache != nullptr) {
        detail::store_simplex(simplex, *cache);
    }
    return run.exit == detail::GjkExit::Contained ||
           (run.exit == detail::GjkExit::Converged &&
            detail::separated_feature(difference, simplex, run.nearest).separation <= reach);
}

}  // namespace drystone
