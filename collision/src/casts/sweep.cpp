#include "casts/swept_body.h"

namespace drystone {

Sweep make_sweep(const Pose& start, const Pose& end, const Vec2& local_center) {
    Sweep sweep;
    sweep.local_center = local_center;
    sweep.center_start = transform(start, local_center);
    sweep.center_end = transform(end, local_center);
    sweep.rotation_start = start.rotation;
    sweep.angle = inverse_multiply(start.rotation, end.rotation).angle();
    return sweep;
}

Pose interpolate(const Sweep& sweep, float fraction) {
    const double at = static_cast<double>(fraction);
    const detail::DoubleRot turn =
        detail::turned(detail::turn_of(sweep.rotation_start), at * static_cast<double>(sweep.angle));
    const Vec2d from = to_double(sweep.center_start);
    const Vec2d center = from + at * (to_double(sweep.center_end) - from);
    const Vec2d origin = center - detail::rotate(turn, to_double(sweep.local_center));
    return {to_float(origin), {static_cast<float>(turn.c), static_cast<float>(turn.s)}};
}

}  // namespace drystone
