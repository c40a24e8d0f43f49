#include <drystone/collision/epa.h>

#include <cstdio>

using namespace drystone;

int main() {
    const Polygon box = make_box(1.0f, 1.0f);
    const Capsule pill{{-1.0f, 0.0f}, {1.0f, 0.0f}, 0.5f};  // two points and a radius

    // Two bodies somewhere in the world, and the second as the first sees it.
    const Pose box_pose{{10.0f, 5.0f}, Rot{}};
    const Pose pill_pose{{10.0f, 6.25f}, Rot{}};
    const Pose pill_in_box = inverse_multiply(box_pose, pill_pose);

    const Penetration overlap = penetration(box, pill, pill_in_box);
    if (overlap.status != PenetrationStatus::Separated) {
        std::printf("%.2f m deep along (%.0f, %.0f)\n", overlap.depth, overlap.normal.x, overlap.normal.y);
    }

    // Moving the pill by the depth along the normal ends the overlap.
    const Vec2 way = rotate(box_pose.rotation, overlap.depth * overlap.normal);
    const Pose freed{pill_pose.position + way, pill_pose.rotation};
    const Penetration after = penetration(box, pill, inverse_multiply(box_pose, freed));
    std::printf("then %.2f m\n", after.depth);
}
