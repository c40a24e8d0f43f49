#pragma once

#include <drystone/collision/math.h>

#include <algorithm>
#include <limits>

namespace drystone {

/// Returns the finite number nearest to a value that the user reads; 0 for a value that is not a number.
inline float nearest_finite(float value) {
    constexpr float largest = std::numeric_limits<float>::max();
    return value == value ? std::min(std::max(value, -largest), largest) : 0.0f;
}
inline Vec2 nearest_finite(const Vec2& value) { return {nearest_finite(value.x), nearest_finite(value.y)}; }

}  // namespace drystone
