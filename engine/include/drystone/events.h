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
