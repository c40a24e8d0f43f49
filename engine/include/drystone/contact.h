#pragma once

#include <drystone/collision/math.h>
#include <drystone/handles.h>

#include <cstdint>

namespace drystone {

/// Point of a contact after a step.
struct ContactPointView {
    Vec2 point{0.0f, 0.0f};         ///< Midpoint between the surfaces in the world [m].
    float separation = 0.0f;        ///< Distance of the surfaces, negative when the shapes overlap [m].
    float normal_impulse = 0.0f;    ///< Impulse of the last sub-step [N s].
    float friction_impulse = 0.0f;  ///< Likewise, along the normal turned clockwise [N s].
    std::uint32_t feature = 0;      ///< Number of the two features that meet; the same from step to step.
};

/// Contact after a step.
struct ContactView {
    ContactId contact;           ///< Handle of the contact.
    ShapeId shape_a;             ///< First shape: the normal points away from it.
    ShapeId shape_b;             ///< Second shape.
    Vec2 normal{0.0f, 0.0f};     ///< Unit normal from A to B in the world.
    int count = 0;               ///< Number of points. Zero: the fat boxes overlap, the shapes do not touch.
    ContactPointView points[2];  ///< Points; the first `count` are valid.
    int color = -1;              ///< Colour in the constraint graph; -1: in none.
};

}  // namespace drystone
