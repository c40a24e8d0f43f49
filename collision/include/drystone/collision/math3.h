#pragma once

#include <drystone/collision/math.h>

#include <Eigen/Geometry>

namespace drystone {

/// A point or a direction in space [m].
///
/// Eigen builds expressions: write `const Vec3 d = a - b;`, never `auto d = a - b;`.
using Vec3 = Eigen::Vector3f;
/// The same in double precision, in which GJK in space does its sums.
using Vec3d = Eigen::Vector3d;
/// A rotation in space: its columns are the turned axes.
using Mat3 = Eigen::Matrix3f;

inline bool is_finite(const Vec3& v) { return is_finite(v.x()) && is_finite(v.y()) && is_finite(v.z()); }
inline bool is_finite(const Vec3d& v) {
    return (v - v).squaredNorm() == 0.0;  // NOLINT(misc-redundant-expression): infinity less infinity is NaN
}

/// The rotation by `radians` about an axis of any length but zero, right-handed. Bit-identical on every
/// platform (see `sin_cos`).
/// Source: the formula of Rodrigues.
Mat3 rotation3(const Vec3& axis, float radians);

/// Matrix times vector, written out: the same sums in every build, whatever Eigen would vectorise.
template <class Matrix, class Vector>
Vector rotate3(const Matrix& m, const Vector& v) {
    return {m(0, 0) * v.x() + m(0, 1) * v.y() + m(0, 2) * v.z(),
            m(1, 0) * v.x() + m(1, 1) * v.y() + m(1, 2) * v.z(),
            m(2, 0) * v.x() + m(2, 1) * v.y() + m(2, 2) * v.z()};
}
/// The transposed matrix, for a rotation its inverse, times the vector.
template <class Matrix, class Vector>
Vector inverse_rotate3(const Matrix& m, const Vector& v) {
    return {m(0, 0) * v.x() + m(1, 0) * v.y() + m(2, 0) * v.z(),
            m(0, 1) * v.x() + m(1, 1) * v.y() + m(2, 1) * v.z(),
            m(0, 2) * v.x() + m(1, 2) * v.y() + m(2, 2) * v.z()};
}

/// Where a frame is in space and how it is turned: maps a point p of the frame to rotation * p + position.
struct Pose3 {
    Vec3 position{0.0f, 0.0f, 0.0f};
    Mat3 rotation = Mat3::Identity();
};

inline Vec3 transform(const Pose3& pose, const Vec3& point) {
    return rotate3(pose.rotation, point) + pose.position;
}
inline Vec3 inverse_transform(const Pose3& pose, const Vec3& point) {
    return inverse_rotate3(pose.rotation, Vec3(point - pose.position));
}
/// The frame b seen from the frame a: inverse(a) * b. The positions are subtracted first, so that a distance
/// from the world's origin costs no precision.
Pose3 inverse_multiply(const Pose3& a, const Pose3& b);
/// The frame that b, given in the frame a, has in the frame of a's parent.
Pose3 multiply(const Pose3& a, const Pose3& b);
bool is_finite(const Pose3& pose);

}  // namespace drystone
