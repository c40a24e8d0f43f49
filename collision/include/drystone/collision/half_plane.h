#pragma once

#include <drystone/collision/clipped_area.h>
#include <drystone/collision/epa.h>
#include <drystone/collision/gjk.h>

#include <cmath>

namespace drystone {

namespace detail {

/// Place of a shape over a half plane.
struct PlaneGap {
    Vec2 normal{0.0f, 1.0f};
    Vec2 lowest{0.0f, 0.0f};  ///< The shape's point that lies deepest.
    float separation = 0.0f;
    bool is_finite = false;
};

/// Throws `Error` for a normal of no length.
inline void check_plane(const char* function, const HalfPlane& plane) {
    if (plane.normal.x == 0.0f && plane.normal.y == 0.0f) {
        fail(function, "half_plane.normal", "of a length > 0", 0.0);
    }
}

template <ConvexShape B>
PlaneGap measure_plane_gap(const HalfPlane& a, const B& b, const Pose& b_in_a) {
    PlaneGap gap;
    gap.normal = normalized(a.normal);
    const Vec2 down = inverse_rotate(b_in_a.rotation, -gap.normal);
    const Vec2 local = core_mapping(b).support(down);
    gap.lowest = transform(b_in_a, local) - core_radius(b) * gap.normal;
    gap.separation = dot(gap.normal, gap.lowest) - a.offset;
    gap.is_finite = drystone::is_finite(gap.lowest) && drystone::is_finite(gap.separation);
    return gap;
}

}  // namespace detail

/// Computes the distance of a shape to a half plane and their nearest points. The normal is that of the half
/// plane, also where they overlap; the common point is then the shape's deepest. Throws `Error` for a normal
/// of no length. Cost: one support point.
template <ConvexShape B>
Distance distance(const HalfPlane& a, const B& b, const Pose& b_in_a) {
    detail::check_plane("distance", a);
    const detail::PlaneGap gap = detail::measure_plane_gap(a, b, b_in_a);
    if (!gap.is_finite) {
        return {};
    }
    const bool apart = gap.separation > 0.0f;
    return {.status = apart ? DistanceStatus::Separated : DistanceStatus::Overlapping,
            .distance = apart ? gap.separation : 0.0f,
            .normal = gap.normal,
            .point_a = apart ? gap.lowest - gap.separation * gap.normal : gap.lowest,
            .point_b = gap.lowest,
            .iterations = 1};
}

/// Returns whether a shape shares a point with a half plane, and whether it only touches. Throws `Error` for
/// a normal of no length. Cost: one support point.
template <ConvexShape B>
Intersection intersect(const HalfPlane& a, const B& b, const Pose& b_in_a,
                       const IntersectOptions& options = {}) {
    detail::check_plane("intersect", a);
    const detail::PlaneGap gap = detail::measure_plane_gap(a, b, b_in_a);
    if (!gap.is_finite) {
        return {};
    }
    const IntersectStatus status = gap.separation > 0.0f    ? IntersectStatus::Separated
                                   : gap.separation == 0.0f ? IntersectStatus::Touching
                                                            : IntersectStatus::Overlapping;
    const bool meets = gap.separation < 0.0f || (gap.separation == 0.0f && options.touching_counts);
    return {.status = status, .intersecting = meets, .iterations = 1};
}

/// Computes how deep a shape lies in a half plane, negative where it does not. Exact within rounding. Throws
/// `Error` for a normal of no length. Cost: one support point.
template <ConvexShape B>
Penetration penetration(const HalfPlane& a, const B& b, const Pose& b_in_a) {
    detail::check_plane("penetration", a);
    const detail::PlaneGap gap = detail::measure_plane_gap(a, b, b_in_a);
    if (!gap.is_finite) {
        return {};
    }
    return {.status = gap.separation > 0.0f ? PenetrationStatus::Separated : PenetrationStatus::Overlapping,
            .depth = -gap.separation,
            .normal = gap.normal,
            .point_a = gap.lowest - gap.separation * gap.normal,
            .point_b = gap.lowest,
            .iterations = 1};
}

}  // namespace drystone
