#pragma once

#include <drystone/collision/math.h>

#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace drystone::detail {

/// Four floats (or integers) side by side, by the compiler's vector extension: the same instructions' worth
/// of IEEE arithmetic on every platform, so the same bits.
using Lanes = float __attribute__((vector_size(16)));
using IndexLanes = std::int32_t __attribute__((vector_size(16)));

constexpr int lane_count = 4;

inline Lanes broadcast(float value) { return Lanes{value, value, value, value}; }
inline IndexLanes broadcast(std::int32_t value) { return IndexLanes{value, value, value, value}; }

/// Points or directions, four at a time.
struct LaneVec {
    Lanes x;
    Lanes y;
};

/// Points as bytes to copy: two floats each.
inline const void* bytes_of(const Vec2* points) {
    static_assert(sizeof(Vec2) == 2 * sizeof(float));
    return points;
}

/// Two pairs of points that follow each other.
inline void load_pairs(const Vec2* low_pair, const Vec2* high_pair, Lanes& low, Lanes& high) {
    std::memcpy(&low, bytes_of(low_pair), sizeof low);
    std::memcpy(&high, bytes_of(high_pair), sizeof high);
}
/// Two points from `first` on and two from `third` on.
inline LaneVec load_points(const Vec2* first, const Vec2* third) {
    Lanes low;
    Lanes high;
    load_pairs(first, third, low, high);
    return {__builtin_shufflevector(low, high, 0, 2, 4, 6), __builtin_shufflevector(low, high, 1, 3, 5, 7)};
}

/// Four points in a row.
inline LaneVec load_four(const Vec2* points) { return load_points(points, points + 2); }
/// Three points in a row, the second of them twice: 0, 1, 1, 2.
inline LaneVec load_three(const Vec2* points) { return load_points(points, points + 1); }

/// Points `first` to `first + 3`; beyond the last one the last is repeated.
inline LaneVec load_points(const Vec2* points, int first, int count) {
    if (first + lane_count <= count) {
        return load_points(points + first, points + first + 2);
    }
    const int last = count - 1;
    const Vec2& p = points[first];
    const Vec2& q = points[first + 1 < last ? first + 1 : last];
    const Vec2& r = points[first + 2 < last ? first + 2 : last];
    const Vec2& s = points[first + 3 < last ? first + 3 : last];
    return {Lanes{p.x, q.x, r.x, s.x}, Lanes{p.y, q.y, r.y, s.y}};
}

inline Lanes absolute(const Lanes& values) {
    return reinterpret_cast<Lanes>(reinterpret_cast<IndexLanes>(values) &
                                   broadcast(std::int32_t{0x7FFFFFFF}));
}

/// A bit per lane that is negative, or true.
inline std::uint32_t sign_bits(const IndexLanes& values) {
#if defined(__SSE2__)
    return static_cast<std::uint32_t>(_mm_movemask_ps(reinterpret_cast<__m128>(values)));
#else
    return (values[0] < 0 ? 1u : 0u) | (values[1] < 0 ? 2u : 0u) | (values[2] < 0 ? 4u : 0u) |
           (values[3] < 0 ? 8u : 0u);
#endif
}
inline std::uint32_t sign_bits(const Lanes& values) {
    return sign_bits(reinterpret_cast<IndexLanes>(values));
}

inline LaneVec rotate(const Rot& q, const LaneVec& v) {
    const Lanes c = broadcast(q.c);
    const Lanes s = broadcast(q.s);
    return {c * v.x - s * v.y, s * v.x + c * v.y};
}

inline LaneVec plus(const LaneVec& v, const Vec2& w) { return {v.x + broadcast(w.x), v.y + broadcast(w.y)}; }
inline LaneVec minus(const LaneVec& v, const Vec2& w) { return {v.x - broadcast(w.x), v.y - broadcast(w.y)}; }
inline LaneVec minus(const LaneVec& v, const LaneVec& w) { return {v.x - w.x, v.y - w.y}; }
inline Lanes dot(const LaneVec& v, const LaneVec& w) { return v.x * w.x + v.y * w.y; }

}  // namespace drystone::detail
