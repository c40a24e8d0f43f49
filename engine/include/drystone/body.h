#pragma once

#include <drystone/collision/math.h>
#include <drystone/handles.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace drystone {

enum class BodyType : std::uint8_t {
    Static,     ///< Does not move and has infinite mass.
    Kinematic,  ///< Moves with the velocity it is given; nothing pushes it.
    Dynamic,    ///< Has mass and answers to forces and contacts.
};

/// Motions that a dynamic body does not make, whatever pushes it: the velocity along a locked axis is exactly
/// zero after every step, and the pose does not change along it.
///
/// A body that may not turn has infinite inertia, and one that may only turn has infinite mass; contacts see
/// that. A body of which one linear axis is locked is pushed as if it were free, after which its velocity
/// along the axis is taken away, and this is repeated: exact where a contact pushes along the free axis;
/// where a much heavier body (from ten times the mass on) pushes along the locked one, the contact takes a
/// few steps to become stiff. Contacts of such bodies cost several times as much as others. Static and
/// kinematic bodies are not concerned.
struct AxisLocks {
    bool linear_x = false;  ///< Of the world.
    bool linear_y = false;
    bool rotation = false;

    friend bool operator==(const AxisLocks&, const AxisLocks&) = default;
};

/// What a body is made with. Every member has a default.
struct BodyDefinition {
    /// Dynamic unless it is said otherwise: what was left out by mistake falls and is seen.
    BodyType type = BodyType::Dynamic;
    /// Of the body's origin, in the world [m].
    Vec2 position{0.0f, 0.0f};
    /// [rad]
    float angle = 0.0f;
    /// Of the centre of mass [m/s]. The velocities of a static body must be zero.
    Vec2 linear_velocity{0.0f, 0.0f};
    /// [rad/s]
    float angular_velocity = 0.0f;
    /// Fraction of the velocity lost per second, roughly: v' = v / (1 + damping * dt) [1/s]; >= 0.
    float linear_damping = 0.0f;
    float angular_damping = 0.0f;
    /// Multiplies gravity.
    float gravity_scale = 1.0f;
    /// The body's own gravity, in place of the world's [m/s^2].
    std::optional<Vec2> own_gravity{};
    /// The body is held to these speeds, and to the world's, before contacts act on it [m/s], [rad/s]; > 0.
    float maximum_linear_speed = std::numeric_limits<float>::max();
    float maximum_angular_speed = std::numeric_limits<float>::max();
    /// The body may fall asleep, where the world allows it.
    bool can_sleep = true;
    /// Starts awake; a sleeping body wakes when something awake touches it.
    bool awake = true;
    /// Below this speed of its fastest point the body counts as still [m/s].
    float sleep_speed = 0.05f;
    /// Motions that the body does not make, if it is dynamic.
    AxisLocks locks{};
    /// In contacts between dynamic bodies, the one of the greater group is as if it had infinite mass: it
    /// pushes the other and is not pushed. Equal groups push each other as usual. Static and kinematic bodies
    /// are above all groups; joints, fields and forces know nothing of them. A bullet stays where it hits for
    /// the rest of the step, whatever its group, but keeps its velocity if it dominates. In [-127, 127].
    int dominance_group = 0;
    /// So many times more than usual the solver goes over the contacts and joints of all that hangs together
    /// with this body, if it is dynamic: by contacts that push and by joints between dynamic bodies, as far
    /// as they are awake. Where several bodies ask, the greatest number counts. Contacts and what joints lock
    /// then give way 1 / (1 + extra_iterations) times as far under a load, except for surfaces and joints
    /// with a softness of their own; what is solved directly is exact anyway. For tall towers, heavy things
    /// on light ones and nets that carry much: it costs in proportion to what hangs together, and all else is
    /// solved as if nobody had asked. In [0, 255]; 3 to 15 are usual.
    int extra_iterations = 0;
    /// Asks for continuous collision against kinematic and dynamic bodies too, for small fast bodies. All
    /// have it against static ones.
    bool bullet = false;
    /// A disabled body takes no part in anything until it is enabled.
    bool enabled = true;
    /// For people; copied. Need not be unique.
    std::string_view name{};
    /// Whatever the user wants to find again.
    std::uint64_t user_data = 0;
};

}  // namespace drystone
