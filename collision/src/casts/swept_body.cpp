#include "casts/swept_body.h"

#include "math/rounding.h"
#include "simd/points4.h"

#include <bit>
#include <cmath>
#include <limits>

namespace drystone::detail {

DoubleRot turn_of(const Rot& rotation) {
    const double c = static_cast<double>(rotation.c);
    const double s = static_cast<double>(rotation.s);
    const double excess = c * c + s * s - 1.0;
    if (std::abs(excess) < 1e-5) {
        // The first terms of the inverse square root's series; the remainder is below 1e-15.
        const double scale = 1.0 - excess * (0.5 - excess * (0.375 - excess * 0.3125));
        return {scale * c, scale * s};
    }
    const double length = std::sqrt(c * c + s * s);
    return {c / length, s / length};
}

DoubleRot turn_by(double radians) {
    DoubleRot turn;
    sin_cos(radians, turn.s, turn.c);
    return turn;
}

namespace {

/// Four points of a core and their indices; if fewer are left, some are repeated.
struct PointBlock {
    Points4 at;
    Float4 number;  ///< Indices as whole numbers.

    PointBlock(const Vec2* points, int first, int count) {
        if (count >= lane_width) {
            const int last = count - lane_width;
            const int from = first < last ? first : last;
            at = load_four(points + from);
            number = static_cast<float>(from) + Float4::of(0.0f, 1.0f, 2.0f, 3.0f);
        } else if (count == 3) {
            at = load_three(points);
            number = Float4::of(0.0f, 1.0f, 1.0f, 2.0f);
        } else {
            const float last = static_cast<float>(count - 1);
            at = load_points(points, 0, count);
            number = Float4::of(0.0f, last, last, last);
        }
    }
};

/// Returns the index of the largest value; of equal ones, that in the first lane. Branch-free, since a branch
/// would be unpredictable.
int index_of_largest(const Float4& values, const Float4& numbers) {
    alignas(16) float in_memory[lane_width];
    numbers.store(in_memory);
    const std::uint32_t lanes = mask_of(values == largest(values));
    return static_cast<int>(in_memory[static_cast<unsigned>(std::countr_zero(lanes | 8u))]);
}

}  // namespace

SweptBody::SweptBody(const ConvexCore& moved, const Sweep& sweep)
    : core(moved),
      center(to_double(sweep.local_center)),
      first(turn_of(sweep.rotation_start)),
      angle(static_cast<double>(sweep.angle)),
      pivot_point_(sweep.local_center) {
    measure();
}

void SweptBody::measure() {
    const Float4 zero = Float4::none();
    Float4 farthest = zero;
    Float4 inside = Float4::everywhere(true);
    for (int i = 0; i < core.count && core.count > 2; i += lane_width) {
        const Points4 arm = minus(PointBlock(core.points, i, core.count).at, pivot_point_);
        const Float4 squared = dot(arm, arm);
        farthest = Float4::max(squared, farthest);
        inside = inside & (zero <= dot(PointBlock(core.normals, i, core.count).at, arm));
    }
    const float squared = largest(farthest).at<0>();
    // Rejects overflow, underflow, and points that are not a number (never inside).
    if (mask_of(inside) == 15u && squared < 1e30f && squared > 1e-30f) {
        reach = pivot_reach = (1.0 + 1e-6) * std::sqrt(static_cast<double>(squared));
    } else {
        measure_exactly();
    }
}

void SweptBody::measure_exactly() {
    double sum = 0.0;
    for (int i = 0; i < core.count; ++i) {
        pivot += point(i) / core.count;
    }
    pivot_point_ = nearest_floats(center + pivot);
    pivot = to_double(pivot_point_) - center;
    for (int i = 0; i < core.count; ++i) {
        sum += std::abs(point(i).x) + std::abs(point(i).y);
        const double from_center = length_squared(point(i));
        const double from_pivot = length_squared(point(i) - pivot);
        reach = from_center > reach ? from_center : reach;
        pivot_reach = from_pivot > pivot_reach ? from_pivot : pivot_reach;
    }
    reach = std::sqrt(reach);
    pivot_reach = std::sqrt(pivot_reach);
    is_finite = sum - sum == 0.0;
}

int SweptBody::highest(const Vec2d& axis) const {
    const Float4 x = Float4::all(static_cast<float>(axis.x));
    const Float4 y = Float4::all(static_cast<float>(axis.y));
    Float4 largest = Float4::all(-std::numeric_limits<float>::max());
    Float4 number = Float4::none();
    for (int i = 0; i < core.count; i += lane_width) {
        const PointBlock block(core.points, i, core.count);
        const Float4 value = x * block.at.x + y * block.at.y;
        number = Float4::select(largest < value, block.number, number);
        largest = Float4::max(value, largest);
    }
    return index_of_largest(largest, number);
}

int SweptBody::highest_after(const Vec2d& axis, double spin, double h) const {
    const Float4 x = Float4::all(static_cast<float>(axis.x));
    const Float4 y = Float4::all(static_cast<float>(axis.y));
    const Float4 swing = Float4::all(static_cast<float>(spin * h));
    const Float4 rise = Float4::all(static_cast<float>(std::abs(spin * h) * pivot_reach));
    Float4 largest = Float4::all(-std::numeric_limits<float>::max());
    Float4 number = Float4::none();
    for (int i = 0; i < core.count; i += lane_width) {
        const PointBlock block(core.points, i, core.count);
        const Points4 arm = minus(block.at, pivot_point_);
        const Float4 up = x * arm.x + y * arm.y;
        const Float4 turned_by = swing * (y * arm.x - x * arm.y);
        const Float4 value = up + Float4::select(up < Float4::none(), rise, turned_by);
        number = Float4::select(largest < value, block.number, number);
        largest = Float4::max(value, largest);
    }
    return index_of_largest(largest, number);
}

void SweptBody::lower(Bound& bound, const Vec2d& axis, double spin, double h) const {
    const Vec2d arm = point(highest_after(axis, spin, h)) - pivot;
    const double up = dot(axis, arm);
    const double speed = up < 0.0 ? std::abs(spin) * pivot_reach : spin * (axis.y * arm.x - axis.x * arm.y);
    if (up + h * speed > 0.0) {
        bound.value -= up;
        bound.slope -= speed;
    }
    if (pivot.x != 0.0 || pivot.y != 0.0) {
        bound.value -= dot(axis, pivot);
        bound.slope -= spin * (axis.y * pivot.x - axis.x * pivot.y);
        bound.curvature += 0.5 * spin * spin * length(pivot);
    }
}

}  // namespace drystone::detail
