#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/math3.h>

#include <cmath>
#include <concepts>
#include <span>
#include <type_traits>

namespace drystone {

namespace detail {

/// Returns the point that lies farther along the direction; the first of equals.
inline const Vec3& farther(const Vec3& p, const Vec3& q, const Vec3d& direction) {
    return dot(direction, to_double(q)) > dot(direction, to_double(p)) ? q : p;
}

}  // namespace detail

/// A support mapping in space: a convex shape that returns its farthest point [m] in any direction.
///
/// One function is enough: `Vec3 support(Vec3 direction) const`. The direction is of unit length up to
/// rounding.
template <class T>
concept SupportMapping3 = requires(const T& shape, const Vec3& direction) {
    { shape.support(direction) } -> std::convertible_to<Vec3>;
};

/// A support mapping as a function or lambda: `Vec3 operator()(Vec3 direction) const`.
template <class T>
concept SupportFunction3 = requires(const T& shape, const Vec3& direction) {
    { shape(direction) } -> std::convertible_to<Vec3>;
};

/// A support mapping of a core, rounded by a radius >= 0 [m] that GJK adds afterwards, so that round shapes
/// are exact. The direction comes in double precision, so that cores of points are exact, too: a direction of
/// floats can miss the farthest vertex by 6e-8 of the shape's extent.
template <class T>
concept RoundedMapping3 = requires(const T& shape, const Vec3d& direction) {
    { shape.core_support(direction) } -> std::convertible_to<Vec3>;
    { shape.core_radius() } -> std::convertible_to<float>;
};

/// All shapes that GJK in space accepts: users' support mappings, functions, and the shapes below.
template <class T>
concept ConvexShape3 = RoundedMapping3<T> || SupportMapping3<T> || SupportFunction3<T>;

/// Returns the farthest of `count` >= 1 points along `direction`; the first of equals. Cost: O(count).
inline const Vec3& farthest_point(const Vec3* points, int count, const Vec3d& direction) {
    double best = dot(direction, to_double(points[0]));
    int index = 0;
    for (int i = 1; i < count; ++i) {
        const double along = dot(direction, to_double(points[i]));
        index = along > best ? i : index;
        best = along > best ? along : best;
    }
    return points[index];
}

/// Returns the farthest point of the core of any convex shape [m].
template <ConvexShape3 T>
Vec3 core_support3(const T& shape, const Vec3d& direction) {
    if constexpr (RoundedMapping3<T>) {
        return shape.core_support(direction);
    } else if constexpr (SupportMapping3<T>) {
        return shape.support(to_float(direction));
    } else {
        return shape(to_float(direction));
    }
}

/// Returns the radius that is added to the core [m].
template <ConvexShape3 T>
float core_radius3([[maybe_unused]] const T& shape) {
    if constexpr (RoundedMapping3<T>) {
        return shape.core_radius();
    } else {
        return 0.0f;
    }
}

/// Returns the farthest point of any convex shape, radius included [m]. The direction may have any length
/// except zero.
template <ConvexShape3 T>
Vec3 support3(const T& shape, const Vec3& direction) {
    const Vec3d along = to_double(direction);
    const Vec3d unit = along / std::sqrt(length_squared(along));
    const Vec3d point =
        to_double(core_support3(shape, unit)) + static_cast<double>(core_radius3(shape)) * unit;
    return to_float(point);
}

/// A ball: a point, rounded by `radius` >= 0 [m].
struct Sphere3 {
    Vec3 center{0.0f, 0.0f, 0.0f};  ///< Centre [m].
    float radius = 0.5f;            ///< Radius, >= 0 [m].

    [[nodiscard]] const Vec3& core_support(const Vec3d&) const { return center; }  ///< Returns the centre.
    [[nodiscard]] float core_radius() const { return radius; }  ///< Returns the radius [m].
    /// Returns whether the numbers are finite and in their ranges.
    [[nodiscard]] bool is_valid() const { return is_finite(center) && is_finite(radius) && radius >= 0.0f; }
};

/// A point without extent [m].
struct Point3 {
    Vec3 position{0.0f, 0.0f, 0.0f};  ///< Position [m].

    /// Returns the position.
    [[nodiscard]] const Vec3& core_support(const Vec3d&) const { return position; }
    /// Returns zero.
    [[nodiscard]] static float core_radius() { return 0.0f; }
    /// Returns whether the numbers are finite.
    [[nodiscard]] bool is_valid() const { return is_finite(position); }
};

/// A segment from one point to another [m]; they may coincide.
struct Segment3 {
    Vec3 a{-0.5f, 0.0f, 0.0f};  ///< First point [m].
    Vec3 b{0.5f, 0.0f, 0.0f};   ///< Second point [m].

    /// Returns the farther point [m].
    [[nodiscard]] const Vec3& core_support(const Vec3d& direction) const {
        return detail::farther(a, b, direction);
    }
    /// Returns zero.
    [[nodiscard]] static float core_radius() { return 0.0f; }
    /// Returns whether the numbers are finite.
    [[nodiscard]] bool is_valid() const { return is_finite(a) && is_finite(b); }
};

/// All points within `radius` >= 0 [m] of a segment; its ends may coincide.
struct Capsule3 {
    Vec3 a{-0.5f, 0.0f, 0.0f};  ///< First point of the segment [m].
    Vec3 b{0.5f, 0.0f, 0.0f};   ///< Second point of the segment [m].
    float radius = 0.25f;       ///< Radius around the segment, >= 0 [m].

    /// Returns the farther point of the segment [m].
    [[nodiscard]] const Vec3& core_support(const Vec3d& direction) const {
        return detail::farther(a, b, direction);
    }
    /// Returns the radius [m].
    [[nodiscard]] float core_radius() const { return radius; }
    /// Returns whether the numbers are finite and in their ranges.
    [[nodiscard]] bool is_valid() const {
        return is_finite(a) && is_finite(b) && is_finite(radius) && radius >= 0.0f;
    }
};

/// A flat triangle [m]; its corners may coincide or lie on a line.
struct Triangle3 {
    Vec3 a{0.0f, 0.0f, 0.0f};  ///< First corner [m].
    Vec3 b{1.0f, 0.0f, 0.0f};  ///< Second corner [m].
    Vec3 c{0.0f, 1.0f, 0.0f};  ///< Third corner [m].

    /// Returns the farthest corner [m].
    [[nodiscard]] const Vec3& core_support(const Vec3d& direction) const {
        return detail::farther(detail::farther(a, b, direction), c, direction);
    }
    /// Returns zero.
    [[nodiscard]] static float core_radius() { return 0.0f; }
    /// Returns whether the numbers are finite.
    [[nodiscard]] bool is_valid() const { return is_finite(a) && is_finite(b) && is_finite(c); }
};

/// A box along the axes of its frame, with half extents >= 0 [m] about its centre; `radius` >= 0 [m] is added
/// to them.
struct Box3 {
    Vec3 half_extents{0.5f, 0.5f, 0.5f};  ///< Half extents along the axes, >= 0 [m].
    Vec3 center{0.0f, 0.0f, 0.0f};        ///< Centre [m].
    float radius = 0.0f;                  ///< Rounding radius, >= 0 [m].

    /// Returns the farthest corner of the core [m].
    [[nodiscard]] Vec3 core_support(const Vec3d& direction) const {
        return {center.x + (direction.x < 0.0 ? -half_extents.x : half_extents.x),
                center.y + (direction.y < 0.0 ? -half_extents.y : half_extents.y),
                center.z + (direction.z < 0.0 ? -half_extents.z : half_extents.z)};
    }
    /// Returns the rounding radius [m].
    [[nodiscard]] float core_radius() const { return radius; }
    /// Returns whether the numbers are finite and in their ranges.
    [[nodiscard]] bool is_valid() const {
        return is_finite(center) && is_finite(half_extents) && min_coordinate(half_extents) >= 0.0f &&
               is_finite(radius) && radius >= 0.0f;
    }
};

/// The convex hull of any number of points in any order, rounded by a radius; the hull is never computed.
///
/// A view: the points must outlive the hull and stay unchanged.
class DRYSTONE_COLLISION_API Hull3 {
public:
    /// Throws `Error` where there are no points, where one is not finite, and where the radius is negative or
    /// not finite.
    /// \param points  at least one [m]; they may coincide, lie on a line or in a plane
    /// \param radius  rounding radius >= 0 [m]
    explicit Hull3(std::span<const Vec3> points, float radius = 0.0f);

    /// Returns the points [m].
    [[nodiscard]] std::span<const Vec3> points() const { return points_; }
    /// Returns the farthest point of the core. Cost: O(number of points).
    [[nodiscard]] const Vec3& core_support(const Vec3d& direction) const {
        return farthest_point(points_.data(), static_cast<int>(points_.size()), direction);
    }
    /// Returns the rounding radius [m].
    [[nodiscard]] float core_radius() const { return radius_; }

private:
    std::span<const Vec3> points_;
    float radius_ = 0.0f;
};

}  // namespace drystone
