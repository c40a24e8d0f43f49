#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/shapes.h>

#include <cstdint>

namespace drystone {

/// Entry point of a ray into a shape, in the frame of the shape. The other members are meaningless unless
/// `hit` is true.
struct RayCastHit {
    bool hit = false;         ///< True if the ray meets the shape.
    float fraction = 0.0f;    ///< Fraction of the translation, in [0, 1].
    Vec2 point{0.0f, 0.0f};   ///< Entry point on the surface, rounding radius included [m].
    Vec2 normal{0.0f, 0.0f};  ///< Outward unit normal of the surface there.
};

/// Treatment of rays that start inside a shape or on its surface.
enum class OriginInside : std::uint8_t {
    Miss,  ///< The ray does not enter, so it misses.
    Hit,   ///< The ray hits at fraction 0, with the surface point and normal nearest to its origin.
};

/// Settings of a ray cast.
struct RayCastSettings {
    /// Half the thickness of the ray [m]: a thick ray is a moving disc of this radius. A negative or
    /// non-finite radius misses.
    float radius = 0.0f;
    OriginInside origin_inside = OriginInside::Miss;  ///< Result for a ray that starts inside the shape.
};

/// Finds the first point at which the ray from `origin` to `origin + translation` enters the shape, all in
/// the shape's frame [m].
///
/// Exact for polygons, segments, circles, capsules and rounded polygons: flat sides and arcs are intersected
/// in double precision. A ray that starts inside or on the surface does not enter, so it misses; so does one
/// without length, one with a coordinate that is not finite, and one that meets a segment without thickness
/// end-on.
///
/// Cost    O(vertices); no allocation
/// Source  Cyrus and Beck, Generalized Two- and Three-Dimensional Clipping, 1978.
DRYSTONE_COLLISION_API RayCastHit cast_ray(const ConvexCore& core, const Vec2& origin,
                                           const Vec2& translation);

/// Casts a thick ray, or a ray whose start inside the shape counts as a hit. `fraction` is that of the centre
/// of the thick ray; the point is on the surface of the shape.
DRYSTONE_COLLISION_API RayCastHit cast_ray(const ConvexCore& core, const Vec2& origin,
                                           const Vec2& translation, const RayCastSettings& settings);

}  // namespace drystone
