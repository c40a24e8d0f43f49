#pragma once

#include <optional>
#include <variant>

/// Joints as scenes describe them. Frames are those of the bodies, angles and translations those of body B
/// against body A.
namespace scenes {

struct Point {
    float x = 0.0f;
    float y = 0.0f;
};

/// Bodies are numbered by their creation, from 0 and without reuse.
using BodyNumber = int;
/// Likewise joints.
using JointNumber = int;
/// The number of a joint that the engine did not make.
inline constexpr JointNumber no_joint = -1;

struct JointLimit {
    float lower = 0.0f;  ///< [m] or [rad]
    float upper = 0.0f;
};
struct JointMotor {
    float speed = 0.0f;    ///< [m/s] or [rad/s]
    float maximum = 0.0f;  ///< Greatest force [N] or torque [N m].
};
/// As stiff as makes the two bodies, alone, swing with the frequency.
struct JointSpring {
    float frequency = 1.0f;  ///< > 0 [Hz]
    float damping_ratio = 0.7f;
    float target = 0.0f;  ///< [m] or [rad]
};

/// Pins the anchors together.
struct RevoluteJoint {
    float reference_angle = 0.0f;  ///< That counts as zero.
    std::optional<JointLimit> limit{};
    std::optional<JointMotor> motor{};
    std::optional<JointSpring> spring{};
};
/// Keeps the anchors at a distance; with a limit or a spring, only by these.
struct DistanceJoint {
    float length = 1.0f;
    std::optional<JointLimit> limit{};
    std::optional<JointSpring> spring{};
};
/// B slides along an axis of A, of length 1, and does not turn.
struct PrismaticJoint {
    Point axis{1.0f, 0.0f};
    float reference_angle = 0.0f;
    std::optional<JointLimit> limit{};
    std::optional<JointMotor> motor{};
    std::optional<JointSpring> spring{};
};
/// B slides along an axis of A, of length 1, and turns; limit and spring are of the sliding, the motor is of
/// the turning.
struct WheelJoint {
    Point axis{0.0f, 1.0f};
    std::optional<JointLimit> limit{};
    std::optional<JointMotor> motor{};
    std::optional<JointSpring> spring{};
};
struct WeldJoint {
    float reference_angle = 0.0f;
};
/// Coordinate of the first joint + ratio * that of the second stays as it is. Each is revolute or prismatic.
struct GearJoint {
    JointNumber first = no_joint;
    JointNumber second = no_joint;
    float ratio = 1.0f;
};
/// A rope over two fixed points of the world: length A + ratio * length B is at most `length`.
struct PulleyJoint {
    Point ground_a{};
    Point ground_b{};
    float length = 1.0f;
    float ratio = 1.0f;
};
using Joint =
    std::variant<RevoluteJoint, DistanceJoint, PrismaticJoint, WheelJoint, WeldJoint, GearJoint, PulleyJoint>;

struct JointDescription {
    BodyNumber body_a = -1;  ///< Those of a gear have no meaning, nor have its anchors.
    BodyNumber body_b = -1;
    Point anchor_a{};
    Point anchor_b{};
    Joint joint{};
    bool collide_connected = false;
};

}  // namespace scenes
