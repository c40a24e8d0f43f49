#include <drystone/collision/shape_cast.h>

#include "math/rounding.h"

#include <cmath>

namespace drystone {
namespace detail {

Cast::Cast(const Pose& b_in_a, const Vec2& translation, double size, float radius_a, float radius_b,
           const ShapeCastSettings& settings)
    : start_(b_in_a),
      translation_(to_double(translation)),
      radius_a_(static_cast<double>(radius_a)),
      radius_b_(static_cast<double>(radius_b)),
      end_(static_cast<double>(settings.max_fraction)),
      initial_overlap_(settings.initial_overlap) {
    touching_ = 1e-6 * (size + radius_a_ + radius_b_);
    end_ = end_ < 0.0 ? 0.0 : (end_ > 1.0 ? 1.0 : end_);
}

Pose Cast::pose() const {
    const Vec2d position = to_double(start_.position) + fraction_ * translation_;
    return {to_float(position), start_.rotation};
}

Vec2d Cast::lost() const {
    const Vec2d position = to_double(start_.position) + fraction_ * translation_;
    return position - to_double(nearest_floats(position));
}

bool Cast::finish(ShapeCastStatus status, const CastQuery& now) {
    result_.status = status;
    result_.fraction = static_cast<float>(fraction_);
    result_.normal = to_float(now.axis);
    result_.point = to_float(now.point);
    return false;
}

bool Cast::advance(const CastQuery& now) {
    ++result_.iterations;
    const double speed = -dot(now.axis, translation_);
    const double left = end_ - fraction_;
    const double checked = speed + left + touching_ + now.separation + coordinate_sum(translation_);
    if (!now.is_finite || !(checked - checked == 0.0)) {
        result_ = {};
        return false;
    }
    if (result_.iterations == 1 && now.separation < -touching_) {
        const bool reported = initial_overlap_ == InitialOverlap::Report ||
                              (initial_overlap_ == InitialOverlap::ReportEntering && speed > 0.0);
        if (reported) {
            return finish(ShapeCastStatus::Overlapping, now);
        }
        fraction_ = end_;
        return finish(ShapeCastStatus::Miss, {});
    }
    // The distance is convex over time, so it does not fall faster later.
    const double min_depth = touching_ + 2e-7 * left * length(translation_);
    if (!(speed * left - now.separation > min_depth)) {
        fraction_ = end_;
        return finish(ShapeCastStatus::Miss, {});
    }
    const bool touches = now.separation <= touching_;
    if (!touches && result_.iterations == max_cast_queries) {
        return finish(ShapeCastStatus::IterationLimit, now);
    }
    fraction_ += now.separation > 0.0 ? now.separation / speed : 0.0;
    return touches ? finish(ShapeCastStatus::Hit, now) : true;
}

}  // namespace detail

namespace {

/// Returns the extent of a core; not finite if any of its points is not.
double rounding_size(const ConvexCore& core) {
    const Vec2d first = to_double(core.points[0]);
    double largest = 0.0;
    double sum = 0.0;
    for (int i = 0; i < core.count; ++i) {
        const double extent = coordinate_sum(abs(to_double(core.points[i]) - first));
        largest = extent > largest ? extent : largest;
        sum += extent;
    }
    return sum - sum == 0.0 ? largest : sum;
}

}  // namespace

ShapeCast cast_shape(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, const Vec2& translation,
                     const ShapeCastSettings& settings) {
    const CoreMapping mapping_a{a};
    const CoreMapping mapping_b{b};
    const double size = rounding_size(a) + rounding_size(b);
    detail::Cast cast(b_in_a, translation, size, a.radius, b.radius, settings);
    SimplexCache cache;
    while (cast.advance(
        detail::measure_cast(cast, mapping_a, mapping_b, penetration(a, b, cast.pose(), &cache)))) {
    }
    return cast.result();
}

}  // namespace drystone
