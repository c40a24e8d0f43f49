#pragma once

#include <drystone/collision/math.h>
#include <drystone/collision/shapes.h>
#include <drystone/handles.h>

#include <cstdint>
#include <optional>
#include <variant>

namespace drystone {

/// Unit of a field's strength.
enum class FieldUnit : std::uint8_t {
    Acceleration,  ///< Acceleration, the same for all masses [m/s^2].
    Force,         ///< Force, the same for all bodies [N].
};

/// Decay of a field with the distance r from its centre.
enum class FieldDecay : std::uint8_t {
    Constant,       ///< No decay.
    Inverse,        ///< Proportional to 1 / r.
    InverseSquare,  ///< Proportional to 1 / r^2, as gravity of a planet.
};

/// Pushes bodies in one direction, at the centre of mass.
struct DirectionalField {
    Vec2 strength{0.0f, 0.0f};                 ///< Acceleration [m/s^2] or force [N].
    FieldUnit unit = FieldUnit::Acceleration;  ///< Unit of the strength.
};

/// Pulls bodies to the origin of the field's frame, at the centre of mass: a planet, or a magnet.
struct RadialField {
    float strength = 0.0f;                         ///< Strength at a distance of 1 m; negative pushes away.
    FieldDecay decay = FieldDecay::InverseSquare;  ///< Decay with the distance.
    /// Softening length: distances count as sqrt(r^2 + softening^2), which removes the singularity at the
    /// centre; >= 0 [m]. The force at the centre itself is zero.
    float softening = 0.0f;
    FieldUnit unit = FieldUnit::Acceleration;  ///< Unit of the strength.
};

/// Pushes bodies around the origin of the field's frame, at the centre of mass, perpendicular to the line to
/// the origin.
struct VortexField {
    float strength = 0.0f;  ///< Strength at a distance of 1 m; positive is counter-clockwise.
    FieldDecay decay = FieldDecay::Inverse;    ///< Decay with the distance.
    float softening = 0.0f;                    ///< Softening length as in `RadialField`; >= 0 [m].
    FieldUnit unit = FieldUnit::Acceleration;  ///< Unit of the strength.
};

/// Moving air that pushes the edges of shapes that face it, each at the local relative wind: it drags, lifts
/// and turns bodies, and slows down their rotation.
///
/// On an edge of length L at the angle a to the relative wind u (90 degrees: head-on), drag is density / 2 *
/// drag * u^2 * L sin(a) in the direction of u, and lift density / 2 * lift * u^2 * L sin(a) cos(a)
/// perpendicular to it. Edges are sampled at four points each, round corners at two. Shapes of one body do
/// not shelter each other. In a field with a region, only the sample points inside the region count.
struct WindField {
    Vec2 velocity{0.0f, 0.0f};  ///< Velocity of the air in the field's frame [m/s].
    float density = 1.2f;       ///< Density of the air, >= 0 [kg/m^2].
    float drag = 1.0f;          ///< Drag coefficient, >= 0.
    float lift = 0.0f;          ///< Lift coefficient, any sign.
};

/// Surface of a fluid, in the field's frame.
struct FluidSurface {
    Vec2 point{0.0f, 0.0f};   ///< Any point of the surface [m].
    Vec2 normal{0.0f, 1.0f};  ///< Direction out of the fluid; any length except zero.
};

/// Fluid with buoyancy: the weight of the displaced fluid acts at the centroid of the displaced area, against
/// gravity. The displaced area of each shape is computed exactly (see `AreaClipper`), rounding included.
/// Segments displace nothing. Overlapping shapes of one body displace the overlap twice.
struct BuoyancyField {
    float density = 2.0f;  ///< Density of the fluid, >= 0 [kg/m^2].
    /// Surface of the fluid; none: the region, or the whole world without one, is full.
    std::optional<FluidSurface> surface = FluidSurface{};
    Vec2 flow{0.0f, 0.0f};  ///< Velocity of the fluid in the field's frame [m/s].
    /// Drag force per mass of displaced fluid and speed relative to the flow, at the centroid; >= 0 [1/s].
    float linear_drag = 1.0f;
    /// Drag torque per mass of displaced fluid, squared radius of gyration of the body, and angular speed; >=
    /// 0 [1/s].
    float angular_drag = 1.0f;
};

/// Any kind of field.
using FieldKind = std::variant<DirectionalField, RadialField, VortexField, WindField, BuoyancyField>;

/// Definition of a field. Every member has a default.
///
/// Fields act on awake dynamic bodies, once per step, by a force that is constant over the step. The force is
/// evaluated at the predicted position in the middle of the step (drift, kick, drift), so that orbits and
/// floating bodies neither gain nor lose energy. Drag is integrated implicitly: however strong, it takes a
/// body to the velocity of the fluid and never beyond. A body at rest in a field may sleep.
/// Source: Hairer, Lubich and Wanner, Geometric Numerical Integration, 2006 (splitting).
struct FieldDefinition {
    FieldKind kind = DirectionalField{};  ///< Kind with its values.
    /// Region where it acts, in the field's frame: a shape with an area; none: everywhere. Curved borders
    /// count as polygons of 64 sides of the same area. A body is inside if its centre of mass is; wind tests
    /// its sample points, and buoyancy the displaced area.
    std::optional<ShapeGeometry> region{};
    /// Frame of the field: in the world, or in the frame of `body`.
    Pose pose{};
    /// Body that the field moves with; null: none. The field does not act on this body, has no reaction on
    /// it, and is destroyed with it. A field with a region wakes sleeping bodies that it meets in motion.
    BodyId body{};
    /// Categories of the field. It acts on shapes whose category is in its mask and whose mask holds its
    /// category, and on bodies that have such a shape or no shape.
    std::uint64_t category = 1;
    std::uint64_t mask = ~std::uint64_t{0};  ///< Categories of the shapes that it acts on.
    bool enabled = true;                     ///< Lets the field act.
    std::uint64_t user_data = 0;             ///< Value for the user; the engine does not use it.
};

}  // namespace drystone
