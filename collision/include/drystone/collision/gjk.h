#pragma once

#include <drystone/collision/simplex.h>
#include <drystone/collision/support.h>

#include <cstdint>
#include <limits>

namespace drystone {

/// The simplex at which GJK ended, as point indices of the two cores, to start the next query of the same
/// pair with.
///
/// Any content is valid: stale indices only cost iterations, indices beyond the cores are ignored.
struct SimplexCache {
    std::uint16_t count = 0;
    std::uint16_t a[3] = {0, 0, 0};
    std::uint16_t b[3] = {0, 0, 0};
};

/// What a distance query found out.
enum class DistanceStatus : std::uint8_t {
    Separated,
    Overlapping,  ///< The shapes share a point; touching counts.
    NotFinite,    ///< The input holds a NaN or an infinity; the other members are zero.
};

/// How far apart two convex shapes are, and where. In the frame of A [m].
struct Distance {
    DistanceStatus status = DistanceStatus::NotFinite;
    float distance = 0.0f;  ///< Zero unless separated.
    /// Unit, from A to B; zero where the cores overlap (`penetration` has the answer then).
    Vec2 normal{0.0f, 0.0f};
    Vec2 point_a{0.0f, 0.0f};  ///< The point of A nearest to B; a common point of both where they overlap.
    Vec2 point_b{0.0f, 0.0f};
    int iterations = 0;  ///< Support points that were computed.
};

/// Distance and nearest points of two cores, rounding radii included: the Gilbert-Johnson-Keerthi algorithm.
///
/// Works in the frame of A, from its first vertex; the distance is taken from vectors of the Minkowski
/// difference, never from the difference of two witness points. Error at most 3e-7 of (extent + distance),
/// wherever the shapes lie.
/// \param b_in_a  the frame of B seen from the frame of A
/// \param cache   read and written when given
/// Cost           no allocation; 2 to 4 support points cold, 1 warm
/// Source         Gilbert, Johnson, Keerthi, A Fast Procedure for Computing the Distance between Complex
/// Objects, 1988.
Distance distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                  SimplexCache* cache = nullptr);

/// Do two cores, radii included, share a point? Touching counts. False where the input is not finite.
bool intersect(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, SimplexCache* cache = nullptr);

namespace detail {

/// The nearest points of the cores as GJK found them, not yet shifted by the radii, relative to the
/// difference's origin.
struct CoreGap {
    Vec2 normal{0.0f, 0.0f};
    float distance = 0.0f;
    Vec2 on_a{0.0f, 0.0f};
    Vec2 on_b{0.0f, 0.0f};
};

/// Adds radii and origin to the gap between two cores.
Distance finish_distance(const CoreGap& gap, const Vec2& origin, float radius_a, float radius_b);

/// A common point of two overlapping shapes: the combination of the simplex's vertices that makes the origin,
/// taken of their points of A. The vertices need the members w and a.
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

/// The support point in the direction from A to B, to start GJK with.
template <class Difference>
Simplex<typename Difference::Vertex> first_simplex(const Difference& difference) {
    Simplex<typename Difference::Vertex> simplex;
    simplex.vertices[0] = difference.support(difference.first_direction());
    simplex.count = 1;
    return simplex;
}

/// Normal and distance of a converged simplex of one or two vertices. Of the two directions that there are,
/// the normal of the edge and the way to the nearest point, the one with the smaller rounding error is taken.
template <class Vertex>
CoreGap measure_gap(const Simplex<Vertex>& simplex, const Nearest& nearest) {
    const Vertex& p = simplex.vertices[0];
    if (simplex.count == 1) {
        const float length = p.w.norm();
        return {-p.w / length, length, p.a, p.b};
    }
    const Vertex& q = simplex.vertices[1];
    const float t = static_cast<float>(nearest.fraction);
    const Vec2 edge = q.w - p.w;
    const Vec2 way = -(p.w + t * edge);
    const Vec2 across = nearest.cross > 0.0 ? left_perp(edge) : right_perp(edge);
    const Vec2 direction = way.squaredNorm() > edge.squaredNorm() ? way : across;
    const Vec2 normal = direction / direction.norm();
    const float length = -normal.dot(t < 0.5f ? p.w : q.w);
    const Vec2 on_a = p.a + t * (q.a - p.a);
    return {normal, length > 0.0f ? length : 0.0f, on_a, on_a + length * normal};
}

}  // namespace detail

/// Distance and nearest points of any two convex shapes: a user's own support mapping, a built-in shape, or
/// one of each.
///
/// The same iteration as for cores. Flat shapes end exactly; curved ones when the gain drowns in rounding.
/// Where both shapes are built-in, the index-based version above is what runs.
template <ConvexShape A, ConvexShape B>
Distance distance(const A& a, const B& b, const Pose& b_in_a) {
    const auto& mapping_a = core_mapping(a);
    const auto& mapping_b = core_mapping(b);
    const detail::MappingDifference difference(mapping_a, mapping_b, b_in_a);
    auto simplex = detail::first_simplex(difference);
    const detail::GjkRun run = detail::run_gjk(difference, simplex, std::numeric_limits<float>::max());
    Distance result;
    if (run.exit == detail::GjkExit::Contained) {
        result.status = DistanceStatus::Overlapping;
        result.point_a = result.point_b = detail::common_point(simplex) + difference.origin();
    } else if (run.exit == detail::GjkExit::Converged) {
        const detail::CoreGap gap = detail::measure_gap(simplex, run.nearest);
        result = detail::finish_distance(gap, difference.origin(), core_radius(a), core_radius(b));
    }
    result.iterations = run.iterations;
    return result;
}

/// Do any two convex shapes share a point? Touching counts. False where the input is not finite.
template <ConvexShape A, ConvexShape B>
bool intersect(const A& a, const B& b, const Pose& b_in_a) {
    const auto& mapping_a = core_mapping(a);
    const auto& mapping_b = core_mapping(b);
    const float reach = core_radius(a) + core_radius(b);
    const detail::MappingDifference difference(mapping_a, mapping_b, b_in_a);
    auto simplex = detail::first_simplex(difference);
    const detail::GjkRun run = detail::run_gjk(difference, simplex, reach);
    return run.exit == detail::GjkExit::Contained ||
           (run.exit == detail::GjkExit::Converged &&
            detail::measure_gap(simplex, run.nearest).distance <= reach);
}

}  // namespace drystone
