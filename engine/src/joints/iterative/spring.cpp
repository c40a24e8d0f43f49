#include "joints/iterative/spring.h"

#include <algorithm>

namespace drystone {

SpringFactors make_spring(float frequency, float damping_ratio, float h) {
    if (!(frequency > 0.0f) || !(h > 0.0f)) {
        return {};
    }
    // Angle of the undamped oscillation per sub-step [rad].
    constexpr double max_turn = 1.5;
    const auto sub_step = static_cast<double>(h);
    const double turn =
        std::min(2.0 * 3.14159265358979323846 * static_cast<double>(frequency) * sub_step, max_turn);
    const double damped = 1.0 + static_cast<double>(damping_ratio) * turn;
    constexpr double excess_damping = 32.0;
    const double kept = 1.0 / (damped * damped + excess_damping * std::max(turn * turn - 1.0, 0.0));
    return {static_cast<float>(kept * turn * turn / sub_step), static_cast<float>(1.0 - kept)};
}

}  // namespace drystone
