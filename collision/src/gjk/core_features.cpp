#include "gjk/core_features.h"

#include <cmath>
#include <limits>

namespace drystone::detail {
namespace {

/// Returns the face between two neighbouring vertices of a core, or -1 if they are not neighbours.
int face_between(int i, int j, int count) {
    if (j == i + 1 || (i == count - 1 && j == 0)) {
        return i;
    }
    return i == j + 1 || (j == count - 1 && i == 0) ? j : -1;
}

/// Describes face `face` of A against vertex j of B. A segment shows the side that faces along `towards`.
CoreFeature feature_on_a(const CoreDifference& difference, int face, int j, const Vec2& towards) {
    const bool other_side = difference.a().count == 2 && dot(difference.normal_a(face), towards) < 0.0f;
    const int shown = other_side ? 1 - face : face;
    const Vec2& normal = difference.normal_a(shown);
    return {normal, dot(normal, difference.point_b(j) - difference.point_a(face)), shown, -1, face, j};
}

CoreFeature feature_on_b(const CoreDifference& difference, int face, int i, const Vec2& towards) {
    const bool other_side = difference.b().count == 2 && dot(difference.normal_b(face), towards) > 0.0f;
    const int shown = other_side ? 1 - face : face;
    const Vec2 normal = -difference.unit_normal_b(shown);
    return {normal, dot(normal, difference.point_b(face) - difference.point_a(i)), -1, shown, i, face};
}

/// Locates a point, at `way` from the beginning of an edge, along that edge: -1 before its beginning, 1
/// beyond its end, 0 in front of it.
int end_beside(const Vec2d& edge, const Vec2d& way) {
    const double along = dot(edge, way);
    return along < 0.0 ? -1 : (along > length_squared(edge) ? 1 : 0);
}

/// Returns whether a point at `way` from a face's vertex clearly lies behind the face. Such a face is no
/// valid feature, whatever the edge: a core so small that GJK cannot distinguish its vertices is approached
/// from any side.
bool is_behind(const CoreDifference& difference, bool of_a, int face, const Vec2d& way) {
    const Vec2 normal = of_a ? difference.normal_a(face) : difference.unit_normal_b(face);
    return dot(to_double(normal), way) < -0.5 * length(way);
}

/// A walk over pairs of vertices by exact arithmetic. Each step follows an edge of either core that leads
/// nearer to the other core.
struct VertexWalk {
    int i = 0;
    int j = 0;
    int face_a = -1;  ///< The face on which the walk has ended, if any.
    int face_b = -1;

    /// \return  whether the walk continues from other vertices
    bool step(const CoreDifference& difference, const Vec2d& gap) {
        for (int side = 0; side < 4; ++side) {
            const bool along_a = side < 2;
            const int count = along_a ? difference.a().count : difference.b().count;
            const int at = along_a ? i : j;
            const int other = (at + ((side & 1) == 0 ? 1 : count - 1)) % count;
            const Vec2d edge =
                along_a ? difference.exact_edge_a(at, other) : difference.exact_edge_b(at, other);
            const Vec2d way = along_a ? gap : -gap;
            if (!(dot(edge, way) > 0.0)) {
                continue;
            }
            if (end_beside(edge, way) > 0) {
                (along_a ? i : j) = other;
                return true;
            }
            const int face = face_between(at, other, count);
            if (count > 2 && is_behind(difference, along_a, face, way)) {
                continue;
            }
            (along_a ? face_a : face_b) = face;
            return false;
        }
        return false;
    }
};

/// Finds the nearest feature from the two vertices at which GJK ended: those, or a nearer face or pair of
/// vertices next to them. Edges much shorter than the distance can vanish in the rounding of a support point;
/// here the gap is exact. Each step brings the vertices nearer.
CoreFeature vertex_or_face(const CoreDifference& difference, int i, int j) {
    VertexWalk walk{i, j};
    Vec2d gap = difference.exact_gap(i, j);
    const int maximum = difference.a().count + difference.b().count;
    for (int steps = 0; walk.step(difference, gap) && steps < maximum; ++steps) {
        gap = difference.exact_gap(walk.i, walk.j);
    }
    const Vec2 towards = to_float(gap);
    if (walk.face_a >= 0) {
        return feature_on_a(difference, walk.face_a, walk.j, towards);
    }
    if (walk.face_b >= 0) {
        return feature_on_b(difference, walk.face_b, walk.i, towards);
    }
    CoreFeature feature;
    vertex_feature(walk.i, walk.j, gap, feature);
    return feature;
}

/// Keeps the feature whose separation is nearest to the distance that GJK measured.
void keep_better(CoreFeature& best, const CoreFeature& candidate, float measured) {
    const float error = candidate.separation - measured;
    const float minimum = best.separation - measured;
    best = error * error < minimum * minimum ? candidate : best;
}

/// Finds the nearest features where the last segment of GJK spans two vertices of both cores. The faces are
/// then parallel, or a gain was lost to rounding (a vertex between the two may have been skipped, and all
/// faces are examined). Measures the faces and vertices at the segment's ends; GJK's distance selects among
/// them.
CoreFeature feature_of_diagonal(const CoreDifference& difference, const CoreSimplex& simplex,
                                const Nearest& nearest) {
    const int a[2] = {simplex.vertices[0].a, simplex.vertices[1].a};
    const int b[2] = {simplex.vertices[0].b, simplex.vertices[1].b};
    const int face_a = a[0] == a[1] ? -1 : face_between(a[0], a[1], difference.a().count);
    const int face_b = b[0] == b[1] ? -1 : face_between(b[0], b[1], difference.b().count);
    const float measured = static_cast<float>(std::sqrt(nearest.squared_distance));
    const Vec2 towards = towards_origin(simplex, nearest);
    const bool skips_a = a[0] != a[1] && face_a < 0;
    const bool skips_b = b[0] != b[1] && face_b < 0;
    CoreFeature best;
    best.separation = std::numeric_limits<float>::max();
    if (skips_a || skips_b) {
        best = nearest_face(difference);
    }
    for (int k = 0; k < 2; ++k) {
        if (face_a >= 0) {
            keep_better(best, feature_on_a(difference, face_a, b[k], towards), measured);
        }
        if (face_b >= 0) {
            keep_better(best, feature_on_b(difference, face_b, a[k], towards), measured);
        }
    }
    for (int k = 0; k < 4; ++k) {
        keep_better(best, vertex_or_face(difference, a[k & 1], b[k >> 1]), measured);
    }
    return best;
}

/// Finds the features of a converged simplex of one or two vertices.
CoreFeature closest_feature(const CoreDifference& difference, const CoreSimplex& simplex,
                            const Nearest& nearest) {
    const CoreDifference::Vertex& p = simplex.vertices[0];
    if (simplex.count == 1) {
        return vertex_or_face(difference, p.a, p.b);
    }
    const CoreDifference::Vertex& q = simplex.vertices[1];
    const Vec2 towards = towards_origin(simplex, nearest);
    const int face_a = p.b == q.b ? face_between(p.a, q.a, difference.a().count) : -1;
    if (face_a >= 0) {
        const int end = end_beside(difference.exact_edge_a(p.a, q.a), difference.exact_gap(p.a, p.b));
        return end == 0 ? feature_on_a(difference, face_a, p.b, towards)
                        : vertex_or_face(difference, end < 0 ? p.a : q.a, p.b);
    }
    const int face_b = p.a == q.a ? face_between(p.b, q.b, difference.b().count) : -1;
    if (face_b >= 0) {
        const int end = end_beside(difference.exact_edge_b(p.b, q.b), -difference.exact_gap(p.a, p.b));
        return end == 0 ? feature_on_b(difference, face_b, p.a, towards)
                        : vertex_or_face(difference, p.a, end < 0 ? p.b : q.b);
    }
    return feature_of_diagonal(difference, simplex, nearest);
}

}  // namespace

void vertex_feature(int i, int j, const Vec2d& gap, CoreFeature& feature) {
    const double length = drystone::length(gap);
    const Vec2d normal = length > 0.0 ? gap / length : Vec2d{1.0, 0.0};
    feature.normal = to_float(normal);
    feature.separation = static_cast<float>(length);
    feature.face_a = -1;
    feature.face_b = -1;
    feature.vertex_a = i;
    feature.vertex_b = j;
}

float touching_zone(const CoreDifference& difference) {
    const Vec2 across_a = difference.point_a(difference.a().count / 2);
    const Vec2 across_b = difference.point_b(difference.b().count / 2) - difference.point_b(0);
    return 1e-6f * (coordinate_sum(abs(across_a)) + coordinate_sum(abs(across_b)));
}

int face_count(const CoreDifference& difference) {
    return (difference.a().count > 1 ? difference.a().count : 0) +
           (difference.b().count > 1 ? difference.b().count : 0);
}

CoreSimplex starting_simplex(const CoreDifference& difference, const SimplexCache& cache,
                             const Vec2& direction) {
    CoreSimplex simplex;
    const int count = cache.count <= 3 ? cache.count : 0;
    for (int k = 0; k < count; ++k) {
        if (cache.a[k] < difference.a().count && cache.b[k] < difference.b().count) {
            simplex.vertices[simplex.count++] = difference.vertex(cache.a[k], cache.b[k]);
        }
    }
    if (simplex.count == 0) {
        simplex.vertices[simplex.count++] =
            difference.support(is_direction(direction) ? direction : difference.first_direction());
    }
    return simplex;
}

void store_simplex(const CoreSimplex& simplex, SimplexCache& cache) {
    cache.count = static_cast<std::uint16_t>(simplex.count);
    for (int k = 0; k < simplex.count; ++k) {
        cache.a[k] = simplex.vertices[k].a;
        cache.b[k] = simplex.vertices[k].b;
    }
}

namespace {

/// Returns the vector to add to `point` to bring its foot onto the edge; zero if the foot is on the edge.
Vec2 way_beside(const Vec2& from, const Vec2& to, const Vec2& point) {
    const Vec2 edge = to - from;
    const float length = length_squared(edge);
    const float along = dot(edge, point - from);
    const float excess = along < 0.0f ? along : (along > length ? along - length : 0.0f);
    return excess == 0.0f ? Vec2{0.0f, 0.0f} : -excess / length * edge;
}

/// Returns the shift that brings the witness vertex in front of the face, if a neighbour of the vertex is
/// level with it; else zero. Rounding decides which end of an edge parallel to the other core's face is the
/// feature's vertex, and that end may lie outside of the face's extent.
Vec2 onto_face(const Vec2& beside, const Vec2& vertex, const Vec2 (&neighbors)[2], const Vec2& normal,
               float tie) {
    for (const Vec2& neighbor : neighbors) {
        const Vec2 edge = neighbor - vertex;
        const float rise = dot(normal, edge);
        const float scale = length_squared(edge);
        if (rise * rise * length_squared(beside) <= tie * tie * scale && dot(edge, beside) > 0.0f) {
            return beside;
        }
    }
    return {0.0f, 0.0f};
}

}  // namespace

CoreGap gap_of(const CoreDifference& difference, const CoreFeature& feature) {
    const Vec2& normal = feature.normal;
    const int i = feature.vertex_a;
    const int j = feature.vertex_b;
    const int count_a = difference.a().count;
    const int count_b = difference.b().count;
    if (feature.face_a >= 0) {
        const Vec2 vertex = difference.point_b(j);
        const Vec2 end = difference.point_a(feature.face_a + 1 == count_a ? 0 : feature.face_a + 1);
        const Vec2 beside = way_beside(difference.point_a(feature.face_a), end, vertex);
        if (beside.x == 0.0f && beside.y == 0.0f) {
            return {normal, feature.separation, vertex - feature.separation * normal, vertex};
        }
        const float tie = 0.2f * touching_zone(difference);
        const Vec2 neighbors[2] = {difference.point_b((j + 1) % count_b),
                                   difference.point_b((j + count_b - 1) % count_b)};
        const Vec2 on_b = vertex + onto_face(beside, vertex, neighbors, normal, tie);
        return {normal, feature.separation, on_b - feature.separation * normal, on_b};
    }
    const Vec2 vertex = difference.point_a(i);
    Vec2 on_a = vertex;
    if (feature.face_b >= 0) {
        const Vec2 end = difference.point_b(feature.face_b + 1 == count_b ? 0 : feature.face_b + 1);
        const Vec2 beside = way_beside(difference.point_b(feature.face_b), end, vertex);
        if (beside.x != 0.0f || beside.y != 0.0f) {
            const float tie = 0.2f * touching_zone(difference);
            const Vec2 neighbors[2] = {difference.point_a((i + 1) % count_a),
                                       difference.point_a((i + count_a - 1) % count_a)};
            on_a += onto_face(beside, vertex, neighbors, normal, tie);
        }
    }
    return {normal, feature.separation, on_a, on_a + feature.separation * normal};
}

CoreFeature separated_feature(const CoreDifference& difference, const CoreSimplex& simplex,
                              const Nearest& nearest) {
    CoreFeature feature = closest_feature(difference, simplex, nearest);
    const bool on_face = feature.face_a >= 0 || feature.face_b >= 0;
    if (on_face && feature.separation < touching_zone(difference)) {
        feature = nearest_face(difference);
        feature.separation = feature.separation > 0.0f ? feature.separation : 0.0f;
    }
    return feature;
}

CoreFeature overlapping_feature(const CoreDifference& difference) {
    CoreFeature feature = nearest_face(difference);
    feature.separation = feature.separation < 0.0f ? feature.separation : 0.0f;
    return feature;
}

}  // namespace drystone::detail
