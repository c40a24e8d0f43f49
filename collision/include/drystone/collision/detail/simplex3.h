#pragma once

#include <drystone/collision/detail/minkowski3.h>

#include <cmath>

namespace drystone::detail {

/// Up to four vertices of the Minkowski difference: a point, a segment, a triangle or a tetrahedron.
struct Simplex3 {
    Vertex3 vertices[4];
    int count = 0;
};

/// The point of a simplex nearest to the origin, as a weighted mean of the vertices of the smallest part that
/// holds it.
struct Nearest3 {
    int count = 0;
    int index[4] = {0, 0, 0, 0};  ///< Indices of the simplex's vertices.
    double weights[4] = {1.0, 0.0, 0.0, 0.0};
    Vec3d point{0.0, 0.0, 0.0};
    double squared_distance = 0.0;
};

inline Nearest3 nearest_on_point(const Simplex3& simplex, int i) {
    const Vec3d& p = simplex.vertices[i].w;
    return {1, {i, 0, 0, 0}, {1.0, 0.0, 0.0, 0.0}, p, length_squared(p)};
}

/// Returns the nearest point on an edge: one of its ends, or a point in between.
inline Nearest3 nearest_on_edge(const Simplex3& simplex, int i, int j) {
    const Vec3d& p = simplex.vertices[i].w;
    const Vec3d& q = simplex.vertices[j].w;
    const Vec3d edge = q - p;
    const double along = -dot(p, edge);
    const double length = length_squared(edge);
    if (!(along > 0.0)) {
        return nearest_on_point(simplex, i);
    }
    if (!(along < length)) {
        return nearest_on_point(simplex, j);
    }
    const double t = along / length;
    const Vec3d point = p + t * edge;
    return {2, {i, j, 0, 0}, {1.0 - t, t, 0.0, 0.0}, point, length_squared(point)};
}

inline const Nearest3& nearer(const Nearest3& first, const Nearest3& second) {
    return second.squared_distance < first.squared_distance ? second : first;
}

/// Returns the nearest point where the origin's projection onto the plane of a triangle lies inside it; no
/// nearest point (count 0) elsewhere.
inline Nearest3 nearest_inside_face(const Simplex3& simplex, int i, int j, int k, const Vec3d& normal) {
    const Vec3d& p = simplex.vertices[i].w;
    const Vec3d& q = simplex.vertices[j].w;
    const Vec3d& r = simplex.vertices[k].w;
    // Areas about the projection, not about the origin: those of a small triangle far away would cancel out.
    const Vec3d foot = (dot(normal, p) / length_squared(normal)) * normal;
    const Vec3d from_p = p - foot;
    const Vec3d from_q = q - foot;
    const Vec3d from_r = r - foot;
    const double of_p = dot(normal, cross(from_q, from_r));
    const double of_q = dot(normal, cross(from_r, from_p));
    const double of_r = dot(normal, cross(from_p, from_q));
    if (!(of_p > 0.0 && of_q > 0.0 && of_r > 0.0)) {
        return {};
    }
    const double sum = of_p + of_q + of_r;
    const double weight_q = of_q / sum;
    const double weight_r = of_r / sum;
    const Vec3d point = p + weight_q * (q - p) + weight_r * (r - p);
    return {3, {i, j, k, 0}, {of_p / sum, weight_q, weight_r, 0.0}, point, length_squared(point)};
}

/// Returns the nearest point inside the triangle or on its edges. Rounding dominates the normal of a thin
/// triangle, so its edges are tested in any case; one thinner than 1e-12 of its length is reduced to its
/// edges.
inline Nearest3 nearest_on_face(const Simplex3& simplex, int i, int j, int k) {
    const Vec3d to_q = simplex.vertices[j].w - simplex.vertices[i].w;
    const Vec3d to_r = simplex.vertices[k].w - simplex.vertices[i].w;
    const Vec3d normal = cross(to_q, to_r);
    const double area = length_squared(normal);
    const double full = length_squared(to_q) * length_squared(to_r);
    const Nearest3 inside = area > 1e-24 * full ? nearest_inside_face(simplex, i, j, k, normal) : Nearest3{};
    if (inside.count != 0 && area > 1e-8 * full) {
        return inside;
    }
    const Nearest3 on_edge = nearer(nearer(nearest_on_edge(simplex, i, j), nearest_on_edge(simplex, j, k)),
                                    nearest_on_edge(simplex, k, i));
    return inside.count != 0 ? nearer(inside, on_edge) : on_edge;
}

/// Returns the weight of the last of four vertices: the origin's height over the face of the others, divided
/// by the vertex's own. Negative where the origin lies on the other side of the face.
///
/// Also negative where the signs are within rounding: the heights of a flat or needle-like tetrahedron may
/// have any sign, and it would contain points outside of it. Points lost by that lie on the faces, within
/// rounding.
inline double weight_over_face(const Vec3d& p, const Vec3d& q, const Vec3d& r, const Vec3d& last) {
    const Vec3d to_q = q - p;
    const Vec3d to_r = r - p;
    const Vec3d to_last = last - p;
    const Vec3d normal = cross(to_q, to_r);
    const double height = -dot(normal, p);
    const double full = dot(normal, to_last);
    // Bounds of the rounding errors of the two products, squared.
    const double error = 1e-30 * length_squared(to_q) * length_squared(to_r);
    if (!(height * height > error * length_squared(p)) || !(full * full > error * length_squared(to_last))) {
        return -1.0;
    }
    return height / full;
}

/// Returns the tetrahedron itself where it contains the origin, border included, else the nearest point of
/// the faces that may have the origin outside.
inline Nearest3 nearest_in_tetrahedron(const Simplex3& simplex) {
    static constexpr int faces[4][4] = {{1, 2, 3, 0}, {0, 2, 3, 1}, {0, 1, 3, 2}, {0, 1, 2, 3}};
    Nearest3 inside{4, {0, 1, 2, 3}, {0.0, 0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, 0.0};
    Nearest3 best;
    double sum = 0.0;
    for (const auto& [i, j, k, last] : faces) {
        const double weight = weight_over_face(simplex.vertices[i].w, simplex.vertices[j].w,
                                               simplex.vertices[k].w, simplex.vertices[last].w);
        if (weight >= 0.0) {
            inside.weights[last] = weight;
            sum += weight;
            continue;
        }
        const Nearest3 found = nearest_on_face(simplex, i, j, k);
        best = best.count == 0 ? found : nearer(best, found);
    }
    if (best.count != 0) {
        return best;
    }
    for (double& weight : inside.weights) {
        weight /= sum;
    }
    return inside;
}

/// Returns the nearest point of a simplex of one to four vertices; four remain only where they contain the
/// origin.
inline Nearest3 nearest_point(const Simplex3& simplex) {
    switch (simplex.count) {
        case 1: return nearest_on_point(simplex, 0);
        case 2: return nearest_on_edge(simplex, 0, 1);
        case 3: return nearest_on_face(simplex, 0, 1, 2);
        default: return nearest_in_tetrahedron(simplex);
    }
}

/// Reduces the simplex to the vertices that hold the nearest point.
inline void keep(Simplex3& simplex, Nearest3& nearest) {
    Simplex3 kept;
    kept.count = nearest.count;
    for (int i = 0; i < nearest.count; ++i) {
        kept.vertices[i] = simplex.vertices[nearest.index[i]];
        nearest.index[i] = i;
    }
    simplex = kept;
}

/// Returns the unit vector from the nearest point to the origin. For a triangle it is taken from the normal
/// or from the nearest point, whichever has the smaller rounding error.
inline Vec3d towards_origin(const Simplex3& simplex, const Nearest3& nearest) {
    Vec3d way = -nearest.point;
    if (simplex.count == 3) {
        const Vec3d& p = simplex.vertices[0].w;
        const Vec3d to_q = simplex.vertices[1].w - p;
        const Vec3d to_r = simplex.vertices[2].w - p;
        const Vec3d normal = cross(to_q, to_r);
        const double longest =
            length_squared(to_q) > length_squared(to_r) ? length_squared(to_q) : length_squared(to_r);
        if (length_squared(normal) > longest * nearest.squared_distance) {
            way = dot(normal, p) > 0.0 ? -normal : normal;
        }
    }
    // Scaled first: for very small or very large shapes the square of a normal is outside the range of a
    // double.
    const double scale = max_coordinate(abs(way));
    const Vec3d scaled = way / scale;
    return scaled / std::sqrt(length_squared(scaled));
}

/// Returns the mean of the vertices' points of A with the weights of the nearest point.
inline Vec3d point_of_a(const Simplex3& simplex, const Nearest3& nearest) {
    Vec3d point = simplex.vertices[nearest.index[0]].a;
    for (int i = 1; i < nearest.count; ++i) {
        point += nearest.weights[i] *
                 (simplex.vertices[nearest.index[i]].a - simplex.vertices[nearest.index[0]].a);
    }
    return point;
}

}  // namespace drystone::detail
