#include <drystone/collision/frustum3.h>

#include <drystone/collision/error.h>

#include "math/trigonometry.h"

namespace drystone {
namespace {

void check(bool valid, const char* argument, const char* requirement, float value) {
    if (!is_finite(value) || !valid) {
        fail("make_frustum", argument, requirement, static_cast<double>(value));
    }
}

void check_pose(const Pose3& pose) {
    for (int axis = 0; axis < 3; ++axis) {
        check(true, "pose.position", "finite", pose.position[axis]);
        for (int column = 0; column < 3; ++column) {
            check(true, "pose.rotation", "finite", pose.rotation(axis, column));
        }
    }
}

/// Sets the corners of one of the two planes, in double precision: the far corners are long lever arms.
void set_plane(const Pose3& pose, double half_width, double half_height, double depth, Vec3* corners) {
    const Vec3d local[4] = {{-half_width, -half_height, -depth},
                            {half_width, -half_height, -depth},
                            {half_width, half_height, -depth},
                            {-half_width, half_height, -depth}};
    const Mat3d rotation = to_double(pose.rotation);
    for (int i = 0; i < 4; ++i) {
        const Vec3d corner = rotate3(rotation, local[i]) + to_double(pose.position);
        corners[i] = to_float(corner);
    }
}

void check_corners(const std::array<Vec3, 8>& corners) {
    for (const Vec3& corner : corners) {
        for (int axis = 0; axis < 3; ++axis) {
            check(true, "corners", "finite", corner[axis]);
        }
    }
}

}  // namespace

Frustum3 make_frustum(const PerspectiveCamera3& camera) {
    check_pose(camera.pose);
    check(camera.vertical_fov > 0.0f && camera.vertical_fov < pi, "vertical_fov", "in (0, pi)",
          camera.vertical_fov);
    check(camera.aspect > 0.0f, "aspect", "finite and > 0", camera.aspect);
    check(camera.near_distance >= 0.0f, "near_distance", "finite and >= 0", camera.near_distance);
    check(camera.far_distance > camera.near_distance, "far_distance", "finite and > near_distance",
          camera.far_distance);
    double sine = 0.0;
    double cosine = 1.0;
    detail::sin_cos(0.5 * static_cast<double>(camera.vertical_fov), sine, cosine);
    const double height = sine / cosine;
    const double width = height * static_cast<double>(camera.aspect);
    const double near_depth = static_cast<double>(camera.near_distance);
    const double far_depth = static_cast<double>(camera.far_distance);
    Frustum3 frustum;
    set_plane(camera.pose, width * near_depth, height * near_depth, near_depth, &frustum.corners_[0]);
    set_plane(camera.pose, width * far_depth, height * far_depth, far_depth, &frustum.corners_[4]);
    check_corners(frustum.corners_);
    return frustum;
}

Frustum3 make_frustum(const OrthographicCamera3& camera) {
    check_pose(camera.pose);
    check(camera.half_width > 0.0f, "half_width", "finite and > 0", camera.half_width);
    check(camera.half_height > 0.0f, "half_height", "finite and > 0", camera.half_height);
    check(true, "near_distance", "finite", camera.near_distance);
    check(camera.far_distance > camera.near_distance, "far_distance", "finite and > near_distance",
          camera.far_distance);
    const double width = static_cast<double>(camera.half_width);
    const double height = static_cast<double>(camera.half_height);
    Frustum3 frustum;
    set_plane(camera.pose, width, height, static_cast<double>(camera.near_distance), &frustum.corners_[0]);
    set_plane(camera.pose, width, height, static_cast<double>(camera.far_distance), &frustum.corners_[4]);
    check_corners(frustum.corners_);
    return frustum;
}

Frustum3 make_frustum(std::span<const Vec3, 8> corners) {
    Frustum3 frustum;
    for (std::size_t i = 0; i < 8; ++i) {
        frustum.corners_[i] = corners[i];
    }
    check_corners(frustum.corners_);
    return frustum;
}

}  // namespace drystone
