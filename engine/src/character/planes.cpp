#include "character/planes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

/// Search for the motion nearest to a target.
struct NearestMotion {
    const MotionPlanes& planes;
    Vec2d target;
    double slack;  ///< Rounding error of a motion of this size [m].
    Vec2d best{0.0, 0.0};
    double distance = std::numeric_limits<double>::infinity();
    Vec2d least{0.0, 0.0};  ///< Candidate of the smallest violation.
    double violation = std::numeric_limits<double>::infinity();

    void consider(const Vec2d& candidate) {
        const double outside = planes.violation(candidate);
        const double apart = length_squared(candidate - target);
        if (outside <= slack && apart < distance) {
            best = candidate;
            distance = apart;
        }
        if (outside < violation) {
            least = candidate;
            violation = outside;
        }
    }
};

}  // namespace

void MotionPlanes::add(const Vec2& normal, float offset) {
    constexpr float same = 1e-6f;
    for (std::size_t i = 0; i < count_; ++i) {
        if (length_squared(planes_[i].normal - normal) <= same * same) {
            planes_[i].offset = std::max(planes_[i].offset, offset);
            return;
        }
    }
    if (count_ < capacity) {
        planes_[count_++] = {normal, offset};
    }
}

double MotionPlanes::violation(const Vec2d& motion) const {
    double largest = -std::numeric_limits<double>::infinity();
    for (const MotionPlane& plane : *this) {
        largest = std::max(largest, static_cast<double>(plane.offset) - dot(to_double(plane.normal), motion));
    }
    return largest;
}

Vec2 MotionPlanes::nearest(const Vec2& target, bool& feasible) const {
    NearestMotion search{*this, to_double(target), 1e-7 * (1.0 + static_cast<double>(length(target)))};
    search.consider(search.target);
    feasible = true;
    if (search.violation <= 0.0) {
        return target;
    }
    for (const MotionPlane& a : *this) {
        const Vec2d normal = to_double(a.normal);
        const double reach = static_cast<double>(a.offset) - dot(normal, search.target);
        search.consider(search.target + reach * normal);
        for (const MotionPlane& b : *this) {
            const Vec2d other = to_double(b.normal);
            const double determinant = cross(normal, other);
            constexpr double parallel = 1e-6;
            if (determinant > parallel) {
                const double offset_a = static_cast<double>(a.offset);
                const double offset_b = static_cast<double>(b.offset);
                search.consider(Vec2d{offset_a * other.y - offset_b * normal.y,
                                      offset_b * normal.x - offset_a * other.x} /
                                determinant);
            }
        }
    }
    feasible = search.distance < std::numeric_limits<double>::infinity();
    return to_float(feasible ? search.best : search.least);
}

}  // namespace drystone
