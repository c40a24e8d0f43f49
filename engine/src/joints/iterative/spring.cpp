#include "joints/iterative/spring.h"

#include <drystone/collision/math.h>

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Returns e^x for x <= 0, by repeated squaring of a Taylor polynomial. The C library's results differ
/// between platforms.
double exponential(double x) {
    constexpr double underflow = -700.0;
    if (x < underflow) {
        return 0.0;
    }
    int halvings = 0;
    while (x < -0.125) {
        x *= 0.5;
        ++halvings;
    }
    double sum = 1.0;
    for (int k = 12; k >= 1; --k) {
        sum = 1.0 + x * sum / k;
    }
    for (; halvings > 0; --halvings) {
        sum *= sum;
    }
    return sum;
}

double cosine(double x) {
    float s = 0.0f;
    float c = 1.0f;
    if (x > 0.125) {
        sin_cos(static_cast<float>(x), s, c);
        return static_cast<double>(c);
    }
    const double q = x * x;
    return 1.0 - 0.5 * q * (1.0 - q / 12.0 * (1.0 - q / 30.0 * (1.0 - q / 56.0)));
}

}  // namespace

SpringFactors make_spring(float frequency, float damping_ratio, float h) {
    if (!(frequency > 0.0f) || !(h > 0.0f)) {
        return {};
    }
    const double ratio = static_cast<double>(damping_ratio);
    // A larger phase per sub-step [rad] could not be distinguished from that of a slower oscillation.
    constexpr double max_turn = 1.5;
    const double wanted =
        2.0 * 3.14159265358979323846 * static_cast<double>(frequency) * static_cast<double>(h);
    const double turn = ratio < 1.0 ? std::min(wanted, max_turn) : wanted;
    const double determinant = exponential(-2.0 * ratio * turn);
    double trace = 0.0;
    if (ratio < 1.0) {
        trace = 2.0 * exponential(-ratio * turn) * cosine(turn * std::sqrt(1.0 - ratio * ratio));
    } else {
        const double split = std::sqrt(ratio * ratio - 1.0);
        // 1 / (ratio + split) is ratio - split without cancellation.
        trace = exponential(-turn / (ratio + split)) + exponential(-turn * (ratio + split));
    }
    return {static_cast<float>((1.0 + determinant - trace) / static_cast<double>(h)),
            static_cast<float>(1.0 - determinant)};
}

}  // namespace drystone
