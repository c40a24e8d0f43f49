#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/ray_cast.h>
#include <drystone/collision/shape_cast.h>

namespace drystone {

/// Returns whether the point [m, frame of the shape] is inside the shape or on its surface; false where it is
/// not finite.
DRYSTONE_COLLISION_API bool contains(const ConvexCore& core, const Vec2& point);

/// The point of a shape's surface nearest to a given point, in the frame of the shape.
struct ClosestPoint {
    /// `Overlapping` where the point lies inside or on the surface.
    DistanceStatus status = DistanceStatus::NotFinite;
    float distance = 0.0f;   ///< Distance to the surface [m]; negative inside.
    Vec2 point{0.0f, 0.0f};  ///< Point on the surface, rounding radius included [m].
    /// Outward unit normal of the surface at `point`; point + distance * normal is the given point.
    Vec2 normal{0.0f, 0.0f};
};

/// Returns the surface point nearest to `point` [m, frame of the shape]. Exact, in double precision. Of
/// equally near sides the first one is taken; at the centre of a circle the normal is (1, 0), on a segment it
/// is that of its first side. Cost: O(vertices).
DRYSTONE_COLLISION_API ClosestPoint closest_point(const ConvexCore& core, const Vec2& point);

/// Finds the first point at which a ray enters any convex shape, including a user's support mapping. For that
/// the ray is a shape cast of a point, or of a disc where the ray is thick.
///
/// Source  van den Bergen, Ray Casting against General Convex Objects with Application to Continuous
///         Collision Detection, 2004.
template <ConvexShape Shape>
RayCastHit cast_ray(const Shape& shape, const Vec2& origin, const Vec2& translation,
                    const RayCastSettings& settings = {});

/// Returns whether the point [m] is inside any convex shape or on its surface.
template <ConvexShape Shape>
bool contains(const Shape& shape, const Vec2& point);

/// Returns the surface point of any convex shape nearest to `point` [m]. Inside a curved shape EPA's error
/// applies; see `Penetration::error`.
template <ConvexShape Shape>
ClosestPoint closest_point(const Shape& shape, const Vec2& point);

namespace detail {

inline ConvexCore core_view(const ConvexCore& core) { return core; }
inline ConvexCore core_view(const SmallCore& core) { return core.view(); }

}  // namespace detail

template <ConvexShape Shape>
ClosestPoint closest_point(const Shape& shape, const Vec2& point) {
    if constexpr (!SupportMapping<Shape>) {
        const auto& core = make_core(shape);
        return closest_point(detail::core_view(core), point);
    } else {
        const Penetration nearest = penetration(shape, Circle{{0.0f, 0.0f}, 0.0f}, Pose{point, Rot{}});
        if (nearest.status == PenetrationStatus::NotFinite) {
            return {};
        }
        const Vec2 gap = point - shape.support(nearest.normal);
        ClosestPoint result;
        result.distance = dot(nearest.normal, gap);
        result.normal = nearest.normal;
        result.point = point - result.distance * nearest.normal;
        result.status = result.distance > 0.0f ? DistanceStatus::Separated : DistanceStatus::Overlapping;
        return result;
    }
}

template <ConvexShape Shape>
bool contains(const Shape& shape, const Vec2& point) {
    if constexpr (!SupportMapping<Shape>) {
        const auto& core = make_core(shape);
        return contains(detail::core_view(core), point);
    } else {
        return intersect(shape, Circle{{0.0f, 0.0f}, 0.0f}, Pose{point, Rot{}});
    }
}

template <ConvexShape Shape>
RayCastHit cast_ray(const Shape& shape, const Vec2& origin, const Vec2& translation,
                    const RayCastSettings& settings) {
    if constexpr (!SupportMapping<Shape>) {
        const auto& core = make_core(shape);
        return cast_ray(detail::core_view(core), origin, translation, settings);
    } else {
        if (!is_finite(settings.radius) || settings.radius < 0.0f) {
            return {};
        }
        const Circle disc{{0.0f, 0.0f}, settings.radius};
        const ShapeCast cast = cast_shape(shape, disc, Pose{origin, Rot{}}, translation);
        const bool hit = cast.status == ShapeCastStatus::Hit && cast.fraction > 0.0f;
        const bool inside = cast.status == ShapeCastStatus::Overlapping ||
                            (cast.status == ShapeCastStatus::Hit && cast.fraction == 0.0f);
        if (!hit && !(inside && settings.origin_inside == OriginInside::Hit)) {
            return {};
        }
        const Vec2 point = inside ? closest_point(shape, origin).point : cast.point;
        return {true, cast.fraction, point, cast.normal};
    }
}

}  // namespace drystone
