#include <drystone/collision/fracture.h>
#include <drystone/collision/regions.h>
#include <drystone/collision/slice.h>

#include <cstdio>

using namespace drystone;

int main() {
    const Outline slab{{{0.0f, 0.0f}, {8.0f, 0.0f}, {8.0f, 2.0f}, {0.0f, 2.0f}}, {}};
    const Outline bomb{{{3.0f, 1.0f}, {4.0f, 0.5f}, {5.0f, 1.0f}, {5.0f, 3.0f}, {3.0f, 3.0f}}, {}};

    const Region rest = subtract(slab, bomb);
    std::printf("%d outline of %zu points, %.2f m^2 left of %.2f\n", rest.size(), rest.outline(0).size(),
                rest.area(), Region(slab).area());

    for (const Outline& part : slice(rest, {{0.0f, 0.6f}, {8.0f, 0.6f}})) {
        std::printf("sliced off: %.2f m^2\n", Region(part).area());
    }

    const Region thick = offset(rest, 0.1f);
    std::printf("with 0.1 m around it: %.2f m^2\n", thick.area());

    const VoronoiPattern pattern{.cells = 40, .focus = Vec2{4.0f, 0.5f}, .spread = 0.3f, .seed = 7};
    double sum = 0.0;
    const std::vector<Outline> pieces = fracture(rest, pattern);
    for (const Outline& piece : pieces) {
        sum += Region(piece).area();
    }
    std::printf("%zu pieces of %.2f m^2 together\n", pieces.size(), sum);
}
