#pragma once

#include <drystone/collision/detail/minkowski.h>

namespace drystone::detail {

/// Up to three vertices of the Minkowski difference: a point, a segment or a triangle.
template <class Vertex>
struct Simplex {
    Vertex vertices[3];
    int count = 0;
};

/// The point of a simplex nearest to the origin, as a position on the edge from its first to its second
/// vertex.
struct Nearest {
    double squared_distance = 0.0;
    double cross = 0.0;  ///< exact_cross of the two vertices: the side on which the origin lies
    /// Fraction of the edge; 0 where the first vertex is nearest, 1 where the second is.
    double fraction = 0.0;

    [[nodiscard]] bool inside() const { return fraction > 0.0 && fraction < 1.0; }
};

/// Returns the point of the segment from p to q nearest to the origin. In double precision: for edges much
/// shorter than their distance, floats would not distinguish the interior from the ends.
inline Nearest nearest_on_segment(const Vec2& p, const Vec2& q) {
    const double px = static_cast<double>(p.x);
    const double py = static_cast<double>(p.y);
    const double qx = static_cast<double>(q.x);
    const double qy = static_cast<double>(q.y);
    const double edge_x = qx - px;
    const double edge_y = qy - py;
    const double along = -(px * edge_x + py * edge_y);
    const double length = edge_x * edge_x + edge_y * edge_y;
    if (!(along > 0.0)) {
        return {px * px + py * py, 0.0, 0.0};
    }
    if (!(along < length)) {
        return {qx * qx + qy * qy, 0.0, 1.0};
    }
    const double cross = px * qy - py * qx;
    return {cross * cross / length, cross, along / length};
}

/// Returns whether the triangle contains the origin, border included. Decided exactly; a triangle without
/// area contains nothing. The arguments are the exact_cross of its sides.
inline bool contains_origin(double first, double second, double third) {
    const bool left = (first >= 0.0) & (second >= 0.0) & (third >= 0.0);
    const bool right = (first <= 0.0) & (second <= 0.0) & (third <= 0.0);
    return left != right;
}

template <class Vertex>
bool contains_origin(const Simplex<Vertex>& triangle) {
    const Vec2& p = triangle.vertices[0].w;
    const Vec2& q = triangle.vertices[1].w;
    const Vec2& r = triangle.vertices[2].w;
    return contains_origin(exact_cross(p, q), exact_cross(q, r), exact_cross(r, p));
}

/// Reduces the segment from p to q to the part that holds the nearest point.
template <class Vertex>
void keep_segment(Simplex<Vertex>& simplex, const Vertex& p, const Vertex& q, const Nearest& nearest) {
    const Vertex first = nearest.fraction < 1.0 ? p : q;
    simplex.vertices[1] = q;
    simplex.vertices[0] = first;
    simplex.count = nearest.inside() ? 2 : 1;
}

/// Reduces a simplex of one to three vertices to the smallest part that holds its nearest point to the
/// origin. Three vertices remain only where they contain the origin.
template <class Vertex>
Nearest reduce(Simplex<Vertex>& simplex) {
    if (simplex.count == 1) {
        return nearest_on_segment(simplex.vertices[0].w, simplex.vertices[0].w);
    }
    if (simplex.count == 3 && contains_origin(simplex)) {
        return {};
    }
    const Vertex p = simplex.vertices[0];
    const Vertex q = simplex.vertices[1];
    const Nearest pq = nearest_on_segment(p.w, q.w);
    if (simplex.count == 2) {
        keep_segment(simplex, p, q, pq);
        return pq;
    }
    const Vertex r = simplex.vertices[2];
    const Nearest qr = nearest_on_segment(q.w, r.w);
    const Nearest rp = nearest_on_segment(r.w, p.w);
    if (pq.squared_distance <= qr.squared_distance && pq.squared_distance <= rp.squared_distance) {
        keep_segment(simplex, p, q, pq);
        return pq;
    }
    const bool second = qr.squared_distance <= rp.squared_distance;
    keep_segment(simplex, second ? q : r, second ? r : p, second ? qr : rp);
    return second ? qr : rp;
}

/// Adds a support point to a reduced simplex of one or two vertices, if that brings it strictly nearer to the
/// origin.
/// \return  whether it was added; otherwise the simplex and `nearest` are unchanged
template <class Vertex>
bool advance(Simplex<Vertex>& simplex, Nearest& nearest, const Vertex& vertex) {
    const Vertex p = simplex.vertices[0];
    const Nearest from_first = nearest_on_segment(p.w, vertex.w);
    if (simplex.count == 1) {
        if (!(from_first.squared_distance < nearest.squared_distance)) {
            return false;
        }
        keep_segment(simplex, p, vertex, from_first);
        nearest = from_first;
        return true;
    }
    const Vertex q = simplex.vertices[1];
    if (contains_origin(nearest.cross, exact_cross(q.w, vertex.w), exact_cross(vertex.w, p.w))) {
        simplex.vertices[2] = vertex;
        simplex.count = 3;
        nearest = {};
        return true;
    }
    const Nearest from_second = nearest_on_segment(q.w, vertex.w);
    const bool second = from_second.squared_distance < from_first.squared_distance;
    const Nearest& better = second ? from_second : from_first;
    if (!(better.squared_distance < nearest.squared_distance)) {
        return false;
    }
    keep_segment(simplex, second ? q : p, vertex, better);
    nearest = better;
    return true;
}

/// Returns the direction from the nearest point of a point or segment to the origin; not of unit length.
template <class Vertex>
Vec2 towards_origin(const Simplex<Vertex>& simplex, const Nearest& nearest) {
    if (simplex.count == 1) {
        return -simplex.vertices[0].w;
    }
    const Vec2 edge = simplex.vertices[1].w - simplex.vertices[0].w;
    return nearest.cross > 0.0 ? left_perp(edge) : right_perp(edge);
}

/// Returns whether the support point proves that the whole difference is farther from the origin than the
/// limit.
inline bool lies_beyond(const Vec2& direction, const Vec2& support, float limit) {
    const double x = static_cast<double>(direction.x);
    const double y = static_cast<double>(direction.y);
    const double reached = -(x * static_cast<double>(support.x) + y * static_cast<double>(support.y));
    const double reach = static_cast<double>(limit);
    return reached > 0.0 && reached * reached > reach * reach * (x * x + y * y);
}

/// Reason for the end of a GJK run.
enum class GjkExit : unsigned char {
    Converged,  ///< The simplex holds the point nearest to the origin, which lies outside.
    Contained,  ///< The simplex contains the origin.
    Beyond,     ///< Stopped early: the distance certainly exceeds the limit.
    NotFinite,  ///< The input holds a NaN or an infinity.
};

struct GjkRun {
    GjkExit exit = GjkExit::NotFinite;
    Nearest nearest;
    int iterations = 0;
    Vec2 direction{0.0f, 0.0f};  ///< Direction that proved the exit `Beyond`; zero for others.
    Vec2 support{0.0f, 0.0f};    ///< Support point of that direction.
};

/// The trace of GJK and EPA without a listener: ignores all events, at no cost. `detail::TraceBuilder` in
/// trace.h has the same functions and makes steps of the events.
struct NoTrace {
    [[nodiscard]] const NoTrace& attach(const auto& /*difference*/) const { return *this; }

    /// Receives from GJK the initial simplex, before its first reduction.
    void started(const auto& /*simplex*/) const {}
    /// Receives from GJK the reduced simplex; the search continues from there.
    void reduced(const auto& /*simplex*/, const Nearest& /*nearest*/) const {}
    /// Receives from GJK a search direction and its support point.
    void found(const Vec2& /*direction*/, const auto& /*vertex*/) const {}
    /// Receives from GJK the last simplex and the result.
    void ended(const auto& /*simplex*/, const GjkRun& /*run*/) const {}
    /// Receives from EPA the polytope before its nearest face is examined.
    void grown(const auto& /*polytope*/) const {}
    /// Receives from EPA the nearest face, the support point along its normal, and the depth known so far.
    void examined(const auto& /*face*/, const auto& /*vertex*/, const auto& /*run*/) const {}
    /// Receives from EPA the result.
    void finished(const auto& /*run*/) const {}
};

/// Runs the iteration of `run_gjk`; fills `run`.
template <class Difference, class Trace>
GjkExit search_nearest(const Difference& difference, Simplex<typename Difference::Vertex>& simplex,
                       float limit, GjkRun& run, Trace& trace) {
    run.nearest = reduce(simplex);
    while (simplex.count < 3 && run.nearest.squared_distance > 0.0) {
        trace.reduced(simplex, run.nearest);
        const Vec2 direction = towards_origin(simplex, run.nearest);
        const auto vertex = difference.support(direction);
        ++run.iterations;
        trace.found(direction, vertex);
        if (lies_beyond(direction, vertex.w, limit)) {
            run.direction = direction;
            run.support = vertex.w;
            return GjkExit::Beyond;
        }
        if (Difference::same(vertex, simplex.vertices[0]) || !advance(simplex, run.nearest, vertex)) {
            return GjkExit::Converged;
        }
    }
    const bool is_number = run.nearest.squared_distance <= 0.0;
    return is_number ? GjkExit::Contained : GjkExit::NotFinite;
}

/// Runs the Gilbert-Johnson-Keerthi iteration on any Minkowski difference, from any initial simplex of one to
/// three vertices.
///
/// It ends for every input: it continues only when the new vertex brings the simplex strictly nearer to the
/// origin, so no simplex occurs twice and there are finitely many. It needs and has no limit on the number of
/// iterations; for a curved shape it ends by the same rule, when the gain is below rounding.
/// \param limit     the run stops as soon as the distance is certainly larger [m]
/// \param trace     receives every step
/// Source           Gilbert, Johnson, Keerthi, A Fast Procedure for Computing the Distance between Complex
///                  Objects, 1988; Ericson, The Gilbert-Johnson-Keerthi Algorithm, SIGGRAPH 2004.
template <class Difference, class Trace = const NoTrace>
GjkRun run_gjk(const Difference& difference, Simplex<typename Difference::Vertex>& simplex, float limit,
               Trace&& trace = {}) {
    GjkRun run;
    trace.started(simplex);
    run.exit = search_nearest(difference, simplex, limit, run, trace);
    trace.ended(simplex, run);
    return run;
}

}  // namespace drystone::detail
