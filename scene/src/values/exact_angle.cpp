#include "values/exact_angle.h"

#include <cmath>
#include <limits>
#include <optional>

namespace drystone::scene {
namespace {

/// Finds an angle with that rotation next to the guess.
std::optional<float> find_near(float guess, const Rot& rotation) {
    constexpr int reach = 64;  // The error of the arctangent, in units of the last place.
    float up = guess;
    float down = guess;
    for (int i = 0; i < reach; ++i) {
        for (const float angle : {up, down}) {
            const Rot candidate = Rot::from_angle(angle);
            if (candidate.c == rotation.c && candidate.s == rotation.s) {
                return angle;
            }
        }
        up = std::nextafter(up, std::numeric_limits<float>::infinity());
        down = std::nextafter(down, -std::numeric_limits<float>::infinity());
    }
    return std::nullopt;
}

}  // namespace

float exact_angle(const Rot& rotation) {
    const double guess = static_cast<double>(rotation.angle());
    // A turn more has another rotation, since the floating-point angles are others.
    for (const int turns : {0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5}) {
        const double turned = guess + 2.0 * static_cast<double>(turns) * 3.14159265358979323846;
        if (const std::optional<float> angle = find_near(static_cast<float>(turned), rotation)) {
            return *angle;
        }
    }
    return rotation.angle();
}

}  // namespace drystone::scene
