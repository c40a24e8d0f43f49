#include <drystone/collision/gjk.h>

#include <cstdio>

using namespace drystone;

int main() {
    const Polygon box = make_box(1.0f, 0.5f);     // half extents: 2 m wide, 1 m high, about the origin
    const Circle ball{{0.0f, 0.0f}, 0.25f};       // centre and radius
    const Pose ball_in_box{{3.0f, 0.0f}, Rot{}};  // the ball's frame, seen from the box's

    const Distance gap = distance(box, ball, ball_in_box);
    if (gap.status == DistanceStatus::Separated) {
        std::printf("%.2f m apart\n", gap.distance);
        std::printf("from (%.2f, %.2f) on the box\n", gap.point_a.x, gap.point_a.y);
        std::printf("to (%.2f, %.2f) on the ball\n", gap.point_b.x, gap.point_b.y);
    }
    std::printf("touching: %s\n", intersect(box, ball, ball_in_box) ? "yes" : "no");
}
