#pragma once

#include "math/trigonometry.h"

#include <drystone/collision/time_of_impact.h>

#include <cmath>

namespace drystone::detail {

/// A rotation in double precision.
struct DoubleRot {
    double c = 1.0;
    double s = 0.0;
};

inline Vec2d rotate(const DoubleRot& turn, const Vec2d& v) {
    return {turn.c * v.x - turn.s * v.y, turn.s * v.x + turn.c * v.y};
}
inline Vec2d inverse_rotate(const DoubleRot& turn, const Vec2d& v) {
    return {turn.c * v.x + turn.s * v.y, -turn.s * v.x + turn.c * v.y};
}

DoubleRot turn_of(const Rot& rotation);
DoubleRot turn_by(double radians);
/// Returns the rotation of a body that started at `first` after a further turn by `radians`.
inline DoubleRot turned(const DoubleRot& first, double radians) {
    const DoubleRot turn = is_small_angle(radians)
                               ? DoubleRot{cosine_polynomial(radians), sine_polynomial(radians)}
                               : turn_by(radians);
    return {first.c * turn.c - first.s * turn.s, first.s * turn.c + first.c * turn.s};
}

/// A concave lower bound of the separation as a function of the time h from now; its minimum over an interval
/// is at an end.
struct Bound {
    double value = 0.0;
    double slope = 0.0;
    double curvature = 0.0;  ///< >= 0; the bound is value + slope h - curvature h^2.

    [[nodiscard]] double at(double h) const { return value + h * (slope - h * curvature); }
    /// Returns the time at which the bound falls to zero. It must be positive at 0 and negative at some later
    /// time.
    [[nodiscard]] double root() const {
        if (curvature == 0.0) {
            return -value / slope;
        }
        const double discriminant = std::sqrt(slope * slope + 4.0 * curvature * value);
        return slope > 0.0 ? (slope + discriminant) / (2.0 * curvature)
                           : 2.0 * value / (discriminant - slope);
    }
};

/// A core in motion, relative to its centre of mass.
///
/// Axes and heights along them are in the frame of the core. The deciding vertex is found in single precision
/// and its height computed in double, so it is the highest except for rounding. Times are fractions of the
/// sweep.
class SweptBody {
public:
    SweptBody(const ConvexCore& moved, const Sweep& sweep);

    [[nodiscard]] Vec2d point(int i) const { return to_double(core.points[i]) - center; }
    [[nodiscard]] DoubleRot rotation_at(double fraction) const {
        const double radians = fraction * angle;
        return radians == 0.0 ? first : turned(first, radians);
    }
    [[nodiscard]] double height(int i, const Vec2d& axis) const { return dot(axis, point(i)); }
    /// Returns the rate at which a vertex rises while the core turns at `spin`.
    [[nodiscard]] double rate(int i, const Vec2d& axis, double spin) const {
        const Vec2d arm = point(i);
        return spin * (axis.y * arm.x - axis.x * arm.y);
    }
    /// Returns the highest vertex now, except for rounding.
    [[nodiscard]] int highest(const Vec2d& axis) const;
    /// Returns the maximum height of the core within a duration, from its height now.
    [[nodiscard]] double max_height(double height_now, double duration) const {
        const double risen = height_now + std::abs(angle) * duration * reach;
        return risen < reach ? risen : reach;
    }
    /// Subtracts from the bound the maximum rise of the core until h, at most half a turn later, while it
    /// turns at `spin`: that of the pivot and that of the vertex that rises highest. The height of a vertex
    /// above the pivot follows a cosine, which lies below its tangent while it is positive; a vertex below
    /// the pivot rises no faster than it moves.
    void lower(Bound& bound, const Vec2d& axis, double spin, double h) const;

    const ConvexCore& core;
    Vec2d center;
    DoubleRot first;
    double angle;
    /// A point inside the core, from the centre of mass: the centre of mass itself if it is inside.
    Vec2d pivot{0.0, 0.0};
    double reach = 0.0;        ///< Maximum distance of a point from the centre of mass [m].
    double pivot_reach = 0.0;  ///< Maximum distance of a point from the pivot [m].
    bool is_finite = true;     ///< All points are finite.

private:
    void measure();
    void measure_exactly();
    [[nodiscard]] int highest_after(const Vec2d& axis, double spin, double h) const;

    Vec2 pivot_point_;  ///< The pivot in the coordinates of the core's points.
};

}  // namespace drystone::detail
