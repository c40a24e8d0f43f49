#pragma once

#include <cstdlib>
#include <type_traits>
#if !defined(__GNUC__)
#include <cmath>
#endif

namespace drystone {

/// Conversion between `Vector`, one of our own vectors, and another library's type. A specialisation has
/// `static Vector from(const Other&)`, `static Other to(const Vector&)`, or both; the conversions are then
/// implicit. <drystone/eigen.h> has those of Eigen.
template <class Vector, class Other>
struct VectorConversion {};

namespace detail {

template <class Vector, class Other>
concept ConvertsTo = requires(const Other& other) {
    VectorConversion<Vector, Other>::from(other);
};
template <class Vector, class Other>
concept ConvertsFrom = requires(const Vector& v) {
    VectorConversion<Vector, Other>::to(v);
};

/// Compound assignment operators, defined by the binary operators.
template <class V, class S>
struct VectorAssignments {
    friend constexpr V& operator+=(V& a, const V& b) { return a = a + b; }
    friend constexpr V& operator-=(V& a, const V& b) { return a = a - b; }
    friend constexpr V& operator*=(V& v, S s) { return v = v * s; }
    friend constexpr V& operator/=(V& v, S s) { return v = v / s; }
};

/// Operators of a vector in the plane with members x and y, which derives from this. They are friends that
/// only argument-dependent lookup finds, so that both sides convert, and other types are unaffected.
template <class V, class S>
struct VectorBase2 : VectorAssignments<V, S> {
    using Scalar = S;

    /// Returns a coordinate: 0 is x, 1 is y.
    constexpr S operator[](int axis) const {
        const V& v = static_cast<const V&>(*this);
        return axis == 0 ? v.x : v.y;
    }
    constexpr S& operator[](int axis) {
        V& v = static_cast<V&>(*this);
        return axis == 0 ? v.x : v.y;
    }

    friend constexpr V operator+(const V& a, const V& b) { return {a.x + b.x, a.y + b.y}; }
    friend constexpr V operator-(const V& a, const V& b) { return {a.x - b.x, a.y - b.y}; }
    friend constexpr V operator-(const V& v) { return {-v.x, -v.y}; }
    friend constexpr V operator*(const V& v, S s) { return {v.x * s, v.y * s}; }
    friend constexpr V operator*(S s, const V& v) { return {s * v.x, s * v.y}; }
    friend constexpr V operator/(const V& v, S s) { return {v.x / s, v.y / s}; }
    friend constexpr bool operator==(const V& a, const V& b) { return a.x == b.x && a.y == b.y; }
};

/// Operators of a vector in space, with a member z.
template <class V, class S>
struct VectorBase3 : VectorAssignments<V, S> {
    using Scalar = S;

    /// Returns a coordinate: 0 is x, 1 is y, 2 is z.
    constexpr S operator[](int axis) const {
        const V& v = static_cast<const V&>(*this);
        return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
    }
    constexpr S& operator[](int axis) {
        V& v = static_cast<V&>(*this);
        return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
    }

    friend constexpr V operator+(const V& a, const V& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend constexpr V operator-(const V& a, const V& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend constexpr V operator-(const V& v) { return {-v.x, -v.y, -v.z}; }
    friend constexpr V operator*(const V& v, S s) { return {v.x * s, v.y * s, v.z * s}; }
    friend constexpr V operator*(S s, const V& v) { return {s * v.x, s * v.y, s * v.z}; }
    friend constexpr V operator/(const V& v, S s) { return {v.x / s, v.y / s, v.z / s}; }
    friend constexpr bool operator==(const V& a, const V& b) {
        return a.x == b.x && a.y == b.y && a.z == b.z;
    }
};

template <class V>
concept Vector2 = std::is_base_of_v<VectorBase2<V, typename V::Scalar>, V>;
template <class V>
concept Vector3 = std::is_base_of_v<VectorBase3<V, typename V::Scalar>, V>;
template <class V>
concept Vector = Vector2<V> || Vector3<V>;

/// Returns the same as `std::min` and `std::max`, without their headers.
template <class S>
constexpr S smaller_of(S a, S b) {
    return b < a ? b : a;
}
template <class S>
constexpr S larger_of(S a, S b) {
    return a < b ? b : a;
}

/// Square root, correctly rounded, as `std::sqrt`. <cmath> alone would be a fifth of what a user's file
/// reads.
#if defined(__GNUC__)
inline float square_root(float value) { return __builtin_sqrtf(value); }
inline double square_root(double value) { return __builtin_sqrt(value); }
#else
inline float square_root(float value) { return std::sqrt(value); }
inline double square_root(double value) { return std::sqrt(value); }
#endif

}  // namespace detail

/// Returns the dot product.
template <detail::Vector2 V>
constexpr typename V::Scalar dot(const V& a, const std::type_identity_t<V>& b) {
    return a.x * b.x + a.y * b.y;
}
template <detail::Vector3 V>
constexpr typename V::Scalar dot(const V& a, const std::type_identity_t<V>& b) {
    return a.x * b.x + (a.y * b.y + a.z * b.z);
}

/// Returns the squared length.
template <detail::Vector V>
constexpr typename V::Scalar length_squared(const V& v) {
    return dot(v, v);
}
/// Returns the length; infinity where the square overflows.
template <detail::Vector V>
typename V::Scalar length(const V& v) {
    return detail::square_root(dot(v, v));
}
/// Returns `v` over its length; the zero vector, and one so short that its square is zero, are returned
/// unchanged.
template <detail::Vector V>
V normalized(const V& v) {
    const typename V::Scalar square = dot(v, v);
    return square > 0 ? v / detail::square_root(square) : v;
}

/// Returns whether the value is neither infinite nor NaN.
constexpr bool is_finite(float value) { return value - value == 0.0f; }
/// Returns whether a number is finite.
constexpr bool is_finite(double value) { return value - value == 0.0; }

}  // namespace drystone
