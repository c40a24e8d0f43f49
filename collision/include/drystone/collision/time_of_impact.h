#pragma once

#include <drystone/collision/shapes.h>

#include <cstdint>

namespace drystone {

/// The motion of a body during a step: its centre of mass along a straight line, turning at a constant rate.
///
/// The turn is a number, not a second rotation, so that spins of more than half a turn in a step are what
/// they are.
struct Sweep {
    Vec2 local_center{0.0f, 0.0f};  ///< The centre of mass in the frame of the body [m].
    Vec2 center_start{0.0f, 0.0f};  ///< Where it is at fraction 0, in the world [m].
    Vec2 center_end{0.0f, 0.0f};    ///< Where it is at fraction 1 [m].
    Rot rotation_start{};           ///< Of the body at fraction 0.
    float angle = 0.0f;             ///< Through which the body turns until fraction 1 [rad].
};

/// The sweep from one pose of a body to another, turning the shorter way round. For a spin of more than half
/// a turn set `angle` afterwards.
Sweep make_sweep(const Pose& start, const Pose& end, const Vec2& local_center);

/// The pose of the body at a fraction of the sweep; outside of [0, 1] the motion goes on as it is.
/// The same bits on every platform: sine and cosine are our own.
Pose interpolate(const Sweep& sweep, float fraction);

/// What counts as an impact at the start of the sweep.
enum class InitialContact : std::uint8_t {
    Report,  ///< Shapes that start within the target have met at fraction 0.
    /// Shapes that start within the target, or overlapping, may stay as near as they are: an impact is when
    /// they come nearer, by the tolerance at least and twice that at most. Sliding along a surface, turning
    /// on it and parting are none.
    Keep,
};

struct TimeOfImpactSettings {
    /// How far from each other the surfaces stop [m], rounding radii included; negative: how deep in each
    /// other.
    float target_separation = 0.0f;
    /// The impact is found when the separation is at most this much more than the target [m]. What is less
    /// than 5e-7 of the shapes' extents is raised to that.
    float tolerance = 1e-4f;
    /// Where to stop looking, in [0, 1].
    float max_fraction = 1.0f;
    InitialContact initial_contact = InitialContact::Report;
};

enum class TimeOfImpactStatus : std::uint8_t {
    Hit,             ///< The shapes come as near as the target at `fraction`.
    Separated,       ///< They don't until `max_fraction`, which is `fraction`.
    Overlapping,     ///< They start nearer than target - tolerance; `fraction` is 0.
    IterationLimit,  ///< Not found out, but until `fraction` they certainly do not.
    NotFinite,       ///< The input holds a NaN or an infinity; all else is zero.
};

/// When two moving shapes meet, and where. In the frame of the world, at the time of `fraction`.
struct TimeOfImpact {
    TimeOfImpactStatus status = TimeOfImpactStatus::NotFinite;
    float fraction = 0.0f;  ///< Of the sweeps; up to here the motion is free.
    /// Between the surfaces along the normal at `fraction` [m]. This, the normal and the point only where the
    /// shapes are not Separated; else zero.
    float separation = 0.0f;
    Vec2 normal{0.0f, 0.0f};  ///< Unit, from A to B.
    Vec2 point{0.0f, 0.0f};   ///< Midway between the surfaces [m].
    int iterations = 0;       ///< Distance queries that were made.
};

/// The first time at which two moving and turning cores come as near as a target.
///
/// Conservative: until the fraction that is returned, whatever the status, the signed separation of the
/// surfaces is nowhere below the target, except for the rounding of a position (about 1e-7 of the distance
/// between the bodies' origins, of that from a body's origin to its vertices, and of the motion). Nor is it
/// early: at a hit the separation is at most target + tolerance, so the fraction lies between the first times
/// at which the separation is target + tolerance and target. Shapes that only pass between those two may be
/// called Hit or Separated.
///
/// Begins when the discs about the centres of mass that hold the shapes meet. From there Newton's method on
/// the separation of the nearest features is tried first: the time that it finds is that of the impact if the
/// axis found there parts the shapes at all times before, which a bound of the separation along it tells.
///
/// Else it works on the separation along one axis after the other, the axis of the least distance at the time
/// reached. Along it the time advances as far as a lower bound of the separation allows: for the next half
/// turn the height of each vertex above the centre is at most that on its tangent in time (it is a
/// cosine, concave while positive), so bound and separation have the same slope, and the times converge
/// quadratically. Any number of turns is followed; sliding along a flat surface takes one or two steps.
///
/// At most 128 distance queries, and 8 evaluations of the bound for each. No allocation.
/// Source  Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems, 1996, chapter 2 (conservative
///         advancement); Zhang, Lee, Kim, Interactive Continuous Collision Detection for Non-Convex
///         Polyhedra, 2006 (bounds along an axis); Catto, Continuous Collision, GDC 2013 (root finding on
///         one axis after the other). The bound by tangents is our own.
TimeOfImpact time_of_impact(const ConvexCore& a, const Sweep& sweep_a, const ConvexCore& b,
                            const Sweep& sweep_b, const TimeOfImpactSettings& settings = {});

}  // namespace drystone
