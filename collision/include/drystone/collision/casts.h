#pragma once

#include <drystone/collision/ray_cast.h>
#include <drystone/collision/shape_cast.h>

namespace drystone {

/// Is the point [m, frame of the shape] inside the shape or on its surface? False where it is not finite.
bool contains(const ConvexCore& core, const Vec2& point);

/// The point of a shape's surface nearest to a given point, in the frame of the shape.
struct ClosestPoint {
    /// Overlapping: the point lies inside or on the surface.
    DistanceStatus status = DistanceStatus::NotFinite;
    float distance = 0.0f;   ///< To the surface [m]; negative inside, how deep.
    Vec2 point{0.0f, 0.0f};  ///< On the surface, rounding radius included [m].
    Vec2 normal{0.0f,
                0.0f};  ///< Outward unit normal of the surface there; point + distance * normal is given.
};

/// The surface point nearest to `point` [m, frame of the shape]. Exact, in double precision. Of equally near
/// sides the first; at the middle of a circle the normal is (1, 0), on a segment that of its first side.
/// O(vertices).
ClosestPoint closest_point(const ConvexCore& core, const Vec2& point);

/// The first point at which a ray enters any convex shape, also a user's own support mapping: for that the
/// ray is a shape cast of a point, or of a disc where it is thick.
///
/// Source  van den Bergen, Ray Casting against General Convex Objects with Application to Continuous
///         Collision Detection, 2004.
template <ConvexShape Shape>
RayCastHit cast_ray(const Shape& shape, const Vec2& origin, const Vec2& translation,
                    const RayCastSettings& settings = {});

/// Is the point inside any convex shape, or on its surface?
template <ConvexShape Shape>
bool contains(const Shape& shape, const Vec2& point);

/// The surface point of any convex shape nearest to `point`. Inside of a curved one EPA's error applies; see
/// `Penetration::error`.
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
