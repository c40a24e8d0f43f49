#pragma once

#include <drystone/collision/minkowski3.h>

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
    int index[4] = {0, 0, 0, 0};  ///< Into the simplex's vertices.
    double weights[4] = {1.0, 0.0, 0.0, 0.0};
    Vec3d point{0.0, 0.0, 0.0};
    double squared_distance = 0.0;
};

inline Nearest3 nearest_on_point(const Simplex3& simplex, int i) {
    const Vec3d& p = simplex.vertices[i].w;
    return {1, {i, 0, 0, 0}, {1.0, 0.0, 0.0, 0.0}, p, p.squaredNorm()};
}

/// The two regions of the ends, or that between them.
inline Nearest3 nearest_on_edge(const Simplex3& simplex, int i, int j) {
    const Vec3d& p = simplex.vertices[i].w;
    const Vec3d& q = simplex.vertices[j].w;
    const Vec3d edge = q - p;
    const double along = -p.dot(edge);
    const double length = edge.squaredNorm();
    if (!(along > 0.0)) {
        return nearest_on_point(simplex, i);
    }
    if (!(along < length)) {
        return nearest_on_point(simplex, j);
    }
    const double t = along / length;
    const Vec3d point = p + t * edge;
    return {2, {i, j, 0, 0}, {1.0 - t, t, 0.0, 0.0}, point, point.squaredNorm()};
}

inline const Nearest3& nearer(const Nearest3& first, const Nearest3& second) {
    return second.squared_distance < first.squared_distance ? second : first;
}

/// The inside of the triangle where the origin's foot on its plane lies there, else the nearest of its edges.
/// A triangle thinner than 1e-12 of its length is no more than its edges.
inline Nearest3 nearest_on_face(const Simplex3& simplex, int i, int j, int k) {
    const Vec3d& p = simplex.vertices[i].w;
    const Vec3d& q = simplex.vertices[j].w;
    const Vec3d& r = simplex.vertices[k].w;
    const Vec3d to_q = q - p;
    const Vec3d to_r = r - p;
    const Vec3d normal = to_q.cross(to_r);
    const double area = normal.squaredNorm();
    if (area > 1e-24 * to_q.squaredNorm() * to_r.squaredNorm()) {
        // Areas about the foot, not about the origin: those of a small triangle far away would cancel out.
        const Vec3d foot = (normal.dot(p) / area) * normal;
        const Vec3d from_p = p - foot;
        const Vec3d from_q = q - foot;
        const Vec3d from_r = r - foot;
        const double of_p = normal.dot(from_q.cross(from_r));
        const double of_q = normal.dot(from_r.cross(from_p));
        const double of_r = normal.dot(from_p.cross(from_q));
        if (of_p > 0.0 && of_q > 0.0 && of_r > 0.0) {
            const double sum = of_p + of_q + of_r;
            const double weight_q = of_q / sum;
            const double weight_r = of_r / sum;
            const Vec3d point = p + weight_q * to_q + weight_r * to_r;
            return {3, {i, j, k, 0}, {of_p / sum, weight_q, weight_r, 0.0}, point, point.squaredNorm()};
        }
    }
    return nearer(nearer(nearest_on_edge(simplex, i, j), nearest_on_edge(simplex, j, k)),
                  nearest_on_edge(simplex, k, i));
}

/// The tetrahedron itself where it contains the origin, border included, else the nearest of the faces that
/// the origin is outside of.
///
/// The height of the origin over a face, divided by that of the fourth vertex, is the vertex's weight. All
/// four must lie in [0, 1]: asking for signs alone, a flat tetrahedron would contain anything by rounding.
inline Nearest3 nearest_in_tetrahedron(const Simplex3& simplex) {
    static constexpr int faces[4][4] = {{1, 2, 3, 0}, {0, 2, 3, 1}, {0, 1, 3, 2}, {0, 1, 2, 3}};
    Nearest3 inside{4, {0, 1, 2, 3}, {0.0, 0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, 0.0};
    Nearest3 best;
    double sum = 0.0;
    for (const auto& face : faces) {
        const Vec3d& p = simplex.vertices[face[0]].w;
        const Vec3d normal = (simplex.vertices[face[1]].w - p).cross(simplex.vertices[face[2]].w - p);
        const double height = -normal.dot(p);
        const double full = normal.dot(simplex.vertices[face[3]].w - p);
        const bool within =
            full > 0.0 ? height >= 0.0 && height <= full : full < 0.0 && height <= 0.0 && height >= full;
        if (within) {
            inside.weights[face[3]] = height / full;
            sum += height / full;
            continue;
        }
        const Nearest3 found = nearest_on_face(simplex, face[0], face[1], face[2]);
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

/// The nearest point of a simplex of one to four vertices; four remain only where they contain the origin.
inline Nearest3 nearest_point(const Simplex3& simplex) {
    switch (simplex.count) {
        case 1: return nearest_on_point(simplex, 0);
        case 2: return nearest_on_edge(simplex, 0, 1);
        case 3: return nearest_on_face(simplex, 0, 1, 2);
        default: return nearest_in_tetrahedron(simplex);
    }
}

/// Leaves of the simplex what holds the nearest point.
inline void keep(Simplex3& simplex, Nearest3& nearest) {
    Simplex3 kept;
    kept.count = nearest.count;
    for (int i = 0; i < nearest.count; ++i) {
        kept.vertices[i] = simplex.vertices[nearest.index[i]];
        nearest.index[i] = i;
    }
    simplex = kept;
}

/// The unit vector from the nearest point to the origin. Of the two ways to get it for a triangle, its normal
/// and the nearest point, the one with the smaller rounding error is taken.
inline Vec3d towards_origin(const Simplex3& simplex, const Nearest3& nearest) {
    Vec3d way = -nearest.point;
    if (simplex.count == 3) {
        const Vec3d& p = simplex.vertices[0].w;
        const Vec3d to_q = simplex.vertices[1].w - p;
        const Vec3d to_r = simplex.vertices[2].w - p;
        const Vec3d normal = to_q.cross(to_r);
        const double longest =
            to_q.squaredNorm() > to_r.squaredNorm() ? to_q.squaredNorm() : to_r.squaredNorm();
        if (normal.squaredNorm() > longest * nearest.squared_distance) {
            way = normal.dot(p) > 0.0 ? Vec3d(-normal) : normal;
        }
    }
    // Scaled first: the square of a normal of very small or very large shapes is beyond a double.
    const double scale = way.cwiseAbs().maxCoeff();
    const Vec3d scaled = way / scale;
    return scaled / std::sqrt(scaled.squaredNorm());
}

/// The mean of the vertices' points of A with the weights of the nearest point.
inline Vec3d point_of_a(const Simplex3& simplex, const Nearest3& nearest) {
    Vec3d point = simplex.vertices[nearest.index[0]].a;
    for (int i = 1; i < nearest.count; ++i) {
        point += nearest.weights[i] *
                 (simplex.vertices[nearest.index[i]].a - simplex.vertices[nearest.index[0]].a);
    }
    return point;
}

}  // namespace drystone::detail
