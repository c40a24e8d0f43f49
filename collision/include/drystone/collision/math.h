#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/vec2.h>

#include <cstdint>

namespace drystone {

inline constexpr float pi = 3.14159265358979323846f;  ///< Half a turn [rad].

/// A rotation as the cosine and sine of its angle, so that rotating a vector costs four multiplications.
struct DRYSTONE_COLLISION_API Rot {
    float c = 1.0f;  ///< Cosine of the angle.
    float s = 0.0f;  ///< Sine of the angle.

    /// Returns the rotation by `radians`; any finite angle. Bit-identical on all platforms (see `sin_cos`).
    static Rot from_angle(float radians);
    /// Returns the angle in (-pi, pi] [rad].
    [[nodiscard]] float angle() const;
};

/// Computes sine and cosine by our own polynomial: those of the C library differ between platforms, and so
/// would simulations. Absolute error below 1e-7 for |radians| <= 1000.
DRYSTONE_COLLISION_API void sin_cos(float radians, float& sine, float& cosine);
/// Returns the angle of the vector (x, y) in (-pi, pi] [rad]; 0 for the zero vector. Absolute error below
/// 3e-7. Bit-identical on all platforms.
DRYSTONE_COLLISION_API float arc_tangent(float y, float x);

/// Rotates a vector.
inline Vec2 rotate(const Rot& q, const Vec2& v) { return {q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y}; }
/// Rotates a vector back.
inline Vec2 inverse_rotate(const Rot& q, const Vec2& v) {
    return {q.c * v.x + q.s * v.y, -q.s * v.x + q.c * v.y};
}
/// Returns the rotation by both angles.
inline Rot multiply(const Rot& q, const Rot& r) { return {q.c * r.c - q.s * r.s, q.s * r.c + q.c * r.s}; }
/// Returns the rotation r seen from q: inverse(q) * r.
inline Rot inverse_multiply(const Rot& q, const Rot& r) {
    return {q.c * r.c + q.s * r.s, q.c * r.s - q.s * r.c};
}
/// Returns the rotation by the negative angle.
inline Rot inverse(const Rot& q) { return {q.c, -q.s}; }

/// Position [m] and rotation of a frame: maps a point p of the frame to `rotate(rotation, p) + position`.
struct Pose {
    Vec2 position{0.0f, 0.0f};  ///< Position of the frame's origin [m].
    Rot rotation{};             ///< Rotation of the frame.
};

/// Returns the point of the parent frame that a point of the frame is at [m].
inline Vec2 transform(const Pose& pose, const Vec2& point) {
    return rotate(pose.rotation, point) + pose.position;
}
/// Returns the point of the frame that a point of the parent frame is at [m].
inline Vec2 inverse_transform(const Pose& pose, const Vec2& point) {
    return inverse_rotate(pose.rotation, point - pose.position);
}
/// Returns the frame b, given in the frame a, as seen from the parent frame of a.
inline Pose multiply(const Pose& a, const Pose& b) {
    return {transform(a, b.position), multiply(a.rotation, b.rotation)};
}
/// Returns the frame b seen from the frame a: inverse(a) * b. The positions are subtracted first, so that
/// distance from the world's origin costs no precision.
inline Pose inverse_multiply(const Pose& a, const Pose& b) {
    return {inverse_transform(a, b.position), inverse_multiply(a.rotation, b.rotation)};
}
/// Returns whether all numbers are finite.
inline bool is_finite(const Pose& pose) {
    return is_finite(pose.position) && is_finite(pose.rotation.c) && is_finite(pose.rotation.s);
}

/// An axis-aligned box [m]. Boxes that only touch overlap.
struct Aabb {
    Vec2 lower{0.0f, 0.0f};  ///< Corner with the smaller coordinates.
    Vec2 upper{0.0f, 0.0f};  ///< Corner with the larger coordinates.
};

/// Returns whether two boxes share a point.
inline bool overlaps(const Aabb& a, const Aabb& b) {
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
           b.lower.y <= a.upper.y;
}
/// Returns whether `inner` lies in `outer`; they may share borders.
inline bool contains(const Aabb& outer, const Aabb& inner) {
    return outer.lower.x <= inner.lower.x && outer.lower.y <= inner.lower.y &&
           inner.upper.x <= outer.upper.x && inner.upper.y <= outer.upper.y;
}
/// Returns the smallest box around both.
inline Aabb merge(const Aabb& a, const Aabb& b) { return {min(a.lower, b.lower), max(a.upper, b.upper)}; }
/// Returns the box with a border of `margin` around it [m].
inline Aabb expand(const Aabb& box, float margin) {
    const Vec2 border{margin, margin};
    return {box.lower - border, box.upper + border};
}
/// Returns the centre of the box [m].
inline Vec2 center(const Aabb& box) { return 0.5f * (box.lower + box.upper); }
/// Returns whether the box is finite and has lower <= upper on both axes.
inline bool is_valid(const Aabb& box) {
    return is_finite(box.lower) && is_finite(box.upper) && box.lower.x <= box.upper.x &&
           box.lower.y <= box.upper.y;
}

}  // namespace drystone
