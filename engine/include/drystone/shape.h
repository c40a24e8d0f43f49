#pragma once

#include <drystone/callback.h>
#include <drystone/collision/shapes.h>
#include <drystone/handles.h>

#include <cstdint>
#include <optional>

namespace drystone {

/// Rule that combines the values of two surfaces. If the two have different rules, the one later in this list
/// applies, whichever shape has it.
enum class Mixing : std::uint8_t {
    Default,        ///< Geometric mean for friction, the larger value for restitution.
    GeometricMean,  ///< Square root of the product.
    Average,
    Minimum,
    Multiply,
    Maximum,
    ClampedSum,  ///< Sum, at most 1.
};

/// Surface properties in contact.
struct Material {
    /// Coulomb friction coefficient, >= 0.
    float friction = 0.6f;
    /// Coefficient of restitution, in [0, 1]: fraction of the approach speed that is returned.
    float restitution = 0.0f;
    Mixing friction_mixing = Mixing::Default;     ///< Rule for the friction of a pair.
    Mixing restitution_mixing = Mixing::Default;  ///< Rule for the restitution of a pair.
    /// Coefficient of rolling resistance, >= 0: the maximum resisting torque is this, times the rolling
    /// radius, times the normal force. A pair has the larger coefficient and the smaller rolling radius: that
    /// of a circle or a capsule is its radius, that of a polygon half its minimum width; segments have none,
    /// so that the other shape's counts.
    float rolling_resistance = 0.0f;
    /// Speed of the surface along itself [m/s], clockwise around the shape: a floor with a positive speed
    /// carries bodies on it in the direction of +x, as a conveyor belt does. The speeds of a pair add up.
    float tangent_speed = 0.0f;
    /// Softness of the surface, as the frequency of a spring under each contact point [Hz]: its stiffness is
    /// (2 pi f)^2 times the effective mass of the point. 0: as the world's contacts, see `ContactTuning`. If
    /// both surfaces of a pair have a frequency, the lower one counts, with its damping ratio. Clamped to an
    /// eighth of the sub-step rate, and to a quarter against static and kinematic bodies.
    float frequency = 0.0f;
    /// Damping ratio of that spring, >= 0; 1 is critical. Ignored while `frequency` is 0.
    float damping_ratio = 1.0f;
    /// Excess of static friction over `friction`, the coefficient of sliding, >= 0: what rests starts to
    /// slide only beyond the sum. Of a pair, `friction` and the sums are mixed by `friction_mixing`.
    float extra_static_friction = 0.0f;
    /// Excess of friction against things that slide counter-clockwise around the shape: to the left over
    /// a floor, as also where the shape itself slides to the left over one. Any sign, but the sum counts as 0
    /// where it is negative. For fur, skis and ratchets. Mixed likewise.
    float extra_reverse_friction = 0.0f;

    friend bool operator==(const Material&, const Material&) = default;
};

/// Material of a pair of surfaces.
struct MixedMaterial {
    float friction = 0.0f;                ///< Coulomb friction coefficient, >= 0.
    float restitution = 0.0f;             ///< Coefficient of restitution, in [0, 1].
    float rolling_resistance = 0.0f;      ///< Coefficient of rolling resistance, >= 0.
    float tangent_speed = 0.0f;           ///< Surface speed of both together [m/s].
    float frequency = 0.0f;               ///< Softness as a frequency, >= 0 [Hz]; 0: as the world's contacts.
    float damping_ratio = 1.0f;           ///< Damping ratio of the softness, >= 0.
    float extra_static_friction = 0.0f;   ///< Excess of static friction, >= 0.
    float extra_reverse_friction = 0.0f;  ///< Excess of friction in reverse; the sum is >= 0.
};

/// Callback that returns the material of a pair, given the one by the mixing rules, see
/// `World::set_material_mixing`.
using MaterialMixing =
    Callback<MixedMaterial(ShapeId shape_a, ShapeId shape_b, const MixedMaterial& by_rules)>;

/// Callback that returns whether two shapes may collide, see `World::set_collision_filter`.
using CollisionFilter = Callback<bool(ShapeId shape_a, ShapeId shape_b)>;

/// Collision filter. Two shapes collide if each one's mask holds the other's category.
struct Filter {
    std::uint64_t category = 1;              ///< Kinds that the shape belongs to, one bit each.
    std::uint64_t mask = ~std::uint64_t{0};  ///< Categories that the shape collides with.
    /// Group, for shapes of the same group: positive, they always collide; negative, never; zero, as the
    /// masks say.
    std::int32_t group = 0;

    friend bool operator==(const Filter&, const Filter&) = default;
};

/// Returns whether two filters allow a collision.
inline bool should_collide(const Filter& a, const Filter& b) {
    if (a.group == b.group && a.group != 0) {
        return a.group > 0;
    }
    return (a.mask & b.category) != 0 && (b.mask & a.category) != 0;
}

/// Definition of a shape. Every member has a default.
struct ShapeDefinition {
    /// Density [kg/m^2], >= 0. Zero adds no mass.
    float density = 1.0f;
    Material material{};  ///< Surface.
    Filter filter{};      ///< Filter of collisions.
    /// Filter of the contact response. Contacts of shapes whose filters allow a collision but whose solver
    /// filters do not begin, end and have points, but no response: they have no impulses, stop no fast body,
    /// wake nothing and keep nothing awake.
    Filter solver_filter{};
    /// Updates the body's mass at once. If false, the update is deferred to the next shape with true, or to
    /// `BodyRef::update_mass`: for bodies of many shapes.
    bool update_mass = true;
    /// Reports begins and ends of contacts of this shape; a pair is reported if either shape asks.
    bool contact_events = true;
    /// Reports impacts of this shape, see `ContactHit`.
    bool hit_events = false;
    /// Passes contacts of this shape to the world's callback before they are solved, see
    /// `World::set_pre_solve_callback`.
    bool pre_solve = false;
    /// Side from which the shape is solid, as a direction in the body's frame that points out of the shape;
    /// any length except zero. Shapes from other sides pass through, and continue to pass while the two
    /// overlap. A contact that passes does not touch. Empty: solid from all sides. Queries always see the
    /// shape.
    std::optional<Vec2> one_way{};
    /// Makes the shape a sensor: it detects overlaps and collides with nothing, see `World::sensor_begins`.
    /// Its density adds mass like any other; set density 0 for a massless sensor.
    bool sensor = false;
    /// Lets sensors detect this shape.
    bool sensor_events = true;
    /// Lets this sensor detect other sensors.
    bool sees_sensors = false;
    /// Reports contact forces on this shape above the threshold, see `ContactForce`.
    bool force_events = false;
    /// Force above which they are reported, >= 0 [N]. If both shapes ask, the lower threshold applies.
    float force_threshold = 0.0f;
    std::uint64_t user_data = 0;  ///< Value for the user; the engine does not use it.
};

}  // namespace drystone
