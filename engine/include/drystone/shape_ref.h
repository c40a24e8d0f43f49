#pragma once

#include <drystone/contact.h>
#include <drystone/detail/object_ref.h>
#include <drystone/export.h>
#include <drystone/queries.h>
#include <drystone/shape.h>
#include <drystone/tile_grid.h>

#include <drystone/collision/custom_shape.h>
#include <drystone/collision/function_ref.h>
#include <drystone/collision/mass.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace drystone {

/// Read access to a shape, as a `const World` returns it. See `detail::ObjectRef` for what a reference is.
class DRYSTONE_API ConstShapeRef : public detail::ObjectRef<ShapeId> {
public:
    /// Returns true while the shape exists.
    [[nodiscard]] bool is_valid() const;
    /// Returns a definition that creates the shape as it is now, together with `geometry` or `custom_shape`;
    /// `update_mass` has its default.
    [[nodiscard]] ShapeDefinition definition() const;
    /// Returns the body that the shape belongs to.
    [[nodiscard]] ConstBodyRef body() const;
    /// Returns the chain whose segment the shape is; null, so that `is_valid` is false, if it is none.
    [[nodiscard]] ConstChainRef chain() const;
    /// Returns the tile grid whose cells the shape is; null, so that `is_valid` is false, if it is none.
    [[nodiscard]] ConstTileGridRef tile_grid() const;
    /// Returns the cells of the tile grid that the shape is; empty: it is none.
    [[nodiscard]] std::optional<TileRange> tiles() const;

    /// @name Geometry
    /// @{
    /// Returns the geometry in the body's frame; for a custom shape its sampled outline.
    [[nodiscard]] ShapeGeometry geometry() const;
    /// Returns the support mapping that the shape was created from, if any.
    [[nodiscard]] std::optional<CustomShape> custom_shape() const;
    /// Returns the number of the outline of which the shape is a piece, see `World::create_outline`; the
    /// pieces of one outline have the same, and no others. Empty: it is none.
    [[nodiscard]] std::optional<std::uint32_t> outline() const;
    /// Returns the tight box around the shape in the world.
    [[nodiscard]] Aabb aabb() const;
    /// Returns the fat box of the broad phase: the shape's own box and a margin.
    [[nodiscard]] Aabb fat_aabb() const;
    /// Returns whether the shape contains the point of the world, surface included.
    [[nodiscard]] bool contains(const Vec2& world_point) const;
    /// Returns the point of the shape nearest to a point of the world.
    [[nodiscard]] NearestPoint closest_point(const Vec2& world_point) const;
    /// Returns the hit of the ray on this shape, if any; the ray's filter is ignored.
    [[nodiscard]] std::optional<RayHit> cast_ray(const RayCast& ray) const;
    /// @}

    /// @name Properties
    /// @{
    /// Returns the surface.
    [[nodiscard]] Material material() const;
    /// Returns whether the shape itself is enabled; its body may be disabled.
    [[nodiscard]] bool is_enabled() const;
    /// Returns the density [kg/m^2].
    [[nodiscard]] float density() const;
    /// Returns the mass of the shape alone, in the body's frame, from its density, whatever the body's type.
    [[nodiscard]] MassProperties mass() const;
    /// Returns the filter of collisions.
    [[nodiscard]] Filter filter() const;
    /// Returns the filter of the contact response.
    [[nodiscard]] Filter solver_filter() const;
    /// Returns the unit direction `ShapeDefinition::one_way`, if any.
    [[nodiscard]] std::optional<Vec2> one_way() const;
    /// Returns the name; empty unless one was set. Valid until the next change of the world.
    [[nodiscard]] std::string_view name() const;
    /// Returns the user's value.
    [[nodiscard]] std::uint64_t user_data() const;
    /// @}

    /// @name Events and contacts, see ShapeDefinition
    /// @{
    /// Returns whether begins and ends of contacts are reported.
    [[nodiscard]] bool contact_events() const;
    /// Returns whether impacts are reported.
    [[nodiscard]] bool hit_events() const;
    /// Returns whether contact forces are reported.
    [[nodiscard]] bool force_events() const;
    /// Returns the force above which they are [N].
    [[nodiscard]] float force_threshold() const;
    /// Returns whether sensors detect the shape.
    [[nodiscard]] bool sensor_events() const;
    /// Returns whether the pre-solve callback is asked about its contacts.
    [[nodiscard]] bool pre_solve() const;
    /// Returns whether the shape is a sensor.
    [[nodiscard]] bool is_sensor() const;
    /// Returns the shapes inside this sensor after the last step, in slot order; valid until the next change
    /// of the world. Throws `Error` if the shape is no sensor.
    [[nodiscard]] std::span<const ShapeId> sensor_overlaps() const;
    /// Calls the visitor for every contact of the shape, touching or not, in slot order. The visitor must not
    /// change the world.
    void visit_contacts(FunctionRef<void(const ContactView&)> visitor) const;
    /// @}

protected:
    /// Makes a reference; for the library.
    ConstShapeRef(WorldState* state, ShapeId id) : ObjectRef(state, id) {}
    friend class World;
    friend class ConstBodyRef;
    friend class ConstChainRef;
    friend class ConstTileGridRef;
};

/// Read and write access to a shape: `world[id]`. See `detail::ObjectRef` for what a reference is.
class DRYSTONE_API ShapeRef : public ConstShapeRef {
public:
    /// Returns the body that the shape belongs to.
    [[nodiscard]] BodyRef body() const;
    /// Returns the chain as `ConstShapeRef::chain` does.
    [[nodiscard]] ChainRef chain() const;
    /// Returns the tile grid as `ConstShapeRef::tile_grid` does.
    [[nodiscard]] TileGridRef tile_grid() const;

    /// Replaces the geometry; the handle stays. The shape's contacts end; those that still apply begin again
    /// in the next step. The body's mass is updated. Throws `Error` for segments of chains and tiles.
    void set_geometry(const ShapeGeometry& geometry) const;
    /// Replaces the geometry by a custom shape; otherwise as above.
    void set_geometry(const CustomShape& geometry) const;
    /// Sets the material, also of existing contacts.
    void set_material(const Material& material) const;
    /// Enables or disables the shape. A disabled shape keeps its settings, but it does not collide, trigger
    /// sensors, add mass, or appear in queries. Throws `Error` for segments of chains and tiles.
    void set_enabled(bool enabled) const;
    /// Sets the density [kg/m^2], >= 0. Updates the body's mass, unless `update_mass` is false: then
    /// `BodyRef::update_mass` has to be called.
    void set_density(float density, bool update_mass = true) const;
    /// Sets the filter. All contacts of the shape end; those that the new filter allows begin again with the
    /// next step.
    void set_filter(const Filter& filter) const;
    /// Sets `ShapeDefinition::solver_filter`. Touching contacts persist.
    void set_solver_filter(const Filter& filter) const;
    /// Ends the contacts of the shape; the next step filters its pairs again.
    void refilter() const;
    /// Sets `ShapeDefinition::one_way`, any length except zero. Touching contacts persist while the shapes
    /// overlap.
    void set_one_way(const std::optional<Vec2>& direction) const;
    /// Sets the name for display; copied. Need not be unique. The definition does not hold it.
    void set_name(std::string_view name) const;
    /// Sets the user's value. Wakes no body.
    void set_user_data(std::uint64_t user_data) const;

    /// Enables or disables reports of contacts that begin and end from now on.
    void set_contact_events(bool enabled) const;
    /// Enables or disables reports of impacts.
    void set_hit_events(bool enabled) const;
    /// Enables or disables reports of contact forces above the threshold, >= 0 [N].
    void set_force_events(bool enabled, float threshold = 0.0f) const;
    /// Enables or disables detection by sensors; overlaps begin or end with the next step.
    void set_sensor_events(bool enabled) const;
    /// Sets `ShapeDefinition::pre_solve`.
    void set_pre_solve(bool enabled) const;
    /// Makes the shape a sensor or a solid shape. Its contacts, or its overlaps as a sensor, end; new ones
    /// begin with the next step.
    void set_sensor(bool sensor) const;

private:
    ShapeRef(WorldState* state, ShapeId id) : ConstShapeRef(state, id) {}
    friend class World;
    friend class BodyRef;
    friend class ChainRef;
};

static_assert(sizeof(ShapeRef) == sizeof(void*) + sizeof(ShapeId));

}  // namespace drystone
