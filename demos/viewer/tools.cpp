#include "tools.h"

#include <scenes/colors.h>

#include <algorithm>

namespace viewer {

using drystone::Vec2;

bool Grab::seize(const drystone::World& world, const Vec2& point) {
    release();
    world.overlap(point, [&](drystone::ShapeId shape) {
        const drystone::BodyId body = world.body(shape);
        if (world.type(body) == drystone::BodyType::Dynamic) {
            body_ = body;
        }
        return body_.is_null();
    });
    if (body_.is_null()) {
        return false;
    }
    local_point_ = inverse_transform(world.pose(body_), point);
    target_ = point;
    return true;
}

Vec2 Grab::held_point(const drystone::World& world) const {
    return transform(world.pose(body_), local_point_);
}

/// F = K^-1 (w^2 d - 2 w v - g), where K is the inverse mass that the seized point shows to a force, d the
/// way to the target, v the point's velocity and g gravity: an oscillator of frequency w with a damping ratio
/// of 1.
void Grab::pull(drystone::World& world) {
    if (!is_holding(world)) {
        release();
        return;
    }
    constexpr float frequency = 2.0f * drystone::pi * 3.0f;
    constexpr float greatest_acceleration = 600.0f;
    const drystone::MassProperties mass = world.mass(body_);
    const Vec2 point = held_point(world);
    const Vec2 arm = point - world.center_of_mass(body_);
    const Vec2 way = target_ - point;
    Vec2 wanted =
        frequency * frequency * way - 2.0f * frequency * world.velocity_at(body_, point) - world.gravity();
    wanted *= std::min(1.0f, greatest_acceleration / std::max(wanted.norm(), 1e-6f));

    const float inverse_mass = 1.0f / mass.mass;
    const float inverse_inertia = mass.inertia > 0.0f ? 1.0f / mass.inertia : 0.0f;
    const float k11 = inverse_mass + inverse_inertia * arm.y() * arm.y();
    const float k12 = -inverse_inertia * arm.x() * arm.y();
    const float k22 = inverse_mass + inverse_inertia * arm.x() * arm.x();
    const float determinant = k11 * k22 - k12 * k12;
    const Vec2 force{(k22 * wanted.x() - k12 * wanted.y()) / determinant,
                     (k11 * wanted.y() - k12 * wanted.x()) / determinant};
    world.apply_force(body_, force, point);
    // A held body comes to rest instead of swinging for ever.
    world.apply_torque(body_, -2.0f * mass.inertia * world.angular_velocity(body_));
}

void Shooter::shoot(scenes::DrystoneBackend& backend, const Vec2& from, const Vec2& velocity, float radius) {
    if (balls_.size() == capacity) {
        backend.destroy_body(balls_.front());
        balls_.pop_front();
    }
    const scenes::BodyNumber ball = backend.create_body({.kind = scenes::BodyKind::Dynamic,
                                                         .position = {from.x(), from.y()},
                                                         .velocity = {velocity.x(), velocity.y()},
                                                         .bullet = true});
    backend.create_shape(ball, {.shape = scenes::CircleShape{{}, radius},
                                .density = 4.0f,
                                .friction = 0.4f,
                                .restitution = 0.1f,
                                .color = scenes::color::charcoal});
    balls_.push_back(ball);
}

}  // namespace viewer
