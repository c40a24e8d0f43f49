#pragma once

#include <drystone/contact.h>
#include <drystone/detail/object_ref.h>
#include <drystone/queries.h>
#include <drystone/shape.h>

#include <drystone/collision/custom_shape.h>
#include <drystone/collision/function_ref.h>
#include <drystone/collision/mass.h>

#include <cstdint>
#include <optional>
#include <span>

namespace drystone {

/// A shape of a `const World`: all that can be read of it. See `detail::ObjectRef` for what a reference is.
class ConstShapeRef : public detail::ObjectRef<ShapeId> {
public:
    /// Whether the shape still exists.
    [[nodiscard]] bool is_valid() const;
    /// What would make the shape as it is now, together with `geometry` or `custom_shape`; `update_mass` is
    /// its default.
    [[nodiscard]] ShapeDefinition definition() const;
    [[nodiscard]] ConstBodyRef body() const;
    /// The chain whose segment the shape is; null, so that `is_valid` is false, where it is none.
    [[nodiscard]] ConstChainRef chain() const;

    /// @name Form
    /// @{
    /// The geometry in the body's frame.
    [[nodiscard]] ShapeGeometry geometry() const;
    /// What the shape was made of, if it was made of a support mapping.
    [[nodiscard]] std::optional<CustomShape> custom_shape() const;
    /// The smallest box around the shape in the world.
    [[nodiscard]] Aabb aabb() const;
    /// The box that the broad phase keeps: the shape's own and a margin.
    [[nodiscard]] Aabb fat_aabb() const;
    /// Whether the shape holds the point of the world, surface included.
    [[nodiscard]] bool contains(const Vec2& world_point) const;
    /// The point of the shape that is nearest to a point of the world.
    [[nodiscard]] NearestPoint closest_point(const Vec2& world_point) const;
    /// Where the ray meets this shape, whatever the ray's filter.
    [[nodiscard]] std::optional<RayHit> cast_ray(const RayCast& ray) const;
    /// @}

    /// @name What it is
    /// @{
    [[nodiscard]] Material material() const;
    [[nodiscard]] bool is_enabled() const;
    /// [kg/m^2]
    [[nodiscard]] float density() const;
    /// Of the shape alone, in the body's frame, by its density; whatever the body's type.
    [[nodiscard]] MassProperties mass() const;
    [[nodiscard]] Filter filter() const;
    [[nodiscard]] Filter solver_filter() const;
    /// Of unit length, see `ShapeDefinition::one_way`.
    [[nodiscard]] std::optional<Vec2> one_way() const;
    [[nodiscard]] std::uint64_t user_data() const;
    /// @}

    /// @name Events and contacts, see `ShapeDefinition`
    /// @{
    [[nodiscard]] bool contact_events() const;
    [[nodiscard]] bool hit_events() const;
    [[nodiscard]] bool force_events() const;
    [[nodiscard]] float force_threshold() const;
    [[nodiscard]] bool sensor_events() const;
    [[nodiscard]] bool pre_solve() const;
    [[nodiscard]] bool is_sensor() const;
    /// Of a sensor: what was inside after the last step, by slot; valid until the next change of the world.
    [[nodiscard]] std::span<const ShapeId> sensor_overlaps() const;
    /// Every contact of the shape, touching or not, in the order of slots. The visitor must not change the
    /// world.
    void visit_contacts(FunctionRef<void(const ContactView&)> visitor) const;
    /// @}

protected:
    ConstShapeRef(WorldState* state, ShapeId id) : ObjectRef(state, id) {}
    friend class World;
    friend class ConstBodyRef;
    friend class ConstChainRef;
};

/// A shape of a world: `world[id]`. See `detail::ObjectRef` for what a reference is.
class ShapeRef : public ConstShapeRef {
public:
    [[nodiscard]] BodyRef body() const;
    [[nodiscard]] ChainRef chain() const;

    /// Replaces the geometry; the handle stays. The shape's contacts end and those that it still has begin
    /// again in the next step. The body's mass follows.
    void set_geometry(const ShapeGeometry& geometry) const;
    void set_geometry(const CustomShape& geometry) const;
    /// Acts on existing contacts too.
    void set_material(const Material& material) const;
    /// A disabled shape keeps all that it was given, but it does not collide, sense, weigh anything, or show
    /// in queries. Not for segments of chains.
    void set_enabled(bool enabled) const;
    /// The body's mass follows, or `BodyRef::update_mass` has to be called.
    void set_density(float density, bool update_mass = true) const;
    /// All contacts of the shape end and those that the new filter allows begin again with the next step.
    void set_filter(const Filter& filter) const;
    /// See `ShapeDefinition::solver_filter`. What touches goes on doing so.
    void set_solver_filter(const Filter& filter) const;
    /// Ends the contacts of the shape and asks again, in the next step, which pairs it makes.
    void refilter() const;
    /// See `ShapeDefinition::one_way`. What touches the shape goes on doing so until it parts.
    void set_one_way(const std::optional<Vec2>& direction) const;
    void set_user_data(std::uint64_t user_data) const;

    /// Holds for what begins and ends from now on.
    void set_contact_events(bool enabled) const;
    void set_hit_events(bool enabled) const;
    void set_force_events(bool enabled, float threshold = 0.0f) const;
    void set_sensor_events(bool enabled) const;
    /// See `ShapeDefinition::pre_solve`.
    void set_pre_solve(bool enabled) const;
    /// Contacts of the shape, or its overlaps as a sensor, end; others begin with the next step.
    void set_sensor(bool sensor) const;

private:
    ShapeRef(WorldState* state, ShapeId id) : ConstShapeRef(state, id) {}
    friend class World;
    friend class BodyRef;
    friend class ChainRef;
};

static_assert(sizeof(ShapeRef) == 16);

}  // namespace drystone
