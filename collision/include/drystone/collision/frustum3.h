#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/shapes3.h>

#include <array>
#include <span>

namespace drystone {

/// A perspective camera. It looks along the -z axis of its own frame, with x to the right and y up.
struct PerspectiveCamera3 {
    Pose3 pose{};                 ///< The camera's frame in that of the frustum.
    float vertical_fov = 1.0f;    ///< Full angle between the upper and the lower plane, in (0, pi) [rad].
    float aspect = 1.0f;          ///< Width over height, > 0.
    float near_distance = 0.1f;   ///< Distance of the near plane, >= 0 [m]; with 0 the frustum is a pyramid.
    float far_distance = 100.0f;  ///< Distance of the far plane, > near_distance [m].
};

/// An orthographic camera; axes as for `PerspectiveCamera3`.
struct OrthographicCamera3 {
    Pose3 pose{};                 ///< The camera's frame in that of the frustum.
    float half_width = 1.0f;      ///< > 0 [m]
    float half_height = 1.0f;     ///< > 0 [m]
    float near_distance = 0.0f;   ///< Distance of the near plane, of any sign [m].
    float far_distance = 100.0f;  ///< Distance of the far plane, > near_distance [m].
};

/// The view volume of a camera as a convex shape, for culling with `intersect3`; made once per frame.
///
/// Against boxes and spheres GJK decides exactly; the usual test against six planes also keeps shapes that
/// lie outside near an edge or a corner.
class Frustum3 {
public:
    /// Returns the corners [m]: near plane first, each plane as lower left, lower right, upper right, upper
    /// left, seen from the camera.
    [[nodiscard]] const std::array<Vec3, 8>& corners() const { return corners_; }
    /// Returns the farthest corner [m].
    [[nodiscard]] const Vec3& core_support(const Vec3d& direction) const {
        return farthest_point(corners_.data(), 8, direction);
    }
    /// Returns zero: corners are sharp.
    [[nodiscard]] static float core_radius() { return 0.0f; }

private:
    friend DRYSTONE_COLLISION_API Frustum3 make_frustum(const PerspectiveCamera3& camera);
    friend DRYSTONE_COLLISION_API Frustum3 make_frustum(const OrthographicCamera3& camera);
    friend DRYSTONE_COLLISION_API Frustum3 make_frustum(std::span<const Vec3, 8> corners);
    Frustum3() = default;

    std::array<Vec3, 8> corners_;
};

/// Makes the frustum of a camera. Throws `Error` with the reason where a number is not finite or out of its
/// range.
DRYSTONE_COLLISION_API Frustum3 make_frustum(const PerspectiveCamera3& camera);
/// Makes that of an orthographic camera.
DRYSTONE_COLLISION_API Frustum3 make_frustum(const OrthographicCamera3& camera);
/// Makes a frustum from any eight corners [m], such as those from the inverse of a projection matrix; it is
/// their convex hull.
DRYSTONE_COLLISION_API Frustum3 make_frustum(std::span<const Vec3, 8> corners);

}  // namespace drystone
