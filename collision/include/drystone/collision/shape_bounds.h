#pragma once

#include <drystone/collision/support.h>

#include <cmath>

namespace drystone {

/// The box around any convex shape, a user's own support mapping included, in the frame in which `pose`
/// places it [m]: what an AABB tree wants to know of it.
///
/// Four support points. Larger than the smallest box by 4e-7 of the coordinates, so that it contains the
/// shape although its support points are rounded. NaN where the shape is not finite: `is_valid` tells.
template <ConvexShape Shape>
Aabb compute_aabb(const Shape& shape, const Pose& pose) {
    const auto& core = core_mapping(shape);
    const double radius = static_cast<double>(core_radius(shape));
    const Vec2d position = to_double(pose.position);
    const double c = static_cast<double>(pose.rotation.c);
    const double s = static_cast<double>(pose.rotation.s);
    constexpr double rounding = 4e-7;
    /// How far the shape reaches along an axis of the outer frame, times `sign`.
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
