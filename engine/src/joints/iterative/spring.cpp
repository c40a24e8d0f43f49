#include "joints/iterative/spring.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Returns 1 - exp(-x) for x >= 0, the same on every platform.
double decay(double x) {
    if (x > 40.0) {
        return 1.0;
    }
    int halvings = 0;
    for (; x > 0.25; x *= 0.5) {
        ++halvings;
    }
    double sum = 0.0;
    for (int k = 12; k >= 1; --k) {
        sum = x / k * (1.0 - sum);
    }
    for (; halvings > 0; --halvings) {
        sum *= 2.0 - sum;
    }
    return sum;
}

/// Returns 1 - cos(x) for x^2 = `square` <= 1, the same on every platform.
double versine(double square) {
    double sum = 0.0;
    for (int k = 16; k >= 2; k -= 2) {
        sum = square / (k * (k - 1)) * (1.0 - sum);
    }
    return sum;
}

/// Both roots y and z of a sub-step of the exact oscillator.
struct Roots {
    double rest;     ///< (1 - y) (1 - z)
    double product;  ///< y z
};

/// Computes them for a turn of w h <= 1.
Roots find_roots(double turn, double ratio) {
    if (ratio < 1.0) {
        const double lost = decay(ratio * turn);
        return {lost * lost + 2.0 * (1.0 - lost) * versine((1.0 - ratio * ratio) * turn * turn),
                (1.0 - lost) * (1.0 - lost)};
    }
    const double fast = ratio + std::sqrt(ratio * ratio - 1.0);
    const double fast_lost = decay(fast * turn);
    const double slow_lost = decay(turn / fast);
    return {fast_lost * slow_lost, (1.0 - fast_lost) * (1.0 - slow_lost)};
}

}  // namespace

SpringFactors make_spring(float frequency, float damping_ratio, float h) {
    if (!(frequency > 0.0f) || !(h > 0.0f)) {
        return {};
    }
    // Angle of the undamped oscillation per sub-step [rad]. Springs beyond the limit act as rigid.
    constexpr double max_turn = 1e6;
    const auto sub_step = static_cast<double>(h);
    const double turn =
        std::min(2.0 * 3.14159265358979323846 * static_cast<double>(frequency) * sub_step, max_turn);
    const double resolved = std::min(turn, 1.0);
    const Roots roots = find_roots(resolved, static_cast<double>(damping_ratio));
    const double kept = roots.rest / (resolved * resolved);
    const double excess_damping = std::min(26.0 * turn, 80.0);
    const double square = turn * turn;
    const double damping =
        (1.0 / kept - 1.0) * std::max(square, 1.0) + excess_damping * std::max(square - 1.0, 0.0);
    const double mass_scale = damping / (1.0 + damping);
    // Springs in parallel push too far if each keeps much, and chains too slowly if each keeps little.
    constexpr double max_kept = 0.8;
    return {static_cast<float>(square / sub_step), static_cast<float>(1.0 - roots.product / kept),
            static_cast<float>(mass_scale),
            static_cast<float>(turn > 1.0 ? 1.0 : std::clamp(mass_scale, 0.0, max_kept))};
}

}  // namespace drystone
