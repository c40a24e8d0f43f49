#pragma once

#include <drystone/collision/math.h>
#include <drystone/handles.h>

#include <cstdint>

namespace drystone {

/// Two shapes began to touch in the last step. `World::contact` returns more while the contact exists.
struct ContactBegin {
    ShapeId shape_a;    ///< First shape.
    ShapeId shape_b;    ///< Second shape.
    ContactId contact;  ///< Handle of the contact.
};

/// Two shapes stopped touching. A destroyed shape is named by its dead handle.
struct ContactEnd {
    ShapeId shape_a;    ///< First shape.
    ShapeId shape_b;    ///< Second shape.
    ContactId contact;  ///< Handle of the contact, which may no longer exist.
};

/// Two shapes hit each other in the last step, faster than `WorldDefinition::hit_threshold`.
struct ContactHit {
    ShapeId shape_a;          ///< First shape.
    ShapeId shape_b;          ///< Second shape.
    ContactId contact;        ///< Handle of the contact.
    Vec2 point{0.0f, 0.0f};   ///< Contact point with the largest approach speed [m].
    Vec2 normal{0.0f, 0.0f};  ///< Unit normal from A to B.
    /// Approach speed at that point, > 0 [m/s].
    float approach_speed = 0.0f;
};

/// Mean contact force of the last step: the sum of all impulses, normal and friction, of all sub-steps and of
/// restitution, divided by the time step. It includes impacts: force times time step is exactly the momentum
/// that B received through the contact. Continuous collision, which stops a body on its way, also takes the
/// velocity that gravity and forces gave it for the rest of the step; that is no force of a contact and does
/// not count.
struct ContactForce {
    ShapeId shape_a;    ///< First shape.
    ShapeId shape_b;    ///< Second shape.
    ContactId contact;  ///< Handle of the contact.
    /// Force on B; the opposite acts on A, unless A dominates B, see `BodyDefinition::dominance_group` [N].
    Vec2 force{0.0f, 0.0f};
    float magnitude = 0.0f;   ///< Length of `force` [N].
    Vec2 point{0.0f, 0.0f};   ///< Contact point with the larger normal impulse [m].
    Vec2 normal{0.0f, 0.0f};  ///< Unit normal from A to B.
    /// Marks the first report of a load: the contact was not reported in the last step in which one of its
    /// bodies was awake. True for impacts, false while something rests or is pressed.
    bool first = false;
};

/// A shape began to overlap a sensor in the last step, or passed through it; in the latter case the same step
/// also has a `SensorEnd`.
struct SensorBegin {
    ShapeId sensor;   ///< Sensor.
    ShapeId visitor;  ///< Shape that entered.
};

/// A shape stopped overlapping a sensor. A destroyed shape is named by its dead handle.
struct SensorEnd {
    ShapeId sensor;   ///< Sensor.
    ShapeId visitor;  ///< Shape that left.
};

/// A body moved in the last step.
struct BodyMoved {
    BodyId body;  ///< Body that moved.
    /// Pose of the body's origin after the step.
    Pose pose;
    std::uint64_t user_data = 0;  ///< User data of the body.
    /// Marks the last move before the body fell asleep.
    bool fell_asleep = false;
};

/// Source of a number that is not finite.
enum class QuarantineReason : std::uint8_t {
    Load,   ///< Force, velocity or mass of the body: too large for a float when the step began.
    Solve,  ///< Result of the step: contacts, joints or speed made it too large.
};

/// A body got a number that is not finite in the last step, or a velocity or position whose square is not. It
/// was put back to its pose before the step, without velocity and forces, and disabled. Enable it again after
/// removing the cause.
///
/// Other bodies continue normally. Bodies that got such numbers from it within the step are put back too,
/// without velocity, but stay enabled and are not reported.
struct BodyQuarantined {
    BodyId body;                                       ///< Body that was taken out.
    Pose pose;                                         ///< Pose of the body's origin.
    QuarantineReason reason = QuarantineReason::Load;  ///< Source of the number.
};

/// A joint with `JointSettings::force_events` carried more than its thresholds in the last step.
struct JointForce {
    JointId joint;                ///< Joint, which exists on.
    float force = 0.0f;           ///< Largest reaction force of the step [N].
    float torque = 0.0f;          ///< Largest reaction torque of the step [N m].
    std::uint64_t user_data = 0;  ///< User data of the joint.
};

/// A joint broke in the last step and no longer exists.
struct JointBreak {
    JointId joint;                ///< Dead handle of the joint.
    BodyId body_a;                ///< First body of the joint.
    BodyId body_b;                ///< Second body of the joint.
    float force = 0.0f;           ///< Largest reaction force of the step [N].
    float torque = 0.0f;          ///< Largest reaction torque of the step [N m].
    std::uint64_t user_data = 0;  ///< User data of the joint.
};

}  // namespace drystone
