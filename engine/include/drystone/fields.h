#pragma once

#include <drystone/collision/math.h>
#include <drystone/collision/shapes.h>
#include <drystone/handles.h>

#include <cstdint>
#include <optional>
#include <variant>

namespace drystone {

/// What the strength of a field is.
enum class FieldUnit : std::uint8_t {
    Acceleration,  ///< The same for all masses [m/s^2].
    Force,         ///< The same for all bodies [N].
};

/// How a field decays with the distance r from its centre.
enum class FieldDecay : std::uint8_t {
    Constant,       ///< Not at all.
    Inverse,        ///< As 1 / r.
    InverseSquare,  ///< As 1 / r^2: a planet.
};

/// Pushes bodies in one direction, at the centre of mass.
struct DirectionalField {
    Vec2 strength{0.0f, 0.0f};
    FieldUnit unit = FieldUnit::Acceleration;
};

/// Pulls bodies to the origin of the field's frame, at the centre of mass: a planet, or a magnet.
struct RadialField {
    float strength = 0.0f;  ///< At a distance of 1 m; negative pushes away.
    FieldDecay decay = FieldDecay::InverseSquare;
    /// Distances count as sqrt(r^2 + softening^2), so that the centre is no singularity; >= 0 [m]. At the
    /// centre itself nothing pushes.
    float softening = 0.0f;
    FieldUnit unit = FieldUnit::Acceleration;
};

/// Pushes bodies around the origin of the field's frame, at the centre of mass, across the way to it.
struct VortexField {
    float strength = 0.0f;  ///< At a distance of 1 m; positive is counter-clockwise.
    FieldDecay decay = FieldDecay::Inverse;
    float softening = 0.0f;  ///< As of a `RadialField`.
    FieldUnit unit = FieldUnit::Acceleration;
};

/// Moving air, which pushes the edges of shapes that face it, each with the wind that it finds there: bodies
/// are dragged along, lifted, turned, and slowed down when they turn.
///
/// On an edge of length L that the relative wind u meets at the angle a (90 degrees: head-on), drag is
/// density / 2 * drag * u^2 * L sin(a) in the direction of u, and lift density / 2 * lift * u^2 * L sin(a)
/// cos(a) across it. Edges are sampled at four points each, round corners at two. Shapes of one body do not
/// shelter each other. Where the field has a region, those points feel it that lie in there.
struct WindField {
    Vec2 velocity{0.0f, 0.0f};  ///< Of the air, in the field's frame [m/s].
    float density = 1.2f;       ///< Of the air, >= 0 [kg/m^2].
    float drag = 1.0f;          ///< >= 0
    float lift = 0.0f;
};

/// Where a fluid ends, in the field's frame.
struct FluidSurface {
    Vec2 point{0.0f, 0.0f};   ///< Any point of it [m].
    Vec2 normal{0.0f, 1.0f};  ///< Out of the fluid; of any length but zero.
};

/// A fluid that bears what dips into it: the weight of what it displaces, at the centroid of what is
/// displaced, up against gravity. What each shape displaces is computed exactly (see `AreaClipper`), rounding
/// included. Segments displace nothing, and shapes of one body that overlap displace it twice.
struct BuoyancyField {
    float density = 2.0f;  ///< >= 0 [kg/m^2]
    /// None: the region, or the world where there is none, is full.
    std::optional<FluidSurface> surface = FluidSurface{};
    Vec2 flow{0.0f, 0.0f};  ///< Velocity of the fluid, in the field's frame [m/s].
    /// Per mass of the fluid displaced and speed against the flow, at the centroid; >= 0 [1/s].
    float linear_drag = 1.0f;
    /// Per mass of the fluid displaced, squared radius of gyration of the body, and angular speed; >= 0
    /// [1/s].
    float angular_drag = 1.0f;
};

using FieldKind = std::variant<DirectionalField, RadialField, VortexField, WindField, BuoyancyField>;

/// What a field is made with. Every member has a default.
///
/// Fields act on dynamic bodies that are awake, once in each step, by a force that holds for the step. They
/// look at a body where it will be in the middle of its way (drift, kick, drift), so that orbits and floating
/// bodies neither gain nor lose energy. Drag is integrated implicitly: however strong it is, it takes a body
/// along with the fluid and never beyond. A body at rest in a field may sleep.
/// Source: Hairer, Lubich and Wanner, Geometric Numerical Integration, 2006 (splitting).
struct FieldDefinition {
    FieldKind kind = DirectionalField{};
    /// Where it acts, in the field's frame: a shape with an area; none: everywhere. Curved borders count as
    /// polygons of 64 sides of the same area. A body is in where its centre of mass is; wind and buoyancy
    /// look closer.
    std::optional<ShapeGeometry> region{};
    /// The field's frame: in the world, or in the frame of `body`.
    Pose pose{};
    /// If given, the field moves along with this body, ends with it, and does not act on it. It does not push
    /// back. Where it has a region, sleeping bodies that it meets in motion wake.
    BodyId body{};
    /// It acts on shapes whose category is in the mask and whose mask holds the field's category, and on
    /// bodies that have such a shape, or none at all.
    std::uint64_t category = 1;
    std::uint64_t mask = ~std::uint64_t{0};
    bool enabled = true;
    std::uint64_t user_data = 0;
};

}  // namespace drystone
