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
/// The rotation of a body that starts at `first` after `radians` more.
inline DoubleRot turned(const DoubleRot& first, double radians) {
    const DoubleRot turn = is_small_angle(radians)
                               ? DoubleRot{cosine_polynomial(radians), sine_polynomial(radians)}
                               : turn_by(radians);
    return {first.c * turn.c - first.s * turn.s, first.s * turn.c + first.c * turn.s};
}

/// A lower bound of the separation as a function of the time h from now, concave: its least is at an end.
struct Bound {
    double value = 0.0;
    double slope = 0.0;
    double curvature = 0.0;  ///< >= 0; the bound is value + slope h - curvature h^2.

    [[nodiscard]] double at(double h) const { return value + h * (slope - h * curvature); }
    /// Where it falls to zero, if it is positive at 0 and negative somewhere later.
    [[nodiscard]] double root() const {
        if (curvature == 0.0) {
            return -value / slope;
        }
        const double discriminant = std::sqrt(slope * slope + 4.0 * curvature * value);
        return slope > 0.0 ? (slope + discriminant) / (2.0 * curvature)
                           : 2.0 * value / (discriminant - slope);
    }
};

/// A core on its way, seen from its centre of mass.
///
/// Axes and heights along them are in the frame of the core. Which vertex counts is found in single
/// precision, how high it is in double: so it is the highest except for rounding.
class SweptBody {
public:
    SweptBody(const ConvexCore& moved, const Sweep& sweep);

    [[nodiscard]] Vec2d point(int i) const { return to_double(core.points[i]) - center; }
    [[nodiscard]] DoubleRot rotation_at(double fraction) const {
        const double radians = fraction * angle;
        return radians == 0.0 ? first : turned(first, radians);
    }
    [[nodiscard]] double height(int i, const Vec2d& axis) const { return dot(axis, point(i)); }
    /// How fast a vertex rises while the core turns at `spin`.
    [[nodiscard]] double rate(int i, const Vec2d& axis, double spin) const {
        const Vec2d arm = point(i);
        return spin * (axis.y * arm.x - axis.x * arm.y);
    }
    /// About the highest vertex now.
    [[nodiscard]] int highest(const Vec2d& axis) const;
    /// How high the core, whose height now is given, can be within a duration.
    [[nodiscard]] double max_height(double height_now, double duration) const {
        const double risen = height_now + std::abs(angle) * duration * reach;
        return risen < reach ? risen : reach;
    }
    /// Takes from the bound what the core may rise until h, at most half a turn later, while it turns at
    /// `spin`: pivot and the vertex that rises highest. A vertex above the pivot is on a cosine, which is
    /// below its tangent as long as it is positive; one below the pivot rises no faster than it moves.
    void lower(Bound& bound, const Vec2d& axis, double spin, double h) const;

    const ConvexCore& core;
    Vec2d center;
    DoubleRot first;
    double angle;
    /// A point inside the core, from the centre of mass: this itself, if it is.
    Vec2d pivot{0.0, 0.0};
    double reach = 0.0;        ///< Greatest distance of a point from the centre of mass.
    double pivot_reach = 0.0;  ///< Greatest distance of a point from the pivot.
    bool is_finite = true;     ///< All points are.

private:
    void measure();
    void measure_exactly();
    [[nodiscard]] int highest_after(const Vec2d& axis, double spin, double h) const;

    Vec2 pivot_point_;  ///< The pivot among the points of the core.
};

}  // namespace drystone::detail
