#pragma once

#include <cstdlib>
#include <type_traits>
#if !defined(__GNUC__)
#include <cmath>
#endif

namespace drystone {

/// How `Vector`, one of our own vectors, is made from another library's type and becomes it: a specialisation
/// has `static Vector from(const Other&)` and `static Other to(const Vector&)`, or one of the two, and the
/// conversions are implicit from then on. <drystone/eigen.h> has those of Eigen.
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

/// The operators that change a vector, by those that do not.
template <class V, class S>
struct VectorAssignments {
    friend constexpr V& operator+=(V& a, const V& b) { return a = a + b; }
    friend constexpr V& operator-=(V& a, const V& b) { return a = a - b; }
    friend constexpr V& operator*=(V& v, S s) { return v = v * s; }
    friend constexpr V& operator/=(V& v, S s) { return v = v / s; }
};

/// The operators of a vector of the plane with members x and y, which derives from this. They are friends
/// that only argument-dependent lookup finds, so that both sides convert and other types pay nothing for
/// them.
template <class V, class S>
struct VectorBase2 : VectorAssignments<V, S> {
    using Scalar = S;

    /// Coordinate 0 is x, 1 is y.
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

/// The same in space, with a member z.
template <class V, class S>
struct VectorBase3 : VectorAssignments<V, S> {
    using Scalar = S;

    /// Coordinate 0 is x, 1 is y, 2 is z.
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

/// What `std::min` and `std::max` give, without their headers.
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

template <detail::Vector2 V>
constexpr typename V::Scalar dot(const V& a, const std::type_identity_t<V>& b) {
    return a.x * b.x + a.y * b.y;
}
template <detail::Vector3 V>
constexpr typename V::Scalar dot(const V& a, const std::type_identity_t<V>& b) {
    return a.x * b.x + (a.y * b.y + a.z * b.z);
}

template <detail::Vector V>
constexpr typename V::Scalar length_squared(const V& v) {
    return dot(v, v);
}
template <detail::Vector V>
typename V::Scalar length(const V& v) {
    return detail::square_root(dot(v, v));
}
/// `v` over its length; the zero vector, and one so short that its square is zero, stay as they are.
template <detail::Vector V>
V normalized(const V& v) {
    const typename V::Scalar square = dot(v, v);
    return square > 0 ? v / detail::square_root(square) : v;
}

/// Neither infinite nor NaN.
constexpr bool is_finite(float value) { return value - value == 0.0f; }
constexpr bool is_finite(double value) { return value - value == 0.0; }

}  // namespace drystone
