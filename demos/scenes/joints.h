#pragma once

#include <optional>
#include <variant>

/// Joints as scenes describe them. Frames are those of the bodies; angles and translations are those of body
/// B relative to body A.
namespace scenes {

struct Point {
    float x = 0.0f;
    float y = 0.0f;
};

/// Number of a body, in order of creation, from 0 and without reuse.
using BodyNumber = int;
/// Number of a joint, likewise.
using JointNumber = int;
/// Number of a joint that the engine did not create.
inline constexpr JointNumber no_joint = -1;

struct JointLimit {
    float lower = 0.0f;  ///< [m] or [rad]
    float upper = 0.0f;
};
struct JointMotor {
    float speed = 0.0f;    ///< [m/s] or [rad/s]
    float maximum = 0.0f;  ///< Maximum force [N] or torque [N m].
};
/// Spring with the stiffness at which the two bodies alone oscillate with the frequency.
struct JointSpring {
    float frequency = 1.0f;  ///< > 0 [Hz]
    float damping_ratio = 0.7f;
    float target = 0.0f;  ///< [m] or [rad]
};

/// Pins the anchors together.
struct RevoluteJoint {
    float reference_angle = 0.0f;  ///< Relative angle that counts as zero.
    std::optional<JointLimit> limit{};
    std::optional<JointMotor> motor{};
    std::optional<JointSpring> spring{};
};
/// Keeps the anchors at a distance; with a limit or a spring, only these act.
struct DistanceJoint {
    float length = 1.0f;
    std::optional<JointLimit> limit{};
    std::optional<JointSpring> spring{};
};
/// B slides along an axis of A, of length 1, and does not rotate.
struct PrismaticJoint {
    Point axis{1.0f, 0.0f};
    float reference_angle = 0.0f;
    std::optional<JointLimit> limit{};
    std::optional<JointMotor> motor{};
    std::optional<JointSpring> spring{};
};
/// B slides along an axis of A, of length 1, and rotates; limit and spring act on the translation, the motor
/// on the rotation.
struct WheelJoint {
    Point axis{0.0f, 1.0f};
    std::optional<JointLimit> limit{};
    std::optional<JointMotor> motor{};
    std::optional<JointSpring> spring{};
};
struct WeldJoint {
    float reference_angle = 0.0f;
};
/// Keeps coordinate of the first joint + ratio * that of the second constant. Each is revolute or prismatic.
struct GearJoint {
    JointNumber first = no_joint;
    JointNumber second = no_joint;
    float ratio = 1.0f;
};
/// Rope over two fixed points of the world: length A + ratio * length B is at most `length`.
struct PulleyJoint {
    Point ground_a{};
    Point ground_b{};
    float length = 1.0f;
    float ratio = 1.0f;
};
using Joint =
    std::variant<RevoluteJoint, DistanceJoint, PrismaticJoint, WheelJoint, WeldJoint, GearJoint, PulleyJoint>;

struct JointDescription {
    BodyNumber body_a = -1;  ///< Bodies and anchors of a gear joint are ignored.
    BodyNumber body_b = -1;
    Point anchor_a{};
    Point anchor_b{};
    Joint joint{};
    bool collide_connected = false;
};

}  // namespace scenes
