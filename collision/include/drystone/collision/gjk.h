#pragma once

#include <drystone/collision/detail/interior.h>
#include <drystone/collision/detail/simplex.h>
#include <drystone/collision/export.h>
#include <drystone/collision/simplex_cache.h>
#include <drystone/collision/support.h>

#include <cstdint>
#include <limits>

namespace drystone {

/// The simplex at which GJK ended, for shapes of any kind: the search directions of its vertices, in the
/// frame of A.
///
/// Any content is valid: the support points are recomputed, so stale directions only cost iterations;
/// directions that are zero or not finite are ignored.
struct DirectionCache {
    int count = 0;  ///< Number of directions, 0 to 3.
    /// Search directions in the frame of A, of any length.
    Vec2 directions[3] = {Vec2{0.0f, 0.0f}, Vec2{0.0f, 0.0f}, Vec2{0.0f, 0.0f}};
};

/// Options of a distance query, which throws `Error` for an invalid member.
struct DistanceOptions {
    /// Upper bound of the distances of interest [m]; >= 0. The search ends with `DistanceStatus::BeyondBound`
    /// as soon as the distance is certainly larger.
    float upper_bound = std::numeric_limits<float>::max();
    /// Initial search direction in the frame of A; finite. Zero: from A towards B. A cache that holds a
    /// simplex takes precedence. It changes the number of iterations, and the result within rounding.
    Vec2 initial_direction{0.0f, 0.0f};
};

/// Result of a distance query.
enum class DistanceStatus : std::uint8_t {
    Separated,
    Overlapping,  ///< The shapes share a point; touching counts.
    NotFinite,    ///< The input holds a NaN or an infinity; the other members are zero.
    BeyondBound,  ///< The shapes are farther apart than `DistanceOptions::upper_bound`; `distance` is a lower
                  ///< bound, not smaller than it.
};

/// Distance and nearest points of two convex shapes, in the frame of A [m].
struct Distance {
    DistanceStatus status = DistanceStatus::NotFinite;  ///< Kind of the result.
    /// Zero where the shapes overlap. Beyond the bound: the width of a strip across `normal` that separates
    /// the shapes, not smaller than the bound.
    float distance = 0.0f;
    /// Unit normal from A to B; zero where the cores overlap (see `penetration`).
    Vec2 normal{0.0f, 0.0f};
    /// The point of A nearest to B; a common point of both where they overlap. Beyond the bound: the point of
    /// A farthest along `normal`, at which the strip begins; it ends at `point_b`.
    Vec2 point_a{0.0f, 0.0f};
    /// The point of B nearest to A; a common point where they overlap.
    Vec2 point_b{0.0f, 0.0f};
    int iterations = 0;  ///< Computed support points.
};

/// Computes distance and nearest points of two cores, rounding radii included: the Gilbert-Johnson-Keerthi
/// algorithm.
///
/// Works in the frame of A, relative to its first vertex. The distance is taken from vectors of the Minkowski
/// difference, never from the difference of two witness points. Error at most 3e-7 of (extent + distance),
/// wherever the shapes lie.
/// \param b_in_a  the frame of B seen from the frame of A
/// \param cache   read and written when given
/// Cost           no allocation; 2 to 4 support points cold, 1 warm
/// Source         Gilbert, Johnson, Keerthi, A Fast Procedure for Computing the Distance between Complex
///                Objects, 1988.
DRYSTONE_COLLISION_API Distance distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                                         SimplexCache* cache = nullptr);
/// Computes the distance with options.
DRYSTONE_COLLISION_API Distance distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                                         const DistanceOptions& options, SimplexCache* cache = nullptr);

/// Options of an intersection test, which throws `Error` where the direction is not finite.
struct IntersectOptions {
    /// True if shapes that share only border points count as intersecting.
    bool touching_counts = true;
    /// Initial search direction, as in `DistanceOptions`.
    Vec2 initial_direction{0.0f, 0.0f};
};

/// Relation of two shapes.
enum class IntersectStatus : std::uint8_t {
    Separated,
    /// The shapes share points, but an arbitrarily small shift can separate them. Decided on the support
    /// points without a tolerance: within their rounding (3e-7 of the extent) the result may also be one of
    /// the neighbours.
    Touching,
    Overlapping,
    NotFinite,  ///< The input holds a NaN or an infinity.
};

/// Result of an intersection test.
struct Intersection {
    IntersectStatus status = IntersectStatus::NotFinite;  ///< Relation of the shapes.
    bool intersecting = false;  ///< True if overlapping, or touching where that counts.
    int iterations = 0;         ///< Computed support points.

    /// Returns `intersecting`.
    explicit operator bool() const { return intersecting; }
};

/// Returns whether two cores, radii included, share a point. Touching counts. False where the input is not
/// finite.
DRYSTONE_COLLISION_API bool intersect(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                                      SimplexCache* cache = nullptr);
/// Tests for intersection with options; also distinguishes touching from overlapping.
DRYSTONE_COLLISION_API Intersection intersect(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                                              const IntersectOptions& options, SimplexCache* cache = nullptr);

namespace detail {

/// Throws `Error` in the name of `function` for invalid options.
DRYSTONE_COLLISION_API void check_direction(const char* function, const Vec2& direction);
DRYSTONE_COLLISION_API void check_options(const char* function, const DistanceOptions& options);
DRYSTONE_COLLISION_API void check_options(const char* function, const IntersectOptions& options);

/// Nearest points of the cores as found by GJK, not yet shifted by the radii, relative to the difference's
/// origin.
struct CoreGap {
    Vec2 normal{0.0f, 0.0f};
    float distance = 0.0f;
    Vec2 on_a{0.0f, 0.0f};
    Vec2 on_b{0.0f, 0.0f};
};

/// Returns the result for cores that overlap in `point`.
DRYSTONE_COLLISION_API Distance finish_common_point(const Vec2& point);
/// Adds the radii and the origin to the gap between two cores.
DRYSTONE_COLLISION_API Distance finish_distance(const CoreGap& gap, const Vec2& origin, float radius_a,
                                                float radius_b, float upper_bound);

using CoreSimplex = Simplex<CoreDifference::Vertex>;

/// Returns the cached simplex where its indices are valid, else the support point in the direction; zero:
/// from A to B.
DRYSTONE_COLLISION_API CoreSimplex starting_simplex(const CoreDifference& difference,
                                                    const SimplexCache& cache,
                                                    const Vec2& direction = Vec2{0.0f, 0.0f});
DRYSTONE_COLLISION_API void store_simplex(const CoreSimplex& simplex, SimplexCache& cache);

/// Runs GJK on two cores from the cache, which is read and written when given, or from a direction.
template <class Trace = const NoTrace>
GjkRun run_on_cores(const CoreDifference& difference, CoreSimplex& simplex, float limit,
                    const Vec2& direction, SimplexCache* cache, Trace&& trace = {}) {
    simplex = starting_simplex(difference, cache != nullptr ? *cache : SimplexCache{}, direction);
    const GjkRun run = run_gjk(difference, simplex, limit, trace);
    if (cache != nullptr) {
        store_simplex(simplex, *cache);
    }
    return run;
}

/// Converts a finished GJK run on two cores to the result of a query.
DRYSTONE_COLLISION_API Distance distance_of_run(const CoreDifference& difference, const CoreSimplex& simplex,
                                                const GjkRun& run, float upper_bound);
DRYSTONE_COLLISION_API Intersection intersection_of_run(const CoreDifference& difference,
                                                        const CoreSimplex& simplex, const GjkRun& run,
                                                        bool touching_counts);

/// Returns a common point of two overlapping shapes: the combination of the simplex's vertices that makes the
/// origin, applied to their points of A. The vertices need the members w and a.
template <class Vertex>
Vec2 common_point(const Simplex<Vertex>& simplex) {
    const Vertex& p = simplex.vertices[0];
    const Vertex& q = simplex.vertices[1];
    if (simplex.count == 1) {
        return p.a;
    }
    if (simplex.count == 2) {
        return p.a + static_cast<float>(nearest_on_segment(p.w, q.w).fraction) * (q.a - p.a);
    }
    const Vertex& r = simplex.vertices[2];
    const double of_p = exact_cross(q.w, r.w);
    const double of_q = exact_cross(r.w, p.w);
    const double of_r = exact_cross(p.w, q.w);
    const double sum = of_p + of_q + of_r;
    return static_cast<float>(of_p / sum) * p.a + static_cast<float>(of_q / sum) * q.a +
           static_cast<float>(of_r / sum) * r.a;
}

/// Returns the support points of the cached directions, else that of `direction`; zero: from A to B.
template <class Difference>
Simplex<typename Difference::Vertex> first_simplex(const Difference& difference, const Vec2& direction,
                                                   const DirectionCache* cache) {
    Simplex<typename Difference::Vertex> simplex;
    const int cached = cache != nullptr && cache->count <= 3 ? cache->count : 0;
    for (int k = 0; k < cached; ++k) {
        if (is_direction(cache->directions[k])) {
            simplex.vertices[simplex.count++] = difference.support(cache->directions[k]);
        }
    }
    if (simplex.count == 0) {
        simplex.vertices[0] =
            difference.support(is_direction(direction) ? direction : difference.first_direction());
        simplex.count = 1;
    }
    return simplex;
}

template <class Vertex>
void store_directions(const Simplex<Vertex>& simplex, DirectionCache* cache) {
    if (cache != nullptr) {
        cache->count = simplex.count;
        for (int k = 0; k < simplex.count; ++k) {
            cache->directions[k] = simplex.vertices[k].direction;
        }
    }
}

/// Returns the gap along a direction that need not be of unit length; `w` is a vertex of the difference,
/// `on_a` its point of A. Computed in double precision, so that squares neither underflow nor overflow.
inline CoreGap gap_along(const Vec2d& direction, const Vec2& w, const Vec2& on_a) {
    const Vec2d normal = direction / length(direction);
    const double length = -dot(normal, to_double(w));
    const float positive = length < 0.0 ? 0.0f : static_cast<float>(length);
    const Vec2 unit = to_float(normal);
    return {unit, positive, on_a, on_a + positive * unit};
}

/// Returns the result of a run that stopped early: the strip across its last direction. Its rounded width is
/// raised to the bound where it is smaller.
template <class Difference>
Distance finish_beyond(const Difference& difference, const GjkRun& run, float radius_a, float radius_b,
                       float upper_bound) {
    const auto vertex = difference.support(run.direction);
    CoreGap gap = gap_along(to_double(run.direction), run.support, difference.on_a(vertex));
    gap.on_b = difference.on_b(vertex);
    Distance result = finish_distance(gap, difference.origin(), radius_a, radius_b, upper_bound);
    if (result.status != DistanceStatus::NotFinite) {
        result.status = DistanceStatus::BeyondBound;
        result.distance = result.distance > upper_bound ? result.distance : upper_bound;
    }
    return result;
}

/// Measures normal and distance of a converged simplex of one or two vertices. Of the two possible
/// directions, the edge's normal and the vector from the nearest point to the origin, the one with the
/// smaller rounding error is used.
template <class Vertex>
CoreGap measure_gap(const Simplex<Vertex>& simplex, const Nearest& nearest) {
    const Vertex& p = simplex.vertices[0];
    const Vec2d from = to_double(p.w);
    if (simplex.count == 1) {
        return gap_along(-from, p.w, p.a);
    }
    const Vertex& q = simplex.vertices[1];
    const double t = nearest.fraction;
    const Vec2d edge = to_double(q.w) - from;
    const Vec2d way = -(from + t * edge);
    const double side = nearest.cross > 0.0 ? 1.0 : -1.0;
    const Vec2d across{-side * edge.y, side * edge.x};
    const bool far = length_squared(way) > length_squared(edge);
    const Vec2 on_a = p.a + static_cast<float>(t) * (q.a - p.a);
    return gap_along(far ? way : across, t < 0.5 ? p.w : q.w, on_a);
}

/// Converts a GJK run to the result of an intersection test. `gap` is the distance of the cores where the run
/// converged, `reach` the sum of the radii [m].
template <class Difference>
Intersection judge_run(const Difference& difference, const Simplex<typename Difference::Vertex>& simplex,
                       const GjkRun& run, float gap, float reach, bool touching_counts) {
    Intersection result;
    result.iterations = run.iterations;
    if (run.exit == GjkExit::Beyond) {
        const bool number = is_finite(run.direction) && is_finite(run.support);
        result.status = number ? IntersectStatus::Separated : IntersectStatus::NotFinite;
    } else if (run.exit == GjkExit::Converged && gap > reach) {
        result.status = is_finite(gap) ? IntersectStatus::Separated : IntersectStatus::NotFinite;
    } else if (run.exit == GjkExit::Converged && gap <= reach) {
        result.status = gap < reach ? IntersectStatus::Overlapping : IntersectStatus::Touching;
    } else if (run.exit == GjkExit::Contained) {
        const bool inside = reach > 0.0f || holds_strictly(simplex) ||
                            surrounds_origin(difference, simplex, result.iterations);
        result.status = inside ? IntersectStatus::Overlapping : IntersectStatus::Touching;
    }
    result.intersecting = result.status == IntersectStatus::Overlapping ||
                          (result.status == IntersectStatus::Touching && touching_counts);
    return result;
}

template <class A, class B, class Listener>
Distance run_distance(const A& a, const B& b, const Pose& b_in_a, const DistanceOptions& options,
                      DirectionCache* cache, Listener&& listener) {
    const auto& mapping_a = core_mapping(a);
    const auto& mapping_b = core_mapping(b);
    const float radius_a = core_radius(a);
    const float radius_b = core_radius(b);
    const MappingDifference difference(mapping_a, mapping_b, b_in_a);
    auto simplex = first_simplex(difference, options.initial_direction, cache);
    const GjkRun run =
        run_gjk(difference, simplex, options.upper_bound + radius_a + radius_b, listener.attach(difference));
    store_directions(simplex, cache);
    Distance result;
    if (run.exit == GjkExit::Contained) {
        result = finish_common_point(common_point(simplex) + difference.origin());
    } else if (run.exit == GjkExit::Converged) {
        const CoreGap gap = measure_gap(simplex, run.nearest);
        result = finish_distance(gap, difference.origin(), radius_a, radius_b, options.upper_bound);
    } else if (run.exit == GjkExit::Beyond) {
        result = finish_beyond(difference, run, radius_a, radius_b, options.upper_bound);
    }
    result.iterations = run.iterations;
    return result;
}

template <class A, class B, class Listener>
Intersection run_intersect(const A& a, const B& b, const Pose& b_in_a, const IntersectOptions& options,
                           DirectionCache* cache, Listener&& listener) {
    const auto& mapping_a = core_mapping(a);
    const auto& mapping_b = core_mapping(b);
    const float reach = core_radius(a) + core_radius(b);
    const MappingDifference difference(mapping_a, mapping_b, b_in_a);
    auto simplex = first_simplex(difference, options.initial_direction, cache);
    const GjkRun run = run_gjk(difference, simplex, reach, listener.attach(difference));
    store_directions(simplex, cache);
    const float gap = run.exit == GjkExit::Converged ? measure_gap(simplex, run.nearest).distance : 0.0f;
    return judge_run(difference, simplex, run, gap, reach, options.touching_counts);
}

}  // namespace detail

/// Computes distance and nearest points of any two convex shapes: users' support mappings, built-in shapes,
/// or one of each.
///
/// Runs the same iteration as for cores. It ends exactly for flat shapes, and for curved ones when the gain
/// is below rounding. Two `ConvexCore`s use the overload above, which knows their points by index and
/// measures the features at which GJK ends.
template <ConvexShape A, ConvexShape B>
Distance distance(const A& a, const B& b, const Pose& b_in_a) {
    return detail::run_distance(a, b, b_in_a, DistanceOptions{}, nullptr, detail::NoTrace{});
}
/// Computes the distance with options; the cache is read and written when given.
template <ConvexShape A, ConvexShape B>
Distance distance(const A& a, const B& b, const Pose& b_in_a, const DistanceOptions& options,
                  DirectionCache* cache = nullptr) {
    detail::check_options("distance", options);
    return detail::run_distance(a, b, b_in_a, options, cache, detail::NoTrace{});
}

/// Returns whether any two convex shapes share a point. Touching counts. False where the input is not finite.
template <ConvexShape A, ConvexShape B>
bool intersect(const A& a, const B& b, const Pose& b_in_a) {
    return detail::run_intersect(a, b, b_in_a, IntersectOptions{}, nullptr, detail::NoTrace{}).intersecting;
}
/// Tests for intersection with options; also distinguishes touching from overlapping. The cache is read and
/// written when given.
template <ConvexShape A, ConvexShape B>
Intersection intersect(const A& a, const B& b, const Pose& b_in_a, const IntersectOptions& options,
                       DirectionCache* cache = nullptr) {
    detail::check_options("intersect", options);
    return detail::run_intersect(a, b, b_in_a, options, cache, detail::NoTrace{});
}

}  // namespace drystone
