// The collision library alone, with a shape of the user's own.
#include <drystone/collision/epa.h>
#include <drystone/collision/gjk.h>

#include <cmath>
#include <cstdio>

using namespace drystone;

struct Ellipse {
    float a, b;  // half axes
    // The farthest point of the ellipse in direction d: all that GJK and EPA ask for.
    Vec2 support(Vec2 d) const {
        const Vec2 scaled{a * d.x(), b * d.y()};
        return Vec2{a * scaled.x(), b * scaled.y()} / scaled.norm();
    }
};

int main() {
    const Ellipse ellipse{2.0f, 1.0f};
    const Polygon polygon = make_box(1.0f, 1.0f);

    // The box half a metre to the right of the ellipse, then half a metre inside it.
    const Pose apart{Vec2{3.5f, 0.0f}, Rot{}};
    const Pose overlapping{Vec2{2.5f, 0.0f}, Rot{}};

    const bool touching = intersect(ellipse, polygon, overlapping);            // boolean GJK
    const Distance near = distance(ellipse, polygon, apart);                   // distance, witness points, normal
    const Penetration deep = penetration(ellipse, polygon, overlapping);       // EPA: normal, depth, witness points

    std::printf("apart by %g m, overlapping by %g m\n", double(near.distance), double(deep.depth));
    const bool right = touching && std::abs(near.distance - 0.5f) < 1e-5f && std::abs(deep.depth - 0.5f) < 1e-5f;
    return right ? 0 : 1;
}
