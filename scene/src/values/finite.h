#pragma once

#include <drystone/scene/description.h>

#include <cmath>
#include <variant>

namespace drystone::scene {

/// Returns whether the value has no number that is infinite or not a number, which JSON does not have.
inline bool has_finite_numbers(const Property& value) {
    const double* const number = std::get_if<double>(&value);
    const Vec2* const point = std::get_if<Vec2>(&value);
    return (number == nullptr || std::isfinite(*number)) && (point == nullptr || drystone::is_finite(*point));
}

}  // namespace drystone::scene
