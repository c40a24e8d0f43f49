#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/math.h>

#include <cmath>

namespace drystone {

/// A point or a direction in space [m].
struct Vec3 : detail::VectorBase3<Vec3, float> {
    float x = 0.0f;  ///< Coordinate along x.
    float y = 0.0f;  ///< Coordinate along y.
    float z = 0.0f;  ///< Coordinate along z.

    constexpr Vec3() = default;
    /// Makes a vector of its coordinates.
    constexpr Vec3(float along_x, float along_y, float along_z) : x(along_x), y(along_y), z(along_z) {}
    /// Converts another library's vector, see `drystone/eigen.h`.
    template <class Other>
    requires detail::ConvertsTo<Vec3, Other>
    constexpr Vec3(const Other& other) : Vec3(VectorConversion<Vec3, Other>::from(other)) {}
    /// Converts to another library's vector.
    template <class Other>
    requires detail::ConvertsFrom<Vec3, Other>
    constexpr operator Other() const { return VectorConversion<Vec3, Other>::to(*this); }
};

/// A point or a direction in space in double precision, in which GJK in space computes.
struct Vec3d : detail::VectorBase3<Vec3d, double> {
    double x = 0.0;  ///< Coordinate along x.
    double y = 0.0;  ///< Coordinate along y.
    double z = 0.0;  ///< Coordinate along z.

    constexpr Vec3d() = default;
    /// Makes a vector of its coordinates.
    constexpr Vec3d(double along_x, double along_y, double along_z) : x(along_x), y(along_y), z(along_z) {}
    /// Converts another library's vector, see `drystone/eigen.h`.
    template <class Other>
    requires detail::ConvertsTo<Vec3d, Other>
    constexpr Vec3d(const Other& other) : Vec3d(VectorConversion<Vec3d, Other>::from(other)) {}
    /// Converts to another library's vector.
    template <class Other>
    requires detail::ConvertsFrom<Vec3d, Other>
    constexpr operator Other() const { return VectorConversion<Vec3d, Other>::to(*this); }
};

/// A rotation in space: its columns are the rotated axes.
template <detail::Vector3 V>
struct Columns3 {
    V columns[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};  ///< Columns: the images of the axes.

    /// Returns an element; row and column in [0, 2].
    [[nodiscard]] constexpr typename V::Scalar operator()(int row, int column) const {
        const V& v = columns[column];
        return row == 0 ? v.x : row == 1 ? v.y : v.z;
    }
};
using Mat3 = Columns3<Vec3>;  ///< A rotation in space.
/// A rotation in space in double precision.
using Mat3d = Columns3<Vec3d>;

/// Converts to double precision; exact.
constexpr Vec3d to_double(const Vec3& v) {
    return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}
/// Converts to double precision; exact.
constexpr Mat3d to_double(const Mat3& m) {
    return {{to_double(m.columns[0]), to_double(m.columns[1]), to_double(m.columns[2])}};
}
/// Rounds to the nearest floats.
constexpr Vec3 to_float(const Vec3d& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

/// Returns the smaller coordinate on each axis; that of `a` where they are equal or one is NaN.
template <detail::Vector3 V>
constexpr V min(const V& a, const std::type_identity_t<V>& b) {
    return {detail::smaller_of(a.x, b.x), detail::smaller_of(a.y, b.y), detail::smaller_of(a.z, b.z)};
}
/// Returns the larger coordinate on each axis; that of `a` where they are equal or one is NaN.
template <detail::Vector3 V>
constexpr V max(const V& a, const std::type_identity_t<V>& b) {
    return {detail::larger_of(a.x, b.x), detail::larger_of(a.y, b.y), detail::larger_of(a.z, b.z)};
}
/// Returns the absolute value of each coordinate.
template <detail::Vector3 V>
V abs(const V& v) {
    return {std::abs(v.x), std::abs(v.y), std::abs(v.z)};
}
/// Returns the product of each pair of coordinates.
template <detail::Vector3 V>
constexpr V coordinate_product(const V& a, const std::type_identity_t<V>& b) {
    return {a.x * b.x, a.y * b.y, a.z * b.z};
}
/// Returns the sum of the coordinates.
template <detail::Vector3 V>
constexpr typename V::Scalar coordinate_sum(const V& v) {
    return v.x + (v.y + v.z);
}
/// Returns the smallest coordinate.
template <detail::Vector3 V>
constexpr typename V::Scalar min_coordinate(const V& v) {
    return detail::smaller_of(detail::smaller_of(v.x, v.y), v.z);
}
/// Returns the largest coordinate.
template <detail::Vector3 V>
constexpr typename V::Scalar max_coordinate(const V& v) {
    return detail::larger_of(detail::larger_of(v.x, v.y), v.z);
}
/// Returns whether all coordinates are finite.
template <detail::Vector3 V>
constexpr bool is_finite(const V& v) {
    return is_finite(v.x) && is_finite(v.y) && is_finite(v.z);
}

/// Returns the cross product.
template <detail::Vector3 V>
constexpr V cross(const V& a, const std::type_identity_t<V>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Returns the rotation by `radians` about an axis of any length except zero, right-handed. Bit-identical on
/// all platforms (see `sin_cos`).
/// Source: the formula of Rodrigues.
DRYSTONE_COLLISION_API Mat3 rotation3(const Vec3& axis, float radians);

/// Returns matrix times vector.
template <class Matrix, class Vector>
Vector rotate3(const Matrix& m, const Vector& v) {
    return {m(0, 0) * v.x + m(0, 1) * v.y + m(0, 2) * v.z, m(1, 0) * v.x + m(1, 1) * v.y + m(1, 2) * v.z,
            m(2, 0) * v.x + m(2, 1) * v.y + m(2, 2) * v.z};
}
/// Returns the transposed matrix, the inverse of a rotation, times the vector.
template <class Matrix, class Vector>
Vector inverse_rotate3(const Matrix& m, const Vector& v) {
    return {m(0, 0) * v.x + m(1, 0) * v.y + m(2, 0) * v.z, m(0, 1) * v.x + m(1, 1) * v.y + m(2, 1) * v.z,
            m(0, 2) * v.x + m(1, 2) * v.y + m(2, 2) * v.z};
}

/// Position [m] and rotation of a frame in space: maps a point p of the frame to rotation * p + position.
struct Pose3 {
    Vec3 position{0.0f, 0.0f, 0.0f};  ///< Position of the frame's origin [m].
    Mat3 rotation{};                  ///< Rotation of the frame.
};

/// Returns the point of the parent frame that a point of the frame is at [m].
inline Vec3 transform(const Pose3& pose, const Vec3& point) {
    return rotate3(pose.rotation, point) + pose.position;
}
/// Returns the point of the frame that a point of the parent frame is at [m].
inline Vec3 inverse_transform(const Pose3& pose, const Vec3& point) {
    return inverse_rotate3(pose.rotation, point - pose.position);
}
/// Returns the frame b seen from the frame a: inverse(a) * b. The positions are subtracted first, so that
/// distance from the world's origin costs no precision.
DRYSTONE_COLLISION_API Pose3 inverse_multiply(const Pose3& a, const Pose3& b);
/// Returns the frame b, given in the frame a, as seen from the parent frame of a.
DRYSTONE_COLLISION_API Pose3 multiply(const Pose3& a, const Pose3& b);
/// Returns whether all numbers are finite.
DRYSTONE_COLLISION_API bool is_finite(const Pose3& pose);

}  // namespace drystone
