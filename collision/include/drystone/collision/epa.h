#pragma once

#include <drystone/collision/detail/polytope.h>
#include <drystone/collision/export.h>
#include <drystone/collision/gjk.h>

#include <cstdint>

namespace drystone {

/// Result of a penetration query.
enum class PenetrationStatus : std::uint8_t {
    Overlapping,     ///< The shapes share a point; touching counts, with a depth of zero.
    Separated,       ///< The shapes do not overlap: the depth is negative, minus their distance.
    IterationLimit,  ///< Overlapping, but curved shapes would need a larger polytope; see
                     ///< `Penetration::error`.
    NotFinite,       ///< The input holds a NaN or an infinity; the depth is zero, the normal (1, 0).
};

/// Penetration depth of two convex shapes, with normal and witness points in the frame of A [m].
struct Penetration {
    PenetrationStatus status = PenetrationStatus::NotFinite;  ///< Kind of the result.
    /// Smallest shift of B along the normal that ends the overlap [m]; negative when separated.
    float depth = 0.0f;
    Vec2 normal{1.0f, 0.0f};   ///< Unit normal from A to B.
    Vec2 point_a{0.0f, 0.0f};  ///< The point of A deepest inside B; point_b - point_a = -depth * normal.
    Vec2 point_b{0.0f, 0.0f};  ///< The point of B deepest inside A.
    float error = 0.0f;  ///< Upper bound of the excess over the minimum depth [m]; zero for cores of points.
    int iterations = 0;  ///< Examined faces of the Minkowski difference.
};

/// Options of a penetration query, which throws `Error` for an invalid member.
struct PenetrationOptions {
    /// Allowed excess over the minimum depth for curved shapes [m]; >= 0. Zero: as exact as floats allow.
    float tolerance = 0.0f;
    /// Initial search direction, as in `DistanceOptions`.
    Vec2 initial_direction{0.0f, 0.0f};
};

/// Computes penetration depth, normal and witness points of two cores, rounding radii included: by GJK, and
/// from all faces of the Minkowski difference where the cores overlap.
///
/// Exact for cores of points: every face is examined, so the depth is the true minimum within rounding.
/// Coincident and concentric shapes have a defined result: of equally near faces the first of A, then the
/// first of B; two coincident points are separated along (1, 0).
/// \param b_in_a  the frame of B seen from the frame of A
/// \param cache   the GJK simplex; read and written when given
/// Cost           no allocation; GJK and, where the cores overlap, O(vertices of A * vertices of B)
/// Source         van den Bergen, Proximity Queries and Penetration Depth Computation on 3D Game Objects, GDC
///                2001; in the plane the difference of two polygons has at most as many faces as both
///                together.
DRYSTONE_COLLISION_API Penetration penetration(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                                               SimplexCache* cache = nullptr);

namespace detail {

/// Throws `Error` in the name of `penetration` for invalid options.
DRYSTONE_COLLISION_API void check_options(const PenetrationOptions& options);

/// Reason for the end of an EPA run.
enum class EpaExit : std::uint8_t {
    OnBorder,   ///< The nearest face is one of the difference's own: nothing lies beyond it.
    Tolerance,  ///< The difference reaches beyond the nearest face by at most the tolerance.
    Full,       ///< The polytope is full.
    Point,      ///< The difference is a single point, the origin.
    NotFinite,  ///< A support point is not finite.
};

/// Result of EPA: a support line of the difference. A shift by its distance from the origin separates the
/// shapes.
struct EpaRun {
    EpaExit exit = EpaExit::NotFinite;
    CoreGap gap;
    double depth = 0.0;                                   ///< Depth of that line.
    double minimum = std::numeric_limits<double>::max();  ///< Minimum depth of all lines that were tried.
    double error = 0.0;                                   ///< Upper bound of `depth` minus the minimum depth.
    int iterations = 0;
};

/// Returns the gap of a support line at `depth` beyond the origin. The witness of A is on the face, at the
/// point nearest to the origin.
template <class Difference>
CoreGap gap_of_face(const Difference& difference, const Polytope<Difference>& polytope,
                    const typename Polytope<Difference>::Face& face, double depth) {
    const auto& p = polytope.first(face);
    const auto& q = polytope.second(face);
    const Vec2 normal = to_float(face.normal);
    const float positive = depth > 0.0 ? static_cast<float>(depth) : 0.0f;
    const Vec2 first = difference.on_a(p);
    const float fraction = static_cast<float>(nearest_on_segment(p.w, q.w).fraction);
    const Vec2 on_a = first + fraction * (difference.on_a(q) - first);
    return {normal, -positive, on_a, on_a - positive * normal};
}

/// Runs the iteration of `run_epa`; fills `run`.
template <class Difference, class Trace>
EpaExit grow_polytope(const Difference& difference, Polytope<Difference>& polytope, double tolerance,
                      EpaRun& run, Trace& trace) {
    constexpr double min_tolerance = 1e-7;
    while (true) {
        trace.grown(polytope);
        const auto face = polytope.nearest_face();
        if (!face.proper) {
            const auto& only = polytope.first(face);
            run.gap = {Vec2{1.0f, 0.0f}, 0.0f, difference.on_a(only), difference.on_b(only)};
            return EpaExit::Point;
        }
        const auto vertex = difference.support(to_float(face.normal));
        const double depth = dot(face.normal, to_double(vertex.w));
        const auto& p = polytope.first(face);
        const auto& q = polytope.second(face);
        const double rounding = min_tolerance * (length(to_double(p.w)) + length(to_double(q.w)));
        const bool on_border = Difference::same(vertex, p) || Difference::same(vertex, q);
        const bool close = depth - face.distance <= (tolerance > rounding ? tolerance : rounding);
        ++run.iterations;
        run.minimum = depth < run.minimum ? depth : run.minimum;
        if (on_border || close || depth <= run.minimum + rounding) {
            // Of equally good lines a later one is better: its witness points are on a face nearer to the
            // line.
            run.depth = depth;
            run.gap = gap_of_face(difference, polytope, face, depth);
        }
        run.error = run.depth > face.distance ? run.depth - face.distance : 0.0;
        trace.examined(face, vertex, run);
        if (!(depth - depth == 0.0)) {
            return EpaExit::NotFinite;
        }
        if (on_border || close) {
            return on_border ? EpaExit::OnBorder : EpaExit::Tolerance;
        }
        if (polytope.full()) {
            return EpaExit::Full;
        }
        polytope.expand(face, vertex);
    }
}

/// Runs EPA on any Minkowski difference that contains the origin. Expands the polytope at the face nearest to
/// the origin until the minimum depth is known within the tolerance [m], or as well as floats allow: within
/// 1e-7 of the vertices' distances from the origin.
template <class Difference, class Trace = const NoTrace>
EpaRun run_epa(const Difference& difference, double tolerance, Trace&& trace = {}) {
    Polytope<Difference> polytope(difference);
    EpaRun run;
    run.exit = grow_polytope(difference, polytope, tolerance, run, trace);
    trace.finished(run);
    return run;
}

/// Adds the radii and the origin to the separation of two cores; `on_b` is the witness point of B's core.
DRYSTONE_COLLISION_API Penetration finish_penetration(const CoreGap& gap, const Vec2& origin, float radius_a,
                                                      float radius_b);

/// Converts a finished GJK run on two cores to a penetration; examines all faces where the cores overlap.
DRYSTONE_COLLISION_API Penetration penetration_of_run(const CoreDifference& difference,
                                                      const CoreSimplex& simplex, const GjkRun& run);

template <class A, class B, class Listener>
Penetration run_penetration(const A& a, const B& b, const Pose& b_in_a, const PenetrationOptions& options,
                            DirectionCache* cache, Listener&& listener) {
    const auto& mapping_a = core_mapping(a);
    const auto& mapping_b = core_mapping(b);
    const MappingDifference difference(mapping_a, mapping_b, b_in_a);
    auto&& trace = listener.attach(difference);
    auto simplex = first_simplex(difference, options.initial_direction, cache);
    const GjkRun run = run_gjk(difference, simplex, std::numeric_limits<float>::max(), trace);
    store_directions(simplex, cache);
    EpaRun overlap;
    if (run.exit == GjkExit::Contained) {
        overlap = run_epa(difference, static_cast<double>(options.tolerance), trace);
    } else if (run.exit == GjkExit::Converged) {
        overlap.gap = measure_gap(simplex, run.nearest);
    }
    if (run.exit == GjkExit::NotFinite ||
        (run.exit == GjkExit::Contained && overlap.exit == EpaExit::NotFinite)) {
        return {};
    }
    Penetration result = finish_penetration(overlap.gap, difference.origin(), core_radius(a), core_radius(b));
    if (run.exit == GjkExit::Contained && result.status == PenetrationStatus::Overlapping) {
        result.status = overlap.exit == EpaExit::Full ? PenetrationStatus::IterationLimit : result.status;
        result.error = static_cast<float>(overlap.error);
    }
    result.iterations = overlap.iterations;
    return result;
}

}  // namespace detail

/// Computes the penetration of any two convex shapes: users' support mappings, built-in shapes, or one of
/// each.
///
/// GJK decides whether the cores overlap; EPA expands the Minkowski difference until the depth is known
/// within 1e-7 of its size. The polytope holds 128 vertices. Curved shapes that need more (two concentric
/// round mappings: every direction is equally good) end with `PenetrationStatus::IterationLimit`, a depth
/// that separates them, and its `error`.
template <ConvexShape A, ConvexShape B>
Penetration penetration(const A& a, const B& b, const Pose& b_in_a) {
    return detail::run_penetration(a, b, b_in_a, PenetrationOptions{}, nullptr, detail::NoTrace{});
}
/// Computes the penetration with options; the cache is read and written when given.
template <ConvexShape A, ConvexShape B>
Penetration penetration(const A& a, const B& b, const Pose& b_in_a, const PenetrationOptions& options,
                        DirectionCache* cache = nullptr) {
    detail::check_options(options);
    return detail::run_penetration(a, b, b_in_a, options, cache, detail::NoTrace{});
}

}  // namespace drystone
