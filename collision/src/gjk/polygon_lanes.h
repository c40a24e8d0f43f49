#pragma once

#include "simd/points4.h"

#include <drystone/collision/shapes.h>

#include <bit>
#include <cmath>

/// Two polygons of few vertices side by side in lanes.
namespace drystone::detail {

/// Maximum number of vertices of a polygon in lanes.
inline constexpr int max_lane_vertices = 8;
inline constexpr int wide_count = 2 * lane_width;
static_assert(max_lane_vertices == wide_count);

/// Points or directions side by side.
struct Block {
    Points4 low;
    Points4 high;

    [[nodiscard]] DRYSTONE_INLINE Float8 x() const { return {low.x, high.x}; }
    [[nodiscard]] DRYSTONE_INLINE Float8 y() const { return {low.y, high.y}; }
};

/// Loads four vertices each from `first` and `second` on. Of three, the second is stored twice: 0, 1, 1, 2.
DRYSTONE_INLINE Block load(const Vec2* first, int first_count, const Vec2* second, int second_count) {
    return {load_points(first, first + (first_count == 3 ? 1 : 2)),
            load_points(second, second + (second_count == 3 ? 1 : 2))};
}
DRYSTONE_INLINE Points4 rotate(const Points4& c_s, const Points4& v) {
    return {c_s.x * v.x - c_s.y * v.y, c_s.y * v.x + c_s.x * v.y};
}
DRYSTONE_INLINE Points4 all(float x, float y) { return {Float4::all(x), Float4::all(y)}; }

/// Returns the distance by which `point` lies beyond the faces. The vector between them is formed first: the
/// difference of two projections would have twice the rounding error.
DRYSTONE_INLINE Float4 beyond(const Points4& point, const Points4& face, const Points4& normal) {
    return normal.x * (point.x - face.x) + normal.y * (point.y - face.y);
}
DRYSTONE_INLINE Float8 beyond(const Points4& point, const Block& faces, const Block& normals) {
    return {beyond(point, faces.low, normals.low), beyond(point, faces.high, normals.high)};
}
DRYSTONE_INLINE Float8 beyond(const Block& points, const Points4& face, const Points4& normal) {
    return {beyond(points.low, face, normal), beyond(points.high, face, normal)};
}

/// Mask of the first lane of each vertex, by the number of vertices; the other lanes are repetitions.
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
/// The lane of the next vertex after the one in each lane, by the number of vertices.
inline constexpr std::uint8_t next_lanes[wide_count + 1][wide_count] = {{},
                                                                        {},
                                                                        {},
                                                                        {1, 3, 3, 0, 1, 3, 3, 0},
                                                                        {1, 2, 3, 0, 1, 2, 3, 0},
                                                                        {1, 2, 3, 7, 2, 3, 7, 0},
                                                                        {1, 2, 3, 6, 3, 6, 7, 0},
                                                                        {1, 2, 3, 5, 5, 6, 7, 0},
                                                                        {1, 2, 3, 4, 5, 6, 7, 0}};

/// Points and normals of both polygons, lane by lane.
template <int of_each>
struct PolygonTable {
    alignas(16) float x[2 * of_each];
    alignas(16) float y[2 * of_each];
    alignas(16) float normal_x[2 * of_each];
    alignas(16) float normal_y[2 * of_each];

    [[nodiscard]] DRYSTONE_INLINE Points4 point(int lane) const { return all(x[lane], y[lane]); }
    [[nodiscard]] DRYSTONE_INLINE Points4 normal(int lane) const {
        return all(normal_x[lane], normal_y[lane]);
    }
};

/// Both polygons in the frame of A, relative to its first vertex, with outward normals. `of_each` lanes of A
/// are followed by as many of B, either in one block or in two.
template <int of_each>
struct Placed {
    static constexpr int blocks = of_each / lane_width;

    Block points[blocks];
    Block normals[blocks];
    Points4 turn_of_b;
    int count_a;
    int count_b;

    /// Places the points. `offset` leads from the first vertex of A to that of B. `place_normals` sets the
    /// normals.
    DRYSTONE_INLINE Placed(const ConvexCore& a, const ConvexCore& b, const Rot& q, const Vec2& offset)
        : turn_of_b(all(q.c, q.s)), count_a(a.count), count_b(b.count) {
        load_both(a.points, b.points, points);
        const Points4 to = all(offset.x, offset.y);
        if constexpr (blocks == 1) {
            points[0].low = place_a(minus(points[0].low, splat<0>(points[0].low)));
            points[0].high = place_b(minus(points[0].high, splat<0>(points[0].high)), to);
        } else {
            points[0].low = minus(points[0].low, a.points[0]);
            points[0].high = minus(points[0].high, a.points[0]);
            points[1].low = place_b(minus(points[1].low, b.points[0]), to);
            points[1].high = place_b(minus(points[1].high, b.points[0]), to);
        }
    }
    DRYSTONE_INLINE void place_normals(const ConvexCore& a, const ConvexCore& b,
                                       PolygonTable<of_each>& table) {
        load_both(a.normals, b.normals, normals);
        Block& of_b = normals[blocks - 1];
        of_b.high = rotate(turn_of_b, of_b.high);
        if constexpr (blocks == 1) {
            of_b.low = rotate(all(1.0f, 0.0f), of_b.low);
        } else {
            of_b.low = rotate(turn_of_b, of_b.low);
        }
        for (int k = 0; k < blocks; ++k) {
            points[k].x().store(table.x + static_cast<std::ptrdiff_t>(k) * wide_count);
            points[k].y().store(table.y + static_cast<std::ptrdiff_t>(k) * wide_count);
            normals[k].x().store(table.normal_x + static_cast<std::ptrdiff_t>(k) * wide_count);
            normals[k].y().store(table.normal_y + static_cast<std::ptrdiff_t>(k) * wide_count);
        }
    }
    /// Returns whether the polygons are farther apart than `limit` along the line between their centres.
    [[nodiscard]] DRYSTONE_INLINE bool parted(float limit) const {
        const Points4 of_a = half_sum_of_a();
        const Points4 of_b = half_sum_of_b();
        // From about the centre of one polygon to about that of the other.
        const Points4 way = minus(of_b, of_a);
        const float x = way.x.template at<0>() + way.x.template at<2>();
        const float y = way.y.template at<0>() + way.y.template at<2>();
        const Points4 along = all(x, y);
        Float4 max_a;
        Float4 min_b;
        if constexpr (blocks == 1) {
            max_a = dot(of_a, along);
            min_b = dot(of_b, along);
        } else {
            max_a = Float4::max(dot(points[0].low, along), dot(points[0].high, along));
            min_b = Float4::min(dot(points[1].low, along), dot(points[1].high, along));
        }
        max_a = Float4::max(shuffle<2, 3, 0, 1>(max_a), max_a);
        min_b = Float4::min(shuffle<2, 3, 0, 1>(min_b), min_b);
        // The minimum difference is the minimum of B less the maximum of A.
        max_a = Float4::max(max_a, shuffle<1, 0, 3, 2>(max_a));
        min_b = Float4::min(min_b, shuffle<1, 0, 3, 2>(min_b));
        // An upper bound of the vector's length.
        const float length = std::abs(x) + std::abs(y);
        return min_b.template at<0>() - max_a.template at<0>() > limit * length;
    }

    /// Returns the sum of all points' distances (1-norm) from the first one of A; finite only if all of them
    /// are.
    [[nodiscard]] DRYSTONE_INLINE float reach() const {
        Float4 low = Float4::abs(points[0].low.x) + Float4::abs(points[0].low.y);
        Float4 high = Float4::abs(points[0].high.x) + Float4::abs(points[0].high.y);
        if constexpr (blocks == 2) {
            low = low + Float4::abs(points[1].low.x) + Float4::abs(points[1].low.y);
            high = high + Float4::abs(points[1].high.x) + Float4::abs(points[1].high.y);
        }
        return sum_of(low + high);
    }

private:
    DRYSTONE_INLINE void load_both(const Vec2* of_a, const Vec2* of_b, Block (&into)[blocks]) const {
        if constexpr (blocks == 1) {
            into[0] = load(of_a, count_a, of_b, count_b);
        } else {
            into[0] = load(of_a, count_a, of_a + (count_a > lane_width ? count_a - lane_width : 0), count_a);
            into[1] = load(of_b, count_b, of_b + (count_b > lane_width ? count_b - lane_width : 0), count_b);
        }
    }
    /// Places points of A. Zeros get the same sign as in the lanes of B.
    DRYSTONE_INLINE static Points4 place_a(const Points4& v) {
        const Points4 turned = rotate(all(1.0f, 0.0f), v);
        return {turned.x + Float4::none(), turned.y + Float4::none()};
    }
    [[nodiscard]] DRYSTONE_INLINE Points4 place_b(const Points4& v, const Points4& to) const {
        const Points4 turned = rotate(turn_of_b, v);
        return {turned.x + to.x, turned.y + to.y};
    }
    [[nodiscard]] DRYSTONE_INLINE Points4 half_sum_of_a() const {
        if constexpr (blocks == 1) {
            return points[0].low;
        } else {
            return {points[0].low.x + points[0].high.x, points[0].low.y + points[0].high.y};
        }
    }
    [[nodiscard]] DRYSTONE_INLINE Points4 half_sum_of_b() const {
        if constexpr (blocks == 1) {
            return points[0].high;
        } else {
            return {points[1].low.x + points[1].high.x, points[1].low.y + points[1].high.y};
        }
    }
};

}  // namespace drystone::detail
