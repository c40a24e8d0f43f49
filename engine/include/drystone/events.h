#pragma once

#include <drystone/collision/math.h>
#include <drystone/handles.h>

#include <cstdint>

namespace drystone {

/// Two shapes began to touch in the last step. `contact` tells more while it lives.
struct ContactBegin {
    ShapeId shape_a;
    ShapeId shape_b;
    ContactId contact;
};

/// Two shapes no longer touch. A shape that was destroyed is named by its dead handle.
struct ContactEnd {
    ShapeId shape_a;
    ShapeId shape_b;
    ContactId contact;
};

/// Two shapes hit each other in the last step, faster than the world's threshold.
struct ContactHit {
    ShapeId shape_a;
    ShapeId shape_b;
    ContactId contact;
    Vec2 point{0.0f, 0.0f};   ///< Where they were hit hardest [m].
    Vec2 normal{0.0f, 0.0f};  ///< From A to B.
    /// How fast they approached there, > 0 [m/s].
    float approach_speed = 0.0f;
};

/// How hard two shapes pressed on each other in the last step: the sum of all impulses, normal and friction,
/// of all sub-steps and of restitution, over the time step. So it is the mean force of the step, an impact
/// included: force times time step is exactly the momentum that B was given.
struct ContactForce {
    ShapeId shape_a;
    ShapeId shape_b;
    ContactId contact;
    /// On B; the opposite acts on A, unless A dominates B, see `BodyDefinition::dominance_group` [N].
    Vec2 force{0.0f, 0.0f};
    float magnitude = 0.0f;   ///< [N]
    Vec2 point{0.0f, 0.0f};   ///< Of the two the one that was pressed harder [m].
    Vec2 normal{0.0f, 0.0f};  ///< From A to B.
};

/// A shape began to overlap a sensor in the last step, or passed through it: then there is a `SensorEnd` of
/// the same step as well.
struct SensorBegin {
    ShapeId sensor;
    ShapeId visitor;
};

/// A shape no longer overlaps a sensor. A shape that was destroyed is named by its dead handle.
struct SensorEnd {
    ShapeId sensor;
    ShapeId visitor;
};

/// A body moved in the last step.
struct BodyMoved {
    BodyId body;
    /// Of the body's origin, after the step.
    Pose pose;
    std::uint64_t user_data = 0;
    /// This was its last move: it fell asleep.
    bool fell_asleep = false;
};

/// Where a number came from that is not finite.
enum class QuarantineReason : std::uint8_t {
    Load,   ///< What acts on the body, or its velocity or mass: too much for a float when the step began.
    Solve,  ///< What the step made of it, by its contacts, its joints or its speed.
};

/// A body got a number that is not finite in the last step, or a velocity or position whose square is not. It
/// was put back to where it was, with no velocity and no forces, and disabled; enable it again once its
/// trouble is mended.
///
/// Its neighbours go on. Bodies that it drew into it within the step are put back too, without velocity, but
/// stay enabled and are not reported.
struct BodyQuarantined {
    BodyId body;
    Pose pose;  ///< Of the body's origin.
    QuarantineReason reason = QuarantineReason::Load;
};

/// A joint broke in the last step: it no longer exists.
struct JointBreak {
    JointId joint;
    BodyId body_a;
    BodyId body_b;
    float force = 0.0f;  ///< That broke it [N].
    float torque = 0.0f;
    std::uint64_t user_data = 0;
};

}  // namespace drystone
