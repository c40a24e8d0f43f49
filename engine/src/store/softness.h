#pragma once

#include <drystone/collision/math.h>

namespace drystone {

/// A spring with a damper, as factors on a velocity constraint that is solved with time step h. Source:
/// Catto, Soft Constraints, GDC 2011.
struct Softness {
    float bias_rate = 0.0f;      ///< Speed per metre of error [1/s].
    float mass_scale = 1.0f;     ///< Factor on the effective mass.
    float impulse_scale = 0.0f;  ///< Fraction of the accumulated impulse that is given back.

    friend bool operator==(const Softness&, const Softness&) = default;
};

/// Returns the factors of a spring.
///
/// \param frequency      [Hz]; 0 gives a rigid constraint without bias
/// \param damping_ratio  1 is critical
/// \param h              time step of the constraint [s]
inline Softness make_softness(float frequency, float damping_ratio, float h) {
    if (frequency == 0.0f) {
        return {};
    }
    const float omega = 2.0f * pi * frequency;
    const float a = 2.0f * damping_ratio + h * omega;
    const float b = h * omega * a;
    // A spring too weak for these numbers gives no impulse.
    if (b == 0.0f) {
        return {0.0f, 0.0f, 1.0f};
    }
    return {omega / a, b / (1.0f + b), 1.0f / (1.0f + b)};
}

}  // namespace drystone
