#pragma once

#include "lanes.h"

#include <drystone/collision/shapes.h>

#include <bit>
#include <cstring>
#include <limits>
#include <type_traits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// All faces of the Minkowski difference of two polygons of few vertices, in lanes.
namespace drystone::detail {

// Everything on lanes is inlined into functions that are compiled for one instruction set each.
#define DRYSTONE_INLINE inline __attribute__((always_inline))

/// More than this the lanes do not hold.
inline constexpr int most_lane_vertices = 8;

/// What a look at all faces of the Minkowski difference finds.
struct FoundFace {
    int face = -1;  ///< The first one with the greatest separation; -1 where something is not finite.
    bool of_a = true;
    int vertex = 0;           ///< Of the other polygon, the nearest; of equals one in front of the face.
    float separation = 0.0f;  ///< In single precision [m].
    int inside_a = -1;        ///< The first vertex of B that lies inside of A; -1 where none does.
    int inside_b = -1;
};

using WideLanes = float __attribute__((vector_size(32)));
inline constexpr int wide_count = 8;
static_assert(most_lane_vertices == wide_count);

DRYSTONE_INLINE void fill(WideLanes& lanes, float value) {
    lanes = WideLanes{value, value, value, value, value, value, value, value};
}
DRYSTONE_INLINE void fill(WideLanes& lanes, float low, float high) {
    lanes = WideLanes{low, low, low, low, high, high, high, high};
}
DRYSTONE_INLINE void lower(WideLanes& lanes, const WideLanes& other) {
    lanes = other < lanes ? other : lanes;
}
DRYSTONE_INLINE void raise(WideLanes& lanes, const WideLanes& other) {
    lanes = other > lanes ? other : lanes;
}

template <class Truth>
DRYSTONE_INLINE std::uint32_t bits_of(const Truth& truth) {
    constexpr int lanes = sizeof truth / sizeof(float);
    std::uint32_t bits = 0;
#if defined(__SSE2__)
    __m128 parts[lanes / lane_count];
    std::memcpy(parts, &truth, sizeof truth);
    for (int k = 0; k < lanes / lane_count; ++k) {
        bits |= static_cast<std::uint32_t>(_mm_movemask_ps(parts[k])) << (k * lane_count);
    }
#else
    for (int lane = 0; lane < lanes; ++lane) {
        bits |= truth[lane] != 0 ? 1u << lane : 0u;
    }
#endif
    return bits;
}

/// The greatest lane.
DRYSTONE_INLINE float top_of(const WideLanes& lanes) {
    Lanes top = __builtin_shufflevector(lanes, lanes, 0, 1, 2, 3);
    const Lanes high = __builtin_shufflevector(lanes, lanes, 4, 5, 6, 7);
    top = high > top ? high : top;
    const Lanes half = __builtin_shufflevector(top, top, 2, 3, 0, 1);
    top = half > top ? half : top;
    const Lanes other = __builtin_shufflevector(top, top, 1, 0, 3, 2);
    top = other > top ? other : top;
    return top[0];
}

/// Points or directions side by side.
struct Block {
    WideLanes x;
    WideLanes y;
};

/// Each four from `first` and `second` on: of three the second comes twice, of others the last four come last.
DRYSTONE_INLINE void load(const Vec2* first, int first_count, const Vec2* second, int second_count,
                          Block& block) {
    WideLanes low;
    WideLanes high;
    char* const to_low = reinterpret_cast<char*>(&low);
    char* const to_high = reinterpret_cast<char*>(&high);
    std::memcpy(to_low, first, sizeof(Lanes));
    std::memcpy(to_low + sizeof(Lanes), second, sizeof(Lanes));
    std::memcpy(to_high, first + (first_count == 3 ? 1 : 2), sizeof(Lanes));
    std::memcpy(to_high + sizeof(Lanes), second + (second_count == 3 ? 1 : 2), sizeof(Lanes));
    block.x = __builtin_shufflevector(low, high, 0, 2, 8, 10, 4, 6, 12, 14);
    block.y = __builtin_shufflevector(low, high, 1, 3, 9, 11, 5, 7, 13, 15);
}
DRYSTONE_INLINE void rotate(const Block& c_s, Block& v) {
    v = {c_s.x * v.x - c_s.y * v.y, c_s.y * v.x + c_s.x * v.y};
}

/// The halves of a block exchanged.
DRYSTONE_INLINE void exchange(const Block& block, Block& exchanged) {
    exchanged.x = __builtin_shufflevector(block.x, block.x, 4, 5, 6, 7, 0, 1, 2, 3);
    exchanged.y = __builtin_shufflevector(block.y, block.y, 4, 5, 6, 7, 0, 1, 2, 3);
}
/// Lane `k` of each half in all of its lanes.
template <int k>
DRYSTONE_INLINE void spread(const Block& block, Block& spread) {
    spread.x = __builtin_shufflevector(block.x, block.x, k, k, k, k, 4 + k, 4 + k, 4 + k, 4 + k);
    spread.y = __builtin_shufflevector(block.y, block.y, k, k, k, k, 4 + k, 4 + k, 4 + k, 4 + k);
}

/// The first lane of each vertex: the others repeat one.
inline constexpr std::uint32_t first_lanes[wide_count + 1] = {0, 0, 0, 0x0B, 0x0F, 0x8F, 0xCF, 0xEF, 0xFF};

DRYSTONE_INLINE int index_of_lane(int lane, int count) {
    return lane < lane_count ? lane - (count == 3 && lane > 1 ? 1 : 0) : count - wide_count + lane;
}
DRYSTONE_INLINE int lane_of_index(int index, int count) {
    return index < lane_count ? index + (count == 3 && index > 1 ? 1 : 0) : index + wide_count - count;
}

/// Points and normals of both polygons lane by lane.
template <int of_each>
struct LaneTable {
    alignas(32) float x[2 * of_each];
    alignas(32) float y[2 * of_each];
    alignas(32) float normal_x[2 * of_each];
    alignas(32) float normal_y[2 * of_each];
};

/// Both polygons in the frame of A, from its first vertex, with outward normals. `of_each` lanes of A are
/// followed by as many of B: either in one block, or in two.
template <int of_each>
struct Placed {
    static constexpr int blocks = of_each / lane_count;

    Block points[blocks];
    Block normals[blocks];
    LaneTable<of_each> table;
    int count_a;
    int count_b;

    /// `offset` leads from the first vertex of A to that of B.
    DRYSTONE_INLINE Placed(const ConvexCore& a, const ConvexCore& b, const Rot& q, const Vec2& offset)
        : count_a(a.count), count_b(b.count) {
        if constexpr (of_each == lane_count) {
            load(a.points, count_a, b.points, count_b, points[0]);
            load(a.normals, count_a, b.normals, count_b, normals[0]);
            // A stays as it is: 1 x - 0 y + 0.
            Block from;
            Block turn;
            Block to;
            spread<0>(points[0], from);
            fill(turn.x, 1.0f, q.c);
            fill(turn.y, 0.0f, q.s);
            fill(to.x, 0.0f, offset.x());
            fill(to.y, 0.0f, offset.y());
            points[0] = {points[0].x - from.x, points[0].y - from.y};
            rotate(turn, points[0]);
            rotate(turn, normals[0]);
            points[0] = {points[0].x + to.x, points[0].y + to.y};
        } else {
            const int last_a = count_a > lane_count ? count_a - lane_count : 0;
            const int last_b = count_b > lane_count ? count_b - lane_count : 0;
            load(a.points, count_a, a.points + last_a, count_a, points[0]);
            load(a.normals, count_a, a.normals + last_a, count_a, normals[0]);
            load(b.points, count_b, b.points + last_b, count_b, points[1]);
            load(b.normals, count_b, b.normals + last_b, count_b, normals[1]);
            for (int k = 0; k < 2; ++k) {
                const Vec2& first = k == 0 ? a.points[0] : b.points[0];
                Block from;
                fill(from.x, first.x());
                fill(from.y, first.y());
                points[k] = {points[k].x - from.x, points[k].y - from.y};
            }
            Block turn;
            Block to;
            fill(turn.x, q.c);
            fill(turn.y, q.s);
            fill(to.x, offset.x());
            fill(to.y, offset.y());
            rotate(turn, points[1]);
            rotate(turn, normals[1]);
            points[1] = {points[1].x + to.x, points[1].y + to.y};
        }
        for (int k = 0; k < blocks; ++k) {
            const WideLanes rows[4] = {points[k].x, points[k].y, normals[k].x, normals[k].y};
            std::memcpy(table.x + k * wide_count, &rows[0], sizeof(WideLanes));
            std::memcpy(table.y + k * wide_count, &rows[1], sizeof(WideLanes));
            std::memcpy(table.normal_x + k * wide_count, &rows[2], sizeof(WideLanes));
            std::memcpy(table.normal_y + k * wide_count, &rows[3], sizeof(WideLanes));
        }
    }

    [[nodiscard]] DRYSTONE_INLINE bool is_finite() const {
        WideLanes sum = points[0].x + points[0].y;
        for (int k = 1; k < blocks; ++k) {
            sum = sum + points[k].x + points[k].y;
        }
        const Lanes half = __builtin_shufflevector(sum, sum, 0, 1, 2, 3) +
                           __builtin_shufflevector(sum, sum, 4, 5, 6, 7);
        return bits_of(half - half == 0.0f) == 0xF;
    }
};

/// How far `point` lies beyond the faces. The way between them is formed first: the difference of two
/// projections would have twice the rounding error.
DRYSTONE_INLINE void beyond(const Block& point, const Block& face, const Block& normal, WideLanes& along) {
    along = normal.x * (point.x - face.x) + normal.y * (point.y - face.y);
}

template <int k>
DRYSTONE_INLINE void meet_vertex(const Placed<4>& both, const Block& others, WideLanes& nearest) {
    Block vertex;
    WideLanes along;
    spread<k>(others, vertex);
    beyond(vertex, both.points[0], both.normals[0], along);
    lower(nearest, along);
}
DRYSTONE_INLINE void separate(const Placed<4>& both, WideLanes (&nearest)[1]) {
    Block others;
    exchange(both.points[0], others);
    fill(nearest[0], std::numeric_limits<float>::max());
    meet_vertex<0>(both, others, nearest[0]);
    meet_vertex<1>(both, others, nearest[0]);
    meet_vertex<2>(both, others, nearest[0]);
    meet_vertex<3>(both, others, nearest[0]);
}
DRYSTONE_INLINE void separate(const Placed<8>& both, WideLanes (&nearest)[2]) {
    for (int k = 0; k < 2; ++k) {
        const int other = k == 0 ? wide_count : 0;
        fill(nearest[k], std::numeric_limits<float>::max());
        for (int lane = other; lane < other + wide_count; ++lane) {
            Block vertex;
            WideLanes along;
            fill(vertex.x, both.table.x[lane]);
            fill(vertex.y, both.table.y[lane]);
            beyond(vertex, both.points[k], both.normals[k], along);
            lower(nearest[k], along);
        }
    }
}

template <int k>
DRYSTONE_INLINE void meet_face(const Placed<4>& both, const Block& swapped, WideLanes& worst) {
    Block face;
    Block normal;
    WideLanes along;
    spread<k>(both.points[0], face);
    spread<k>(both.normals[0], normal);
    beyond(swapped, face, normal, along);
    raise(worst, along);
}
/// A bit for each lane whose vertex lies inside of the other polygon: first those of B, then those of A.
DRYSTONE_INLINE std::uint32_t find_inside(const Placed<4>& both) {
    Block swapped;
    exchange(both.points[0], swapped);
    WideLanes worst;
    WideLanes zero;
    fill(worst, -std::numeric_limits<float>::max());
    fill(zero, 0.0f);
    meet_face<0>(both, swapped, worst);
    meet_face<1>(both, swapped, worst);
    meet_face<2>(both, swapped, worst);
    meet_face<3>(both, swapped, worst);
    return bits_of(worst <= zero);
}
DRYSTONE_INLINE std::uint32_t find_inside(const Placed<8>& both) {
    std::uint32_t inside = 0;
    WideLanes zero;
    fill(zero, 0.0f);
    for (int k = 0; k < 2; ++k) {
        WideLanes worst;
        fill(worst, -std::numeric_limits<float>::max());
        for (int lane = k * wide_count; lane < (k + 1) * wide_count; ++lane) {
            Block face;
            Block normal;
            WideLanes along;
            fill(face.x, both.table.x[lane]);
            fill(face.y, both.table.y[lane]);
            fill(normal.x, both.table.normal_x[lane]);
            fill(normal.y, both.table.normal_y[lane]);
            beyond(both.points[1 - k], face, normal, along);
            raise(worst, along);
        }
        inside |= bits_of(worst <= zero) << (k * wide_count);
    }
    return inside;
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

/// The vertex of the other polygon that is nearest to the face in lane `face_lane`.
template <int of_each>
DRYSTONE_INLINE void find_vertex(const Placed<of_each>& both, int face_lane, float tie, FoundFace& best) {
    const int begin = best.of_a ? of_each : 0;
    const int count = best.of_a ? both.count_b : both.count_a;
    std::conditional_t<of_each == lane_count, Lanes, WideLanes> x;
    std::conditional_t<of_each == lane_count, Lanes, WideLanes> y;
    std::memcpy(&x, both.table.x + begin, sizeof x);
    std::memcpy(&y, both.table.y + begin, sizeof y);
    x = both.table.normal_x[face_lane] * (x - both.table.x[face_lane]);
    y = both.table.normal_y[face_lane] * (y - both.table.y[face_lane]);
    const std::uint32_t candidates = bits_of(x + y <= best.separation + tie) & first_lanes[count];
    int lane = std::countr_zero(candidates | 0x80u);
    if ((candidates & (candidates - 1)) != 0) {
        const int of_face = best.of_a ? both.count_a : both.count_b;
        const int end = best.face + 1 == of_face ? 0 : best.face + 1;
        lane = least_beside(both.table, face_lane, lane_of_index(end, of_face) + of_each - begin, candidates,
                            begin);
    }
    best.vertex = index_of_lane(lane, count);
}

/// Looks at all faces of two polygons of 3 to 4 or 8 vertices. Vertices are equally near where they differ by
/// no more than `tie` [m]. Where the polygons overlap, the vertices inside can be asked for too.
template <bool find_points, int of_each>
DRYSTONE_INLINE void find_best_face(const Placed<of_each>& both, float tie, FoundFace& best) {
    WideLanes nearest[Placed<of_each>::blocks];
    separate(both, nearest);
    WideLanes most_of_all = nearest[0];
    for (int k = 1; k < Placed<of_each>::blocks; ++k) {
        raise(most_of_all, nearest[k]);
    }
    best.separation = top_of(most_of_all);
    WideLanes top;
    fill(top, best.separation);
    std::uint32_t faces = 0;
    for (int k = 0; k < Placed<of_each>::blocks; ++k) {
        faces |= bits_of(nearest[k] == top) << (k * wide_count);
    }
    if (!both.is_finite() || faces == 0) {
        best.face = -1;
        return;
    }
    const int lane = std::countr_zero(faces);
    best.of_a = lane < of_each;
    best.face = best.of_a ? index_of_lane(lane, both.count_a) : index_of_lane(lane - of_each, both.count_b);
    find_vertex(both, lane, tie, best);
    if (find_points && best.separation < 0.0f) {
        const std::uint32_t inside = find_inside(both);
        const std::uint32_t of_b = inside & first_lanes[both.count_b];
        const std::uint32_t of_a = inside >> of_each & first_lanes[both.count_a];
        best.inside_a = of_b != 0 ? index_of_lane(std::countr_zero(of_b), both.count_b) : -1;
        best.inside_b = of_a != 0 ? index_of_lane(std::countr_zero(of_a), both.count_a) : -1;
    }
}

}  // namespace drystone::detail
