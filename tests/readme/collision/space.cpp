#include <drystone/collision/gjk3.h>
#include <drystone/collision/shapes3.h>

#include <cmath>
#include <cstdio>

using namespace drystone;

/// A cone that stands on the plane z = 0. One function makes it a shape.
struct Cone {
    float radius;
    float height;

    [[nodiscard]] Vec3 support(const Vec3& d) const {
        const float across = std::sqrt(d.x * d.x + d.y * d.y);
        if (d.z * height > across * radius) {
            return {0.0f, 0.0f, height};
        }
        return across > 0.0f ? Vec3{radius * d.x / across, radius * d.y / across, 0.0f}
                             : Vec3{radius, 0.0f, 0.0f};
    }
};

int main() {
    const Box3 box{{1.0f, 1.0f, 1.0f}};
    const Sphere3 ball{{0.0f, 0.0f, 0.0f}, 0.5f};
    const Pose3 ball_in_box{{3.0f, 4.0f, 0.0f}, {}};

    const Distance3 gap = distance3(box, ball, ball_in_box);
    std::printf("%.3f m from (%.1f, %.1f, %.1f)\n", gap.distance, gap.point_a.x, gap.point_a.y,
                gap.point_a.z);
    std::printf("cone on the box: %.2f m\n",
                distance3(box, Cone{1.0f, 2.0f}, {{0.0f, 0.0f, 1.5f}, {}}).distance);
    std::printf("cone in the box: %s\n",
                intersect3(box, Cone{1.0f, 2.0f}, {{0.0f, 0.0f, 0.5f}, {}}) ? "yes" : "no");
}
