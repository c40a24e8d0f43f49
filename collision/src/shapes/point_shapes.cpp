#include <drystone/collision/point_shapes.h>

#include <drystone/collision/error.h>

namespace drystone {

PointCloud::PointCloud(std::span<const Vec2> points) : points_(points) {
    if (points.empty()) {
        fail("PointCloud", "points", "at least one point", 0.0);
    }
    for (const Vec2& point : points) {
        if (!is_finite(point)) {
            fail("PointCloud", "points", "finite",
                 static_cast<double>(is_finite(point.x) ? point.y : point.x));
        }
    }
}

}  // namespace drystone
