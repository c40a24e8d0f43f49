#include <drystone/collision/casts.h>

#include <cstdio>

using namespace drystone;

int main() {
    const Polygon plate = make_rounded_box(1.0f, 0.25f, 0.25f);  // the radius comes on top of the extents
    const ConvexCore core = make_core(plate);                    // a view: the plate has to stay

    const Vec2 origin{0.5f, 3.0f};
    const Vec2 translation{0.0f, -5.0f};  // direction and length in one
    const RayCastHit hit = cast_ray(core, origin, translation);
    if (hit.hit) {
        std::printf("hit at (%.2f, %.2f)", hit.point.x, hit.point.y);
        std::printf(" after %.0f %% of the way\n", 100.0f * hit.fraction);
    }
    std::printf("holds the origin: %s\n", contains(core, {0.0f, 0.0f}) ? "yes" : "no");
}
