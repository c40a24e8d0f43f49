#pragma once

#include <drystone/collision/math.h>

namespace drystone::detail {

/// The nearest floats, for numbers that become doubles again soon. Not inlined: where GCC 12 sees both
/// conversions of two numbers side by side, its vectoriser takes the rounding out.
Vec2 nearest_floats(const Vec2d& v);

}  // namespace drystone::detail
