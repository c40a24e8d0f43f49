#pragma once

#include <drystone/collision/support.h>

#include <cmath>

namespace drystone {

/// Computes the bounding box of any convex shape, including a user's support mapping, in the frame in which
/// `pose` places it [m], as an AABB tree needs it.
///
/// Takes four support points. Larger than the smallest box by 4e-7 of the coordinates, so that it contains
/// the shape although its support points are rounded. NaN where the shape is not finite, which `is_valid`
/// detects.
template <ConvexShape Shape>
Aabb compute_aabb(const Shape& shape, const Pose& pose) {
    const auto& core = core_mapping(shape);
    const double radius = static_cast<double>(core_radius(shape));
    const Vec2d position = to_double(pose.position);
    const double c = static_cast<double>(pose.rotation.c);
    const double s = static_cast<double>(pose.rotation.s);
    constexpr double rounding = 4e-7;
    /// Returns the maximum of `sign` times the shape's coordinate on an axis of the outer frame [m].
    const auto reach = [&](int axis, float sign) {
        Vec2 along{0.0f, 0.0f};
        along[axis] = sign;
        const Vec2d point = to_double(core.support(inverse_rotate(pose.rotation, along)));
        const double turned = axis == 0 ? c * point.x - s * point.y : s * point.x + c * point.y;
        const double size = std::abs(point.x) + std::abs(point.y) + radius + std::abs(position[axis]);
        return static_cast<float>(static_cast<double>(sign) * (turned + position[axis]) + radius +
                                  rounding * size);
    };
    return {{-reach(0, -1.0f), -reach(1, -1.0f)}, {reach(0, 1.0f), reach(1, 1.0f)}};
}

}  // namespace drystone
