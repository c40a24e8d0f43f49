#pragma once

#include "core/value_checks.h"

namespace drystone {

inline void check_slope(const char* function, float angle) {
    if (!(angle >= 0.0f && angle < 0.5f * pi)) {
        fail(function, "definition.max_slope", "in [0, pi / 2)", static_cast<double>(angle));
    }
}

/// Returns the unit vector; throws unless the direction is finite and not zero.
inline Vec2 checked_up(const char* function, const char* argument, const Vec2& up) {
    if (!is_finite(up) || up == Vec2{0.0f, 0.0f}) {
        fail(function, argument, "finite and not zero", describe(up));
    }
    return to_float(normalized(to_double(up)));
}

/// Returns the least cosine of the slope of ground to stand on, with room for rounding.
inline float min_cosine_of(float max_slope) {
    constexpr float rounding = 1e-5f;
    float sine = 0.0f;
    float cosine = 0.0f;
    sin_cos(max_slope, sine, cosine);
    return cosine - rounding;
}

}  // namespace drystone
