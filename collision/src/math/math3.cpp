#include <drystone/collision/math3.h>

#include <cmath>

namespace drystone {

Mat3 rotation3(const Vec3& axis, float radians) {
    float sine = 0.0f;
    float cosine = 1.0f;
    sin_cos(radians, sine, cosine);
    const Vec3d direction = to_double(axis);
    const Vec3d u = direction / std::sqrt(length_squared(direction));
    const double s = static_cast<double>(sine);
    const double c = static_cast<double>(cosine);
    Mat3 rotation;
    for (int column = 0; column < 3; ++column) {
        const Vec3d e = Mat3d{}.columns[column];
        const Vec3d turned = c * e + s * cross(u, e) + ((1.0 - c) * dot(u, e)) * u;
        rotation.columns[column] = to_float(turned);
    }
    return rotation;
}

Pose3 inverse_multiply(const Pose3& a, const Pose3& b) {
    Pose3 result;
    result.position = inverse_transform(a, b.position);
    for (int column = 0; column < 3; ++column) {
        result.rotation.columns[column] = inverse_rotate3(a.rotation, b.rotation.columns[column]);
    }
    return result;
}

Pose3 multiply(const Pose3& a, const Pose3& b) {
    Pose3 result;
    result.position = transform(a, b.position);
    for (int column = 0; column < 3; ++column) {
        result.rotation.columns[column] = rotate3(a.rotation, b.rotation.columns[column]);
    }
    return result;
}

bool is_finite(const Pose3& pose) {
    return is_finite(pose.position) && is_finite(pose.rotation.columns[0]) &&
           is_finite(pose.rotation.columns[1]) && is_finite(pose.rotation.columns[2]);
}

}  // namespace drystone
