#include <drystone/collision/gjk.h>

#include <drystone/collision/error.h>

#include "gjk/core_features.h"
#include "gjk/polygon_queries.h"

#include <algorithm>
#include <cstdio>
#include <string>

namespace drystone {
namespace detail {

void check_direction(const char* function, const Vec2& direction) {
    if (!is_finite(direction)) {
        char text[64];
        std::snprintf(text, sizeof text, "(%.9g, %.9g)", static_cast<double>(direction.x),
                      static_cast<double>(direction.y));
        fail(function, "initial_direction", "finite", std::string(text));
    }
}

void check_options(const char* function, const DistanceOptions& options) {
    if (!(options.upper_bound >= 0.0f)) {
        fail(function, "upper_bound", ">= 0", static_cast<double>(options.upper_bound));
    }
    check_direction(function, options.initial_direction);
}

void check_options(const char* function, const IntersectOptions& options) {
    check_direction(function, options.initial_direction);
}

Distance finish_common_point(const Vec2& point) {
    Distance result;
    if (is_finite(point)) {
        result.status = DistanceStatus::Overlapping;
        result.point_a = result.point_b = point;
    }
    return result;
}

Distance finish_distance(const CoreGap& gap, const Vec2& origin, float radius_a, float radius_b,
                         float upper_bound) {
    Distance result;
    result.distance = gap.distance - radius_a - radius_b;
    result.normal = gap.normal;
    result.point_a = gap.on_a + radius_a * gap.normal + origin;
    result.point_b = gap.on_b - radius_b * gap.normal + origin;
    if (!is_finite(result.distance) || !is_finite(result.normal) || !is_finite(result.point_a) ||
        !is_finite(result.point_b)) {
        return {};
    }
    result.status = result.distance > 0.0f ? DistanceStatus::Separated : DistanceStatus::Overlapping;
    if (result.status == DistanceStatus::Overlapping) {
        result.distance = 0.0f;
        // On the line between the cores, within both radii: a large radius may reach beyond the other shape.
        const float from = std::max(0.0f, gap.distance - radius_b);
        const float to = std::min(radius_a, gap.distance);
        result.point_a = result.point_b = gap.on_a + 0.5f * (from + to) * gap.normal + origin;
    }
    result.status = result.distance > upper_bound ? DistanceStatus::BeyondBound : result.status;
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

Distance distance_of_run(const CoreDifference& difference, const CoreSimplex& simplex, const GjkRun& run,
                         float upper_bound) {
    Distance result;
    if (run.exit == GjkExit::Contained) {
        result = finish_common_point(common_core_point(difference, simplex) + difference.origin());
    } else if (run.exit == GjkExit::Converged) {
        const CoreGap gap = gap_of(difference, separated_feature(difference, simplex, run.nearest));
        result = finish_distance(gap, difference.origin(), difference.a().radius, difference.b().radius,
                                 upper_bound);
    } else if (run.exit == GjkExit::Beyond) {
        result = finish_beyond(difference, run, difference.a().radius, difference.b().radius, upper_bound);
    }
    result.iterations = run.iterations;
    return result;
}

Intersection intersection_of_run(const CoreDifference& difference, const CoreSimplex& simplex,
                                 const GjkRun& run, bool touching_counts) {
    const float reach = difference.a().radius + difference.b().radius;
    const float gap = run.exit == GjkExit::Converged
                          ? separated_feature(difference, simplex, run.nearest).separation
                          : 0.0f;
    return judge_run(difference, simplex, run, gap, reach, touching_counts);
}

Distance core_distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                       const DistanceOptions& options, SimplexCache* cache) {
    const CoreDifference difference(a, b, b_in_a);
    const float limit = options.upper_bound + a.radius + b.radius;
    CoreSimplex simplex;
    const GjkRun run = run_on_cores(difference, simplex, limit, options.initial_direction, cache);
    return distance_of_run(difference, simplex, run, options.upper_bound);
}

}  // namespace detail

Distance distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                  const DistanceOptions& options, SimplexCache* cache) {
    detail::check_options("distance", options);
    return detail::is_direction(options.initial_direction)
               ? detail::core_distance(a, b, b_in_a, options, cache)
               : detail::any_distance(a, b, b_in_a, options.upper_bound, cache);
}

bool intersect(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, SimplexCache* cache) {
    const detail::CoreDifference difference(a, b, b_in_a);
    const float reach = a.radius + b.radius;
    detail::CoreSimplex simplex;
    const detail::GjkRun run = detail::run_on_cores(difference, simplex, reach, Vec2{0.0f, 0.0f}, cache);
    return run.exit == detail::GjkExit::Contained ||
           (run.exit == detail::GjkExit::Converged &&
            detail::separated_feature(difference, simplex, run.nearest).separation <= reach);
}

Intersection intersect(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                       const IntersectOptions& options, SimplexCache* cache) {
    detail::check_options("intersect", options);
    const detail::CoreDifference difference(a, b, b_in_a);
    detail::CoreSimplex simplex;
    const detail::GjkRun run =
        detail::run_on_cores(difference, simplex, a.radius + b.radius, options.initial_direction, cache);
    return detail::intersection_of_run(difference, simplex, run, options.touching_counts);
}

}  // namespace drystone
