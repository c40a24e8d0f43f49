#pragma once

#include <drystone/collision/detail/simplex3.h>

#include <cmath>
#include <limits>

namespace drystone::detail {

/// Relative noise: distances below this part of the largest vertex of the difference are rounding and count
/// as zero.
inline constexpr double gjk3_noise = 1e-14;

/// Bounds at which a run may stop before it has found the nearest point.
struct GjkGoal3 {
    /// Distance of the cores [m] above which the run may stop as soon as that is certain (or from which on,
    /// where touching is not overlapping).
    double beyond = std::numeric_limits<double>::infinity();
    /// Distance of the cores [m] up to which the run may stop (or below which, where touching is not
    /// overlapping); negative: never.
    double within = -1.0;
    bool touching_counts = true;
    int max_iterations = 128;
};

enum class GjkExit3 : unsigned char {
    Converged,  ///< The simplex holds the point nearest to the origin, which lies outside.
    Contained,  ///< The simplex contains the origin, possibly on its border.
    Beyond,
    Within,
    Limit,    ///< Out of iterations.
    Invalid,  ///< The input holds a NaN or an infinity.
};

struct GjkRun3 {
    GjkExit3 exit = GjkExit3::Invalid;
    Simplex3 simplex;
    Nearest3 nearest;
    double distance = 0.0;  ///< Distance from the origin to the nearest point of the simplex.
    /// Lower bound of the origin's distance from the difference; negative until a direction separates them.
    double lower_bound = -std::numeric_limits<double>::infinity();
    Vec3d separating{0.0, 0.0, 0.0};  ///< Unit direction towards the origin that gave this bound.
    double scale = 0.0;               ///< Length of the longest vertex vector so far.
    int iterations = 0;

    [[nodiscard]] double noise() const { return gjk3_noise * scale; }
};

/// Returns the direction as the shapes get it: rounded to floats unless they take doubles.
template <class Difference>
Vec3d usable_direction(const Vec3d& unit) {
    if constexpr (Difference::is_exact) {
        return unit;
    } else {
        return to_double(to_float(unit));
    }
}

inline bool reached_beyond(const GjkRun3& run, const GjkGoal3& goal) {
    return goal.touching_counts ? run.lower_bound > goal.beyond + run.noise()
                                : run.lower_bound >= goal.beyond - run.noise();
}

inline bool reached_within(const GjkRun3& run, const GjkGoal3& goal) {
    return goal.touching_counts ? run.distance <= goal.within + run.noise()
                                : run.distance < goal.within - run.noise();
}

/// Adds the support point to the simplex if that brings the simplex strictly nearer to the origin; returns
/// whether it did.
inline bool advance(GjkRun3& run, const Vertex3& vertex) {
    for (int i = 0; i < run.simplex.count; ++i) {
        if (run.simplex.vertices[i].w == vertex.w) {
            return false;
        }
    }
    Simplex3 next = run.simplex;
    next.vertices[next.count] = vertex;
    ++next.count;
    Nearest3 nearest = nearest_point(next);
    if (!(nearest.squared_distance < run.nearest.squared_distance)) {
        return false;
    }
    keep(next, nearest);
    run.simplex = next;
    run.nearest = nearest;
    return true;
}

/// Runs the Gilbert-Johnson-Keerthi iteration on the Minkowski difference of two shapes, or on any convex
/// set.
///
/// It ends for every input: it continues only when the new vertex brings the simplex strictly nearer to the
/// origin, so no simplex occurs twice. The iteration limit is for mappings that are not convex and for curved
/// ones.
/// Source  Gilbert, Johnson, Keerthi, A Fast Procedure for Computing the Distance between Complex Objects,
///         1988; Ericson, Real-Time Collision Detection, 2005, chapters 5.1 and 9.5: the regions of a
///         simplex.
template <class Difference>
GjkRun3 run_gjk3(Difference& difference, const Vec3d& first, const GjkGoal3& goal) {
    // Relative gap that rounding leaves between the bounds, for mappings in doubles and in floats.
    constexpr double tolerance = Difference::is_exact ? 1e-14 : 3e-8;
    GjkRun3 run;
    run.simplex.vertices[0] = difference.first_support(usable_direction<Difference>(first));
    run.simplex.count = 1;
    run.nearest = nearest_point(run.simplex);
    run.scale = std::sqrt(run.nearest.squared_distance);
    run.iterations = 1;
    while (is_finite(run.nearest.point)) {
        run.distance = std::sqrt(run.nearest.squared_distance);
        if (run.simplex.count == 4 || run.distance <= run.noise()) {
            run.exit = GjkExit3::Contained;
            return run;
        }
        if (reached_within(run, goal)) {
            run.exit = GjkExit3::Within;
            return run;
        }
        if (run.iterations >= goal.max_iterations) {
            run.exit = GjkExit3::Limit;
            return run;
        }
        const Vec3d direction = usable_direction<Difference>(towards_origin(run.simplex, run.nearest));
        const Vertex3 vertex = difference.support(direction);
        ++run.iterations;
        if (!is_finite(vertex.w)) {
            break;
        }
        const double size = std::sqrt(length_squared(vertex.w));
        run.scale = size > run.scale ? size : run.scale;
        const double length = std::sqrt(length_squared(direction));
        const double bound = -dot(direction, vertex.w) / length;
        if (bound > run.lower_bound) {
            run.lower_bound = bound;
            run.separating = direction / length;
        }
        if (reached_beyond(run, goal)) {
            run.exit = GjkExit3::Beyond;
            return run;
        }
        if (run.distance - run.lower_bound <= tolerance * run.scale || !advance(run, vertex)) {
            run.exit = GjkExit3::Converged;
            return run;
        }
    }
    run.exit = GjkExit3::Invalid;
    return run;
}

}  // namespace drystone::detail
