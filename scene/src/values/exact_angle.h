#pragma once

#include <drystone/collision/math.h>

namespace drystone::scene {

/// Returns an angle, of few turns, whose rotation has the same bits, if one is found; else an angle in
/// (-pi, pi] that differs by rounding [rad].
float exact_angle(const Rot& rotation);

}  // namespace drystone::scene
