#pragma once

#include <drystone/collision/shapes.h>

#include <concepts>

namespace drystone {

/// A support mapping: a convex shape that returns its farthest point [m] in any direction.
///
/// One function is enough: `Vec2 support(Vec2 direction) const`. The direction is not zero and need not be of
/// unit length.
template <class T>
concept SupportMapping = requires(const T& shape, const Vec2& direction) {
    { shape.support(direction) } -> std::convertible_to<Vec2>;
};

/// Returns the index of the farthest of `count` >= 1 points along `direction`; the first of equals. Measured
/// from the first point, so that a shape far from its body's origin loses no precision. Cost: O(count).
inline int support_index(const Vec2* points, int count, const Vec2& direction) {
    const float x0 = points[0].x;
    const float y0 = points[0].y;
    float best = 0.0f;
    int index = 0;
    for (int i = 1; i < count; ++i) {
        const float along = direction.x * (points[i].x - x0) + direction.y * (points[i].y - y0);
        index = along > best ? i : index;
        best = along > best ? along : best;
    }
    return index;
}

/// The core of a built-in shape as a support mapping. GJK and EPA run on cores and add the radius afterwards,
/// so that round shapes are exact.
struct CoreMapping {
    ConvexCore core;  ///< Core of a polygon.

    /// Returns the farthest point of the core [m].
    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        return core.points[support_index(core.points, core.count, direction)];
    }
};

/// A core of one or two points, kept by value.
struct SmallCoreMapping {
    SmallCore core;  ///< Core of one or two points.

    /// Returns the farthest point of the core [m].
    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        return core.points[support_index(core.points, core.count, direction)];
    }
};

/// Returns the support mapping on which GJK and EPA run: a user's shape is its own mapping.
template <SupportMapping T>
const T& core_mapping(const T& shape) {
    return shape;
}
/// Returns the support mapping of a built-in shape: that of its core.
inline CoreMapping core_mapping(const ConvexCore& core) { return {core}; }
/// Returns the core of a polygon as a mapping.
inline CoreMapping core_mapping(const Polygon& polygon) { return {make_core(polygon)}; }
/// Returns the core of a circle as a mapping.
inline SmallCoreMapping core_mapping(const Circle& circle) { return {make_core(circle)}; }
/// Returns the core of a capsule as a mapping.
inline SmallCoreMapping core_mapping(const Capsule& capsule) { return {make_core(capsule)}; }
/// Returns the core of a segment as a mapping.
inline SmallCoreMapping core_mapping(const Segment& segment) { return {make_core(segment)}; }

/// Returns the radius that is added to the mapping [m]; zero for a user's shape.
template <SupportMapping T>
float core_radius(const T&) {
    return 0.0f;
}
/// Returns the radius of a core [m].
inline float core_radius(const ConvexCore& core) { return core.radius; }
/// Returns the rounding radius of a polygon [m].
inline float core_radius(const Polygon& polygon) { return polygon.radius(); }
/// Returns the radius of a circle [m].
inline float core_radius(const Circle& circle) { return circle.radius; }
/// Returns the radius of a capsule [m].
inline float core_radius(const Capsule& capsule) { return capsule.radius; }
/// Returns zero.
inline float core_radius(const Segment&) { return 0.0f; }

/// All shapes that GJK and EPA accept: users' support mappings and the built-in shapes.
template <class T>
concept ConvexShape = requires(const T& shape) {
    { core_mapping(shape) } -> SupportMapping;
    { core_radius(shape) } -> std::convertible_to<float>;
};

}  // namespace drystone
