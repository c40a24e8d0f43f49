#pragma once

#include <drystone/collision/math3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace drystone::test {

/// Points of a hull in double precision, with the features that matter: all triples of points that have the
/// others on one side, with a generous tolerance, and their sides. These are more triples than a hull has
/// triangles, but all of them lie in the hull, so none makes a distance too small.
struct Polytope3 {
    std::vector<Vec3d> points;
    std::vector<std::array<int, 3>> faces;
    std::vector<std::pair<int, int>> edges;
};

inline double diameter(const std::vector<Vec3d>& points) {
    double largest = 0.0;
    for (const Vec3d& p : points) {
        for (const Vec3d& q : points) {
            largest = std::max(largest, length(p - q));
        }
    }
    return largest;
}

inline bool is_face(const std::vector<Vec3d>& points, const Vec3d& p, const Vec3d& normal, double tolerance) {
    double lowest = 0.0;
    double highest = 0.0;
    for (const Vec3d& point : points) {
        const double height = dot(normal, point - p);
        lowest = std::min(lowest, height);
        highest = std::max(highest, height);
    }
    return lowest >= -tolerance || highest <= tolerance;
}

inline Polytope3 make_polytope(std::vector<Vec3d> points) {
    Polytope3 polytope{std::move(points), {}, {}};
    const std::vector<Vec3d>& p = polytope.points;
    const int count = static_cast<int>(p.size());
    const double tolerance = 1e-7 * diameter(p);
    const auto at = [&p](int i) -> const Vec3d& { return p[static_cast<std::size_t>(i)]; };
    for (int i = 0; i < count; ++i) {
        for (int j = i + 1; j < count; ++j) {
            bool is_edge = false;
            for (int k = 0; k < count; ++k) {
                const Vec3d normal = cross(at(j) - at(i), at(k) - at(i));
                const double length = drystone::length(normal);
                if (k != i && k != j && length > 0.0 && is_face(p, at(i), normal / length, tolerance)) {
                    is_edge = true;
                    if (k > j) {
                        polytope.faces.push_back({i, j, k});
                    }
                }
            }
            if (is_edge) {
                polytope.edges.emplace_back(i, j);
            }
        }
    }
    // For points on a line, the longest of all connections is the hull.
    for (int i = 0; i < count && polytope.faces.empty(); ++i) {
        for (int j = i + 1; j < count; ++j) {
            polytope.edges.emplace_back(i, j);
        }
    }
    return polytope;
}

struct Gap3d {
    double distance = std::numeric_limits<double>::infinity();
    Vec3d on_a{0.0, 0.0, 0.0};
    Vec3d on_b{0.0, 0.0, 0.0};
};

inline void take_nearer(Gap3d& best, const Vec3d& on_a, const Vec3d& on_b) {
    const double distance = length(on_b - on_a);
    if (distance < best.distance) {
        best = {distance, on_a, on_b};
    }
}

struct Long3 : detail::VectorBase3<Long3, long double> {
    Long3(long double along_x, long double along_y, long double along_z)
        : x(along_x), y(along_y), z(along_z) {}
    explicit Long3(const Vec3d& v) : Long3(v.x, v.y, v.z) {}

    long double x;
    long double y;
    long double z;
};

/// Finds the foot of `point` on the plane of a triangle. Returns whether it lies in the triangle; the
/// triangle's sides are tested as edges.
inline bool foot_on_face(const Vec3d& point, const Vec3d& p, const Vec3d& q, const Vec3d& r, Vec3d& foot) {
    // Two sides made orthogonal, in long double for very thin triangles.
    const Long3 u = Long3(q) - Long3(p);
    const Long3 v = Long3(r) - Long3(p);
    const Long3 d = Long3(point) - Long3(p);
    const long double square = length_squared(u);
    const Long3 across = v - (dot(u, v) / square) * u;
    const long double height = length_squared(across);
    if (!(square > 0.0L) || !(height > 0.0L)) {
        return false;
    }
    const long double b = dot(d, across) / height;
    const long double a = (dot(d, u) - b * dot(u, v)) / square;
    const Long3 found = Long3(p) + a * u + b * v;
    foot = {static_cast<double>(found.x), static_cast<double>(found.y), static_cast<double>(found.z)};
    return a >= 0.0L && b >= 0.0L && a + b <= 1.0L;
}

inline double clamp_to_side(double t) { return std::min(1.0, std::max(0.0, t)); }

/// Tests two segments: the four ends against the other segment, and the closest points of the lines.
inline void take_edges(Gap3d& best, const Vec3d& a, const Vec3d& a2, const Vec3d& b, const Vec3d& b2) {
    const Vec3d u = a2 - a;
    const Vec3d v = b2 - b;
    const double uu = dot(u, u);
    const double vv = dot(v, v);
    const auto along = [](const Vec3d& from, const Vec3d& way, double square, const Vec3d& point) {
        const double t = square > 0.0 ? clamp_to_side(dot(point - from, way) / square) : 0.0;
        return from + t * way;
    };
    take_nearer(best, a, along(b, v, vv, a));
    take_nearer(best, a2, along(b, v, vv, a2));
    take_nearer(best, along(a, u, uu, b), b);
    take_nearer(best, along(a, u, uu, b2), b2);
    const Vec3d cross = drystone::cross(u, v);
    const double square = length_squared(cross);
    if (square > 0.0) {
        // For nearly parallel lines these points are inaccurate, so each is projected onto the other line
        // again.
        const double s = clamp_to_side(dot(drystone::cross(b - a, v), cross) / square);
        const Vec3d on_b = along(b, v, vv, a + s * u);
        const Vec3d on_a = along(a, u, uu, on_b);
        take_nearer(best, on_a, on_b);
        take_nearer(best, on_a, along(b, v, vv, on_a));
    }
}

/// Finds the nearest features of two hulls: every vertex against every face, every edge against every edge.
/// Valid only if the hulls are apart; if they overlap, the result is any pair of points.
inline Gap3d nearest_features(const Polytope3& a, const Polytope3& b) {
    Gap3d best;
    const auto of = [](const Polytope3& polytope, int i) -> const Vec3d& {
        return polytope.points[static_cast<std::size_t>(i)];
    };
    Vec3d foot{0.0, 0.0, 0.0};
    for (const auto& [i, j, k] : b.faces) {
        for (const Vec3d& point : a.points) {
            if (foot_on_face(point, of(b, i), of(b, j), of(b, k), foot)) {
                take_nearer(best, point, foot);
            }
        }
    }
    for (const auto& [i, j, k] : a.faces) {
        for (const Vec3d& point : b.points) {
            if (foot_on_face(point, of(a, i), of(a, j), of(a, k), foot)) {
                take_nearer(best, foot, point);
            }
        }
    }
    for (const auto& [i, j] : a.edges) {
        for (const auto& [k, l] : b.edges) {
            take_edges(best, of(a, i), of(a, j), of(b, k), of(b, l));
        }
    }
    // A hull without an edge is a point.
    if (a.edges.empty()) {
        for (const auto& [k, l] : b.edges) {
            take_edges(best, of(a, 0), of(a, 0), of(b, k), of(b, l));
        }
    }
    if (b.edges.empty()) {
        for (const auto& [i, j] : a.edges) {
            take_edges(best, of(a, i), of(a, j), of(b, 0), of(b, 0));
        }
    }
    if (a.edges.empty() && b.edges.empty()) {
        take_nearer(best, of(a, 0), of(b, 0));
    }
    return best;
}

/// Returns the separation of b from a along a unit vector; negative where they overlap.
inline double separation_along(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b, const Vec3d& unit) {
    double reach_a = -std::numeric_limits<double>::infinity();
    double reach_b = std::numeric_limits<double>::infinity();
    for (const Vec3d& point : a) {
        reach_a = std::max(reach_a, dot(unit, point));
    }
    for (const Vec3d& point : b) {
        reach_b = std::min(reach_b, dot(unit, point));
    }
    return reach_b - reach_a;
}

/// Returns the largest separation over the axes of the separating-axis theorem: the normals of the faces and
/// the cross products of two edges. This is minus the depth where hulls with a volume overlap.
inline double largest_axis_separation(const Polytope3& a, const Polytope3& b) {
    double largest = -std::numeric_limits<double>::infinity();
    const auto try_axis = [&](const Vec3d& axis, double minimum) {
        const double length = drystone::length(axis);
        if (length > minimum) {
            largest = std::max(largest, separation_along(a.points, b.points, axis / length));
            largest = std::max(largest, separation_along(a.points, b.points, -axis / length));
        }
    };
    const auto edge = [](const Polytope3& polytope, int i, int j) {
        return polytope.points[static_cast<std::size_t>(j)] - polytope.points[static_cast<std::size_t>(i)];
    };
    for (const Polytope3* polytope : {&a, &b}) {
        for (const auto& [i, j, k] : polytope->faces) {
            try_axis(cross(edge(*polytope, i, j), edge(*polytope, i, k)), 0.0);
        }
    }
    for (const auto& [i, j] : a.edges) {
        for (const auto& [k, l] : b.edges) {
            const Vec3d first = edge(a, i, j);
            const Vec3d second = edge(b, k, l);
            try_axis(cross(first, second), 1e-12 * length(first) * length(second));
        }
    }
    return largest;
}

/// The signed distance of two hulls, and a flag for whether it is proven: a distance by an axis that
/// separates by as much, an overlap by the separating-axis theorem.
struct Reference3 {
    double value = 0.0;
    bool proven = false;
    Gap3d gap;
};

inline Reference3 reference_distance3(const Polytope3& a, const Polytope3& b) {
    Reference3 reference;
    reference.gap = nearest_features(a, b);
    const double distance = reference.gap.distance;
    const double size = diameter(a.points) + diameter(b.points) + distance;
    const Vec3d way = reference.gap.on_b - reference.gap.on_a;
    const double along = distance > 0.0 ? separation_along(a.points, b.points, way / distance) : -1.0;
    // The direction of a short vector is less accurate.
    const double tolerance = 1e-10 * size + (distance > 0.0 ? 1e-14 * size * size / distance : 0.0);
    reference.value = distance;
    reference.proven = along > 0.0 && along >= distance - tolerance;
    if (!reference.proven) {
        const double largest = largest_axis_separation(a, b);
        reference.proven = largest <= 1e-11 * size || largest >= distance - tolerance;
        reference.value = largest <= 1e-11 * size ? largest : distance;
    }
    return reference;
}

/// Places float points in double precision, by the rotation and position that the pose holds, relative to an
/// origin. Points far from their own origin are subtracted before they are rotated.
inline std::vector<Vec3d> place_exactly(std::span<const Vec3> points, const Pose3& pose,
                                        const Vec3& origin = Vec3{0.0f, 0.0f, 0.0f}) {
    std::vector<Vec3d> placed;
    const Mat3d rotation = to_double(pose.rotation);
    const Vec3d first = to_double(points[0]);
    const Vec3d offset = rotate3(rotation, first) + (to_double(pose.position) - to_double(origin));
    for (const Vec3& point : points) {
        placed.emplace_back(rotate3(rotation, to_double(point) - first) + offset);
    }
    return placed;
}

inline std::vector<Vec3> box_corners(const Vec3& half, const Vec3& center) {
    std::vector<Vec3> corners;
    for (int i = 0; i < 8; ++i) {
        corners.emplace_back(center.x + ((i & 1) != 0 ? half.x : -half.x),
                             center.y + ((i & 2) != 0 ? half.y : -half.y),
                             center.z + ((i & 4) != 0 ? half.z : -half.z));
    }
    return corners;
}

}  // namespace drystone::test
