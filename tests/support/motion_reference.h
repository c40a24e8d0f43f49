#pragma once

#include "signed_distance_reference.h"

#include <drystone/collision/time_of_impact.h>

#include <cmath>

namespace drystone::test {

/// Returns the pose of a body at a fraction of its sweep, in double precision with the C library's sine and
/// cosine.
inline ExactPose exact_at(const Sweep& sweep, double fraction) {
    const double start_c = static_cast<double>(sweep.rotation_start.c);
    const double start_s = static_cast<double>(sweep.rotation_start.s);
    const double angle = std::atan2(start_s, start_c) + fraction * static_cast<double>(sweep.angle);
    const Vec2d from = to_double(sweep.center_start);
    const Vec2d center = from + fraction * (to_double(sweep.center_end) - from);
    const Vec2d local = to_double(sweep.local_center);
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    return {center.x - c * local.x + s * local.y, center.y - s * local.x - c * local.y, c, s};
}

/// Brute-force reference for two moving cores.
struct MotionReference {
    ConvexCore a;
    Sweep sweep_a;
    ConvexCore b;
    Sweep sweep_b;

    /// Returns the signed separation of the surfaces at a fraction [m].
    [[nodiscard]] double separation(double fraction) const {
        const std::vector<Vec2d> outline_a = place_exactly(points_of(a), exact_at(sweep_a, fraction));
        const std::vector<Vec2d> outline_b = place_exactly(points_of(b), exact_at(sweep_b, fraction));
        return reference_distance(outline_a, outline_b).value - static_cast<double>(a.radius) -
               static_cast<double>(b.radius);
    }

    /// Returns the maximum rate at which the separation can change [m per unit of the fraction].
    [[nodiscard]] double max_rate() const {
        const Vec2 travel_a = sweep_a.center_end - sweep_a.center_start;
        const Vec2 travel_b = sweep_b.center_end - sweep_b.center_start;
        return length(to_double(travel_b - travel_a)) +
               std::abs(static_cast<double>(sweep_a.angle)) * reach(a, sweep_a.local_center) +
               std::abs(static_cast<double>(sweep_b.angle)) * reach(b, sweep_b.local_center) + 1e-30;
    }

    /// Marches to the first fraction at which the separation is below `limit`; returns `end` if there is
    /// none. Steps are as long as the rate allows without missing anything, but not shorter than `min_step`.
    [[nodiscard]] double first_below(double limit, double end, double min_step) const {
        const double rate = max_rate();
        double fraction = 0.0;
        while (fraction < end) {
            const double excess = separation(fraction) - limit;
            if (excess < 0.0) {
                return fraction;
            }
            const double step = excess / rate;
            fraction += step > min_step ? step : min_step;
        }
        return end;
    }

private:
    static double reach(const ConvexCore& core, const Vec2& center) {
        double largest = 0.0;
        for (const Vec2& point : points_of(core)) {
            largest = std::max(largest, length(to_double(point - center)));
        }
        return largest;
    }
};

}  // namespace drystone::test
