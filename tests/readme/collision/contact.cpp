#include <drystone/collision/manifold.h>

#include <cstdio>

using namespace drystone;

int main() {
    const Polygon floor = make_box(5.0f, 0.5f);
    const Polygon crate = make_box(0.5f, 0.5f);
    CollisionCache cache;  // one for each pair, kept from step to step

    for (int step = 0; step < 3; ++step) {
        const float height = 1.01f - 0.01f * static_cast<float>(step);
        const Pose crate_in_floor{{2.0f, height}, Rot{}};
        const float margin = 0.005f;  // points are wanted before the surfaces meet
        const Manifold contact = collide(make_core(floor), make_core(crate), crate_in_floor, margin, cache);
        std::printf("at %.2f m: %d points", height, contact.count);
        for (int i = 0; i < contact.count; ++i) {
            const ManifoldPoint& point = contact.points[i];
            std::printf(", x = %.1f m %.2f m deep", point.point.x, -point.separation + 0.0f);
        }
        std::printf("\n");
    }
}
