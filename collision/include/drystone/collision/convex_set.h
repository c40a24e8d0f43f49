#pragma once

#include <drystone/collision/gjk.h>

namespace drystone {

namespace detail {

/// The origin as a shape.
struct OriginMapping {
    [[nodiscard]] Vec2 support(const Vec2& /*direction*/) const { return {0.0f, 0.0f}; }
};

}  // namespace detail

/// Returns whether a convex set contains the origin. The set is given by a composite support mapping, such as
/// `MinkowskiSum` of a shape and another mirrored. Cost and errors: as for two shapes.
/// Source: van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex Objects,
/// 1999, whose sets are Minkowski differences.
template <ConvexShape C>
Intersection intersect(const C& set, const IntersectOptions& options = {}) {
    return intersect(set, detail::OriginMapping{}, Pose{}, options);
}

/// Computes the distance of a convex set to the origin: `point_a` is its point nearest to the origin,
/// `point_b` the origin. Cost and errors: as for two shapes.
template <ConvexShape C>
Distance distance(const C& set, const DistanceOptions& options = {}) {
    return distance(set, detail::OriginMapping{}, Pose{}, options);
}

}  // namespace drystone
