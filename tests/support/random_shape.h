#pragma once

#include "pair_generator.h"

#include <cmath>

namespace drystone::test {

/// A polygon (rounded or not), a circle, a capsule or a segment; owns the data of its core.
struct RandomShape {
    std::optional<Polygon> polygon;
    SmallCore small;

    [[nodiscard]] ConvexCore core() const { return polygon ? make_core(*polygon) : small.view(); }
};

inline RandomShape random_shape(Random& random, double max_aspect) {
    RandomShape shape;
    const int kind = random.below(8);
    const Vec2 p{static_cast<float>(random.between(-1.0, 1.0)),
                 static_cast<float>(random.between(-1.0, 1.0))};
    const Vec2 q{static_cast<float>(random.between(-1.0, 1.0)),
                 static_cast<float>(random.between(-1.0, 1.0))};
    const float radius = static_cast<float>(random.log_between(0.01, 1.0));
    if (kind == 0) {
        shape.small = make_core(Circle{p, radius});
    } else if (kind == 1) {
        shape.small = make_core(Capsule{p, q, radius});
    } else if (kind == 2) {
        shape.small = make_core(Segment{p, q});
    } else {
        while (!shape.polygon) {
            shape.polygon = random_polygon(random, max_aspect, Vec2{0.0f, 0.0f});
        }
        const std::vector<Vec2> points(shape.polygon->vertices().begin(), shape.polygon->vertices().end());
        shape.polygon = make_hull(points, kind == 3 ? radius : 0.0f);
    }
    return shape;
}

inline Vec2 random_vector(Random& random, double length) {
    const double angle = random.between(0.0, 6.2831853);
    return {static_cast<float>(length * std::cos(angle)), static_cast<float>(length * std::sin(angle))};
}

}  // namespace drystone::test
