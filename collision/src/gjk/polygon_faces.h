#pragma once

#include "gjk/polygon_overlap.h"

#include <limits>

/// All faces of the Minkowski difference of two polygons of few vertices, in lanes.
namespace drystone::detail {

/// Result of examining all faces of the Minkowski difference.
struct FoundFace {
    int face = -1;  ///< The first face with the largest separation; -1 where something is not finite.
    bool of_a = true;
    int vertex = 0;           ///< Nearest vertex of the other polygon; of equal ones, one in front.
    float separation = 0.0f;  ///< Distance of the vertex from the face [m].
    float along = 0.0f;       ///< Position of the vertex along the face, from its beginning [m].
    float length = 0.0f;      ///< Length of the face [m].
    float normal_x = 0.0f;    ///< Outward normal, frame of A; unit if the rotation is.
    float normal_y = 0.0f;
    int lane = 0;             ///< Lane of the vertex.
    std::uint32_t level = 0;  ///< Lane bits of all vertices as near as that one; zero if there are no others.
};

/// Computes the distance by which vertex `k` of the other polygon lies beyond each face.
template <int k>
DRYSTONE_INLINE Float8 meet_vertex(const Block& points, const Block& normals) {
    return {beyond(splat<k>(points.high), points.low, normals.low),
            beyond(splat<k>(points.low), points.high, normals.high)};
}
DRYSTONE_INLINE Float8 separate(const Block& faces, const Block& normals, const Block& others,
                                int count_of_others) {
    Float8 nearest = Float8::all(std::numeric_limits<float>::max());
    const auto meet = [&](const Points4& vertex) {
        nearest = Float8::min(beyond(vertex, faces, normals), nearest);
    };
    meet(splat<0>(others.low));
    meet(splat<1>(others.low));
    meet(splat<2>(others.low));
    meet(splat<3>(others.low));
    meet(splat<2>(others.high));
    meet(splat<3>(others.high));
    // With up to six vertices the remaining lanes only repeat others.
    if (count_of_others > 6) {
        meet(splat<0>(others.high));
        meet(splat<1>(others.high));
    }
    return nearest;
}

/// Distance by which the other polygon lies beyond each face of two polygons, measured at its nearest vertex.
template <int of_each>
struct FaceSeparations;

/// Specialisation for 3 to 4 vertices.
template <>
struct FaceSeparations<4> {
    static constexpr int stride = wide_count;  ///< Bits from one candidate to the next.

    Float8 heights[4];  ///< Distances of each vertex beyond the faces [m].
    Float8 nearest;
    float maximum;  ///< The largest of `nearest` [m]; unspecified where something is not finite.

    DRYSTONE_INLINE FaceSeparations(const Placed<4>& both, const PolygonTable<4>& /*table*/) {
        const Block& points = both.points[0];
        const Block& normals = both.normals[0];
        heights[0] = meet_vertex<0>(points, normals);
        heights[1] = meet_vertex<1>(points, normals);
        heights[2] = meet_vertex<2>(points, normals);
        heights[3] = meet_vertex<3>(points, normals);
        nearest = heights[0];
        for (int k = 1; k < lane_width; ++k) {
            nearest = Float8::min(heights[k], nearest);
        }
        maximum = largest(nearest);
    }
    /// Returns the lane of the first face with the largest separation.
    [[nodiscard]] DRYSTONE_INLINE int lane() const {
        return std::countr_zero(mask_of(nearest == Float8::all(maximum)) | 0x80u);
    }
    /// Returns a bit for each of the other polygon's `count` vertices that lies no more than `limit` beyond
    /// the face.
    [[nodiscard]] DRYSTONE_INLINE std::uint32_t candidates(const Placed<4>& /*both*/,
                                                           const PolygonTable<4>& /*table*/, int face_lane,
                                                           int count, float limit) const {
        const Float8 top = Float8::all(limit);
        const Float8 rows[4] = {heights[0] <= top, heights[1] <= top, heights[2] <= top, heights[3] <= top};
        return mask_of(rows) >> face_lane & first_bytes(count);
    }
    /// Returns a byte for each vertex, with a bit for each face of the other polygon that it lies beyond.
    [[nodiscard]] DRYSTONE_INLINE std::uint32_t outside() const {
        const Float8 zero = Float8::all(0.0f);
        const Float8 rows[4] = {zero < heights[0], zero < heights[1], zero < heights[2], zero < heights[3]};
        return mask_of(rows);
    }
    /// Returns the lowest bit of each byte in use. For three vertices the third lane repeats the second.
    DRYSTONE_INLINE static std::uint32_t first_bytes(int count) {
        return count == 3 ? 0x01000101u : 0x01010101u;
    }
};

/// Specialisation for 3 to 8 vertices.
template <>
struct FaceSeparations<8> {
    static constexpr int stride = 1;

    Float8 nearest[2];
    float maximum;

    DRYSTONE_INLINE FaceSeparations(const Placed<8>& both, const PolygonTable<8>& /*table*/) {
        nearest[0] = separate(both.points[0], both.normals[0], both.points[1], both.count_b);
        nearest[1] = separate(both.points[1], both.normals[1], both.points[0], both.count_a);
        maximum = largest(Float8::max(nearest[1], nearest[0]));
    }
    [[nodiscard]] DRYSTONE_INLINE int lane() const {
        const Float8 top = Float8::all(maximum);
        const Float8 low = nearest[0] == top;
        const Float8 high = nearest[1] == top;
        const Float4 all_lanes[4] = {low.low, low.high, high.low, high.high};
        return std::countr_zero(mask_of(all_lanes) | 0x8000u);
    }
    [[nodiscard]] DRYSTONE_INLINE std::uint32_t candidates(const Placed<8>& both,
                                                           const PolygonTable<8>& table, int face_lane,
                                                           int count, float limit) const {
        const Block& others = both.points[face_lane < wide_count ? 1 : 0];
        const Float8 along = beyond(others, table.point(face_lane), table.normal(face_lane));
        return mask_of(along <= Float8::all(limit)) & first_lanes[count];
    }
};

/// Selects, among the vertices in the lanes `candidates` (counted from `begin`), the one least outside of the
/// face's extent. On parallel faces rounding makes one of two vertices the nearest, and that one need not be
/// in front of the other face.
template <int stride, int of_each>
int min_beside(const PolygonTable<of_each>& table, int face_lane, int end_lane, std::uint32_t candidates,
               int begin) {
    const float way_x = -table.normal_y[face_lane];
    const float way_y = table.normal_x[face_lane];
    const auto along = [&](int lane) {
        return way_x * (table.x[lane] - table.x[face_lane]) + way_y * (table.y[lane] - table.y[face_lane]);
    };
    const float length = along(end_lane);
    float minimum = std::numeric_limits<float>::max();
    int best = std::countr_zero(candidates) / stride;
    for (; candidates != 0; candidates &= candidates - 1) {
        const int lane = std::countr_zero(candidates) / stride;
        const float t = along(begin + lane);
        const float beside = t < 0.0f ? -t : (t > length ? t - length : 0.0f);
        best = beside < minimum ? lane : best;
        minimum = beside < minimum ? beside : minimum;
    }
    return best;
}

/// Describes the face in a lane, which is one of A or of B, and the vertex of the other polygon that is
/// nearest to it. Vertices count as equally near if they differ by no more than `tie` [m].
template <bool of_a, int of_each>
DRYSTONE_INLINE FoundFace find_vertex(const Placed<of_each>& both, const PolygonTable<of_each>& table,
                                      const FaceSeparations<of_each>& faces, int face_lane, float tie) {
    constexpr int begin = of_a ? of_each : 0;
    constexpr int own_begin = of_each - begin;
    constexpr int stride = FaceSeparations<of_each>::stride;
    const int count = of_a ? both.count_b : both.count_a;
    const int of_face = of_a ? both.count_a : both.count_b;
    const float normal_x = table.normal_x[face_lane];
    const float normal_y = table.normal_y[face_lane];
    const float face_x = table.x[face_lane];
    const float face_y = table.y[face_lane];
    const std::uint32_t candidates = faces.candidates(both, table, face_lane, count, faces.maximum + tie);
    const int end_lane = own_begin + next_lanes[of_face][face_lane - own_begin];
    int lane = std::countr_zero(candidates | 1u << ((of_each - 1) * stride)) / stride;
    FoundFace found;
    if ((candidates & (candidates - 1)) != 0) {
        lane = min_beside<stride>(table, face_lane, end_lane, candidates, begin);
        found.level = candidates;
    }
    found.of_a = of_a;
    found.lane = lane;
    found.face = lane_indices[of_face][face_lane - own_begin];
    found.vertex = lane_indices[count][lane];
    found.separation = faces.maximum;
    found.normal_x = normal_x;
    found.normal_y = normal_y;
    found.along = normal_x * (table.y[begin + lane] - face_y) - normal_y * (table.x[begin + lane] - face_x);
    found.length = normal_x * (table.y[end_lane] - face_y) - normal_y * (table.x[end_lane] - face_x);
    return found;
}

/// A vertex of one of two overlapping polygons that lies inside the other.
struct VertexInside {
    int index = -1;  ///< Negative: there is none.
    bool of_b = false;
};

/// Selects the first vertex inside, from lane masks whose bits are `stride` apart.
template <int stride>
DRYSTONE_INLINE VertexInside first_inside(std::uint32_t of_a, std::uint32_t of_b, int count_a, int count_b) {
    if (of_b != 0) {
        return {lane_indices[count_b][std::countr_zero(of_b) / stride], true};
    }
    return {of_a != 0 ? lane_indices[count_a][std::countr_zero(of_a) / stride] : -1, false};
}

DRYSTONE_INLINE VertexInside find_inside(const Placed<4>& both, const PolygonTable<4>& /*table*/,
                                         const FaceSeparations<4>& faces, float /*tie*/) {
    std::uint32_t outside = faces.outside();
    outside |= outside >> 1;
    outside |= outside >> 2;
    // For three vertices the third lane repeats the second, which comes first.
    const std::uint32_t of_b = ~outside & 0x01010101u;
    const std::uint32_t of_a = ~outside >> 4 & 0x01010101u;
    return first_inside<wide_count>(of_a, of_b, both.count_a, both.count_b);
}

/// Returns the deepest vertex if it lies inside (which it usually does); else -1.
template <bool of_a>
DRYSTONE_INLINE int find_deepest_inside(const Placed<8>& both, const PolygonTable<8>& table,
                                        const FaceSeparations<8>& faces, int face_lane, float tie) {
    const FoundFace found = find_vertex<of_a>(both, table, faces, face_lane, tie);
    const int lane = (of_a ? wide_count : 0) + found.lane;
    const Float8 along = beyond(table.point(lane), both.points[of_a ? 0 : 1], both.normals[of_a ? 0 : 1]);
    return mask_of(Float8::all(0.0f) < along) == 0 ? found.vertex : -1;
}
DRYSTONE_INLINE VertexInside find_inside(const Placed<8>& both, const PolygonTable<8>& table,
                                         const FaceSeparations<8>& faces, float tie) {
    const int face_lane = faces.lane();
    const bool of_b = face_lane < wide_count;
    const int deepest = of_b ? find_deepest_inside<true>(both, table, faces, face_lane, tie)
                             : find_deepest_inside<false>(both, table, faces, face_lane, tie);
    if (deepest >= 0) {
        return {deepest, of_b};
    }
    const OutsideRows rows = look_from_faces(both, table);
    return first_inside<1>(inside_of(rows.of_b) & first_lanes[both.count_a],
                           inside_of(rows.of_a) & first_lanes[both.count_b], both.count_a, both.count_b);
}

}  // namespace drystone::detail
