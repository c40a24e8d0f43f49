#pragma once

#include <drystone/collision/math.h>
#include <drystone/export.h>
#include <drystone/handles.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <variant>
#include <vector>

namespace drystone {

/// Maximum that is never reached.
inline constexpr float unlimited = std::numeric_limits<float>::infinity();

/// Directions in which a spring and its damper may push along their degree of freedom.
enum class SpringSense : std::uint8_t {
    Both,
    Push,  ///< Only towards larger values, apart: a bumper.
    Pull,  ///< Only towards smaller values, together: a bungee cord.
};

/// Spring with a damper on one degree of freedom. Its deflection under a steady load is load / (mass w^2),
/// w = 2 pi f, whatever the time step. It swings and decays as the exact oscillator up to w h = 1 with the
/// sub-step h: 38 Hz with four sub-steps at 60 Hz. Stiffer springs are damped more. Chains of springs between
/// light bodies, so stiff for these that w h is above 1, need more sub-steps: they may swing up.
struct JointSpring {
    float frequency = 1.0f;      ///< Frequency, >= 0 [Hz], for the effective mass of the joint; 0: no spring.
    float damping_ratio = 0.7f;  ///< Damping ratio, >= 0; 1 is critical.
    float target = 0.0f;         ///< Rest position [m] or angle [rad].
    float maximum = unlimited;   ///< Maximum force [N] or torque [N m]; >= 0.
    SpringSense sense = SpringSense::Both;  ///< Ignored by welds and motor joints.
};

/// Motor on one degree of freedom.
struct JointMotor {
    float speed = 0.0f;    ///< Target speed [m/s] or [rad/s].
    float maximum = 0.0f;  ///< Maximum force [N] or torque [N m]; >= 0.
};

/// Limits of one degree of freedom [m] or [rad]; `lower` <= `upper`. Angles may span any number of turns: a
/// new joint begins in the turn that satisfies its limits, or else in the one nearest to zero.
struct JointLimit {
    float lower = 0.0f;  ///< Smallest value.
    float upper = 0.0f;  ///< Largest value.
};

/// Keeps two points at a distance. Rigid, unless it has a spring, a limit or a motor: then only these act. A
/// rope is a limit from zero to its length. Coincident points count as apart along the x axis.
struct DistanceJoint {
    Vec2 anchor_a{0.0f, 0.0f};            ///< Anchor in the frame of body A [m]; likewise in all joints.
    Vec2 anchor_b{0.0f, 0.0f};            ///< Anchor in the frame of body B [m].
    float length = 1.0f;                  ///< Length of the rigid rod, > 0 [m]. A spring has its own target.
    std::optional<JointSpring> spring{};  ///< Spring along the line of the anchors.
    std::optional<JointLimit> limit{};    ///< Limits of the distance [m].
    std::optional<JointMotor> motor{};    ///< Positive speeds push the points apart.
};

/// Pins two points together; the bodies turn about them freely, or as limit, motor and spring allow.
struct RevoluteJoint {
    Vec2 anchor_a{0.0f, 0.0f};     ///< Point of A [m].
    Vec2 anchor_b{0.0f, 0.0f};     ///< Point of B that is pinned to it [m].
    float reference_angle = 0.0f;  ///< Angle of B relative to A that counts as zero [rad]; likewise below.
    std::optional<JointLimit> limit{};    ///< Limits of the angle [rad].
    std::optional<JointMotor> motor{};    ///< Motor of the angle [rad/s], [N m].
    std::optional<JointSpring> spring{};  ///< Spring of the angle [rad], [N m].
};

/// Lets B slide along an axis of A without turning relative to A.
struct PrismaticJoint {
    Vec2 anchor_a{0.0f, 0.0f};            ///< Point of A that the axis passes through [m].
    Vec2 anchor_b{0.0f, 0.0f};            ///< Point of B on the axis [m].
    Vec2 axis_a{1.0f, 0.0f};              ///< Axis in the frame of A, of any length > 0; likewise below.
    float reference_angle = 0.0f;         ///< Angle of B relative to A that is kept [rad].
    std::optional<JointLimit> limit{};    ///< Limits along the axis [m].
    std::optional<JointMotor> motor{};    ///< Motor along the axis [m/s], [N].
    std::optional<JointSpring> spring{};  ///< Spring along the axis [m], [N].
};

/// Lets B slide along an axis of A, held by a spring (the suspension), and turn freely or by a motor.
struct WheelJoint {
    Vec2 anchor_a{0.0f, 0.0f};          ///< Point of A that the axis passes through [m].
    Vec2 anchor_b{0.0f, 0.0f};          ///< Point of B on the axis, the hub [m].
    Vec2 axis_a{0.0f, 1.0f};            ///< Axis of the suspension in the frame of A.
    std::optional<JointLimit> limit{};  ///< Limits along the axis [m].
    std::optional<JointMotor> motor{};  ///< Motor of the rotation [rad/s], [N m].
    /// Spring along the axis [m], [N]; none: free between the limits.
    std::optional<JointSpring> suspension = JointSpring{.frequency = 4.0f, .damping_ratio = 0.7f};
};

/// Holds two bodies together rigidly, or softly with springs.
struct WeldJoint {
    Vec2 anchor_a{0.0f, 0.0f};                    ///< Point of A [m].
    Vec2 anchor_b{0.0f, 0.0f};                    ///< Point of B that is held at it [m].
    float reference_angle = 0.0f;                 ///< Angle of B relative to A that is held [rad].
    std::optional<JointSpring> linear_spring{};   ///< Targets are zero: `target` is ignored.
    std::optional<JointSpring> angular_spring{};  ///< Makes the angle soft; `target` is ignored.
};

/// Drives B relative to A: to a velocity by motors, to a pose by springs, each with its maximum force.
struct MotorJoint {
    Vec2 anchor_a{0.0f, 0.0f};                   ///< Target position of `anchor_b`.
    Vec2 anchor_b{0.0f, 0.0f};                   ///< Point of B [m].
    float reference_angle = 0.0f;                ///< Target angle [rad].
    Vec2 linear_velocity{0.0f, 0.0f};            ///< Target velocity in the frame of A [m/s].
    float maximum_force = 0.0f;                  ///< Maximum force of the linear motor, in any direction [N].
    float angular_velocity = 0.0f;               ///< Target angular velocity relative to A [rad/s].
    float maximum_torque = 0.0f;                 ///< Maximum torque of the angular motor [N m].
    std::optional<JointSpring> linear_spring{};  ///< Spring to the target position.
    std::optional<JointSpring> angular_spring{};  ///< Spring to the target angle.
};

/// Pulls a point of B to a target by a spring, as the mouse drags a body. A is usually a static body.
struct MouseJoint {
    Vec2 target{0.0f, 0.0f};     ///< Target in the frame of A [m]; change it with `JointRef::set_definition`.
    Vec2 anchor_b{0.0f, 0.0f};   ///< Point of B that is pulled [m].
    float frequency = 5.0f;      ///< Frequency of the spring, > 0 [Hz].
    float damping_ratio = 0.7f;  ///< Damping ratio of the spring, >= 0.
    float maximum_force = unlimited;  ///< Maximum force of the spring, >= 0 [N].
};

/// Dry friction between two bodies, wherever they are: for worlds seen from above.
struct FrictionJoint {
    Vec2 anchor_a{0.0f, 0.0f};    ///< Point of A; without effect on the force [m].
    Vec2 anchor_b{0.0f, 0.0f};    ///< Point of B at which the force acts [m].
    float maximum_force = 0.0f;   ///< Maximum force in any direction [N].
    float maximum_torque = 0.0f;  ///< Maximum torque [N m].
};

/// Lets B turn relative to A forwards, and backwards only to the last tooth passed. After a change or after
/// being enabled it starts from the current angle.
struct RatchetJoint {
    float tooth = 0.1f;  ///< Angle between teeth, not 0 [rad]; negative: clockwise is the free direction.
    float phase = 0.0f;  ///< Angle of any tooth [rad].

    friend bool operator==(const RatchetJoint&, const RatchetJoint&) = default;
};

/// Couples the free degrees of freedom of two joints: coordinate of `first` + ratio * coordinate of `second`
/// keeps the value that it has when the gear is created, changed or enabled. Each must be a revolute, a
/// prismatic or a wheel joint, whose coordinate is its angle. The gear exerts a force if `first` is
/// prismatic, else a torque; the maxima and break limits of `JointSettings` apply to that. Destroyed with
/// either of its joints.
struct GearJoint {
    JointId first{};     ///< Revolute, prismatic or wheel joint.
    JointId second{};    ///< Another one.
    float ratio = 1.0f;  ///< Transmission ratio, not 0.
};

/// Rope over two wheels that are fixed in the world: length A + ratio * length B is at most `length`.
struct PulleyJoint {
    Vec2 ground_a{0.0f, 0.0f};  ///< Position of wheel A in the world [m].
    Vec2 ground_b{0.0f, 0.0f};  ///< Position of wheel B in the world [m].
    Vec2 anchor_a{0.0f, 0.0f};  ///< End of the rope on A [m].
    Vec2 anchor_b{0.0f, 0.0f};  ///< End of the rope on B [m].
    float length = 1.0f;        ///< Maximum length, > 0 [m].
    float ratio = 1.0f;         ///< Ratio of the pulley, > 0.
};

/// Point of a body that a rope passes through.
struct RopePoint {
    BodyId body{};            ///< Body.
    Vec2 anchor{0.0f, 0.0f};  ///< Point in its frame [m].
};

/// Massless rope that slides freely through points of bodies: its total length is at most `length`. The
/// joint's bodies A and B are null: the points name their bodies.
struct RopeJoint {
    std::vector<RopePoint> points{};  ///< Points along the rope, at least two.
    float length = 1.0f;              ///< Maximum length, > 0 [m].
};

/// Disables collision between the two bodies and does nothing else.
struct FilterJoint {};

/// Settings of one degree of freedom: locked, or free except for limit, motor and spring.
struct DegreeOfFreedom {
    bool locked = false;                  ///< Locks it at zero; limit, motor and spring are then ignored.
    std::optional<JointLimit> limit{};    ///< Limits [m] or [rad].
    std::optional<JointMotor> motor{};    ///< Motor [m/s], [N] or [rad/s], [N m].
    std::optional<JointSpring> spring{};  ///< Spring [m], [N] or [rad], [N m].
};

/// Joint with freely chosen degrees of freedom: along the axis, across it (turned by +90 degrees), and the
/// angle.
struct GenericJoint {
    Vec2 anchor_a{0.0f, 0.0f};     ///< Point of A, the origin of both coordinates [m].
    Vec2 anchor_b{0.0f, 0.0f};     ///< Point of B whose coordinates they are [m].
    Vec2 axis_a{1.0f, 0.0f};       ///< Axis in the frame of A, of any length > 0.
    float reference_angle = 0.0f;  ///< Angle of B relative to A that counts as zero [rad].
    DegreeOfFreedom along{};       ///< Coordinate along the axis.
    DegreeOfFreedom across{};      ///< Coordinate across it.
    DegreeOfFreedom angle{};       ///< Angle of B relative to A.
};

/// Definition of a joint of any type.
using JointDefinition =
    std::variant<DistanceJoint, RevoluteJoint, PrismaticJoint, WheelJoint, WeldJoint, MotorJoint, MouseJoint,
                 FrictionJoint, RatchetJoint, GearJoint, PulleyJoint, RopeJoint, FilterJoint, GenericJoint>;

namespace detail {
/// Marks types of joints that leave the place of B relative to A free, see `collides_by_default`.
template <class Joint>
inline constexpr bool leaves_place_free = false;
template <>
inline constexpr bool leaves_place_free<MotorJoint> = true;
template <>
inline constexpr bool leaves_place_free<MouseJoint> = true;
template <>
inline constexpr bool leaves_place_free<FrictionJoint> = true;
template <>
inline constexpr bool leaves_place_free<RatchetJoint> = true;
template <>
inline constexpr bool leaves_place_free<PulleyJoint> = true;
}  // namespace detail

/// Returns whether bodies that such a joint joins may collide unless `JointSettings` say otherwise. True for
/// joints that leave the place of one body relative to the other free and only push, brake or limit turning:
/// motor, mouse, friction, ratchet and pulley joints. False for those that hold the bodies together at a
/// place or a distance, for generic joints whatever they lock, and for filters. Without effect on gears and
/// ropes, which join no two bodies.
[[nodiscard]] DRYSTONE_API bool collides_by_default(const JointDefinition& definition);

/// Solver of a joint's locked degrees of freedom.
enum class JointSolver : std::uint8_t {
    /// Direct for small mechanisms, those that are attached to what does not move, long chains, welds, few
    /// closed loops and unequal masses, else iterative.
    Automatic,
    Iterative,  ///< Sequential impulses, in SIMD lanes: fastest.
    /// Solves all joints of a mechanism at once, with its motors and limits of angles: stiff whatever the
    /// mass ratios, also in closed loops. Cost: linear in the number of joints with few closed loops.
    Direct,
};

/// Settings common to all joints.
struct JointSettings {
    /// Lets the two bodies collide; unset: as `collides_by_default` of the definition says. What a joint
    /// returns is always set.
    std::optional<bool> collide_connected{};
    bool enabled = true;  ///< Lets the joint act.
    /// Stiffness of the locks and limits where they are solved iteratively: a soft constraint of this
    /// frequency [Hz] and damping ratio.
    float frequency = 60.0f;
    float damping_ratio = 2.0f;        ///< Damping ratio of that constraint, >= 0.
    float maximum_force = unlimited;   ///< Maximum force of the locks, in any direction [N].
    float maximum_torque = unlimited;  ///< Maximum torque of the locks [N m].
    float break_force = unlimited;   ///< Force beyond which the joint breaks, see `World::joint_breaks` [N].
    float break_torque = unlimited;  ///< Torque beyond which the joint breaks [N m].
    /// Reports steps in which the reaction exceeds one of the thresholds, see `World::joint_forces`.
    bool force_events = false;
    float force_threshold = 0.0f;                 ///< Force above which it is reported, >= 0 [N].
    float torque_threshold = unlimited;           ///< Torque above which it is reported, >= 0 [N m].
    JointSolver solver = JointSolver::Automatic;  ///< Solver of the locks.
    std::uint64_t user_data = 0;                  ///< Value for the user; the engine does not use it.

    friend bool operator==(const JointSettings&, const JointSettings&) = default;
};

/// Forces and coordinates of a joint.
struct JointState {
    /// Force on body B in the last sub-step [N]: for a rope on its last point, for a gear on body B of its
    /// first joint.
    Vec2 force{0.0f, 0.0f};
    float torque = 0.0f;  ///< Torque on body B in the last sub-step [N m].
    /// Violation of locks and limits as a distance, >= 0 [m]; for gears in the units of their first joint.
    float linear_separation = 0.0f;
    float angular_separation = 0.0f;  ///< Violation as an angle, >= 0 [rad].
    /// Length of a distance, pulley or rope joint; else position of B's anchor along the axis [m].
    float translation = 0.0f;
    float angle = 0.0f;   ///< Angle of B relative to A, less the reference angle; counts whole turns [rad].
    bool direct = false;  ///< Solved by the direct solver in the last step.
    /// Anchors in the world; for pulleys and ropes the first and the last point, for gears the bodies'
    /// origins [m].
    Vec2 anchor_a{0.0f, 0.0f};
    Vec2 anchor_b{0.0f, 0.0f};  ///< Anchor on B, likewise [m].
    Vec2 axis{1.0f, 0.0f};      ///< Unit axis of `translation` in the world.
};

}  // namespace drystone
