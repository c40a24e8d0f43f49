#include "fields/placed_field.h"

namespace drystone {

void push_shape(const PlacedField& field, const BuoyancyField& kind, const ConvexCore& core,
                const FieldBody& body, const Vec2& gravity, AreaClipper& clipper, FieldForce& push) {
    if (core.count <= 2 && core.radius == 0.0f) {
        return;
    }
    const auto height = [&](const HalfPlane& plane) { return dot(plane.normal, body.center) - plane.offset; };
    for (const HalfPlane& plane : field.planes) {
        if (height(plane) >= body.reach) {
            return;
        }
    }
    clipper.start(core, body.pose);
    for (const HalfPlane& plane : field.planes) {
        if (height(plane) > -body.reach) {
            clipper.clip(plane);
        }
    }
    const ClippedArea displaced = clipper.measure();
    if (!(displaced.area > 0.0)) {
        return;
    }
    const double mass = static_cast<double>(kind.density) * displaced.area;
    const Vec2d arm = displaced.centroid - to_double(body.center);
    push.add_force(-mass * to_double(gravity), arm);
    push.add_drag(mass * static_cast<double>(kind.linear_drag), arm,
                  to_double(rotate(field.pose.rotation, kind.flow)));
    push.add_turn_drag(mass * static_cast<double>(kind.angular_drag) * static_cast<double>(body.inertia) /
                       static_cast<double>(body.mass));
}

}  // namespace drystone
