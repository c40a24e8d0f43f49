#include <drystone/collision/frustum3.h>
#include <drystone/collision/gjk3.h>

#include <cstdio>

using namespace drystone;

int main() {
    // At the origin, looking along -z: 90 degrees high and wide, from 1 m to 10 m.
    const Frustum3 view = make_frustum(PerspectiveCamera3{
        .vertical_fov = 0.5f * pi, .aspect = 1.0f, .near_distance = 1.0f, .far_distance = 10.0f});
    const Box3 crate{{0.5f, 0.5f, 0.5f}};

    int visible = 0;
    Gjk3Options options;
    for (int x = -12; x <= 12; ++x) {
        for (int z = -12; z <= 0; ++z) {
            const Vec3 place{static_cast<float>(x), 0.0f, static_cast<float>(z)};
            visible += intersect3(view, crate, {place, {}}, options) ? 1 : 0;
        }
    }
    std::printf("%d of %d crates are drawn\n", visible, 25 * 13);
}
