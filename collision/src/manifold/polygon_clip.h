#pragma once

#include "gjk/polygon_scan.h"

#include <drystone/collision/manifold.h>

#include <cmath>

/// The contact points of two faces, in lanes.
namespace drystone::detail {

/// Names of the corners at the ends of a face, as parts of the names of contact points: the corner where the
/// tangent begins, then the one where it ends.
struct EndNames {
    std::int32_t ends[2] = {0, 0};
};

/// Corner names by the number of vertices and the lane of the face. A runs against the tangent, B along it.
struct EndNameTable {
    EndNames rows[wide_count + 1][wide_count];
};
constexpr EndNameTable make_end_ids(bool of_a) {
    EndNameTable table;
    for (int count = 3; count <= wide_count; ++count) {
        for (int lane = 0; lane < wide_count; ++lane) {
            const std::int32_t from = lane_indices[count][lane];
            const std::int32_t to = lane_indices[count][next_lanes[count][lane]];
            table.rows[count][lane] = of_a ? EndNames{{to << 16, from << 16}} : EndNames{{from, to}};
        }
    }
    return table;
}
inline constexpr EndNameTable end_names_of_a = make_end_ids(true);
inline constexpr EndNameTable end_names_of_b = make_end_ids(false);

/// Normals restored to unit length within rounding, by one step of Newton's iteration for 1 / length.
template <int of_each>
struct UnitNormals;

/// All normals at once, before it is known which one is needed.
template <>
struct UnitNormals<4> {
    alignas(16) float x[wide_count];
    alignas(16) float y[wide_count];

    DRYSTONE_INLINE UnitNormals(const Placed<4>& both, const PolygonTable<4>& /*table*/) {
        const Block& normals = both.normals[0];
        const Float8 scale = 1.5f - 0.5f * (normals.x() * normals.x() + normals.y() * normals.y());
        (scale * normals.x()).store(x);
        (scale * normals.y()).store(y);
    }
    [[nodiscard]] DRYSTONE_INLINE Vec2 of(int lane) const { return {x[lane], y[lane]}; }
};

template <>
struct UnitNormals<8> {
    const PolygonTable<8>& table;

    DRYSTONE_INLINE UnitNormals(const Placed<8>& /*both*/, const PolygonTable<8>& of_both) : table(of_both) {}
    [[nodiscard]] DRYSTONE_INLINE Vec2 of(int lane) const {
        const float x = table.normal_x[lane];
        const float y = table.normal_y[lane];
        const float scale = 1.5f - 0.5f * (x * x + y * y);
        return {scale * x, scale * y};
    }
};

/// The incident face of each face: the face of the other polygon most directly opposed to it.
template <int of_each>
struct IncidentFaces;

template <>
struct IncidentFaces<4> {
    std::uint32_t rows = 0;  ///< A byte for each face of the other polygon, with a bit for each face.

    DRYSTONE_INLINE IncidentFaces(const Placed<4>& both, const PolygonTable<4>& /*table*/) {
        const Block& normals = both.normals[0];
        const Float8 along[4] = {meet_normal<0>(normals), meet_normal<1>(normals), meet_normal<2>(normals),
                                 meet_normal<3>(normals)};
        Float8 minimum = along[0];
        for (int k = 1; k < lane_width; ++k) {
            minimum = Float8::min(along[k], minimum);
        }
        const Float8 is_min[4] = {along[0] == minimum, along[1] == minimum, along[2] == minimum,
                                  along[3] == minimum};
        rows = mask_of(is_min);
    }
    /// Returns the lane of the incident face among `count`; of equal ones the later, which begins at the
    /// vertex between them.
    [[nodiscard]] DRYSTONE_INLINE int lane(int face_lane, int count) const {
        const std::uint32_t maximum = rows >> face_lane & FaceSeparations<4>::first_bytes(count);
        const int first = std::countr_zero(maximum | 0x80000000u) / wide_count;
        if ((maximum & (maximum - 1)) == 0) [[likely]] {
            return first;
        }
        const int after = next_lanes[count][first];
        return (maximum >> (after * wide_count) & 1u) != 0 ? after : first;
    }

private:
    template <int k>
    DRYSTONE_INLINE static Float8 meet_normal(const Block& normals) {
        return {dot(normals.low, splat<k>(normals.high)), dot(normals.high, splat<k>(normals.low))};
    }
};

template <>
struct IncidentFaces<8> {
    const PolygonTable<8>& table;

    DRYSTONE_INLINE IncidentFaces(const Placed<8>& /*both*/, const PolygonTable<8>& of_both)
        : table(of_both) {}
    [[nodiscard]] DRYSTONE_INLINE int lane(int face_lane, int count) const {
        const int begin = face_lane < wide_count ? wide_count : 0;
        const Float8 x = Float8::load(&table.normal_x[begin]);
        const Float8 y = Float8::load(&table.normal_y[begin]);
        const Float8 against = -table.normal_x[face_lane] * x - table.normal_y[face_lane] * y;
        const std::uint32_t maximum = mask_of(Float8::all(largest(against)) <= against) & first_lanes[count];
        const int first = std::countr_zero(maximum | 0x80u);
        if ((maximum & (maximum - 1)) == 0) [[likely]] {
            return first;
        }
        const int after = next_lanes[count][first];
        return (maximum >> after & 1u) != 0 ? after : first;
    }
};

/// Adds the points at the two ends of the stretch that two faces share. Takes tangent coordinates, distances
/// of the cores, sums of their heights above the first vertex of A, and names; two lanes are in use.
DRYSTONE_INLINE void add_points(const PolygonPair& pair, const Vec2& normal, const Float4& at,
                                const Float4& gap, const Float4& heights, const Float4& names, float margin,
                                Manifold& manifold) {
    const float radius_a = pair.a().radius;
    const float radius_b = pair.b().radius;
    const Float4 separation = gap - (radius_a + radius_b);
    const Float4 middle = 0.5f * (heights + Float4::all(radius_a - radius_b));
    const Vec2& origin = pair.a().points[0];
    const Float4 normal_x = Float4::all(normal.x);
    const Float4 normal_y = Float4::all(normal.y);
    const Float4 x = at * normal_y + middle * normal_x + Float4::all(origin.x);
    const Float4 y = middle * normal_y - at * normal_x + Float4::all(origin.y);
    const Float4 points = Float4::interleave_lower(x, y);
    const Float4 rest = Float4::interleave_lower(separation, names);
    const Float4 first_row = Float4::shuffle<0, 1, 0, 1>(points, rest);
    const Float4 second_row = Float4::shuffle<2, 3, 2, 3>(points, rest);
    // The second point takes the place of the first if that is too far away.
    static_assert(sizeof(ManifoldPoint) == sizeof(Float4));
    const int first = static_cast<int>(separation.at<0>() <= margin);
    const int second = static_cast<int>(separation.at<1>() <= margin);
    first_row.store_any(static_cast<void*>(manifold.points));
    second_row.store_any(static_cast<void*>(manifold.points + first));
    manifold.normal = normal;
    manifold.count = first + second;
}

/// Clips the face in a lane and its incident face against each other along the tangent. Each end of the
/// shared stretch is named by the corners of A and B at that end, whichever of them does the clipping, so the
/// names persist when nearly aligned corners pass each other. Points lie midway between the surfaces.
/// \return  false if the faces share nothing, or something is not finite; nothing is added then
template <int of_each>
DRYSTONE_INLINE bool clip_lanes(const PolygonPair& pair, const Placed<of_each>& both,
                                const UnitNormals<of_each>& units, const IncidentFaces<of_each>& incidents,
                                int face_lane, float margin, Manifold& manifold) {
    const bool on_a = face_lane < of_each;
    const int own_begin = face_lane & of_each;
    const std::uint8_t* const next_a = next_lanes[both.count_a];
    const std::uint8_t* const next_b = next_lanes[both.count_b];
    const int own = face_lane - own_begin;
    const int incident = incidents.lane(face_lane, on_a ? both.count_b : both.count_a);
    const int face_a = on_a ? own : incident;
    const int face_b = on_a ? incident : own;
    const int after_a = next_a[face_a];
    const int after_b = next_b[face_b];
    const float sign = signs[!on_a];
    const Vec2 outward = units.of(face_lane);
    const float normal_x = sign * outward.x;
    const float normal_y = sign * outward.y;
    alignas(16) float along[2 * of_each];
    alignas(16) float height[2 * of_each];
    for (int k = 0; k < Placed<of_each>::blocks; ++k) {
        const Float8 x = both.points[k].x();
        const Float8 y = both.points[k].y();
        (normal_y * x - normal_x * y).store(along + static_cast<std::ptrdiff_t>(k) * wide_count);
        (normal_x * x + normal_y * y).store(height + static_cast<std::ptrdiff_t>(k) * wide_count);
    }
    // A runs against the tangent of the normal that points out of it, B along it.
    const int low_b = of_each + face_b;
    const int high_b = of_each + after_b;
    const float low = along[after_a] > along[low_b] ? along[after_a] : along[low_b];
    const float high = along[face_a] < along[high_b] ? along[face_a] : along[high_b];
    if (!(low < high)) {
        return false;
    }
    const int inclined_low = on_a ? low_b : after_a;
    const int inclined_high = on_a ? high_b : face_a;
    const float flat = height[on_a ? after_a : low_b];
    const float t = along[inclined_low];
    const float h = height[inclined_low];
    const Float4 at = Float4::of(low, high, 0.0f, 0.0f);
    const Float4 rise = Float4::all(height[inclined_high] - h);
    const Float4 inclined = h + (at - t) / Float4::all(along[inclined_high] - t) * rise;
    const EndNames& names_a = end_names_of_a.rows[both.count_a][face_a];
    const EndNames& names_b = end_names_of_b.rows[both.count_b][face_b];
    const Float4 names =
        Float4::of_bits(names_a.ends[0] | names_b.ends[0], names_a.ends[1] | names_b.ends[1], 0, 0);
    if (!(std::abs(inclined.at<0>() + inclined.at<1>()) < std::numeric_limits<float>::infinity())) {
        return false;
    }
    const Vec2 normal{normal_x, normal_y};
    add_points(pair, normal, at, sign * (inclined - flat), inclined + Float4::all(flat), names, margin,
               manifold);
    return true;
}

}  // namespace drystone::detail
