#pragma once

#include <drystone/collision/math.h>
#include <drystone/handles.h>

#include <cstdint>

namespace drystone {

enum class BodyType : std::uint8_t {
    Static,     ///< Does not move and has infinite mass.
    Kinematic,  ///< Moves with the velocity it is given; nothing pushes it.
    Dynamic,    ///< Has mass and answers to forces and contacts.
};

/// What a body is made with. Every member has a default.
struct BodyDefinition {
    BodyType type = BodyType::Static;
    /// Of the body's origin, in the world [m].
    Vec2 position{0.0f, 0.0f};
    /// [rad]
    float angle = 0.0f;
    /// Of the centre of mass [m/s].
    Vec2 linear_velocity{0.0f, 0.0f};
    /// [rad/s]
    float angular_velocity = 0.0f;
    /// Fraction of the velocity lost per second, roughly: v' = v / (1 + damping * dt) [1/s]; >= 0.
    float linear_damping = 0.0f;
    float angular_damping = 0.0f;
    /// Multiplies the world's gravity.
    float gravity_scale = 1.0f;
    /// The body may fall asleep, where the world allows it.
    bool can_sleep = true;
    /// Starts awake; a sleeping body wakes when something awake touches it.
    bool awake = true;
    /// Below this speed of its fastest point the body counts as still [m/s].
    float sleep_speed = 0.05f;
    /// The body does not turn.
    bool fixed_rotation = false;
    /// Whatever the user wants to find again.
    std::uint64_t user_data = 0;
};

}  // namespace drystone
