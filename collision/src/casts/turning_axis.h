#pragma once

#include "casts/swept_body.h"

namespace drystone::detail {

/// Separation of two moving cores along an axis that turns with the first of them, as a function of time.
///
/// Where a face of one core slides over the other while both turn, the separation along an axis at rest says
/// little about the times after; along the normal of the face it hardly changes.
class TurningAxis {
public:
    /// \param gap     from the centre of mass of the first core to that of the other one at fraction 0 [m]
    /// \param travel  motion of the other centre relative to the first one [m]
    /// \param axis    unit axis from the first core to the other one, in the frame of the first
    /// \param height  height of the first core along the axis, plus all that is subtracted from the gap [m]
    TurningAxis(const SweptBody& first, const SweptBody& other, const Vec2d& gap, const Vec2d& travel,
                const Vec2d& axis, double height)
        : first_(first), other_(other), gap_(gap), travel_(travel), axis_(axis), height_(height) {}

    /// Returns a time in [from, end] until which the separation is certainly not negative: the end, or a time
    /// at which the separation is at most `enough`, or an earlier one if the bounds of its derivatives give
    /// only small advances.
    [[nodiscard]] double free_until(double from, double end, double enough) const;

private:
    /// Motion at one time.
    struct State {
        double distance = 0.0;  ///< Distance of the centres along the axis [m].
        double speed = 0.0;     ///< Its derivatives.
        double acceleration = 0.0;
        double jerk = 0.0;      ///< Bound of the third derivative up to the end.
        Vec2d axis_in_other{};  ///< From the other core to the first, in the frame of the other.
    };

    [[nodiscard]] State state_at(double time, double end) const;
    [[nodiscard]] Bound bound_of(const State& state, double h) const;
    [[nodiscard]] double advance(const State& state, double now, double h, double slack) const;

    const SweptBody& first_;
    const SweptBody& other_;
    Vec2d gap_;
    Vec2d travel_;
    Vec2d axis_;
    double height_;
};

}  // namespace drystone::detail
