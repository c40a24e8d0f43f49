#pragma once

#include "gjk/polygon_pair.h"

/// Searches of two polygons of few vertices that examine all faces.
namespace drystone::detail {

template <ScanFor sought, bool of_a, int of_each>
DRYSTONE_INLINE PairVerdict PolygonPair::take_face(const Placed<of_each>& both,
                                                   const PolygonTable<of_each>& table,
                                                   const FaceSeparations<of_each>& faces, int lane,
                                                   float limit) {
    moved = true;
    best = find_vertex<of_a>(both, table, faces, lane, tie_part * error_bound_);
    const float separation = faces.maximum;
    const bool is_apart = sought != ScanFor::Face && separation >= 0.0f && !(separation > limit);
    if (is_apart && !((best.along >= 0.0f) & (best.along <= best.length))) {
        const ConvexCore& own = *core(!of_a);
        const int end = choose(best.along < 0.0f, best.face, next(best.face, own.count));
        return try_vertices(of_a ? end : best.vertex, of_a ? best.vertex : end, limit);
    }
    // One step of Newton's iteration for 1 / length restores the normal's unit length within rounding.
    const float scale =
        signs[!of_a] * (1.5f - 0.5f * (best.normal_x * best.normal_x + best.normal_y * best.normal_y));
    feature.x = scale * best.normal_x;
    feature.y = scale * best.normal_y;
    feature.separation = separation;
    feature.set_face(of_a, best.face, best.vertex);
    if constexpr (sought == ScanFor::Features) {
        feature.separation = height_between(feature.at_a, feature.at_b);
        for (std::uint32_t rest = best.level; rest != 0; rest &= rest - 1) {
            const int at =
                lane_indices[core(of_a)->count][std::countr_zero(rest) / FaceSeparations<of_each>::stride];
            const float height = of_a ? height_between(best.face, at) : height_between(at, best.face);
            feature.separation = height < feature.separation ? height : feature.separation;
        }
    }
    if (is_apart || sought == ScanFor::Face) {
        return PairVerdict::Apart;
    }
    return separation < 0.0f ? PairVerdict::Overlapping : PairVerdict::Beyond;
}

template <ScanFor sought, int of_each>
DRYSTONE_INLINE PairVerdict PolygonPair::take(const Placed<of_each>& both, const PolygonTable<of_each>& table,
                                              const FaceSeparations<of_each>& faces, int lane, float limit) {
    // A branch, since predicting which polygon has the face costs less than selecting by it.
    return lane < of_each ? take_face<sought, true>(both, table, faces, lane, limit)
                          : take_face<sought, false>(both, table, faces, lane, limit);
}

template <ScanFor sought, int of_each>
DRYSTONE_INLINE PairVerdict PolygonPair::scan_lanes(float limit) {
    Placed<of_each> both(a_, b_, q_, offset_);
    measure_error_bound(both);
    PolygonTable<of_each> table;
    both.place_normals(a_, b_, table);
    const FaceSeparations<of_each> faces(both, table);
    const bool is_certain = sought == ScanFor::Face ? both.reach() <= std::numeric_limits<float>::max()
                                                    : !is_within_error_bound(faces.maximum);
    if (!is_certain) {
        return PairVerdict::Unsure;
    }
    return take<sought>(both, table, faces, faces.lane(), limit);
}

template <ScanFor sought>
DRYSTONE_INLINE PairVerdict PolygonPair::scan(float limit) {
    return fits_four(a_, b_) ? scan_lanes<sought, 4>(limit) : scan_lanes<sought, 8>(limit);
}

/// Returns k for the triangle (0, k, k + 1) of the polygon's fan that contains the point.
inline int fan_triangle(const Vec2* points, int count, const Vec2& from_first) {
    int k = 1;
    while (k + 2 < count && drystone::cross(points[k + 1] - points[0], from_first) >= 0.0f) {
        ++k;
    }
    return k;
}

/// Finds a common point of two edges that cross. Of the four differences of their ends, three contain the
/// origin.
DRYSTONE_INLINE bool PolygonPair::find_crossing_point(int edge_a, int edge_b, Vec2& point,
                                                      SimplexCache* cache) const {
    const auto i = static_cast<std::uint16_t>(edge_a);
    const auto j = static_cast<std::uint16_t>(edge_b);
    const auto after_i = static_cast<std::uint16_t>(next(i, a_.count));
    const auto after_j = static_cast<std::uint16_t>(next(j, b_.count));
    SimplexCache triangle{3, {i, after_i, i}, {j, j, after_j}};
    if (!resume_triangle(triangle, point)) {
        triangle.a[0] = after_i;
        triangle.b[0] = after_j;
        if (!resume_triangle(triangle, point)) {
            return false;
        }
    }
    if (cache != nullptr) {
        *cache = triangle;
    }
    return true;
}

template <int of_each>
DRYSTONE_INLINE bool PolygonPair::find_common_point(const Placed<of_each>& both,
                                                    const PolygonTable<of_each>& table,
                                                    const FaceSeparations<of_each>& faces, Vec2& point,
                                                    SimplexCache* cache) const {
    const VertexInside inside = find_inside(both, table, faces, tie_part * error_bound_);
    if (inside.index < 0) {
        const EdgeCrossing crossing =
            find_crossing<of_each>(look_from_faces(both, table), both.count_a, both.count_b);
        return crossing.a >= 0 && find_crossing_point(lane_indices[both.count_a][crossing.a],
                                                      lane_indices[both.count_b][crossing.b], point, cache);
    }
    const bool of_b = inside.of_b;
    const auto vertex = static_cast<std::uint16_t>(inside.index);
    if constexpr (of_each == lane_width) {
        point = of_b ? vertex_b(vertex) : a_.points[vertex];
    } else {
        // Branch-free: with more vertices, a vertex of A is inside as often as one of B.
        const Float4 chosen = choose(of_b, place(choose(of_b, vertex, 0)).rounded(),
                                     both_of(a_.points[choose(of_b, 0, vertex)], a_.points[0]));
        point = {chosen.at<0>(), chosen.at<1>()};
    }
    if (cache == nullptr) {
        return true;
    }
    const ConvexCore& around = of_b ? a_ : b_;
    const Vec2 from_a = point - a_.points[0];
    const Vec2 local = of_b ? from_a : inverse_rotate(q_, from_a - offset_);
    const auto k = static_cast<std::uint16_t>(fan_triangle(around.points, around.count, local));
    cache->count = 3;
    const std::uint16_t fan[3] = {0, k, static_cast<std::uint16_t>(k + 1)};
    for (int corner = 0; corner < 3; ++corner) {
        cache->a[corner] = of_b ? fan[corner] : vertex;
        cache->b[corner] = of_b ? vertex : fan[corner];
    }
    return true;
}

}  // namespace drystone::detail
