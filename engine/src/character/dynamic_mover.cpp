#include <drystone/dynamic_mover.h>

#include <drystone/collision/shapes.h>
#include <drystone/contact_queries.h>
#include <drystone/world.h>

#include "character/arguments.h"
#include "core/undo.h"
#include "world/bodies/body_pushes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

namespace drystone {

namespace {

void check_definition(const char* function, const DynamicMoverDefinition& definition) {
    check_positive(function, "definition.ride_height", definition.ride_height);
    check_not_negative(function, "definition.reach", definition.reach);
    check_positive(function, "definition.foot_radius", definition.foot_radius);
    if (definition.foot_radius >= definition.ride_height) {
        fail(function, "definition.foot_radius", "below the ride height",
             static_cast<double>(definition.foot_radius));
    }
    check_positive(function, "definition.frequency", definition.frequency);
    check_not_negative(function, "definition.damping_ratio", definition.damping_ratio);
    check_slope(function, definition.max_slope);
    check_not_negative(function, "definition.walk_force", definition.walk_force);
    check_not_negative(function, "definition.air_force", definition.air_force);
    check_not_negative(function, "definition.friction", definition.friction);
    check_not_negative(function, "definition.jump_speed", definition.jump_speed);
}

Vec2 gravity_on(const World& world, const ConstBodyRef& body) {
    return body.gravity_scale() * body.own_gravity().value_or(world.gravity());
}

/// Returns what the foot meets within `reach` below the body.
std::optional<SweptContact> cast_foot(const World& world, const DynamicMoverDefinition& definition,
                                      const Vec2& origin, float reach) {
    const Vec2& up = definition.up;
    return world.cast_contact(
        Circle{{0.0f, 0.0f}, definition.foot_radius}, Pose{origin, Rot{}},
        {.translation = -reach * up,
         .contacts = {.filter = definition.filter, .ignored_body = definition.body}},
        [&](const ShapeContact& contact) { return contact.on_solid_side && dot(contact.normal, up) > 0.0f; });
}

/// Returns the ground that the foot met, `height` below the body [m].
DynamicMoverGround ground_of(const ShapeContact& contact, float height, const Vec2& up, float min_cosine) {
    return {contact.shape,           contact.body, contact.normal,
            contact.deepest().point, height,       dot(contact.normal, up) >= min_cosine};
}

/// Returns the largest force along the ground, which bears `support` [N].
float grip_on(const DynamicMoverDefinition& definition, float ground_friction, float support) {
    return std::min(definition.walk_force, std::sqrt(definition.friction * ground_friction) * support);
}

/// Returns the force of an implicit spring and damper on a mass [N].
float spring_force(const DynamicMoverDefinition& definition, float mass, float stretch, float speed,
                   float time_step) {
    const float omega = 2.0f * pi * definition.frequency;
    const float stiffness = omega * omega;
    const float damping = 2.0f * definition.damping_ratio * omega + time_step * stiffness;
    return mass * (stiffness * stretch - damping * speed) / (1.0f + time_step * damping);
}

}  // namespace

DynamicMover::DynamicMover(const World& world, const DynamicMoverDefinition& definition)
    : definition_(definition) {
    const char* const function = "DynamicMover::DynamicMover";
    check_definition(function, definition);
    check_living(world, function, "definition.body", definition.body);
    if (world[definition.body].type() != BodyType::Dynamic) {
        fail("DynamicMover::DynamicMover: definition.body must be dynamic");
    }
    definition_.up = checked_up(function, "definition.up", definition.up);
    definition_.filter.sensors = false;
    min_ground_cosine_ = min_cosine_of(definition.max_slope);
}

void DynamicMover::set_up(const Vec2& up) {
    presence_.check("DynamicMover::set_up");
    definition_.up = checked_up("DynamicMover::set_up", "up", up);
}

void DynamicMover::update(World& world, const DynamicMoverInput& input, float time_step) {
    const char* const function = "DynamicMover::update";
    presence_.check(function);
    check_positive(function, "time_step", time_step);
    check_finite(function, "input.speed", input.speed);
    check_changeable(world, function);
    check_living(world, function, "definition.body", definition_.body);
    if (world[definition_.body].type() != BodyType::Dynamic) {
        fail("DynamicMover::update: definition.body must be dynamic");
    }
    const std::optional<DynamicMoverGround> before = ground_;
    const bool rose = rises_;
    std::array<detail::BodyPush, 4> pushes;
    Undo undo([&] {
        ground_ = before;
        rises_ = rose;
    });
    push_all(world, function, find_pushes(world, input, time_step, pushes));
    undo.keep();
}

std::span<const detail::BodyPush> DynamicMover::find_pushes(const World& world,
                                                            const DynamicMoverInput& input, float time_step,
                                                            std::span<detail::BodyPush> pushes) {
    const ConstBodyRef body = world[definition_.body];
    const Vec2& up = definition_.up;
    const float reach = definition_.ride_height + definition_.reach - definition_.foot_radius;
    const auto hit = cast_foot(world, definition_, body.position(), reach);
    ground_.reset();
    const float mass = body.mass().mass;
    const Vec2 velocity = body.linear_velocity();
    const Vec2 right = right_perp(up);
    std::size_t count = 0;
    if (!hit) {
        rises_ = rises_ && dot(velocity, up) > 0.0f;
        const float missing = mass * (input.speed - dot(velocity, right)) / time_step;
        const Vec2 force = std::clamp(missing, -definition_.air_force, definition_.air_force) * right;
        pushes[count++] = {definition_.body, force, body.center_of_mass()};
        return pushes.first(count);
    }
    const ShapeContactPoint& point = hit->contact.deepest();
    ground_ =
        ground_of(hit->contact, hit->fraction * reach + definition_.foot_radius, up, min_ground_cosine_);
    const Vec2 relative = velocity - point.velocity;
    const float rise = dot(relative, up);
    rises_ = rises_ && rise > 0.0f;
    if (rises_) {
        return {};
    }
    // A force on the body, and its opposite on dynamic ground.
    const bool gives_way = world[ground_->body].type() == BodyType::Dynamic;
    const auto push = [&](const Vec2& force) {
        pushes[count++] = {definition_.body, force, body.center_of_mass()};
        if (gives_way) {
            pushes[count++] = {ground_->body, -force, point.point};
        }
    };
    if (input.jump && ground_->is_walkable) {
        rises_ = true;
        push(mass * (definition_.jump_speed - rise) / time_step * up);
        return pushes.first(count);
    }
    // The spring bears the weight at the ride height, and pulls nothing down.
    const float weight = -mass * dot(gravity_on(world, body), up);
    const float support =
        weight + spring_force(definition_, mass, definition_.ride_height - ground_->height, rise, time_step);
    if (support <= 0.0f) {
        return {};
    }
    if (!ground_->is_walkable) {
        // Without friction.
        push(support * dot(ground_->normal, up) * ground_->normal);
    } else {
        push(support * up);
        const Vec2 along = right_perp(ground_->normal);
        const float limit = grip_on(definition_, hit->contact.material.friction, support);
        const float missing = mass * (input.speed - dot(relative, along)) / time_step;
        push(std::clamp(missing, -limit, limit) * along);
    }
    return pushes.first(count);
}

}  // namespace drystone
