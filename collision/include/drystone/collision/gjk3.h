#pragma once

#include <drystone/collision/detail/gjk3_border.h>

#include <cmath>
#include <cstdint>

namespace drystone {

/// Result of a query in space.
enum class GjkStatus3 : std::uint8_t {
    Separated,
    Overlapping,
    Beyond,          ///< Stopped early: the distance exceeds the requested upper bound.
    IterationLimit,  ///< Undecided: neither a separating direction nor a common point was found.
    Invalid,         ///< The input holds a NaN, an infinity or a negative size; the other members except
                     ///< `iterations` are zero.
};

/// Options of a query in space. All members have good defaults.
struct Gjk3Options {
    /// True if shapes that only touch count as overlapping; otherwise they are separated by a distance of
    /// zero. Shapes touch where an arbitrarily small motion separates them; gaps and overlaps below 1e-14 of
    /// the larger extent count as touching.
    bool touching_counts = true;
    /// Initial search direction, of any length; zero: from the frame of A towards that of B. Any direction
    /// gives the same result; that of the pair's last query saves iterations.
    Vec3 direction{0.0f, 0.0f, 0.0f};
    /// Upper bound of the distances of interest [m]: `distance3` may stop as soon as the distance is
    /// certainly larger.
    float upper_bound = std::numeric_limits<float>::infinity();
    /// Maximum number of support points, at least one. Polytopes take about 5 to 15.
    int max_iterations = 128;
};

/// Result of an intersection test in space; converts to bool:
/// `if (intersect3(frustum, box, box_in_frustum))`.
struct Intersection3 {
    GjkStatus3 status = GjkStatus3::Invalid;  ///< Any status except `Beyond`.
    int iterations = 0;                       ///< Computed support points.

    /// Returns whether the shapes overlap. Undecided counts as overlapping, so that culling never drops a
    /// visible shape.
    explicit operator bool() const {
        return status == GjkStatus3::Overlapping || status == GjkStatus3::IterationLimit;
    }
};

/// Distance and nearest points of two convex shapes in space, in the frame of A [m].
struct Distance3 {
    GjkStatus3 status = GjkStatus3::Invalid;  ///< Kind of the result.
    /// Zero where the shapes overlap. With `Beyond` and `IterationLimit` the distance of the points below,
    /// which is too large.
    float distance = 0.0f;
    /// Lower bound of the distance, up to rounding.
    float lower_bound = 0.0f;
    /// Unit normal from A to B; zero where the cores overlap.
    Vec3 normal{0.0f, 0.0f, 0.0f};
    Vec3 point_a{0.0f, 0.0f, 0.0f};  ///< The point of A nearest to B; a common point where they overlap.
    Vec3 point_b{0.0f, 0.0f, 0.0f};  ///< The point of B nearest to A; a common point where they overlap.
    int iterations = 0;              ///< Computed support points.
};

namespace detail {

template <class Difference>
Vec3d first_direction3(const Difference& difference, const Gjk3Options& options) {
    const Vec3 given = is_direction(options.direction) ? options.direction : difference.first_direction();
    const Vec3d direction = to_double(given);
    return direction / std::sqrt(length_squared(direction));
}

/// Runs the boolean query: stops at the first separating direction, or at the first simplex that is near
/// enough.
template <class Difference>
Intersection3 intersect_difference3(Difference& difference, const Gjk3Options& options) {
    if (!difference.is_valid()) {
        return {};
    }
    const double reach = difference.reach();
    const GjkGoal3 goal{reach, reach, options.touching_counts, options.max_iterations};
    const GjkRun3 run = run_gjk3(difference, first_direction3(difference, options), goal);
    switch (run.exit) {
        case GjkExit3::Invalid: return {GjkStatus3::Invalid, run.iterations};
        case GjkExit3::Limit: return {GjkStatus3::IterationLimit, run.iterations};
        case GjkExit3::Within: return {GjkStatus3::Overlapping, run.iterations};
        case GjkExit3::Converged:
        case GjkExit3::Beyond: return {GjkStatus3::Separated, run.iterations};
        case GjkExit3::Contained: break;
    }
    if (options.touching_counts || reach > run.noise()) {
        return {GjkStatus3::Overlapping, run.iterations};
    }
    BorderSearch3<Difference> search(difference, run, options.max_iterations);
    const bool inside = search.is_inside(run.simplex);
    return {inside ? GjkStatus3::Overlapping : GjkStatus3::Separated, search.iterations()};
}

/// Normal and witness points of a gap in doubles, relative to the origin of the run.
struct Gap3 {
    double distance = 0.0;
    Vec3d normal{0.0, 0.0, 0.0};
    Vec3d on_a{0.0, 0.0, 0.0};
    Vec3d on_b{0.0, 0.0, 0.0};
};

/// Converts a gap to a result in floats; a number outside the range of floats makes the result invalid.
inline Distance3 to_result(GjkStatus3 status, const Gap3& gap, double lower_bound, const Vec3d& origin,
                           int iterations) {
    Distance3 result;
    result.status = status;
    result.distance = static_cast<float>(gap.distance);
    result.lower_bound = static_cast<float>(lower_bound);
    result.normal = to_float(gap.normal);
    result.point_a = to_float(gap.on_a + origin);
    result.point_b = to_float(gap.on_b + origin);
    const bool fits = is_finite(result.distance) && is_finite(result.point_a) && is_finite(result.point_b);
    Distance3 invalid;
    invalid.iterations = iterations;
    result.iterations = iterations;
    return fits ? result : invalid;
}

/// Converts the gap between the cores to that between the shapes.
template <class Difference>
Distance3 separated_result3(const Difference& difference, const GjkRun3& run, const Gjk3Options& options) {
    const double radius_a = difference.radius_a();
    const double radius_b = difference.reach() - radius_a;
    Gap3 gap;
    // The simplex of a curved mapping in floats ends so small that rounding dominates its normal: the
    // direction that gave the largest lower bound is better there.
    const bool proven = !Difference::is_exact && run.lower_bound > 0.0;
    gap.normal = proven ? run.separating : towards_origin(run.simplex, run.nearest);
    gap.distance = run.distance - radius_a - radius_b;
    const Vec3d core_a = point_of_a(run.simplex, run.nearest);
    const bool touching = gap.distance <= run.noise() && gap.distance >= -run.noise();
    const bool apart = touching ? !options.touching_counts : gap.distance > 0.0;
    gap.on_a = core_a + radius_a * gap.normal;
    gap.on_b = core_a - run.nearest.point - radius_b * gap.normal;
    GjkStatus3 status = GjkStatus3::Separated;
    if (!apart) {
        // The centre of the part of the segment between the nearest points that lies within both radii.
        const double begin = run.distance > radius_b ? run.distance - radius_b : 0.0;
        const double end = radius_a < run.distance ? radius_a : run.distance;
        gap.on_a = gap.on_b = core_a + 0.5 * (begin + end) * gap.normal;
        status = GjkStatus3::Overlapping;
    } else if (run.exit == GjkExit3::Beyond) {
        status = GjkStatus3::Beyond;
    } else if (run.exit == GjkExit3::Limit) {
        status = GjkStatus3::IterationLimit;
    }
    gap.distance = apart && gap.distance > 0.0 ? gap.distance : 0.0;
    const double bound = run.lower_bound - difference.reach();
    return to_result(status, gap, apart && bound > 0.0 ? bound : 0.0, difference.origin(), run.iterations);
}

/// Runs the distance query: continues until the nearest point is found.
template <class Difference>
Distance3 distance_difference3(Difference& difference, const Gjk3Options& options) {
    if (!difference.is_valid()) {
        return {};
    }
    const double bound = static_cast<double>(options.upper_bound) + difference.reach();
    const GjkGoal3 goal{bound, -1.0, true, options.max_iterations};
    const GjkRun3 run = run_gjk3(difference, first_direction3(difference, options), goal);
    if (run.exit == GjkExit3::Invalid) {
        Distance3 invalid;
        invalid.iterations = run.iterations;
        return invalid;
    }
    if (run.exit != GjkExit3::Contained) {
        return separated_result3(difference, run, options);
    }
    Gap3 gap;
    gap.on_a = gap.on_b = point_of_a(run.simplex, run.nearest);
    if (options.touching_counts || difference.reach() > run.noise()) {
        return to_result(GjkStatus3::Overlapping, gap, 0.0, difference.origin(), run.iterations);
    }
    BorderSearch3<Difference> search(difference, run, options.max_iterations);
    const bool inside = search.is_inside(run.simplex);
    gap.normal = inside ? gap.normal : search.border();
    return to_result(inside ? GjkStatus3::Overlapping : GjkStatus3::Separated, gap, 0.0, difference.origin(),
                     search.iterations());
}

}  // namespace detail

/// Returns whether two convex shapes share a point. GJK without the distance, as needed for culling.
///
/// Takes the shapes of `shapes3.h` and `frustum3.h`, users' support mappings, and functions.
/// \param b_in_a  the frame of B seen from the frame of A
/// Cost           no allocation; usually 2 to 6 support points of each shape
/// Source         Gilbert, Johnson, Keerthi, 1988; Muratori, Implementing GJK, 2006.
template <ConvexShape3 A, ConvexShape3 B>
Intersection3 intersect3(const A& a, const B& b, const Pose3& b_in_a, const Gjk3Options& options = {}) {
    detail::MappingDifference3<A, B> difference(a, b, b_in_a);
    return detail::intersect_difference3(difference, options);
}

/// Returns whether a convex set contains the origin. The set is given by a composite support mapping, such as
/// that of a Minkowski difference.
template <ConvexShape3 C>
Intersection3 intersect3(const C& set, const Gjk3Options& options = {}) {
    detail::Composite3<C> composite(set);
    return detail::intersect_difference3(composite, options);
}

/// Computes distance and nearest points of two convex shapes, rounding radii included.
///
/// Error at most 1e-7 of (extent + distance) for the shapes of `shapes3.h`, wherever they lie; 3e-7 for
/// mappings in floats.
/// \param b_in_a  the frame of B seen from the frame of A
/// Cost           no allocation; usually 4 to 10 support points of each shape
/// Source         as above; the sub-volumes that decide are those of Montanari, Petrinic, Barbieri, Improving
///                the GJK Algorithm for Faster and More Reliable Distance Queries Between Convex Objects,
///                2017.
template <ConvexShape3 A, ConvexShape3 B>
Distance3 distance3(const A& a, const B& b, const Pose3& b_in_a, const Gjk3Options& options = {}) {
    detail::MappingDifference3<A, B> difference(a, b, b_in_a);
    return detail::distance_difference3(difference, options);
}

/// Computes the distance of a convex set, given by a composite support mapping, to the origin. `point_a` is
/// its point nearest to the origin, the normal points from there to the origin, `point_b` is the origin.
template <ConvexShape3 C>
Distance3 distance3(const C& set, const Gjk3Options& options = {}) {
    detail::Composite3<C> composite(set);
    Distance3 result = detail::distance_difference3(composite, options);
    result.point_b = Vec3{0.0f, 0.0f, 0.0f};
    result.point_a = result.status == GjkStatus3::Overlapping ? result.point_b : result.point_a;
    return result;
}

}  // namespace drystone
