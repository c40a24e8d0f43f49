#pragma once

#include <drystone/error.h>

#include <drystone/collision/math.h>

#include <string>

namespace drystone {

inline std::string describe_vector(const Vec2& v) {
    std::string text("(");
    text.append(std::to_string(v.x)).append(", ").append(std::to_string(v.y)).append(")");
    return text;
}

inline void require_finite(const char* function, const char* argument, const Vec2& value) {
    if (!is_finite(value)) {
        fail(function, argument, "finite", describe_vector(value));
    }
}

inline void require_not_negative(const char* function, const char* argument, float value) {
    if (!(value >= 0.0f && is_finite(value))) {
        fail(function, argument, "finite and >= 0", static_cast<double>(value));
    }
}

inline void require_positive(const char* function, const char* argument, float value) {
    if (!(value > 0.0f && is_finite(value))) {
        fail(function, argument, "finite and > 0", static_cast<double>(value));
    }
}

inline void require_slope(const char* function, float angle) {
    if (!(angle >= 0.0f && angle < 0.5f * pi)) {
        fail(function, "definition.max_slope", "in [0, pi / 2)", static_cast<double>(angle));
    }
}

/// Returns the unit vector; throws unless the direction is finite and not zero.
inline Vec2 checked_up(const char* function, const char* argument, const Vec2& up) {
    if (!is_finite(up) || up == Vec2{0.0f, 0.0f}) {
        fail(function, argument, "finite and not zero", describe_vector(up));
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
