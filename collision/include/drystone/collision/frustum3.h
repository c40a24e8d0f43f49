#pragma once

#include <drystone/collision/shapes3.h>

#include <array>
#include <span>

namespace drystone {

/// What a camera with perspective sees. It looks along the -z axis of its own frame, with x to the right and
/// y up.
struct PerspectiveCamera3 {
    Pose3 pose{};                 ///< The camera's frame in that of the frustum.
    float vertical_fov = 1.0f;    ///< Full angle between the upper and the lower plane, in (0, pi) [rad].
    float aspect = 1.0f;          ///< Width over height, > 0.
    float near_distance = 0.1f;   ///< Of the near plane, >= 0 [m]; with 0 the frustum is a pyramid.
    float far_distance = 100.0f;  ///< Of the far plane, > near_distance [m].
};

/// What a camera without perspective sees; axes as above.
struct OrthographicCamera3 {
    Pose3 pose{};
    float half_width = 1.0f;      ///< > 0 [m]
    float half_height = 1.0f;     ///< > 0 [m]
    float near_distance = 0.0f;   ///< Any [m].
    float far_distance = 100.0f;  ///< > near_distance [m]
};

/// The space that a camera sees, as a convex shape: to cull with `intersect3`, made once per frame.
///
/// Against boxes and spheres GJK says exactly what is inside; the usual test against six planes keeps what
/// lies outside of an edge or a corner.
class Frustum3 {
public:
    /// Near plane first, each as lower left, lower right, upper right, upper left, seen from the camera [m].
    [[nodiscard]] const std::array<Vec3, 8>& corners() const { return corners_; }
    [[nodiscard]] const Vec3& core_support(const Vec3d& direction) const {
        return farthest_point(corners_.data(), 8, direction);
    }
    [[nodiscard]] static float core_radius() { return 0.0f; }

private:
    friend Frustum3 make_frustum(const PerspectiveCamera3& camera);
    friend Frustum3 make_frustum(const OrthographicCamera3& camera);
    friend Frustum3 make_frustum(std::span<const Vec3, 8> corners);
    Frustum3() = default;

    std::array<Vec3, 8> corners_;
};

/// Throw `Error` with the reason where a number is not finite or out of its range.
Frustum3 make_frustum(const PerspectiveCamera3& camera);
Frustum3 make_frustum(const OrthographicCamera3& camera);
/// From any eight corners, such as the inverse of a projection matrix gives; the frustum is their convex
/// hull.
Frustum3 make_frustum(std::span<const Vec3, 8> corners);

}  // namespace drystone
