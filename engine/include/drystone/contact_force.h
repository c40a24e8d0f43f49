#pragma once

#include <drystone/collision/math.h>
#include <drystone/handles.h>

namespace drystone {

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

}  // namespace drystone
