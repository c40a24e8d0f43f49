#pragma once

#include <drystone/collision/math.h>
#include <drystone/handles.h>

#include <cstdint>

namespace drystone {

/// One point of a contact, as it stands in the world after a step.
struct ContactPointView {
    Vec2 point{0.0f, 0.0f};       ///< Midway between the surfaces [m].
    float separation = 0.0f;      ///< Negative when the shapes overlap [m].
    float normal_impulse = 0.0f;  ///< Of the last sub-step [N s].
    float friction_impulse = 0.0f;
    std::uint32_t feature = 0;
};

/// A contact as it stands after a step.
struct ContactView {
    ContactId contact;
    ShapeId shape_a;
    ShapeId shape_b;
    Vec2 normal{0.0f, 0.0f};  ///< From A to B, in the world.
    int count = 0;            ///< Zero: the boxes overlap, the shapes do not touch.
    ContactPointView points[2];
    int color = -1;  ///< Of the constraint graph; -1: in none.
};

}  // namespace drystone
