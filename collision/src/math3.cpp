#include <drystone/collision/math3.h>

#include <cmath>

namespace drystone {

Mat3 rotation3(const Vec3& axis, float radians) {
    float sine = 0.0f;
    float cosine = 1.0f;
    sin_cos(radians, sine, cosine);
    const Vec3d direction = axis.cast<double>();
    const Vec3d u = direction / std::sqrt(direction.squaredNorm());
    const double s = static_cast<double>(sine);
    const double c = static_cast<double>(cosine);
    Mat3 rotation;
    for (int column = 0; column < 3; ++column) {
        const Vec3d e = Vec3d::Unit(column);
        const Vec3d turned = c * e + s * u.cross(e) + ((1.0 - c) * u.dot(e)) * u;
        rotation.col(column) = turned.cast<float>();
    }
    return rotation;
}

Pose3 inverse_multiply(const Pose3& a, const Pose3& b) {
    Pose3 result;
    result.position = inverse_transform(a, b.position);
    for (int column = 0; column < 3; ++column) {
        result.rotation.col(column) = inverse_rotate3(a.rotation, Vec3(b.rotation.col(column)));
    }
    return result;
}

Pose3 multiply(const Pose3& a, const Pose3& b) {
    Pose3 result;
    result.position = transform(a, b.position);
    for (int column = 0; column < 3; ++column) {
        result.rotation.col(column) = rotate3(a.rotation, Vec3(b.rotation.col(column)));
    }
    return result;
}

bool is_finite(const Pose3& pose) {
    return is_finite(pose.position) && is_finite(Vec3(pose.rotation.col(0))) &&
           is_finite(Vec3(pose.rotation.col(1))) && is_finite(Vec3(pose.rotation.col(2)));
}

}  // namespace drystone
