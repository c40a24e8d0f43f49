#pragma once

#include <drystone/callback.h>
#include <drystone/collision/math.h>
#include <drystone/handles.h>

#include <cstdint>

namespace drystone {

/// Point of a contact before it is solved.
struct PreSolvePoint {
    /// Midpoint between the surfaces [m]. May be changed: the impulses act there.
    Vec2 point{0.0f, 0.0f};
    /// Distance of the surfaces, negative when the shapes overlap [m]. May be changed: the solver uses this
    /// distance.
    float separation = 0.0f;
    float approach_speed = 0.0f;  ///< Along the normal, > 0 when approaching [m/s].
    std::uint32_t feature = 0;    ///< Feature id as in `ContactPointView`.
    /// Set by the callback: drops this point for this step.
    bool dropped = false;
};

/// Contact before it is solved, as passed to a `PreSolve` callback. Members that may be changed say so;
/// changes hold for this step. Where a fast body is about to be stopped at a shape, changes of normal and
/// points have no effect.
struct PreSolveContact {
    /// Handle of the contact; null where a fast body is about to be stopped at a shape that it has no contact
    /// with yet.
    ContactId contact;
    ShapeId shape_a;  ///< First shape.
    ShapeId shape_b;  ///< Second shape.
    /// Unit normal from A to B in the world. May be changed to any direction except zero; it is normalized.
    /// Friction and `tangent_speed` act along the normal turned clockwise.
    Vec2 normal{0.0f, 0.0f};
    int count = 0;            ///< Number of points, at least one.
    PreSolvePoint points[2];  ///< Points; the first `count` are valid.
    /// Friction >= 0, restitution in [0, 1], and any tangent speed [m/s]. May be changed for this step.
    float friction = 0.0f;       ///< Friction, >= 0. May be changed for this step.
    float restitution = 0.0f;    ///< Restitution, in [0, 1]. May be changed for this step.
    float tangent_speed = 0.0f;  ///< See `Material::tangent_speed`.
};

/// Callback on a contact before it is solved; returning false drops the contact for this step, see
/// `World::set_pre_solve_callback`.
using PreSolve = Callback<bool(PreSolveContact& contact)>;

}  // namespace drystone
