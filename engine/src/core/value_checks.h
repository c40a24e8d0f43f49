#pragma once

#include <drystone/collision/math.h>
#include <drystone/error.h>

#include <string>

namespace drystone {

inline void check_finite(const char* function, const char* argument, float value) {
    if (!is_finite(value)) {
        fail(function, argument, "finite", static_cast<double>(value));
    }
}

inline std::string describe(const Vec2& v) {
    std::string text("(");
    text.append(std::to_string(v.x)).append(", ").append(std::to_string(v.y)).append(")");
    return text;
}

inline void check_finite(const char* function, const char* argument, const Vec2& value) {
    if (!is_finite(value)) {
        fail(function, argument, "finite", describe(value));
    }
}

/// Throws for a value that is no enumerator, as a cast can make.
template <class Enumeration>
void check_enumeration(const char* function, const char* argument, Enumeration value, Enumeration last) {
    if (value > last) {
        fail(function, argument, "one of its enumeration", static_cast<double>(value));
    }
}

/// Throws unless the value is finite and not negative.
inline void check_not_negative(const char* function, const char* argument, float value) {
    if (!is_finite(value) || value < 0.0f) {
        fail(function, argument, "finite and >= 0", static_cast<double>(value));
    }
}

/// Throws unless the value is finite and greater than zero.
inline void check_positive(const char* function, const char* argument, float value) {
    if (!is_finite(value) || value <= 0.0f) {
        fail(function, argument, "finite and > 0", static_cast<double>(value));
    }
}

}  // namespace drystone
