#pragma once

#include <drystone/collision/math.h>

namespace drystone::detail {

/// Rounds to the nearest floats numbers that soon become doubles again. Not inlined: if GCC 12 sees both
/// conversions of two numbers side by side, its vectoriser removes the rounding.
Vec2 nearest_floats(const Vec2d& v);

/// Rounds down to a float. `number` must not be negative.
float rounded_down(double number);

}  // namespace drystone::detail
