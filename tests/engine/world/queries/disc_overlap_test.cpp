#include <doctest/doctest.h>

#include "support/world_build.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace drystone;

namespace {

struct PlacedBox {
    ShapeId shape;
    Vec2 center;
    float angle;
    Vec2 half;
};

/// Returns the distance from a point to a rotated box, in double precision; 0 inside.
double distance_to(const PlacedBox& box, const Vec2& point) {
    const double c = std::cos(static_cast<double>(box.angle));
    const double s = std::sin(static_cast<double>(box.angle));
    const Vec2d to = to_double(point) - to_double(box.center);
    const Vec2d own{c * to.x + s * to.y, c * to.y - s * to.x};
    return length(max(abs(own) - to_double(box.half), {0.0, 0.0}));
}

}  // namespace

TEST_CASE("queries: a disc overlaps what is nearer than its radius, far from the origin too") {
    for (const float far : {0.0f, 3000.0f}) {
        test::Random random(7);
        World world;
        std::vector<PlacedBox> boxes;
        for (int i = 0; i < 300; ++i) {
            const Vec2 center{far + random.between(-20.0f, 20.0f), random.between(-20.0f, 20.0f)};
            const float angle = random.between(-3.0f, 3.0f);
            const Vec2 half{random.between(0.05f, 1.5f), random.between(0.05f, 1.5f)};
            const BodyId body = world.create_body({.type = i % 2 == 0 ? BodyType::Static : BodyType::Dynamic,
                                                   .position = center,
                                                   .angle = angle});
            boxes.push_back({world.create_shape(body, make_box(half.x, half.y)), center, angle, half});
        }
        // Differences within the rounding of coordinates.
        const double slack = 1e-5 + 1e-6 * static_cast<double>(far);
        int found = 0;
        for (int i = 0; i < 500; ++i) {
            const Vec2 center{far + random.between(-20.0f, 20.0f), random.between(-20.0f, 20.0f)};
            const float radius = random.between(0.01f, 6.0f);
            std::vector<ShapeId> hits;
            world.overlap(Circle{{0.0f, 0.0f}, radius}, Pose{center, Rot{}}, [&](ShapeId shape) {
                hits.push_back(shape);
                return true;
            });
            for (const PlacedBox& box : boxes) {
                const double gap = distance_to(box, center) - static_cast<double>(radius);
                const bool hit = std::find(hits.begin(), hits.end(), box.shape) != hits.end();
                CHECK((hit || gap > -slack));
                CHECK((!hit || gap < slack));
                found += hit ? 1 : 0;
            }
        }
        CHECK(found > 4000);
    }
}
