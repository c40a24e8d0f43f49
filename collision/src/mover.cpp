#include "mover.h"

#include "lanes.h"
#include "rounding.h"

#include <bit>
#include <limits>

namespace drystone::detail {

Turn turn_of(const Rot& rotation) {
    const double c = static_cast<double>(rotation.c);
    const double s = static_cast<double>(rotation.s);
    const double excess = c * c + s * s - 1.0;
    if (std::abs(excess) < 1e-5) {
        // The first terms of the inverse square root; what is left out is below 1e-15.
        const double scale = 1.0 - excess * (0.5 - excess * (0.375 - excess * 0.3125));
        return {scale * c, scale * s};
    }
    const double length = std::sqrt(c * c + s * s);
    return {c / length, s / length};
}

Turn turn_by(double radians) {
    Turn turn;
    sin_cos(radians, turn.s, turn.c);
    return turn;
}

namespace {

/// Four points of a core and their numbers; where fewer are left, some come twice.
struct PointBlock {
    LaneVec at;
    IndexLanes number;

    PointBlock(const Vec2* points, int first, int count) {
        if (count >= lane_count) {
            const int last = count - lane_count;
            const int from = first < last ? first : last;
            at = load_four(points + from);
            number = broadcast(std::int32_t{from}) + IndexLanes{0, 1, 2, 3};
        } else if (count == 3) {
            at = load_three(points);
            number = IndexLanes{0, 1, 1, 2};
        } else {
            at = load_points(points, 0, count);
            number = IndexLanes{0, count - 1, count - 1, count - 1};
        }
    }
};

/// The greatest of all lanes, in every lane.
Lanes greatest_of(const Lanes& values) {
    const Lanes crossed = __builtin_shufflevector(values, values, 1, 0, 3, 2);
    const Lanes pairs = values > crossed ? values : crossed;
    const Lanes swapped = __builtin_shufflevector(pairs, pairs, 2, 3, 0, 1);
    return pairs > swapped ? pairs : swapped;
}

/// The number of the greatest value; of equals that in the first lane. No branch: nobody could guess it.
int number_of_greatest(const Lanes& values, const IndexLanes& numbers) {
    std::int32_t in_memory[lane_count];
    std::memcpy(in_memory, &numbers, sizeof in_memory);
    const std::uint32_t lanes = sign_bits(values == greatest_of(values));
    return in_memory[static_cast<unsigned>(std::countr_zero(lanes | 8u))];
}

}  // namespace

Mover::Mover(const ConvexCore& moved, const Sweep& sweep)
    : core(moved),
      center(to_double(sweep.local_center)),
      first(turn_of(sweep.rotation_start)),
      angle(static_cast<double>(sweep.angle)),
      pivot_point_(sweep.local_center) {
    measure();
}

void Mover::measure() {
    const Lanes zero = broadcast(0.0f);
    Lanes farthest = zero;
    IndexLanes inside = broadcast(std::int32_t{-1});
    for (int i = 0; i < core.count && core.count > 2; i += lane_count) {
        const LaneVec arm = minus(PointBlock(core.points, i, core.count).at, pivot_point_);
        const Lanes squared = dot(arm, arm);
        farthest = squared > farthest ? squared : farthest;
        inside &= dot(PointBlock(core.normals, i, core.count).at, arm) >= zero;
    }
    const float squared = greatest_of(farthest)[0];
    // Neither over- nor underflow, and where a point is not a number it is not inside.
    if (sign_bits(inside) == 15u && squared < 1e30f && squared > 1e-30f) {
        reach = pivot_reach = (1.0 + 1e-6) * std::sqrt(static_cast<double>(squared));
    } else {
        measure_exactly();
    }
}

void Mover::measure_exactly() {
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

int Mover::highest(const Vec2d& axis) const {
    const Lanes x = broadcast(static_cast<float>(axis.x));
    const Lanes y = broadcast(static_cast<float>(axis.y));
    Lanes greatest = broadcast(-std::numeric_limits<float>::max());
    IndexLanes number = broadcast(std::int32_t{0});
    for (int i = 0; i < core.count; i += lane_count) {
        const PointBlock block(core.points, i, core.count);
        const Lanes value = x * block.at.x + y * block.at.y;
        number = value > greatest ? block.number : number;
        greatest = value > greatest ? value : greatest;
    }
    return number_of_greatest(greatest, number);
}

int Mover::highest_after(const Vec2d& axis, double spin, double h) const {
    const Lanes x = broadcast(static_cast<float>(axis.x));
    const Lanes y = broadcast(static_cast<float>(axis.y));
    const Lanes swing = broadcast(static_cast<float>(spin * h));
    const Lanes rise = broadcast(static_cast<float>(std::abs(spin * h) * pivot_reach));
    Lanes greatest = broadcast(-std::numeric_limits<float>::max());
    IndexLanes number = broadcast(std::int32_t{0});
    for (int i = 0; i < core.count; i += lane_count) {
        const PointBlock block(core.points, i, core.count);
        const LaneVec arm = minus(block.at, pivot_point_);
        const Lanes up = x * arm.x + y * arm.y;
        const Lanes value = up + (up < broadcast(0.0f) ? rise : swing * (y * arm.x - x * arm.y));
        number = value > greatest ? block.number : number;
        greatest = value > greatest ? value : greatest;
    }
    return number_of_greatest(greatest, number);
}

void Mover::lower(Bound& bound, const Vec2d& axis, double spin, double h) const {
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
