#pragma once

#include "polygon_overlap.h"

#include <limits>
#include <type_traits>

/// All faces of the Minkowski difference of two polygons of few vertices, in lanes.
namespace drystone::detail {

/// What a look at all faces of the Minkowski difference finds.
struct FoundFace {
    int face = -1;  ///< The first one with the greatest separation; -1 where something is not finite.
    bool of_a = true;
    int vertex = 0;           ///< Of the other polygon, the nearest; of equals one in front of the face.
    float separation = 0.0f;  ///< Of the vertex from the face [m].
    float along = 0.0f;       ///< Of the vertex from the beginning of the face, along it [m].
    float length = 0.0f;      ///< Of the face.
    float normal_x = 0.0f;    ///< Of the face, outward, in the frame of A; as long as the rotation is exact.
    float normal_y = 0.0f;
    int inside_a = -1;  ///< The first vertex of B that lies inside of A; -1 where none does.
    int inside_b = -1;
    int crossing_a = -1;  ///< An edge of A, and the one of B that it crosses; -1: none is known.
    int crossing_b = -1;
};

template <int k>
DRYSTONE_INLINE void meet_vertex(const Placed<4>& both, const Block& others, WideLanes& nearest) {
    Block vertex{};
    WideLanes along;
    spread<k>(others, vertex);
    beyond(vertex, both.points[0], both.normals[0], along);
    lower(nearest, along);
}
DRYSTONE_INLINE void separate(const Placed<4>& both, const LaneTable<4>& /*table*/, WideLanes (&nearest)[1]) {
    Block others{};
    exchange(both.points[0], others);
    fill(nearest[0], std::numeric_limits<float>::max());
    meet_vertex<0>(both, others, nearest[0]);
    meet_vertex<1>(both, others, nearest[0]);
    meet_vertex<2>(both, others, nearest[0]);
    meet_vertex<3>(both, others, nearest[0]);
}
DRYSTONE_INLINE void meet_vertex(const Placed<8>& both, const LaneTable<8>& table, int k, int lane,
                                 WideLanes& nearest) {
    Block vertex{};
    WideLanes along;
    fill(vertex.x, table.x[lane]);
    fill(vertex.y, table.y[lane]);
    beyond(vertex, both.points[k], both.normals[k], along);
    lower(nearest, along);
}
DRYSTONE_INLINE void separate(const Placed<8>& both, const LaneTable<8>& table, WideLanes (&nearest)[2]) {
    for (int k = 0; k < 2; ++k) {
        const int other = k == 0 ? wide_count : 0;
        fill(nearest[k], std::numeric_limits<float>::max());
        for (const int lane : {0, 1, 2, 3, 6, 7}) {
            meet_vertex(both, table, k, other + lane, nearest[k]);
        }
        // Up to six vertices are in the other lanes, too.
        if ((k == 0 ? both.count_b : both.count_a) > 6) {
            meet_vertex(both, table, k, other + 4, nearest[k]);
            meet_vertex(both, table, k, other + 5, nearest[k]);
        }
    }
}

/// Of the vertices in the lanes of `candidates`, which start at `begin`, the one that lies least beside the
/// face: on parallel faces rounding makes one of two the nearest, which need not be in front of the other.
template <int of_each>
int least_beside(const LaneTable<of_each>& table, int face_lane, int end_lane, std::uint32_t candidates,
                 int begin) {
    const float way_x = -table.normal_y[face_lane];
    const float way_y = table.normal_x[face_lane];
    const auto along = [&](int lane) {
        return way_x * (table.x[lane] - table.x[face_lane]) + way_y * (table.y[lane] - table.y[face_lane]);
    };
    const float length = along(end_lane);
    float least = std::numeric_limits<float>::max();
    int best = std::countr_zero(candidates);
    for (; candidates != 0; candidates &= candidates - 1) {
        const int lane = std::countr_zero(candidates);
        const float t = along(begin + lane);
        const float beside = t < 0.0f ? -t : (t > length ? t - length : 0.0f);
        best = beside < least ? lane : best;
        least = beside < least ? beside : least;
    }
    return best;
}

/// The vertex of the other polygon that is nearest to the face in lane `face_lane`, as seen from there.
template <bool find_points, int of_each>
DRYSTONE_INLINE void find_vertex(const Placed<of_each>& both, const LaneTable<of_each>& table, int face_lane,
                                 bool of_a, float tie, FoundFace& best) {
    const int begin = of_a ? of_each : 0;
    const int own_begin = of_each - begin;
    const int count = of_a ? both.count_b : both.count_a;
    const int of_face = of_a ? both.count_a : both.count_b;
    const float normal_x = table.normal_x[face_lane];
    const float normal_y = table.normal_y[face_lane];
    const float face_x = table.x[face_lane];
    const float face_y = table.y[face_lane];
    std::conditional_t<of_each == lane_count, Lanes, WideLanes> x;
    std::conditional_t<of_each == lane_count, Lanes, WideLanes> y;
    std::memcpy(&x, table.x + begin, sizeof x);
    std::memcpy(&y, table.y + begin, sizeof y);
    x = normal_x * (x - face_x);
    y = normal_y * (y - face_y);
    const std::uint32_t candidates = bits_of(x + y <= best.separation + tie) & first_lanes[count];
    const int end_lane = own_begin + next_lanes[of_face][face_lane - own_begin];
    int lane = std::countr_zero(candidates | 0x80u);
    if ((candidates & (candidates - 1)) != 0) {
        lane = least_beside(table, face_lane, end_lane, candidates, begin);
    }
    best.of_a = of_a;
    best.face = lane_indices[of_face][face_lane - own_begin];
    best.vertex = lane_indices[count][lane];
    best.normal_x = normal_x;
    best.normal_y = normal_y;
    best.along = normal_x * (table.y[begin + lane] - face_y) - normal_y * (table.x[begin + lane] - face_x);
    best.length = normal_x * (table.y[end_lane] - face_y) - normal_y * (table.x[end_lane] - face_x);
    if (find_points && best.separation < 0.0f) {
        // Most often the deepest vertex lies inside.
        std::memcpy(&x, table.x + own_begin, sizeof x);
        std::memcpy(&y, table.y + own_begin, sizeof y);
        decltype(x) face_normals_x;
        decltype(x) face_normals_y;
        std::memcpy(&face_normals_x, table.normal_x + own_begin, sizeof x);
        std::memcpy(&face_normals_y, table.normal_y + own_begin, sizeof y);
        x = face_normals_x * (table.x[begin + lane] - x);
        y = face_normals_y * (table.y[begin + lane] - y);
        const int inside = bits_of(x + y > 0.0f) == 0 ? best.vertex : -1;
        best.inside_a = of_a ? inside : -1;
        best.inside_b = of_a ? -1 : inside;
    }
}

/// The lane of the first face with the greatest separation, of all those of two polygons of 3 to 4 or 8
/// vertices. Any number where the separation is above `limit`, or something not finite.
template <int of_each>
DRYSTONE_INLINE int find_face_lane(const Placed<of_each>& both, const LaneTable<of_each>& table, float limit,
                                   float& separation) {
    WideLanes nearest[Placed<of_each>::blocks];
    separate(both, table, nearest);
    WideLanes most_of_all = nearest[0];
    for (int k = 1; k < Placed<of_each>::blocks; ++k) {
        raise(most_of_all, nearest[k]);
    }
    separation = top_of(most_of_all);
    if (separation > limit) {
        return 0;
    }
    WideLanes top;
    fill(top, separation);
    std::uint32_t faces = 0;
    for (int k = 0; k < Placed<of_each>::blocks; ++k) {
        faces |= bits_of(nearest[k] == top) << (k * wide_count);
    }
    return std::countr_zero(faces);
}

/// What there is to know of the face in a lane. Vertices are equally near where they differ by no more than
/// `tie` [m]. Where the polygons overlap, the vertices inside can be asked for too.
template <bool find_points, int of_each>
DRYSTONE_INLINE void describe_face(const Placed<of_each>& both, const LaneTable<of_each>& table, int lane,
                                   float tie, FoundFace& best) {
    // A branch, since guessing right which polygon has the face is worth more than selecting by it.
    if (lane < of_each) {
        find_vertex<find_points>(both, table, lane, true, tie, best);
    } else {
        find_vertex<find_points>(both, table, lane, false, tie, best);
    }
    if (find_points && best.separation < 0.0f && best.inside_a < 0 && best.inside_b < 0) {
        const OutsideRows rows = look_from_faces(both, table);
        const std::uint32_t of_b = inside_of(rows.of_a) & first_lanes[both.count_b];
        const std::uint32_t of_a = inside_of(rows.of_b) & first_lanes[both.count_a];
        best.inside_a = of_b != 0 ? lane_indices[both.count_b][std::countr_zero(of_b)] : -1;
        best.inside_b = of_a != 0 ? lane_indices[both.count_a][std::countr_zero(of_a)] : -1;
        const EdgeCrossing crossing = find_crossing<of_each>(rows, both.count_a, both.count_b);
        best.crossing_a = crossing.a < 0 ? -1 : lane_indices[both.count_a][crossing.a];
        best.crossing_b = crossing.b < 0 ? -1 : lane_indices[both.count_b][crossing.b];
    }
}

}  // namespace drystone::detail
