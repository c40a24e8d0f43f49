#pragma once

#include <drystone/collision/math.h>
#include <drystone/handles.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace drystone {

/// Types of body: what moves it.
enum class BodyType : std::uint8_t {
    Static,     ///< Zero velocity and infinite mass.
    Kinematic,  ///< Moves with its given velocity; contacts and forces do not push it. Infinite mass.
    Dynamic,    ///< Finite mass, moved by forces, gravity, contacts and joints.
};

/// Locked axes of a dynamic body: the velocity along a locked axis is exactly zero after every step, and the
/// pose does not change along it.
///
/// Locked rotation gives infinite inertia. Two locked linear axes give infinite mass. Contacts use both. With
/// one locked linear axis, contacts push the body as if it were free; then its velocity along the axis is set
/// to zero, and both are repeated. The result is exact where a contact pushes along the free axis. Where a
/// much heavier body (ten times the mass or more) pushes along the locked axis, the contact takes a few steps
/// to become stiff. Contacts of such bodies cost several times as much as others. Static and kinematic bodies
/// ignore the locks.
struct AxisLocks {
    bool linear_x = false;  ///< Locks motion along the world's x axis.
    bool linear_y = false;  ///< Locks motion along the world's y axis.
    bool rotation = false;  ///< Locks the angle.

    friend bool operator==(const AxisLocks&, const AxisLocks&) = default;
};

/// Definition of a body. Every member has a default.
struct BodyDefinition {
    /// Dynamic by default: a body whose type was forgotten falls, which is easy to see.
    BodyType type = BodyType::Dynamic;
    /// Position of the body's origin in the world [m].
    Vec2 position{0.0f, 0.0f};
    /// Angle of the body [rad].
    float angle = 0.0f;
    /// Velocity of the centre of mass [m/s]. The velocities of a static body must be zero.
    Vec2 linear_velocity{0.0f, 0.0f};
    /// Angular velocity [rad/s].
    float angular_velocity = 0.0f;
    /// Approximate fraction of the velocity lost per second: v' = v / (1 + damping * dt) [1/s]; >= 0.
    float linear_damping = 0.0f;
    /// Approximate fraction of the angular velocity lost per second, likewise [1/s]; >= 0.
    float angular_damping = 0.0f;
    /// Factor on gravity, the body's own included.
    float gravity_scale = 1.0f;
    /// Gravity of this body instead of the world's [m/s^2].
    std::optional<Vec2> own_gravity{};
    /// Maximum speed of this body, in addition to the world's [m/s]; > 0. Applied in each sub-step before
    /// contacts act.
    float maximum_linear_speed = std::numeric_limits<float>::max();
    /// Maximum angular speed of this body, likewise [rad/s]; > 0.
    float maximum_angular_speed = std::numeric_limits<float>::max();
    /// Allows the body to fall asleep, if the world allows it.
    bool can_sleep = true;
    /// Starts the body awake. A sleeping body wakes when an awake one touches it.
    bool awake = true;
    /// Speed of the body's fastest point below which the body counts as still [m/s]; >= 0.
    float sleep_speed = 0.05f;
    /// Locked axes, if the body is dynamic.
    AxisLocks locks{};
    /// Dominance in contacts between dynamic bodies, in [-127, 127]: the body of the larger group acts as if
    /// it had infinite mass. It pushes the other and is not pushed. Equal groups push each other as usual.
    /// Static and kinematic bodies dominate all groups. Joints, fields and forces ignore groups. A bullet
    /// stays where it hits for the rest of the step, whatever its group, but keeps its velocity if it
    /// dominates.
    int dominance_group = 0;
    /// Additional solver iterations per sub-step, in [0, 255]; 3 to 15 are usual. They apply to the contacts
    /// and joints of the whole component of this body, if it is dynamic. A component is connected by contacts
    /// that push and by joints between dynamic bodies that are awake. The largest number in a component
    /// counts. Contacts come to rest as without them, and share blows out more exactly; the locks of joints
    /// that are solved by iteration yield 1 / (1 + extra_iterations) times as far, except those with their
    /// own softness. Meant for loaded nets and chains. Costs in proportion to the size of the component; the
    /// rest of the world is solved exactly as without it.
    int extra_iterations = 0;
    /// Sweeps the body against all kinematic and dynamic ones after each step, too. Without it, the body is
    /// swept against static bodies, and its impacts with moving ones are predicted from the velocities at the
    /// start of the step: enough, except for what an impact within the step accelerates.
    bool bullet = false;
    /// Leaves the body out of continuous collision: it is swept against nothing, and may pass through what is
    /// thin while it is fast. For debris and other bodies that do not matter; a bullet is swept in any case.
    bool discrete = false;
    /// Includes the body in the simulation. A disabled body takes no part in steps and queries until it is
    /// enabled.
    bool enabled = true;
    /// Name for display; copied. Need not be unique.
    std::string_view name{};
    /// Value for the user; the engine does not use it.
    std::uint64_t user_data = 0;
};

}  // namespace drystone
