#pragma once

#include <drystone/collision/shapes.h>

namespace drystone {

/// Where a ray enters a shape, in the frame of the shape. The other members mean nothing unless `hit` is
/// true.
struct RayCastHit {
    bool hit = false;
    float fraction = 0.0f;    ///< Of the translation, in [0, 1].
    Vec2 point{0.0f, 0.0f};   ///< On the surface, rounding radius included [m].
    Vec2 normal{0.0f, 0.0f};  ///< Outward unit normal of the surface there.
};

/// First point at which the ray from `origin` to `origin + translation` enters the shape, all in the shape's
/// frame [m].
///
/// Exact for polygons, segments, circles, capsules and rounded polygons (flat sides and arcs are met as such;
/// computed in double precision). A ray that starts inside or on the surface does not enter, so it misses; so
/// does one without length, one with a coordinate that is not finite, and one that meets a segment without
/// thickness end-on. Cost             O(vertices); no allocation Source           Cyrus and Beck, Generalized
/// Two- and Three-Dimensional Clipping, 1978.
RayCastHit cast_ray(const ConvexCore& core, const Vec2& origin, const Vec2& translation);

/// Is the point [m, frame of the shape] inside the shape or on its surface? False where it is not finite.
bool contains(const ConvexCore& core, const Vec2& point);

}  // namespace drystone
