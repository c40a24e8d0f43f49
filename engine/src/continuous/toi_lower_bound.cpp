#include "continuous/toi_lower_bound.h"

#include "continuous/motion.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

constexpr int max_points = 8;

/// Points of a core at the start and the end of its sweep, relative to the centre of mass at the start.
struct SweptPoints {
    Vec2 start[max_points];
    Vec2 end[max_points];
    int count;
    float bulge;  ///< Maximum distance of the points from the straight lines between [m].

    SweptPoints(const ConvexCore& core, const Sweep& sweep, const Rot& rotation_end) : count(core.count) {
        const Vec2 way = sweep.center_end - sweep.center_start;
        float reach = 0.0f;
        for (int i = 0; i < count; ++i) {
            const Vec2 arm = core.points[i] - sweep.local_center;
            reach = std::max(reach, length_squared(arm));
            start[i] = rotate(sweep.rotation_start, arm);
            end[i] = way + rotate(rotation_end, arm);
        }
        bulge = max_bulge(sweep.angle, std::sqrt(reach));
    }
};

constexpr float never = 2.0f;

/// Part of a motion in which none of the axes tested so far separates the shapes.
struct SweptFeaturePair {
    float first = 0.0f;
    float last = 1.0f;

    /// Removes the time in which an axis separates the shapes. Along it, the core has the given heights at
    /// the start and the end, and is no lower than the straight line between. The axis separates above
    /// `minimum`.
    void leave_out(float start, float end, float minimum) {
        const auto crossing = [&] { return (minimum - start) / (end - start); };
        if (start > minimum) {
            first = end > minimum ? never : std::max(first, crossing());
        } else if (end > minimum) {
            last = std::min(last, crossing());
        }
    }
};

/// Heights of the core above a face of the other one, at the start and the end.
struct FaceFrame {
    float start = std::numeric_limits<float>::lowest();
    float end = 0.0f;
    bool in_front = false;  ///< The lowest point at the start is in front of the face.

    FaceFrame() = default;
    FaceFrame(const SweptPoints& points, const Vec2& normal, const Vec2& corner, const Vec2& next) {
        int nearest = 0;
        start = dot(normal, points.start[0] - corner);
        end = dot(normal, points.end[0] - corner);
        for (int i = 1; i < points.count; ++i) {
            const float height = dot(normal, points.start[i] - corner);
            nearest = height < start ? i : nearest;
            start = std::min(start, height);
            end = std::min(end, dot(normal, points.end[i] - corner));
        }
        const Vec2 edge = next - corner;
        const float along = dot(edge, points.start[nearest] - corner);
        in_front = along >= 0.0f && along <= length_squared(edge);
    }
};

/// Returns the largest separation at the start of the fixed core along the face normals of the moving one.
float separation_from_faces(const ConvexCore& core, const Sweep& sweep, const SweptPoints& points,
                            const ConvexCore& fixed, const Rot& rotation, const Vec2& from) {
    float largest = std::numeric_limits<float>::lowest();
    for (int face = 0; face < core.count && core.count > 1; ++face) {
        const Vec2 normal = rotate(sweep.rotation_start, core.normals[face]);
        const Vec2 in_fixed = inverse_rotate(rotation, normal);
        float lowest = std::numeric_limits<float>::max();
        for (int i = 0; i < fixed.count; ++i) {
            lowest = std::min(lowest, dot(in_fixed, fixed.points[i]));
        }
        largest = std::max(largest, lowest + dot(normal, from - points.start[face]));
    }
    return largest;
}

}  // namespace

float toi_lower_bound(const ConvexCore& core, const Sweep& sweep, const Rot& end, const ConvexCore& fixed,
                      const Pose& pose, const ImpactFilter& rule) {
    if (!(std::abs(sweep.angle) < wide_turn) || core.count > max_points || fixed.count < 2) {
        return 0.0f;
    }
    const SweptPoints points(core, sweep, end);
    const Vec2 from = pose.position - sweep.center_start;
    const float error_bound =
        points.bulge + 1e-6f * (coordinate_sum(abs(sweep.center_start)) + coordinate_sum(abs(pose.position)));
    const float minimum = core.radius + fixed.radius + error_bound + rule.separation;
    SweptFeaturePair swept_pair;
    FaceFrame nearest;
    for (int face = 0; face < fixed.count; ++face) {
        const FaceFrame view(points, rotate(pose.rotation, fixed.normals[face]),
                             from + rotate(pose.rotation, fixed.points[face]),
                             from + rotate(pose.rotation, fixed.points[(face + 1) % fixed.count]));
        swept_pair.leave_out(view.start, view.end, minimum);
        nearest = view.start > nearest.start ? view : nearest;
    }
    constexpr float rounding = 1e-5f;
    if (swept_pair.first > swept_pair.last + rounding) {
        return never;
    }
    const float parted = swept_pair.first - rounding;
    // The separation at the start is the height above the nearest face if the lowest point is in front of it,
    // or if the cores overlap and no face of the moving one has a larger separation.
    const float may_fall = rule.approach - error_bound;
    if (!(may_fall > 0.0f) || (nearest.start > error_bound ? !nearest.in_front : !(nearest.start < 0.0f))) {
        return parted;
    }
    float at_start = nearest.start;
    if (nearest.start < 0.0f) {
        const float of_moving = separation_from_faces(core, sweep, points, fixed, pose.rotation, from);
        if (!(of_moving < 0.0f)) {
            return parted;
        }
        at_start = std::max(at_start, of_moving);
    }
    const float lowest = at_start - may_fall;
    if (nearest.start < lowest || nearest.end >= lowest) {
        return nearest.start < lowest ? parted : never;
    }
    return std::max(parted, (nearest.start - lowest) / (nearest.start - nearest.end) - rounding);
}

}  // namespace drystone
