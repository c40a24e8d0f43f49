#include <drystone/collision/epa.h>
#include <drystone/collision/mappings.h>

#include <cmath>
#include <cstdio>

using namespace drystone;

/// The upper half of a disc about the origin. That it has a `support` makes it a shape.
struct HalfDisc {
    float radius;

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        if (direction.y > 0.0f) {
            return radius / length(direction) * direction;  // on the arc
        }
        return {direction.x < 0.0f ? -radius : radius, 0.0f};  // a corner
    }
};

int main() {
    const HalfDisc dome{1.0f};
    const Polygon box = make_box(0.5f, 0.5f);
    std::printf("beside the box: %.2f m\n", distance(dome, box, {{3.0f, 0.5f}, Rot{}}).distance);
    std::printf("over the box: %.2f m deep\n", penetration(dome, box, {{0.0f, -0.25f}, Rot{}}).depth);

    // Shapes are made of shapes, your own among them.
    const Rounded soft_dome{dome, 0.25f};
    const HullOf egg{Circle{{0.0f, 0.0f}, 1.0f}, Circle{{0.0f, 2.0f}, 0.5f}};
    const Transformed tilted{dome, affine_map({{0.0f, 0.0f}, Rot::from_angle(0.5f * pi)})};
    const CallableShape diamond{[](const Vec2& d) -> Vec2 {
        const bool wide = std::abs(d.x) > std::abs(d.y);
        return wide ? Vec2{d.x < 0.0f ? -1.0f : 1.0f, 0.0f} : Vec2{0.0f, d.y < 0.0f ? -1.0f : 1.0f};
    }};
    std::printf("soft dome: %.2f m\n", distance(soft_dome, box, {{3.0f, 0.5f}, Rot{}}).distance);
    std::printf("egg: %.2f m\n", distance(egg, box, {{0.0f, 4.0f}, Rot{}}).distance);
    std::printf("tilted dome: %.2f m\n", distance(tilted, box, {{-3.0f, 0.0f}, Rot{}}).distance);
    std::printf("diamond: %.2f m\n", distance(diamond, box, {{2.0f, 0.0f}, Rot{}}).distance);
}
