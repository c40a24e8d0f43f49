#pragma once

#if !defined(_MSVC_LANG) && __cplusplus < 202002L
#error "Drystone needs C++20: compile with -std=c++20 or later."
#elif defined(_MSVC_LANG) && _MSVC_LANG < 202002L
#error "Drystone needs C++20: compile with /std:c++20 or later."
#endif

#include <drystone/collision/vector_base.h>

namespace drystone {

/// A point or a direction in the plane, in metres (velocities: metres per second). 8 bytes, zero by default.
///
/// It has constructors, since C++ converts no other type to an aggregate without a cast: with
/// <drystone/eigen.h> included, Eigen's vectors and expressions convert to it and back.
struct Vec2 : detail::VectorBase2<Vec2, float> {
    float x = 0.0f;  ///< Coordinate along x.
    float y = 0.0f;  ///< Coordinate along y.

    constexpr Vec2() = default;
    /// Makes a vector of its coordinates.
    constexpr Vec2(float along_x, float along_y) : x(along_x), y(along_y) {}
    /// Converts another library's vector, see `drystone/eigen.h`.
    template <class Other>
    requires detail::ConvertsTo<Vec2, Other>
    constexpr Vec2(const Other& other) : Vec2(VectorConversion<Vec2, Other>::from(other)) {}
    /// Converts to another library's vector.
    template <class Other>
    requires detail::ConvertsFrom<Vec2, Other>
    constexpr operator Other() const { return VectorConversion<Vec2, Other>::to(*this); }
};

/// A point or a direction in the plane in double precision.
struct Vec2d : detail::VectorBase2<Vec2d, double> {
    double x = 0.0;  ///< Coordinate along x.
    double y = 0.0;  ///< Coordinate along y.

    constexpr Vec2d() = default;
    /// Makes a vector of its coordinates.
    constexpr Vec2d(double along_x, double along_y) : x(along_x), y(along_y) {}
    /// Converts another library's vector, see `drystone/eigen.h`.
    template <class Other>
    requires detail::ConvertsTo<Vec2d, Other>
    constexpr Vec2d(const Other& other) : Vec2d(VectorConversion<Vec2d, Other>::from(other)) {}
    /// Converts to another library's vector.
    template <class Other>
    requires detail::ConvertsFrom<Vec2d, Other>
    constexpr operator Other() const { return VectorConversion<Vec2d, Other>::to(*this); }
};

/// Converts to double precision; exact.
constexpr Vec2d to_double(const Vec2& v) { return {static_cast<double>(v.x), static_cast<double>(v.y)}; }
/// Rounds to the nearest floats.
constexpr Vec2 to_float(const Vec2d& v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }

/// Returns the smaller coordinate on each axis; that of `a` where they are equal or one is NaN.
template <detail::Vector2 V>
constexpr V min(const V& a, const std::type_identity_t<V>& b) {
    return {detail::smaller_of(a.x, b.x), detail::smaller_of(a.y, b.y)};
}
/// Returns the larger coordinate on each axis; that of `a` where they are equal or one is NaN.
template <detail::Vector2 V>
constexpr V max(const V& a, const std::type_identity_t<V>& b) {
    return {detail::larger_of(a.x, b.x), detail::larger_of(a.y, b.y)};
}
template <detail::Vector2 V>
V abs(const V& v) {
    return {std::abs(v.x), std::abs(v.y)};
}
template <detail::Vector2 V>
constexpr V coordinate_product(const V& a, const std::type_identity_t<V>& b) {
    return {a.x * b.x, a.y * b.y};
}
template <detail::Vector2 V>
constexpr typename V::Scalar coordinate_sum(const V& v) {
    return v.x + v.y;
}
template <detail::Vector2 V>
constexpr typename V::Scalar min_coordinate(const V& v) {
    return detail::smaller_of(v.x, v.y);
}
template <detail::Vector2 V>
constexpr typename V::Scalar max_coordinate(const V& v) {
    return detail::larger_of(v.x, v.y);
}
template <detail::Vector2 V>
constexpr bool is_finite(const V& v) {
    return is_finite(v.x) && is_finite(v.y);
}

/// Returns the z component of the 3D cross product of two vectors in the plane.
template <detail::Vector2 V>
constexpr typename V::Scalar cross(const V& a, const std::type_identity_t<V>& b) {
    return a.x * b.y - a.y * b.x;
}
/// Returns the velocity of a point at offset `r` from the axis of a body that rotates with `w` [rad/s].
constexpr Vec2 cross(float w, const Vec2& r) { return {-w * r.y, w * r.x}; }
/// Returns the same in double precision.
constexpr Vec2d cross(double w, const Vec2d& r) { return {-w * r.y, w * r.x}; }

/// Returns `v` rotated by +90 degrees.
template <detail::Vector2 V>
constexpr V left_perp(const V& v) {
    return {-v.y, v.x};
}
/// Returns `v` rotated by -90 degrees.
template <detail::Vector2 V>
constexpr V right_perp(const V& v) {
    return {v.y, -v.x};
}

}  // namespace drystone
