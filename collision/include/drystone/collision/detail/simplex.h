#pragma once

#include <drystone/collision/detail/minkowski.h>

namespace drystone::detail {

/// Up to three vertices of the Minkowski difference: a point, a segment or a triangle.
template <class Vertex>
struct Simplex {
    Vertex vertices[3];
    int count = 0;
};

/// The point of a simplex nearest to the origin, on the way from its first to its second vertex.
struct Nearest {
    double squared_distance = 0.0;
    double cross = 0.0;     ///< exact_cross of the two vertices: the side on which the origin lies.
    double fraction = 0.0;  ///< Of the way; 0 where the first vertex is nearest, 1 where the second is.

    [[nodiscard]] bool inside() const { return fraction > 0.0 && fraction < 1.0; }
};

/// The point of the segment from p to q nearest to the origin, in double precision: for edges much shorter
/// than their distance a float would not tell the inside from the ends.
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

/// Does the triangle contain the origin, border included? Decided exactly; a triangle without area contains
/// nothing. The arguments are the exact_cross of its sides.
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

/// Leaves of the segment from p to q what holds the nearest point.
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
/// \return  whether it did; the simplex and `nearest` are untouched where it did not
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

/// The way from the nearest point of a point or segment to the origin; not of unit length.
template <class Vertex>
Vec2 towards_origin(const Simplex<Vertex>& simplex, const Nearest& nearest) {
    if (simplex.count == 1) {
        return -simplex.vertices[0].w;
    }
    const Vec2 edge = simplex.vertices[1].w - simplex.vertices[0].w;
    return nearest.cross > 0.0 ? left_perp(edge) : right_perp(edge);
}

/// Is the support point so far on the near side of the origin that the whole difference is farther away than
/// the limit?
inline bool lies_beyond(const Vec2& direction, const Vec2& support, float limit) {
    const double x = static_cast<double>(direction.x);
    const double y = static_cast<double>(direction.y);
    const double reached = -(x * static_cast<double>(support.x) + y * static_cast<double>(support.y));
    const double reach = static_cast<double>(limit);
    return reached > 0.0 && reached * reached > reach * reach * (x * x + y * y);
}

/// How a GJK run ended.
enum class GjkExit : unsigned char {
    Converged,  ///< The simplex holds the point nearest to the origin, which lies outside.
    Contained,  ///< The simplex contains the origin.
    Beyond,     ///< Stopped early: the distance is certainly more than the limit.
    NotFinite,  ///< The input holds a NaN or an infinity.
};

struct GjkRun {
    GjkExit exit = GjkExit::NotFinite;
    Nearest nearest;
    int iterations = 0;
    Vec2 direction{0.0f, 0.0f};  ///< Beyond alone: the direction that proved it,
    Vec2 support{0.0f, 0.0f};    ///< and its support point.
};

/// What GJK and EPA tell while they run, where nobody listens: nothing, at no cost. `detail::TraceBuilder` in
/// trace.h has the same functions and makes steps of what it is told.
struct NoTrace {
    [[nodiscard]] const NoTrace& attach(const auto& /*difference*/) const { return *this; }

    /// GJK: the simplex that a run starts from, before its first reduction.
    void started(const auto& /*simplex*/) const {}
    /// GJK: the part of the simplex that is left; the search goes on from there.
    void reduced(const auto& /*simplex*/, const Nearest& /*nearest*/) const {}
    /// GJK: a search direction and its support point.
    void found(const Vec2& /*direction*/, const auto& /*vertex*/) const {}
    /// GJK: the last simplex, and how it ended.
    void ended(const auto& /*simplex*/, const GjkRun& /*run*/) const {}
    /// EPA: the polytope before its nearest face is looked at.
    void grown(const auto& /*polytope*/) const {}
    /// EPA: the nearest face, the support point along its normal, and the depth known so far.
    void examined(const auto& /*face*/, const auto& /*vertex*/, const auto& /*run*/) const {}
    /// EPA: how it ended.
    void finished(const auto& /*run*/) const {}
};

/// The iteration of `run_gjk`; fills `run`.
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

/// The Gilbert-Johnson-Keerthi iteration on any Minkowski difference, from any starting simplex of one to
/// three vertices.
///
/// It ends for every input: it goes on only when the new vertex brings the simplex strictly nearer to the
/// origin, so no simplex occurs twice and there are finitely many. No cap on the number of iterations is
/// needed, and none is there; a curved shape ends by the same rule, when the gain drowns in rounding.
/// \param limit     stop as soon as the distance is certainly larger [m]
/// \param trace     told of every step
/// Source           Gilbert, Johnson, Keerthi, A Fast Procedure for Computing the Distance between Complex
/// Objects, 1988;
///                  Ericson, The Gilbert-Johnson-Keerthi Algorithm, SIGGRAPH 2004.
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
