#pragma once

#include <drystone/collision/math.h>
#include <drystone/handles.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <variant>
#include <vector>

namespace drystone {

inline constexpr float unlimited = std::numeric_limits<float>::infinity();

/// Which way a spring and its damper may push along their degree of freedom.
enum class SpringSense : std::uint8_t {
    Both,
    Push,  ///< Only towards greater values, apart: a bumper.
    Pull,  ///< Only towards smaller values, together: a bungee cord.
};

/// A spring with a damper on one degree of freedom. It swings and decays as the exact damped oscillator of
/// its frequency does, whatever the time step. Under a steady load it gives way by load / (mass w^2), less
/// the part ratio * w * h of it, with the sub-step h.
struct JointSpring {
    float frequency = 1.0f;                 ///< >= 0 [Hz], for the mass that the joint finds; 0: no spring.
    float damping_ratio = 0.7f;             ///< >= 0; 1 is critical.
    float target = 0.0f;                    ///< Where it rests [m] or [rad].
    float maximum = unlimited;              ///< Greatest force [N] or torque [N m]; >= 0.
    SpringSense sense = SpringSense::Both;  ///< Without meaning in welds and motor joints.
};

/// Drives one degree of freedom.
struct JointMotor {
    float speed = 0.0f;    ///< [m/s] or [rad/s]
    float maximum = 0.0f;  ///< Greatest force [N] or torque [N m]; >= 0.
};

/// Bounds of one degree of freedom [m] or [rad]; `lower` <= `upper`. Angles may span any number of turns: a
/// new joint begins in the turn that its limits hold, or else in the one nearest to zero.
struct JointLimit {
    float lower = 0.0f;
    float upper = 0.0f;
};

/// Keeps two points at a distance. Rigid, unless it has a spring, a limit or a motor: it then is free except
/// for these. A rope is a limit from zero to its length. Points in one place count as apart along the x axis.
struct DistanceJoint {
    Vec2 anchor_a{0.0f, 0.0f};  ///< In the frame of body A [m]; likewise in all joints.
    Vec2 anchor_b{0.0f, 0.0f};
    float length = 1.0f;  ///< Of the rigid rod, > 0 [m]. A spring has a target of its own.
    std::optional<JointSpring> spring{};
    std::optional<JointLimit> limit{};
    std::optional<JointMotor> motor{};  ///< Positive speeds push the points apart.
};

/// Pins two points together; the bodies turn freely about them, or as limit, motor and spring allow.
struct RevoluteJoint {
    Vec2 anchor_a{0.0f, 0.0f};
    Vec2 anchor_b{0.0f, 0.0f};
    float reference_angle = 0.0f;  ///< Angle of B against A that counts as zero [rad]; likewise below.
    std::optional<JointLimit> limit{};
    std::optional<JointMotor> motor{};
    std::optional<JointSpring> spring{};
};

/// B slides along an axis of A and does not turn against it.
struct PrismaticJoint {
    Vec2 anchor_a{0.0f, 0.0f};
    Vec2 anchor_b{0.0f, 0.0f};
    Vec2 axis_a{1.0f, 0.0f};  ///< In the frame of A, of any length > 0; likewise below.
    float reference_angle = 0.0f;
    std::optional<JointLimit> limit{};
    std::optional<JointMotor> motor{};
    std::optional<JointSpring> spring{};
};

/// B slides along an axis of A, held by a spring (the suspension), and turns freely or by a motor.
struct WheelJoint {
    Vec2 anchor_a{0.0f, 0.0f};
    Vec2 anchor_b{0.0f, 0.0f};
    Vec2 axis_a{0.0f, 1.0f};
    std::optional<JointLimit> limit{};
    std::optional<JointMotor> motor{};  ///< Of the turn [rad/s], [N m].
    std::optional<JointSpring> suspension = JointSpring{.frequency = 4.0f, .damping_ratio = 0.7f};
};

/// Holds two bodies together; with springs, softly.
struct WeldJoint {
    Vec2 anchor_a{0.0f, 0.0f};
    Vec2 anchor_b{0.0f, 0.0f};
    float reference_angle = 0.0f;
    std::optional<JointSpring> linear_spring{};  ///< Targets are zero: `target` has no meaning here.
    std::optional<JointSpring> angular_spring{};
};

/// Drives B against A: to a velocity by motors, to a pose by springs, each with its greatest force.
struct MotorJoint {
    Vec2 anchor_a{0.0f, 0.0f};  ///< The target position of `anchor_b`.
    Vec2 anchor_b{0.0f, 0.0f};
    float reference_angle = 0.0f;      ///< The target angle.
    Vec2 linear_velocity{0.0f, 0.0f};  ///< In the frame of A [m/s].
    float maximum_force = 0.0f;        ///< Of the linear motor, in any direction [N].
    float angular_velocity = 0.0f;
    float maximum_torque = 0.0f;
    std::optional<JointSpring> linear_spring{};
    std::optional<JointSpring> angular_spring{};
};

/// Pulls a point of B to a target by a spring, as a mouse drags a body. A is usually a static body.
struct MouseJoint {
    Vec2 target{0.0f, 0.0f};  ///< In the frame of A [m]; change it with `JointRef::set_definition`.
    Vec2 anchor_b{0.0f, 0.0f};
    float frequency = 5.0f;
    float damping_ratio = 0.7f;
    float maximum_force = unlimited;
};

/// Dry friction between two bodies, wherever they are: for worlds that are seen from above.
struct FrictionJoint {
    Vec2 anchor_a{0.0f, 0.0f};
    Vec2 anchor_b{0.0f, 0.0f};
    float maximum_force = 0.0f;   ///< In any direction [N].
    float maximum_torque = 0.0f;  ///< [N m]
};

/// B turns against A freely forwards and not backwards past the last tooth; changed or enabled again, it
/// begins where it is.
struct RatchetJoint {
    float tooth = 0.1f;  ///< Angle from tooth to tooth, not 0 [rad]; negative: free to turn clockwise.
    float phase = 0.0f;  ///< Angle of a tooth.

    friend bool operator==(const RatchetJoint&, const RatchetJoint&) = default;
};

/// Couples the free degree of freedom of two joints: coordinate of `first` + ratio * coordinate of `second`
/// stays what it is when the gear is made, changed or enabled. Each must be a revolute or a prismatic joint.
/// Where `first` turns, the gear bears a torque, else a force: `JointSettings`' maxima and limits of breaking
/// mean that. Goes when one of them goes.
struct GearJoint {
    JointId first{};
    JointId second{};
    float ratio = 1.0f;  ///< Not 0.
};

/// A rope over two wheels that hang in the world: length A + ratio * length B is at most `length`.
struct PulleyJoint {
    Vec2 ground_a{0.0f, 0.0f};  ///< In the world [m].
    Vec2 ground_b{0.0f, 0.0f};
    Vec2 anchor_a{0.0f, 0.0f};
    Vec2 anchor_b{0.0f, 0.0f};
    float length = 1.0f;  ///< > 0 [m]
    float ratio = 1.0f;   ///< > 0
};

/// A point of a body on a rope.
struct RopePoint {
    BodyId body{};
    Vec2 anchor{0.0f, 0.0f};
};

/// A rope without mass through points of bodies, free to slide through them: its length from point to point
/// is at most `length`. The joint's bodies A and B have no meaning: the points name theirs.
struct RopeJoint {
    std::vector<RopePoint> points{};  ///< At least two.
    float length = 1.0f;              ///< > 0 [m]
};

/// Nothing but that the two bodies do not collide.
struct FilterJoint {};

/// What one degree of freedom may do: nothing, or anything but what limit, motor and spring say.
struct DegreeOfFreedom {
    bool locked = false;
    std::optional<JointLimit> limit{};
    std::optional<JointMotor> motor{};
    std::optional<JointSpring> spring{};
};

/// Every degree of freedom as one likes: along the axis, across it (turned by +90 degrees), and the angle.
struct GenericJoint {
    Vec2 anchor_a{0.0f, 0.0f};
    Vec2 anchor_b{0.0f, 0.0f};
    Vec2 axis_a{1.0f, 0.0f};
    float reference_angle = 0.0f;
    DegreeOfFreedom along{};
    DegreeOfFreedom across{};
    DegreeOfFreedom angle{};
};

using JointDefinition =
    std::variant<DistanceJoint, RevoluteJoint, PrismaticJoint, WheelJoint, WeldJoint, MotorJoint, MouseJoint,
                 FrictionJoint, RatchetJoint, GearJoint, PulleyJoint, RopeJoint, FilterJoint, GenericJoint>;

/// Who solves what a joint locks.
enum class JointSolver : std::uint8_t {
    /// Direct for small mechanisms, long chains, welds, few closed loops and unequal masses, else iterative.
    Automatic,
    Iterative,  ///< One joint after another, in lanes: fastest.
    /// All joints of a mechanism at once, with its motors: stiff whatever the masses, and in closed loops.
    /// Linear in the number of joints where few loops are closed.
    Direct,
};

/// What all joints have in common.
struct JointSettings {
    bool collide_connected = false;  ///< Do the two bodies collide?
    bool enabled = true;
    /// Stiffness of what the joint locks and of its limits: a soft constraint of this frequency [Hz] and
    /// damping ratio where it is solved iteratively.
    float frequency = 60.0f;
    float damping_ratio = 2.0f;
    float maximum_force = unlimited;   ///< Of what the joint locks, in any direction [N].
    float maximum_torque = unlimited;  ///< [N m]
    float break_force = unlimited;     ///< Beyond this the joint breaks, see `World::joint_breaks` [N].
    float break_torque = unlimited;    ///< [N m]
    JointSolver solver = JointSolver::Automatic;
    std::uint64_t user_data = 0;

    friend bool operator==(const JointSettings&, const JointSettings&) = default;
};

/// How a joint is and what it does.
struct JointState {
    /// On body B in the last sub-step [N]: of a rope on its last point, of a gear on body B of its first
    /// joint.
    Vec2 force{0.0f, 0.0f};
    float torque = 0.0f;  ///< [N m]
    /// How far what should be together is apart, or outside of limits, >= 0 [m]; of gears in the units of
    /// their first joint.
    float linear_separation = 0.0f;
    float angular_separation = 0.0f;
    /// Of a distance, pulley or rope joint the length; else that of B's anchor along the axis [m].
    float translation = 0.0f;
    float angle = 0.0f;   ///< Of B against A, less the reference angle; counts whole turns [rad].
    bool direct = false;  ///< Solved directly in the last step.
    /// The anchors in the world; of cables the first and the last point, of gears the bodies' origins [m].
    Vec2 anchor_a{0.0f, 0.0f};
    Vec2 anchor_b{0.0f, 0.0f};
    Vec2 axis{1.0f, 0.0f};  ///< In which `translation` counts, in the world, of unit length.
};

}  // namespace drystone
