#pragma once

#include "pair_generator.h"

#include <drystone/collision/math3.h>

namespace drystone::test {

/// Returns a vector evenly distributed in a cube.
inline Vec3 random_vector3(Random& random, double size) {
    const double x = random.between(-size, size);
    const double y = random.between(-size, size);
    return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(random.between(-size, size))};
}

inline Mat3 random_rotation(Random& random) {
    const Vec3 axis = random_vector3(random, 1.0) + Vec3{0.0f, 0.0f, 1e-3f};
    return rotation3(axis, random.angle());
}

}  // namespace drystone::test
