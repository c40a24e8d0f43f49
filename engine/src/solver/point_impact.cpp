#include "solver/point_impact.h"

#include <algorithm>
#include <limits>

namespace drystone {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();
/// Largest number of intervals: until the approach has ended, until the slip has, and until the impact has.
constexpr int max_intervals = 3;

/// State of the contact in an interval.
struct Interval {
    double friction = 0.0;   ///< Tangent impulse per normal impulse.
    double slip_rate = 0.0;  ///< Change of the slip per normal impulse.
};

Interval interval_at(const PointImpact& impact, double slip) {
    const double sticking = -impact.cross / impact.tangent;
    if (slip == 0.0 && -impact.lower <= sticking && sticking <= impact.upper) {
        return {sticking, 0.0};
    }
    const bool forwards = slip > 0.0 || (slip == 0.0 && sticking < 0.0);
    const double friction = forwards ? -impact.lower : impact.upper;
    return {friction, impact.cross + friction * impact.tangent};
}

}  // namespace

PointImpulse solve_point_impact(const PointImpact& impact) {
    const PointImpulse without_friction{(1.0 + impact.restitution) * -impact.normal_velocity / impact.normal,
                                        0.0};
    PointImpulse sum;
    double velocity = impact.normal_velocity;
    double slip = impact.tangent_velocity;
    bool approaches = velocity < 0.0;
    double end = 0.0;  // Normal impulse at the end of the impact, once the approach has ended.
    for (int i = 0; i < max_intervals && (approaches || sum.normal < end); ++i) {
        const Interval interval = interval_at(impact, slip);
        const double rate = impact.normal + interval.friction * impact.cross;
        const double to_stick = slip * interval.slip_rate < 0.0 ? -slip / interval.slip_rate : never;
        const double to_rest = rate > 0.0 ? -velocity / rate : never;
        const double to_end = approaches ? to_rest : end - sum.normal;
        const double step = std::min(to_stick, to_end);
        if (step == never) {
            return without_friction;
        }
        sum.normal += step;
        sum.tangent += interval.friction * step;
        velocity += rate * step;
        slip = to_stick <= to_end ? 0.0 : slip + interval.slip_rate * step;
        if (to_end <= to_stick) {
            end = approaches ? (1.0 + impact.restitution) * sum.normal : sum.normal;
            approaches = false;
        }
    }
    return sum;
}

}  // namespace drystone
