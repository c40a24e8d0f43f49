#pragma once

#include "float4.h"

#include <drystone/collision/math.h>

namespace drystone::detail {

/// Points or directions, four at a time.
struct Points4 {
    Float4 x;
    Float4 y;
};

/// Loads two points from `first` on and two from `third` on.
DRYSTONE_INLINE Points4 load_points(const Vec2* first, const Vec2* third) {
    static_assert(sizeof(Vec2) == 2 * sizeof(float));
    const Float4 low = Float4::load_any(first);
    const Float4 high = Float4::load_any(third);
    return {Float4::shuffle<0, 2, 0, 2>(low, high), Float4::shuffle<1, 3, 1, 3>(low, high)};
}

/// Loads four consecutive points.
DRYSTONE_INLINE Points4 load_four(const Vec2* points) { return load_points(points, points + 2); }
/// Loads three consecutive points, the second of them twice: 0, 1, 1, 2.
DRYSTONE_INLINE Points4 load_three(const Vec2* points) { return load_points(points, points + 1); }

/// Loads points `first` to `first + 3`; repeats the last point beyond the end.
inline Points4 load_points(const Vec2* points, int first, int count) {
    if (first + lane_width <= count) {
        return load_four(points + first);
    }
    const int last = count - 1;
    const Vec2& p = points[first];
    const Vec2& q = points[first + 1 < last ? first + 1 : last];
    const Vec2& r = points[first + 2 < last ? first + 2 : last];
    const Vec2& s = points[first + 3 < last ? first + 3 : last];
    return {Float4::of(p.x, q.x, r.x, s.x), Float4::of(p.y, q.y, r.y, s.y)};
}

DRYSTONE_INLINE Points4 rotate(const Rot& q, const Points4& v) {
    const Float4 c = Float4::all(q.c);
    const Float4 s = Float4::all(q.s);
    return {c * v.x - s * v.y, s * v.x + c * v.y};
}
DRYSTONE_INLINE Points4 plus(const Points4& v, const Vec2& w) {
    return {v.x + Float4::all(w.x), v.y + Float4::all(w.y)};
}
DRYSTONE_INLINE Points4 minus(const Points4& v, const Vec2& w) {
    return {v.x - Float4::all(w.x), v.y - Float4::all(w.y)};
}
DRYSTONE_INLINE Points4 minus(const Points4& v, const Points4& w) { return {v.x - w.x, v.y - w.y}; }
DRYSTONE_INLINE Float4 dot(const Points4& v, const Points4& w) { return v.x * w.x + v.y * w.y; }

/// Returns one of four points in all lanes.
template <int lane>
DRYSTONE_INLINE Points4 splat(const Points4& v) {
    return {splat<lane>(v.x), splat<lane>(v.y)};
}

/// Returns two vectors side by side: x, y, x, y. Both are loaded from memory.
DRYSTONE_INLINE Float4 both_of(const Vec2& low, const Vec2& high) { return Float4::load_pairs(&low, &high); }
/// Returns the same vector twice, from registers.
DRYSTONE_INLINE Float4 twice(const Vec2& v) { return Float4::of(v.x, v.y, v.x, v.y); }
/// Returns the vectors with their coordinates exchanged.
DRYSTONE_INLINE Float4 exchanged(Float4 v) { return shuffle<1, 0, 3, 2>(v); }

}  // namespace drystone::detail
