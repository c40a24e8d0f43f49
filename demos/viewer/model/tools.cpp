#include <viewer/model/tools.h>

#include <scenes/colors.h>

#include <variant>

namespace viewer {

using drystone::Vec2;

namespace {

/// Returns the dynamic body under a point; null if there is none.
drystone::BodyId dynamic_body_at(const drystone::World& world, const Vec2& point) {
    drystone::BodyId body;
    world.overlap(point, [&](drystone::ShapeId shape) {
        if (world[world[shape].body()].type() == drystone::BodyType::Dynamic) {
            body = world[shape].body();
        }
        return body.is_null();
    });
    return body;
}

}  // namespace

bool Grab::can_seize(const drystone::World& world, const Vec2& point) {
    return !dynamic_body_at(world, point).is_null();
}

bool Grab::seize(drystone::World& world, const Vec2& point) {
    release(world);
    const drystone::BodyId body = dynamic_body_at(world, point);
    if (body.is_null()) {
        return false;
    }
    constexpr float max_acceleration = 600.0f;
    anchor_ = world.create_body({.type = drystone::BodyType::Static});
    joint_ =
        world.create_joint(anchor_, body,
                           drystone::MouseJoint{.target = point,
                                                .anchor_b = world[body].local_point(point),
                                                .frequency = 4.0f,
                                                .damping_ratio = 1.0f,
                                                .maximum_force = max_acceleration * world[body].mass().mass});
    target_ = point;
    return true;
}

void Grab::release(drystone::World& world) {
    if (is_holding(world)) {
        world.destroy_body(anchor_);  // Also destroys the joint.
    }
    joint_ = {};
    anchor_ = {};
}

void Grab::move(drystone::World& world, const Vec2& target) {
    target_ = target;
    if (is_holding(world)) {
        auto joint = std::get<drystone::MouseJoint>(world[joint_].definition());
        joint.target = target;
        world[joint_].set_definition(joint);
    }
}

Vec2 Grab::held_point(const drystone::World& world) const {
    const auto joint = std::get<drystone::MouseJoint>(world[joint_].definition());
    return world[world[joint_].body_b()].world_point(joint.anchor_b);
}

void Shooter::shoot(scenes::DrystoneBackend& backend, const Vec2& from, const Vec2& velocity, float radius) {
    if (balls_.size() == capacity) {
        backend.destroy_body(balls_.front());
        balls_.pop_front();
    }
    const scenes::BodyNumber ball = backend.create_body({.kind = scenes::BodyKind::Dynamic,
                                                         .position = {from.x, from.y},
                                                         .velocity = {velocity.x, velocity.y},
                                                         .bullet = true});
    backend.create_shape(ball, {.shape = scenes::CircleShape{{}, radius},
                                .density = 4.0f,
                                .friction = 0.4f,
                                .restitution = 0.1f,
                                .color = scenes::color::charcoal});
    balls_.push_back(ball);
}

}  // namespace viewer
