#pragma once

#include <drystone/collision/shapes.h>

#include <cstdint>

namespace drystone {

/// Where a ray enters a shape, in the frame of the shape. The other members mean nothing unless `hit` is
/// true.
struct RayCastHit {
    bool hit = false;
    float fraction = 0.0f;    ///< Of the translation, in [0, 1].
    Vec2 point{0.0f, 0.0f};   ///< On the surface, rounding radius included [m].
    Vec2 normal{0.0f, 0.0f};  ///< Outward unit normal of the surface there.
};

/// What a ray does that starts inside of a shape or on its surface.
enum class OriginInside : std::uint8_t {
    Miss,  ///< It does not enter, so it misses.
    Hit,   ///< It hits at fraction 0, with the surface point and normal nearest to its origin.
};

struct RayCastSettings {
    /// Half the thickness of the ray, which is then a disc on its way [m]; a negative or non-finite one
    /// misses.
    float radius = 0.0f;
    OriginInside origin_inside = OriginInside::Miss;
};

/// First point at which the ray from `origin` to `origin + translation` enters the shape, all in the shape's
/// frame [m].
///
/// Exact for polygons, segments, circles, capsules and rounded polygons (flat sides and arcs are met as such;
/// computed in double precision). A ray that starts inside or on the surface does not enter, so it misses; so
/// does one without length, one with a coordinate that is not finite, and one that meets a segment without
/// thickness end-on.
///
/// Cost    O(vertices); no allocation
/// Source  Cyrus and Beck, Generalized Two- and Three-Dimensional Clipping, 1978.
RayCastHit cast_ray(const ConvexCore& core, const Vec2& origin, const Vec2& translation);

/// The same with a thick ray, or with an answer for rays that start inside. The fraction is where the middle
/// of the thick ray is; the point is on the surface of the shape.
RayCastHit cast_ray(const ConvexCore& core, const Vec2& origin, const Vec2& translation,
                    const RayCastSettings& settings);

}  // namespace drystone
