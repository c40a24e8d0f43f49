#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/shapes.h>

#include <cstdint>

namespace drystone {

/// The motion of a body during a step: its centre of mass moves along a straight line, and the body rotates
/// at a constant rate.
///
/// The rotation is an angle, not a second orientation, so that more than half a turn in a step is
/// represented.
struct Sweep {
    Vec2 local_center{0.0f, 0.0f};  ///< Centre of mass in the frame of the body [m].
    Vec2 center_start{0.0f, 0.0f};  ///< Centre of mass at fraction 0, in the world [m].
    Vec2 center_end{0.0f, 0.0f};    ///< Centre of mass at fraction 1, in the world [m].
    Rot rotation_start{};           ///< Rotation of the body at fraction 0.
    float angle = 0.0f;             ///< Angle by which the body rotates until fraction 1 [rad].
};

/// Makes the sweep from one pose of a body to another, rotating the shorter way. For a rotation of more than
/// half a turn set `angle` afterwards.
DRYSTONE_COLLISION_API Sweep make_sweep(const Pose& start, const Pose& end, const Vec2& local_center);

/// Returns the pose of the body at a fraction of the sweep; outside of [0, 1] the motion is extrapolated.
/// Bit-identical on all platforms: sine and cosine are our own.
DRYSTONE_COLLISION_API Pose interpolate(const Sweep& sweep, float fraction);

/// Treatment of shapes in contact at the start of the sweep.
enum class InitialContact : std::uint8_t {
    Report,  ///< Shapes that start within the target have an impact at fraction 0.
    /// Shapes that start within the target, or overlapping, may stay as near as they are. An impact is when
    /// they come nearer, by at least the tolerance and at most twice that. Sliding along a surface, turning
    /// on it and separating are no impacts.
    Keep,
};

/// Settings of a time of impact query.
struct TimeOfImpactSettings {
    /// Separation of the surfaces at the impact [m], rounding radii included; negative: depth of overlap.
    float target_separation = 0.0f;
    /// Maximum excess of the separation over the target at an impact [m]. Values below 5e-7 of the shapes'
    /// extents are raised to that.
    float tolerance = 1e-4f;
    /// Fraction at which the search stops, in [0, 1].
    float max_fraction = 1.0f;
    InitialContact initial_contact = InitialContact::Report;  ///< Result for shapes that touch at the start.
};

/// Result of a time of impact query.
enum class TimeOfImpactStatus : std::uint8_t {
    Hit,             ///< The shapes come as near as the target at `fraction`.
    Separated,       ///< The shapes stay farther apart up to `max_fraction`, which is `fraction`.
    Overlapping,     ///< The shapes start nearer than target - tolerance; `fraction` is 0.
    IterationLimit,  ///< Undecided, but up to `fraction` the shapes certainly stay farther apart.
    NotFinite,       ///< The input holds a NaN or an infinity; all other members are zero.
};

/// First impact of two moving shapes, in the frame of the world at the time of `fraction`.
struct TimeOfImpact {
    TimeOfImpactStatus status = TimeOfImpactStatus::NotFinite;  ///< Kind of the result.
    float fraction = 0.0f;  ///< Fraction of the sweeps; up to it the motion is free.
    /// Distance between the surfaces along the normal at `fraction` [m]. This, the normal and the point are
    /// zero where the shapes are `Separated`.
    float separation = 0.0f;
    Vec2 normal{0.0f, 0.0f};  ///< Unit normal from A to B.
    Vec2 point{0.0f, 0.0f};   ///< Midway between the surfaces [m].
    int iterations = 0;       ///< Distance queries made.
};

/// Finds the first time at which two moving and rotating cores come as near as a target.
///
/// Conservative: up to the returned fraction, whatever the status, the signed separation of the surfaces is
/// nowhere below the target, except for the rounding of a position (about 1e-7 of the distance between the
/// bodies' origins, of that from a body's origin to its vertices, and of the motion). Nor is it early: at a
/// hit the separation is at most target + tolerance, so the fraction lies between the first times at which
/// the separation is target + tolerance and target. Shapes that only pass between those two may be reported
/// as Hit or Separated.
///
/// The search begins when the bounding discs about the centres of mass meet. From there Newton's method on
/// the separation of the nearest features is tried first. The time it finds is that of the impact if the axis
/// found there separates the shapes at all earlier times, which a bound of the separation along it proves.
///
/// Otherwise it works on the separation along one axis after another, each the axis of the smallest distance
/// at the time reached. Along it the time advances as far as a lower bound of the separation allows: for the
/// next half turn the height of each vertex above the centre is at most that on its tangent in time (it is a
/// cosine, concave while positive). So bound and separation have the same slope, and the times converge
/// quadratically. Any number of turns is followed; sliding along a flat surface takes one or two steps.
///
/// Where that takes long, as when a face slides over another one while both turn, the separation is followed
/// along an axis that turns with the face, too: bounds of its derivatives give its first root without further
/// queries.
///
/// At most 128 distance queries, and 8 evaluations of the bound for each. No allocation.
/// Source  Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems, 1996, chapter 2 (conservative
///         advancement); Zhang, Lee, Kim, Interactive Continuous Collision Detection for Non-Convex
///         Polyhedra, 2006 (bounds along an axis); Catto, Continuous Collision, GDC 2013 (root finding on one
///         axis after another). The bound by tangents is our own.
DRYSTONE_COLLISION_API TimeOfImpact time_of_impact(const ConvexCore& a, const Sweep& sweep_a,
                                                   const ConvexCore& b, const Sweep& sweep_b,
                                                   const TimeOfImpactSettings& settings = {});

}  // namespace drystone
