#include "math/trigonometry.h"

#include <drystone/collision/math.h>

#include <cmath>

namespace drystone {
namespace detail {
namespace {

constexpr double double_pi = 3.14159265358979323846;
constexpr double half_pi = 0.5 * double_pi;
/// Limit above which the quadrant no longer safely fits an int; `std::fmod` is exact by IEEE 754 on every
/// platform.
constexpr double direct_reduction_limit = 1e4;

/// Evaluates the series of the arc tangent, |t| <= tan(pi/8); the first omitted term is below 1e-10.
double arc_tangent_series(double t) {
    const double q = t * t;
    double sum = 0.0;
    for (int k = 21; k >= 1; k -= 2) {
        sum = 1.0 / k - q * sum;
    }
    return t * sum;
}

}  // namespace

void sin_cos(double radians, double& sine, double& cosine) {
    // Same bits as below, but faster.
    if (is_small_angle(radians)) {
        sine = sine_polynomial(radians);
        cosine = cosine_polynomial(radians);
        return;
    }
    if (!(std::abs(radians) <= direct_reduction_limit)) {
        if (radians - radians != 0.0) {
            sine = cosine = radians - radians;
            return;
        }
        radians = std::fmod(radians, 2.0 * double_pi);
    }
    const double turns = radians * (1.0 / half_pi);
    const int quadrant = static_cast<int>(turns < 0.0 ? turns - 0.5 : turns + 0.5);
    const double r = radians - quadrant * half_pi;
    const double s = sine_polynomial(r);
    const double c = cosine_polynomial(r);
    const bool swapped = (quadrant & 1) != 0;
    const double first = swapped ? c : s;
    const double second = swapped ? s : c;
    sine = (quadrant & 2) != 0 ? -first : first;
    cosine = ((quadrant + 1) & 2) != 0 ? -second : second;
}

double arc_tangent(double y, double x) {
    const double width = std::abs(x);
    const double height = std::abs(y);
    if (width == 0.0 && height == 0.0) {
        return 0.0;
    }
    const bool steep = height > width;
    const double t = steep ? width / height : height / width;
    constexpr double tangent_of_eighth = 0.41421356237309503;
    double angle = t > tangent_of_eighth ? 0.25 * double_pi + arc_tangent_series((t - 1.0) / (t + 1.0))
                                         : arc_tangent_series(t);
    angle = steep ? half_pi - angle : angle;
    angle = x < 0.0 ? double_pi - angle : angle;
    return y < 0.0 ? -angle : angle;
}

}  // namespace detail

void sin_cos(float radians, float& sine, float& cosine) {
    if (radians == 0.0f) {  // a common input
        sine = radians;
        cosine = 1.0f;
        return;
    }
    double s = 0.0;
    double c = 1.0;
    detail::sin_cos(static_cast<double>(radians), s, c);
    sine = static_cast<float>(s);
    cosine = static_cast<float>(c);
}

float arc_tangent(float y, float x) {
    const float angle =
        static_cast<float>(detail::arc_tangent(static_cast<double>(y), static_cast<double>(x)));
    return angle == -pi ? pi : angle;
}

Rot Rot::from_angle(float radians) {
    Rot rotation;
    sin_cos(radians, rotation.s, rotation.c);
    return rotation;
}

float Rot::angle() const { return arc_tangent(s, c); }

}  // namespace drystone
