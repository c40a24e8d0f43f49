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

/// A body moved in the last step.
struct BodyMoved {
    BodyId body;
    /// Of the body's origin, after the step.
    Pose pose;
    std::uint64_t user_data = 0;
    /// This was its last move: it fell asleep.
    bool fell_asleep = false;
};

}  // namespace drystone
