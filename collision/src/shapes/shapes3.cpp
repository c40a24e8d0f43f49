#include <drystone/collision/shapes3.h>

#include <drystone/collision/error.h>

namespace drystone {

Hull3::Hull3(std::span<const Vec3> points, float radius) : points_(points), radius_(radius) {
    if (points.empty()) {
        fail("Hull3", "points", "at least one", 0.0);
    }
    for (const Vec3& point : points) {
        for (int axis = 0; axis < 3; ++axis) {
            if (!is_finite(point[axis])) {
                fail("Hull3", "points", "finite", static_cast<double>(point[axis]));
            }
        }
    }
    if (!is_finite(radius) || radius < 0.0f) {
        fail("Hull3", "radius", "finite and >= 0", static_cast<double>(radius));
    }
}

}  // namespace drystone
