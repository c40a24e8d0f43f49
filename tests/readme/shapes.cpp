// The collision library alone, with a shape of the user's own.
// clang-format off
#include <drystone/collision/gjk.h>
#include <drystone/collision/epa.h>

#include <cmath>

using namespace drystone;

struct Ellipse { float a, b; Vec2 support(Vec2 d) const; };        // the user's own shape: one function is enough

Vec2 Ellipse::support(Vec2 d) const {
    const Vec2 scaled{a * d.x, b * d.y};
    return Vec2{a * scaled.x, b * scaled.y} / length(scaled);
}

int main() {
    const Ellipse ellipse{2.0f, 1.0f};
    const Polygon polygon = make_box(1.0f, 1.0f);
    const Pose pose_in_a{Vec2{2.5f, 0.0f}, Rot{}};                     // the box reaches half a metre into the ellipse

    const bool touching = intersect(ellipse, polygon, pose_in_a);      // boolean GJK
    const Distance near = distance(ellipse, polygon, pose_in_a);       // distance, witness points, normal, status, iterations
    const Penetration deep = penetration(ellipse, polygon, pose_in_a); // EPA: normal, depth, witness points, status

    // And half a metre beside it.
    const Pose apart{Vec2{3.5f, 0.0f}, Rot{}};
    const bool right = touching && near.status == DistanceStatus::Overlapping && std::abs(deep.depth - 0.5f) < 1e-5f &&
                       std::abs(distance(ellipse, polygon, apart).distance - 0.5f) < 1e-5f;
    return right ? 0 : 1;
}
