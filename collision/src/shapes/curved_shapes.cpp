#include <drystone/collision/curved_shapes.h>

#include "math/power.h"

#include <drystone/collision/error.h>

#include <cmath>

namespace drystone {
namespace {

void check_extent(const char* function, const char* argument, float value) {
    if (!is_finite(value) || !(value > 0.0f)) {
        fail(function, argument, "finite and > 0", static_cast<double>(value));
    }
}

}  // namespace

Ellipse::Ellipse(float half_width, float half_height) : half_width_(half_width), half_height_(half_height) {
    check_extent("Ellipse", "half_width", half_width);
    check_extent("Ellipse", "half_height", half_height);
}

Vec2 Ellipse::support(const Vec2& direction) const {
    const double a = static_cast<double>(half_width_);
    const double b = static_cast<double>(half_height_);
    const double x = a * static_cast<double>(direction.x);
    const double y = b * static_cast<double>(direction.y);
    const double length = std::sqrt(x * x + y * y);
    return {static_cast<float>(a * (x / length)), static_cast<float>(b * (y / length))};
}

Superellipse::Superellipse(float half_width, float half_height, float exponent)
    : half_width_(half_width), half_height_(half_height), exponent_(exponent) {
    check_extent("Superellipse", "half_width", half_width);
    check_extent("Superellipse", "half_height", half_height);
    if (!is_finite(exponent) || !(exponent >= 1.0f)) {
        fail("Superellipse", "exponent", "finite and >= 1", static_cast<double>(exponent));
    }
}

Vec2 Superellipse::support(const Vec2& direction) const {
    const double a = static_cast<double>(half_width_);
    const double b = static_cast<double>(half_height_);
    const double n = static_cast<double>(exponent_);
    const double x = a * std::abs(static_cast<double>(direction.x));
    const double y = b * std::abs(static_cast<double>(direction.y));
    const bool wide = x >= y;
    // At the support point the gradient of the curve is along the direction: |y/b|^(n-1) : |x/a|^(n-1) = y :
    // x.
    const double slope = wide ? y / x : x / y;
    const double ratio = n > 1.0 ? detail::power(slope, 1.0 / (n - 1.0)) : 0.0;
    // The equation of the curve then gives the larger of the two; ratio * slope is ratio^n.
    const double larger = detail::power(1.0 + ratio * slope, -1.0 / n);
    const double smaller = larger * ratio;
    const double on_x = a * (wide ? larger : smaller);
    const double on_y = b * (wide ? smaller : larger);
    return {static_cast<float>(direction.x < 0.0f ? -on_x : on_x),
            static_cast<float>(direction.y < 0.0f ? -on_y : on_y)};
}

}  // namespace drystone
