#pragma once

#include "instruction_sets.h"
#include "lanes.h"

#include <drystone/collision/shapes.h>

#include <bit>
#include <cmath>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// Two polygons of few vertices side by side in lanes.
namespace drystone::detail {

/// More than this the lanes do not hold.
inline constexpr int most_lane_vertices = 8;

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

/// A bit for each lane that is true.
template <class Truth>
DRYSTONE_INLINE std::uint32_t bits_of(const Truth& truth) {
    constexpr std::size_t lanes = sizeof truth / sizeof(float);
#if defined(__clang__)
    // One instruction where the registers are as wide as the lanes.
    if constexpr (lanes == wide_count) {
        using Bits = bool __attribute__((ext_vector_type(8)));
        return std::bit_cast<std::uint8_t>(__builtin_convertvector(truth, Bits));
    }
#endif
    std::uint32_t bits = 0;
#if defined(__SSE2__)
    __m128 parts[lanes / lane_count];
    std::memcpy(parts, &truth, sizeof truth);
    for (std::size_t k = 0; k < lanes / lane_count; ++k) {
        bits |= static_cast<std::uint32_t>(_mm_movemask_ps(parts[k])) << (k * lane_count);
    }
#else
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        bits |= truth[lane] != 0 ? 1u << lane : 0u;
    }
#endif
    return bits;
}

/// The greatest lane.
DRYSTONE_INLINE float top_of(const Lanes& lanes) {
    Lanes top = lanes;
    const Lanes half = __builtin_shufflevector(top, top, 2, 3, 0, 1);
    top = half > top ? half : top;
    const Lanes other = __builtin_shufflevector(top, top, 1, 0, 3, 2);
    top = other > top ? other : top;
    return top[0];
}
DRYSTONE_INLINE float top_of(const WideLanes& lanes) {
    const Lanes low = __builtin_shufflevector(lanes, lanes, 0, 1, 2, 3);
    const Lanes high = __builtin_shufflevector(lanes, lanes, 4, 5, 6, 7);
    return top_of(high > low ? high : low);
}

DRYSTONE_INLINE void add_magnitude(const WideLanes& values, WideLanes& sum) {
    using Bits = std::int32_t __attribute__((vector_size(32)));
    sum = sum + reinterpret_cast<WideLanes>(reinterpret_cast<const Bits&>(values) & 0x7FFFFFFF);
}
DRYSTONE_INLINE Lanes half_sum(const WideLanes& lanes) {
    return __builtin_shufflevector(lanes, lanes, 0, 1, 2, 3) +
           __builtin_shufflevector(lanes, lanes, 4, 5, 6, 7);
}
/// Points or directions side by side.
struct Block {
    WideLanes x;
    WideLanes y;
};

/// Each four from `first` and `second` on: of three the second comes twice, of others the last four come
/// last.
DRYSTONE_INLINE void load(const Vec2* first, int first_count, const Vec2* second, int second_count,
                          Block& block) {
    WideLanes low;
    WideLanes high;
    char* const to_low = reinterpret_cast<char*>(&low);
    char* const to_high = reinterpret_cast<char*>(&high);
    std::memcpy(to_low, bytes_of(first), sizeof(Lanes));
    std::memcpy(to_low + sizeof(Lanes), bytes_of(second), sizeof(Lanes));
    std::memcpy(to_high, bytes_of(first + (first_count == 3 ? 1 : 2)), sizeof(Lanes));
    std::memcpy(to_high + sizeof(Lanes), bytes_of(second + (second_count == 3 ? 1 : 2)), sizeof(Lanes));
    block.x = __builtin_shufflevector(low, high, 0, 2, 8, 10, 4, 6, 12, 14);
    block.y = __builtin_shufflevector(low, high, 1, 3, 9, 11, 5, 7, 13, 15);
}
DRYSTONE_INLINE void rotate(const Block& c_s, Block& v) {
    v = {c_s.x * v.x - c_s.y * v.y, c_s.y * v.x + c_s.x * v.y};
}

/// How far `point` lies beyond the faces. The way between them is formed first: the difference of two
/// projections would have twice the rounding error.
DRYSTONE_INLINE void beyond(const Block& point, const Block& face, const Block& normal, WideLanes& along) {
    along = normal.x * (point.x - face.x) + normal.y * (point.y - face.y);
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

/// The vertex in each lane, by the number of vertices.
inline constexpr std::uint8_t lane_indices[wide_count + 1][wide_count] = {{},
                                                                          {},
                                                                          {},
                                                                          {0, 1, 1, 2, 0, 1, 1, 2},
                                                                          {0, 1, 2, 3, 0, 1, 2, 3},
                                                                          {0, 1, 2, 3, 1, 2, 3, 4},
                                                                          {0, 1, 2, 3, 2, 3, 4, 5},
                                                                          {0, 1, 2, 3, 3, 4, 5, 6},
                                                                          {0, 1, 2, 3, 4, 5, 6, 7}};
/// The lane of the vertex after that in each lane.
inline constexpr std::uint8_t next_lanes[wide_count + 1][wide_count] = {{},
                                                                        {},
                                                                        {},
                                                                        {1, 3, 3, 0, 1, 3, 3, 0},
                                                                        {1, 2, 3, 0, 1, 2, 3, 0},
                                                                        {1, 2, 3, 7, 2, 3, 7, 0},
                                                                        {1, 2, 3, 6, 3, 6, 7, 0},
                                                                        {1, 2, 3, 5, 5, 6, 7, 0},
                                                                        {1, 2, 3, 4, 5, 6, 7, 0}};

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
    Block turn{};
    int count_a;
    int count_b;

    /// `offset` leads from the first vertex of A to that of B. The normals are still missing.
    DRYSTONE_INLINE Placed(const ConvexCore& a, const ConvexCore& b, const Rot& q, const Vec2& offset)
        : count_a(a.count), count_b(b.count) {
        load_both(a.points, b.points, points);
        Block to{};
        Block from[blocks]{};
        if constexpr (blocks == 1) {
            // A stays as it is: 1 x - 0 y + 0.
            fill(turn.x, 1.0f, q.c);
            fill(turn.y, 0.0f, q.s);
            fill(to.x, 0.0f, offset.x);
            fill(to.y, 0.0f, offset.y);
            spread<0>(points[0], from[0]);
        } else {
            fill(turn.x, q.c);
            fill(turn.y, q.s);
            fill(to.x, offset.x);
            fill(to.y, offset.y);
            fill(from[0].x, a.points[0].x);
            fill(from[0].y, a.points[0].y);
            fill(from[1].x, b.points[0].x);
            fill(from[1].y, b.points[0].y);
        }
        for (int k = 0; k < blocks; ++k) {
            points[k] = {points[k].x - from[k].x, points[k].y - from[k].y};
        }
        Block& of_b = points[blocks - 1];
        rotate(turn, of_b);
        of_b = {of_b.x + to.x, of_b.y + to.y};
    }
    DRYSTONE_INLINE void load_both(const Vec2* of_a, const Vec2* of_b, Block (&into)[blocks]) const {
        if constexpr (blocks == 1) {
            load(of_a, count_a, of_b, count_b, into[0]);
        } else {
            load(of_a, count_a, of_a + (count_a > lane_count ? count_a - lane_count : 0), count_a, into[0]);
            load(of_b, count_b, of_b + (count_b > lane_count ? count_b - lane_count : 0), count_b, into[1]);
        }
    }
    DRYSTONE_INLINE void place_normals(const ConvexCore& a, const ConvexCore& b, LaneTable<of_each>& table) {
        load_both(a.normals, b.normals, normals);
        rotate(turn, normals[blocks - 1]);
        for (int k = 0; k < blocks; ++k) {
            const WideLanes rows[4] = {points[k].x, points[k].y, normals[k].x, normals[k].y};
            std::memcpy(table.x + static_cast<std::ptrdiff_t>(k) * wide_count, &rows[0], sizeof(WideLanes));
            std::memcpy(table.y + static_cast<std::ptrdiff_t>(k) * wide_count, &rows[1], sizeof(WideLanes));
            std::memcpy(table.normal_x + static_cast<std::ptrdiff_t>(k) * wide_count, &rows[2],
                        sizeof(WideLanes));
            std::memcpy(table.normal_y + static_cast<std::ptrdiff_t>(k) * wide_count, &rows[3],
                        sizeof(WideLanes));
        }
    }
    /// Are the polygons farther apart than `limit` along the way between their middles?
    [[nodiscard]] DRYSTONE_INLINE bool parted(float limit) const {
        Lanes ax;
        Lanes ay;
        Lanes bx;
        Lanes by;
        if constexpr (blocks == 1) {
            ax = __builtin_shufflevector(points[0].x, points[0].x, 0, 1, 2, 3);
            ay = __builtin_shufflevector(points[0].y, points[0].y, 0, 1, 2, 3);
            bx = __builtin_shufflevector(points[0].x, points[0].x, 4, 5, 6, 7);
            by = __builtin_shufflevector(points[0].y, points[0].y, 4, 5, 6, 7);
        } else {
            ax = half_sum(points[0].x);
            ay = half_sum(points[0].y);
            bx = half_sum(points[1].x);
            by = half_sum(points[1].y);
        }
        // From what is about the middle of the one to that of the other.
        const Lanes way_x = bx - ax;
        const Lanes way_y = by - ay;
        const float x = way_x[0] + way_x[2];
        const float y = way_y[0] + way_y[2];
        Lanes most_a = ax * x + ay * y;
        Lanes least_b = bx * x + by * y;
        if constexpr (blocks == 2) {
            const WideLanes of_a = points[0].x * x + points[0].y * y;
            const WideLanes of_b = points[1].x * x + points[1].y * y;
            const Lanes low_a = __builtin_shufflevector(of_a, of_a, 0, 1, 2, 3);
            const Lanes high_a = __builtin_shufflevector(of_a, of_a, 4, 5, 6, 7);
            const Lanes low_b = __builtin_shufflevector(of_b, of_b, 0, 1, 2, 3);
            const Lanes high_b = __builtin_shufflevector(of_b, of_b, 4, 5, 6, 7);
            most_a = low_a > high_a ? low_a : high_a;
            least_b = low_b < high_b ? low_b : high_b;
        }
        const Lanes exchanged_a = __builtin_shufflevector(most_a, most_a, 2, 3, 0, 1);
        const Lanes exchanged_b = __builtin_shufflevector(least_b, least_b, 2, 3, 0, 1);
        most_a = exchanged_a > most_a ? exchanged_a : most_a;
        least_b = exchanged_b < least_b ? exchanged_b : least_b;
        // The least difference is that of the least of B and the most of A.
        const float first = least_b[0] < least_b[1] ? least_b[0] : least_b[1];
        const float second = most_a[0] > most_a[1] ? most_a[0] : most_a[1];
        // Not shorter than the way.
        const float length = std::abs(x) + std::abs(y);
        return first - second > limit * length;
    }

    /// How far the points lie from the first one of A, in all: a number only where all of them are.
    [[nodiscard]] DRYSTONE_INLINE float reach() const {
        WideLanes sum;
        fill(sum, 0.0f);
        for (const Block& block : points) {
            add_magnitude(block.x, sum);
            add_magnitude(block.y, sum);
        }
        const Lanes half = half_sum(sum);
        const Lanes pairs = half + __builtin_shufflevector(half, half, 2, 3, 0, 1);
        return pairs[0] + pairs[1];
    }
};

}  // namespace drystone::detail
