#pragma once

#include <drystone/callback.h>
#include <drystone/collision/math.h>
#include <drystone/handles.h>

#include <cstdint>

namespace drystone {

/// A point of a contact that is about to be solved.
struct PreSolvePoint {
    /// Midway between the surfaces; may be changed: the bodies push each other there [m].
    Vec2 point{0.0f, 0.0f};
    /// Negative when the shapes overlap; may be changed: so far apart the solver takes the surfaces to be
    /// [m].
    float separation = 0.0f;
    float approach_speed = 0.0f;  ///< Along the normal, > 0 where the shapes come nearer [m/s].
    std::uint32_t feature = 0;    ///< As in `ContactPointView`.
    /// Set by the callback: nothing happens at this point in this step.
    bool dropped = false;
};

/// A contact that is about to be solved, as a `PreSolve` callback sees it. What it may change is said, and
/// holds for this step; of what a fast body is about to be stopped at, normal and points stay what they are.
struct PreSolveContact {
    /// Null where a fast body is about to be stopped at a shape that it has no contact with yet.
    ContactId contact;
    ShapeId shape_a;
    ShapeId shape_b;
    /// From A to B, in the world; may be changed to any direction but zero, and then counts at unit length.
    /// Friction and `tangent_speed` act along the normal turned clockwise.
    Vec2 normal{0.0f, 0.0f};
    int count = 0;  ///< Points, at least one.
    PreSolvePoint points[2];
    /// May be changed, for this step: >= 0, in [0, 1], and any speed [m/s].
    float friction = 0.0f;
    float restitution = 0.0f;
    float tangent_speed = 0.0f;  ///< See `Material::tangent_speed`.
};

/// Sees a contact before it is solved; false drops it for this step, see `World::set_pre_solve_callback`.
using PreSolve = Callback<bool(PreSolveContact& contact)>;

}  // namespace drystone
