#pragma once

#include <drystone/callback.h>
#include <drystone/collision/shapes.h>
#include <drystone/handles.h>

#include <cstdint>
#include <optional>

namespace drystone {

/// How the values of two surfaces become that of the pair. Where the two ask for different rules, the one
/// that stands later in this list decides, whichever shape has it.
enum class Mixing : std::uint8_t {
    Default,        ///< Geometric mean for friction, the greater one for restitution.
    GeometricMean,  ///< The square root of the product.
    Average,
    Minimum,
    Multiply,
    Maximum,
    ClampedSum,  ///< At most 1.
};

/// How a surface behaves in contact.
struct Material {
    /// Coulomb's coefficient, >= 0.
    float friction = 0.6f;
    /// Part of the approach speed that comes back, in [0, 1].
    float restitution = 0.0f;
    Mixing friction_mixing = Mixing::Default;
    Mixing restitution_mixing = Mixing::Default;
    /// What resists rolling, >= 0: the greatest torque against it is this, times the rolling radius, times
    /// the normal force. Of a pair the greater one counts, with the smaller rolling radius: that of a circle
    /// or a capsule is its radius, that of a polygon half its least width; segments have none.
    float rolling_resistance = 0.0f;
    /// How fast the surface runs along itself [m/s], clockwise around the shape: a floor of positive speed
    /// carries what lies on it in the direction of +x. Those of a pair add up.
    float tangent_speed = 0.0f;
    /// How softly the surface gives way, as the frequency of a spring under each point of contact [Hz]: its
    /// stiffness is (2 pi f)^2 times the mass that the point moves. 0: as the world's contacts, see
    /// `ContactTuning`. Of a pair with two frequencies the lower one counts, with its damping ratio. It is
    /// held below an eighth of the sub-step rate, a quarter against what nothing pushes.
    float frequency = 0.0f;
    /// Of that spring, >= 0; 1 is critical damping. Says nothing while `frequency` is 0.
    float damping_ratio = 1.0f;

    friend bool operator==(const Material&, const Material&) = default;
};

/// The values of a pair of surfaces.
struct MixedMaterial {
    float friction = 0.0f;
    float restitution = 0.0f;
    float rolling_resistance = 0.0f;
    float tangent_speed = 0.0f;
    float frequency = 0.0f;
    float damping_ratio = 1.0f;
};

/// Decides what two surfaces make together, given what their rules say, see `World::set_material_mixing`.
using MaterialMixing =
    Callback<MixedMaterial(ShapeId shape_a, ShapeId shape_b, const MixedMaterial& by_rules)>;

/// Decides whether two shapes may collide, see `World::set_collision_filter`.
using CollisionFilter = Callback<bool(ShapeId shape_a, ShapeId shape_b)>;

/// Which shapes meet. Two shapes collide when each one's mask holds the other's category.
struct Filter {
    std::uint64_t category = 1;
    std::uint64_t mask = ~std::uint64_t{0};
    /// Shapes of the same group: positive, they always collide; negative, never; zero, as the masks say.
    std::int32_t group = 0;

    friend bool operator==(const Filter&, const Filter&) = default;
};

/// Whether the filters of two shapes agree.
inline bool should_collide(const Filter& a, const Filter& b) {
    if (a.group == b.group && a.group != 0) {
        return a.group > 0;
    }
    return (a.mask & b.category) != 0 && (b.mask & a.category) != 0;
}

/// What a shape is made with. Every member has a default.
struct ShapeDefinition {
    /// [kg/m^2], >= 0. Zero adds no mass.
    float density = 1.0f;
    Material material{};
    Filter filter{};
    /// Of two shapes that collide by their filters, but whose solver filters do not agree, contacts begin,
    /// end and have points, but push nobody: they have no impulses, stop no fast body, wake nothing and keep
    /// nothing awake.
    Filter solver_filter{};
    /// The body's mass follows at once; otherwise with the next shape that says so, or
    /// `BodyRef::update_mass`: for bodies of many shapes.
    bool update_mass = true;
    /// Reports when this shape begins and ceases to touch another; a pair is reported if either asks.
    bool contact_events = true;
    /// Reports impacts of this shape, see `ContactHit`.
    bool hit_events = false;
    /// Its contacts are shown to the world's callback before they are solved, see
    /// `World::set_pre_solve_callback`.
    bool pre_solve = false;
    /// The side from which the shape is solid, as a direction in the body's frame that points out of the
    /// shape; any length but zero. What comes from elsewhere passes, and goes on passing while they overlap.
    /// A contact that is let through does not touch. Empty: solid from all sides. Queries always see the
    /// shape.
    std::optional<Vec2> one_way{};
    /// The shape detects what overlaps it and collides with nothing, see `World::sensor_begins`. It has the
    /// mass of its density like any other; give it density 0 where it shall have none.
    bool sensor = false;
    /// Sensors see this shape.
    bool sensor_events = true;
    /// Where this is a sensor: it sees other sensors too.
    bool sees_sensors = false;
    /// Reports how hard the shape is pressed, see `ContactForce`, where it is more than the threshold, >= 0
    /// [N]. Of two shapes that ask the lower threshold holds.
    bool force_events = false;
    float force_threshold = 0.0f;
    std::uint64_t user_data = 0;
};

}  // namespace drystone
