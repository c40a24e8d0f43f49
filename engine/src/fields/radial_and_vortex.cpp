#include "fields/placed_field.h"

#include <cmath>

namespace drystone {

namespace {

/// Returns the vector from the field's centre, scaled by strength / r^(1 + decay).
Vec2d decayed(const Vec2& way, float strength, FieldDecay decay, float softening) {
    const Vec2d from_center = to_double(way);
    const double soft = static_cast<double>(softening);
    const double square = length_squared(from_center) + soft * soft;
    if (!(square > 0.0)) {
        return {0.0, 0.0};
    }
    const double distance = std::sqrt(square);
    double scale = static_cast<double>(strength) / distance;
    if (decay == FieldDecay::Inverse) {
        scale /= distance;
    } else if (decay == FieldDecay::InverseSquare) {
        scale /= square;
    }
    return scale * from_center;
}

void push_center(const Vec2d& strength, FieldUnit unit, const FieldBody& body, FieldForce& push) {
    const double scale = unit == FieldUnit::Acceleration ? static_cast<double>(body.mass) : 1.0;
    push.add_force(scale * strength, {0.0, 0.0});
}

}  // namespace

void push_body(const PlacedField& field, const DirectionalField& kind, const FieldBody& body,
               FieldForce& push) {
    push_center(to_double(rotate(field.pose.rotation, kind.strength)), kind.unit, body, push);
}

void push_body(const PlacedField& field, const RadialField& kind, const FieldBody& body, FieldForce& push) {
    const Vec2 way = field.pose.position - body.center;
    push_center(decayed(way, kind.strength, kind.decay, kind.softening), kind.unit, body, push);
}

void push_body(const PlacedField& field, const VortexField& kind, const FieldBody& body, FieldForce& push) {
    const Vec2 way = left_perp(body.center - field.pose.position);
    push_center(decayed(way, kind.strength, kind.decay, kind.softening), kind.unit, body, push);
}

}  // namespace drystone
