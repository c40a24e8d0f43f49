#pragma once

#include "gjk/polygon_lanes.h"

/// A common point of two polygons that overlap, in lanes.
namespace drystone::detail {

/// A byte for each face in its lane, with a bit for each vertex of the other polygon that lies beyond it.
struct OutsideRows {
    std::uint64_t of_a;
    std::uint64_t of_b;
};

/// Two edges that cross, by their lanes; negative: none.
struct EdgeCrossing {
    int a = -1;
    int b = -1;
};

/// Returns bits for the vertices of B beyond face `k` of A, and for those of A beyond face `k` of B.
template <int k>
DRYSTONE_INLINE Float8 look_from_face(const Block& points, const Block& normals) {
    const Float4 of_b = beyond(points.high, splat<k>(points.low), splat<k>(normals.low));
    const Float4 of_a = beyond(points.low, splat<k>(points.high), splat<k>(normals.high));
    return Float8::all(0.0f) < Float8{of_b, of_a};
}
DRYSTONE_INLINE OutsideRows look_from_faces(const Placed<4>& both, const PolygonTable<4>& /*table*/) {
    const Block& points = both.points[0];
    const Block& normals = both.normals[0];
    const Float8 outside[4] = {look_from_face<0>(points, normals), look_from_face<1>(points, normals),
                               look_from_face<2>(points, normals), look_from_face<3>(points, normals)};
    const std::uint32_t rows = mask_of(outside);
    return {rows & 0x0F0F0F0Fu, rows >> 4 & 0x0F0F0F0Fu};
}
DRYSTONE_INLINE OutsideRows look_from_faces(const Placed<8>& both, const PolygonTable<8>& table) {
    std::uint64_t rows[2] = {0, 0};
    const Float8 zero = Float8::all(0.0f);
    for (int k = 0; k < 2; ++k) {
        for (int lane = 0; lane < wide_count; ++lane) {
            const int at = k * wide_count + lane;
            const Float8 along = beyond(both.points[1 - k], table.point(at), table.normal(at));
            rows[k] |= static_cast<std::uint64_t>(mask_of(zero < along)) << (8 * lane);
        }
    }
    return {rows[0], rows[1]};
}

/// Returns a bit for each vertex that lies beyond no face.
inline std::uint32_t inside_of(std::uint64_t rows) {
    rows |= rows >> 32;
    rows |= rows >> 16;
    rows |= rows >> 8;
    return ~static_cast<std::uint32_t>(rows) & 0xFFu;
}

/// Returns a bit in each row for each edge that leads from one side of the face to the other: from one lane
/// to the next, and from the last to the first.
template <int of_each>
std::uint64_t changes_of(std::uint64_t rows, int count) {
    constexpr bool is_four = of_each == lane_width;
    constexpr std::uint64_t low = is_four ? 0x0707070707070707u : 0x7F7F7F7F7F7F7F7Fu;
    constexpr std::uint64_t top = is_four ? 0x0808080808080808u : 0x8080808080808080u;
    const std::uint64_t next = (rows >> 1 & low) | (rows << (of_each - 1) & top);
    // With five to seven vertices the last four follow the first four; that transition is no edge.
    const std::uint64_t gap = count > lane_width && count < wide_count ? 0x0808080808080808u : 0;
    return (rows ^ next) & ~gap;
}

/// Transposes an 8 by 8 bit matrix. Source: Warren, Hacker's Delight, 7-3.
inline std::uint64_t transpose(std::uint64_t bits) {
    std::uint64_t t = (bits ^ bits >> 7) & 0x00AA00AA00AA00AAu;
    bits ^= t ^ t << 7;
    t = (bits ^ bits >> 14) & 0x0000CCCC0000CCCCu;
    bits ^= t ^ t << 14;
    t = (bits ^ bits >> 28) & 0x00000000F0F0F0F0u;
    return bits ^ t ^ t << 28;
}

/// Finds two edges, each of which has its ends on both sides of the other.
template <int of_each>
EdgeCrossing find_crossing(const OutsideRows& rows, int count_a, int count_b) {
    const std::uint64_t crossings =
        changes_of<of_each>(rows.of_a, count_b) & transpose(changes_of<of_each>(rows.of_b, count_a));
    if (crossings == 0) {
        return {};
    }
    const int at = std::countr_zero(crossings);
    return {at >> 3, at & 7};
}

}  // namespace drystone::detail
