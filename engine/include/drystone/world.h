#pragma once

#include <drystone/body_ref.h>
#include <drystone/chain_ref.h>
#include <drystone/contact_queries.h>
#include <drystone/debug_draw.h>
#include <drystone/detail/owned.h>
#include <drystone/detail/standard_library.h>
#include <drystone/effects.h>
#include <drystone/error.h>
#include <drystone/events.h>
#include <drystone/export.h>
#include <drystone/field_ref.h>
#include <drystone/fwd.h>
#include <drystone/hints.h>
#include <drystone/joint_ref.h>
#include <drystone/pre_solve.h>
#include <drystone/profile.h>
#include <drystone/queries.h>
#include <drystone/settings.h>
#include <drystone/shape_ref.h>
#include <drystone/snapshot.h>
#include <drystone/tile_grid_ref.h>

#include <drystone/collision/polygons.h>

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace drystone {

/// Simulation world: bodies, their shapes, contacts, joints and fields, and the steps that move them.
///
/// Functions of one body, shape, joint, chain or field are on its reference: `world[body].position()`.
/// Any number of worlds can exist side by side; they share nothing. One thread at a time uses a world, except
/// that several may read and query it between steps. Invalid calls and data throw `Error` before anything is
/// changed. Quantities are in metres, seconds, kilograms and radians.
class DRYSTONE_API World {
public:
    /// Makes an empty world. Throws `Error` for a setting out of its range.
    explicit World(const WorldDefinition& definition = {}) : World(definition, detail::StandardLibrary{}) {}
    ~World();                 ///< Destroys all objects. References and snapshots of the world become invalid.
    World(World&&) noexcept;  ///< Takes over a world. References to it stay valid.
    World& operator=(World&&) noexcept;  ///< Destroys the present world and takes over another.

    /// @name Creation and destruction
    /// These throw `Error` for values that are not finite, for negative damping, density or radius, and for
    /// stale handles.
    /// @{
    /// Creates a body without shapes.
    BodyId create_body(const BodyDefinition& definition = {});
    /// Destroys the body with its shapes, contacts and joints, and the fields that move with it. Ends of its
    /// contacts are reported after the next step. Throws `Error` for bodies of tile grids.
    void destroy_body(BodyId body);
    /// Adds a shape; the geometry is in the body's frame and is copied. The body's mass is updated, see
    /// `ShapeDefinition::update_mass`.
    ShapeId create_shape(BodyId body, const ShapeGeometry& geometry, const ShapeDefinition& definition = {});
    /// Adds a convex shape with a support mapping. `ConstShapeRef::geometry` returns its sampled outline.
    ShapeId create_shape(BodyId body, const CustomShape& shape, const ShapeDefinition& definition = {});
    /// Adds a simple outline, concave or not, minus its holes [m, frame of the body], as convex pieces; the
    /// radius of the options rounds each piece. Bodies slide over internal edges between the pieces without
    /// bumps. Throws `Error` with the fault of the outline, see `make_polygons`.
    std::vector<ShapeId> create_outline(BodyId body, std::span<const Vec2> outline,
                                        std::span<const std::vector<Vec2>> holes = {},
                                        const ShapeDefinition& definition = {},
                                        const PolygonsOptions& options = {});
    /// Adds convex pieces of one shape, such as those of `make_polygons`; otherwise as `create_outline`.
    std::vector<ShapeId> create_pieces(BodyId body, std::span<const Polygon> pieces,
                                       const ShapeDefinition& definition = {});
    /// Destroys a shape, no segment of a chain and no tile. Its contacts' ends are reported after the step.
    void destroy_shape(ShapeId shape, bool update_mass = true);
    /// Adds a chain, see `ChainRef`. Throws as `make_chain` does, and for a wrong number of `materials`.
    ChainId create_chain(BodyId body, const ChainDefinition& definition);
    void destroy_chain(ChainId chain);  ///< Destroys a chain with its segments.
    /// Adds a static grid of square cells, see `TileGridRef`. Throws `Error` for values out of range.
    TileGridId create_tile_grid(const TileGridDefinition& definition);
    void destroy_tile_grid(TileGridId grid);  ///< Destroys a tile grid with its bodies.
    /// Joins two different bodies, one of which may be static. Gears and ropes name their own bodies: see the
    /// overloads below.
    JointId create_joint(BodyId body_a, BodyId body_b, const JointDefinition& definition,
                         const JointSettings& settings = {});
    JointId create_joint(const GearJoint& gear, const JointSettings& settings = {});  ///< Couples two joints.
    /// Joins bodies by a rope.
    JointId create_joint(const RopeJoint& rope, const JointSettings& settings = {});
    /// Destroys the joint and gears of it; wakes its bodies.
    void destroy_joint(JointId joint);
    /// Creates a field, and wakes the bodies on which it acts: those in its region, or all.
    FieldId create_field(const FieldDefinition& definition);
    void destroy_field(FieldId field);  ///< Destroys the field.
    /// @}

    /// @name References
    /// References to objects: `world[body].set_linear_velocity({3, 0})`. Throw `Error` if the handle is null,
    /// of another world, or of a destroyed object. Cost: a comparison of the slot's generation.
    /// @{
    [[nodiscard]] BodyRef operator[](BodyId body);                     ///< Returns the body.
    [[nodiscard]] ShapeRef operator[](ShapeId shape);                  ///< Returns the shape.
    [[nodiscard]] JointRef operator[](JointId joint);                  ///< Returns the joint.
    [[nodiscard]] ChainRef operator[](ChainId chain);                  ///< Returns the chain.
    [[nodiscard]] TileGridRef operator[](TileGridId grid);             ///< Returns the tile grid.
    [[nodiscard]] FieldRef operator[](FieldId field);                  ///< Returns the field.
    [[nodiscard]] ConstBodyRef operator[](BodyId body) const;          ///< Returns the body.
    [[nodiscard]] ConstShapeRef operator[](ShapeId shape) const;       ///< Returns the shape.
    [[nodiscard]] ConstJointRef operator[](JointId joint) const;       ///< Returns the joint.
    [[nodiscard]] ConstChainRef operator[](ChainId chain) const;       ///< Returns the chain.
    [[nodiscard]] ConstTileGridRef operator[](TileGridId grid) const;  ///< Returns the tile grid.
    [[nodiscard]] ConstFieldRef operator[](FieldId field) const;       ///< Returns the field.
    /// Returns whether the handle names an existing object of this world.
    [[nodiscard]] bool is_valid(BodyId body) const;
    [[nodiscard]] bool is_valid(ShapeId shape) const;      ///< Returns the same of a shape.
    [[nodiscard]] bool is_valid(JointId joint) const;      ///< Returns the same of a joint.
    [[nodiscard]] bool is_valid(ChainId chain) const;      ///< Returns the same of a chain.
    [[nodiscard]] bool is_valid(TileGridId grid) const;    ///< Returns the same of a tile grid.
    [[nodiscard]] bool is_valid(FieldId field) const;      ///< Returns the same of a field.
    [[nodiscard]] bool is_valid(ContactId contact) const;  ///< Returns the same of a contact.
    /// @}

    /// @name All objects, in slot order
    /// The lists are copies: their objects may be destroyed while they are read.
    /// @{
    [[nodiscard]] std::vector<BodyRef> bodies();                     ///< Returns all bodies.
    [[nodiscard]] std::vector<ShapeRef> shapes();                    ///< Returns all shapes.
    [[nodiscard]] std::vector<JointRef> joints();                    ///< Returns all joints.
    [[nodiscard]] std::vector<TileGridRef> tile_grids();             ///< Returns all tile grids.
    [[nodiscard]] std::vector<FieldRef> fields();                    ///< Returns all fields.
    [[nodiscard]] std::vector<ConstBodyRef> bodies() const;          ///< Returns all bodies.
    [[nodiscard]] std::vector<ConstShapeRef> shapes() const;         ///< Returns all shapes.
    [[nodiscard]] std::vector<ConstJointRef> joints() const;         ///< Returns all joints.
    [[nodiscard]] std::vector<ConstTileGridRef> tile_grids() const;  ///< Returns all tile grids.
    [[nodiscard]] std::vector<ConstFieldRef> fields() const;         ///< Returns all fields.
    [[nodiscard]] ContactView contact(ContactId contact) const;      ///< Returns the contact as it is now.
    /// Calls the visitor for every pair whose fat boxes overlap. It must not change the world.
    void visit_contacts(FunctionRef<void(const ContactView&)> visitor) const;
    /// Calls the visitor for the boxes of the AABB trees' nodes and leaf blocks (level 0), for drawing.
    void visit_tree(FunctionRef<void(int level, const Aabb& box)> visitor) const;
    /// Draws the world as it is. Throws `Error` for sizes and places that are not finite or out of range.
    void draw(DebugDraw& out, const DebugDrawOptions& options = {}) const;
    /// @}

    /// Advances by `time_step` [s], >= 0, in `sub_steps` >= 1 solver steps. 0, and sub-steps below 1e-18 s,
    /// update contacts only. If an allocation fails, its exception leaves a world that can only be destroyed
    /// or restored (`Error`). Other functions leave the world as it was when an allocation fails.
    void step(float time_step, int sub_steps = 4);
    /// Applies the explosion at once to shapes of dynamic bodies in its reach, and wakes them; in slot order.
    /// Returns the number of shapes that were pushed.
    int explode(const Explosion& explosion);
    /// Makes the point `origin` [m] the origin: subtracts it from all positions, rounded once, so that games
    /// far from zero get their precision back. Velocities, contacts, impulses, sleep and handles stay.
    /// `Error` beyond 1e30 m; callbacks fail as in `step`. Shift what you hold. Cost: as `clone`.
    void shift_origin(const Vec2& origin);

    /// @name Events of the last step
    /// Deterministic order; valid until the next step.
    /// @{
    [[nodiscard]] std::span<const ContactBegin> contact_begins() const;  ///< Returns contacts that began.
    [[nodiscard]] std::span<const ContactEnd> contact_ends() const;      ///< Returns contacts that ended.
    /// Returns hits of shapes with `ShapeDefinition::hit_events`.
    [[nodiscard]] std::span<const ContactHit> contact_hits() const;
    /// Returns contact forces of shapes with `ShapeDefinition::force_events`, by slot, while a body is awake.
    [[nodiscard]] std::span<const ContactForce> contact_forces() const;
    /// Return overlaps that began and ended, by the slot of the sensor, then of the visitor. A sensor detects
    /// shapes of other bodies of any type, awake or not, that have `sensor_events` and whose filter agrees
    /// with its own; disabled collisions, joints and callbacks do not matter. Sensors are tested after each
    /// step: shapes that overlap or touch one then are inside. Shapes and sensors that move by more than a
    /// quarter of their width in a step are swept: a shape that passes through begins and ends in that step.
    /// Sensors wake nothing.
    [[nodiscard]] std::span<const SensorBegin> sensor_begins() const;
    [[nodiscard]] std::span<const SensorEnd> sensor_ends() const;   ///< Returns overlaps that ended.
    [[nodiscard]] std::span<const BodyMoved> moved_bodies() const;  ///< Returns bodies that moved.
    /// Return bodies that fell asleep and that woke since the last publication of these events, whatever the
    /// cause, in the step or before it; by slot. Not reported: bodies that woke and fell asleep again in
    /// between, and bodies that were created asleep, disabled or destroyed.
    [[nodiscard]] std::span<const BodyId> sleep_begins() const;
    [[nodiscard]] std::span<const BodyId> sleep_ends() const;  ///< Returns bodies that woke.
    /// Returns bodies that were taken out of the simulation, see `BodyQuarantined`; by slot.
    [[nodiscard]] std::span<const BodyQuarantined> quarantined_bodies() const;
    /// Returns reactions of joints with `JointSettings::force_events`, by slot, while a body is awake.
    [[nodiscard]] std::span<const JointForce> joint_forces() const;
    [[nodiscard]] std::span<const JointBreak> joint_breaks() const;  ///< Returns joints that broke.
    /// @}

    /// @name Contact rules
    /// These apply in addition to the shapes' own filters and materials. Filter and mixing callbacks are
    /// called when a pair of shapes begins, that is, when their fat boxes begin to overlap. They run on the
    /// thread that steps, one after another in slot order of the pairs, so that results do not depend on the
    /// number of threads. They may read the world, but neither change nor query it (`Error`). An exception
    /// from a callback leaves `step` after the step is complete; its pair is treated as if there were no
    /// callback. An empty function removes a callback.
    /// @{
    /// Returns or sets whether shapes of the two bodies may collide. They may by default, and again after one
    /// of the bodies is destroyed. Contacts end and begin accordingly.
    [[nodiscard]] bool collision_enabled(BodyId body_a, BodyId body_b) const;
    void set_collision(BodyId body_a, BodyId body_b, bool enabled);  ///< Sets it.
    /// Returns the pairs of bodies whose collision is disabled, by the slots of the bodies.
    [[nodiscard]] std::vector<std::pair<BodyId, BodyId>> disabled_collisions() const;
    /// Sets the callback for pairs that pass all other filters. Present pairs stay: `ShapeRef::refilter`.
    void set_collision_filter(CollisionFilter filter);
    /// Sets the callback that replaces the mixing rules of `Material`, for pairs that begin and materials
    /// that are set from now on. It must return values that are valid in a `Material` (`Error`).
    void set_material_mixing(MaterialMixing mixing);
    /// Sets the pre-solve callback. It is called once per step for every pair of shapes that is about to
    /// touch, if one of the two has `ShapeDefinition::pre_solve` and a body is awake. It may drop the pair
    /// for this step (then it does not touch), drop points, and change members of `PreSolveContact`. Called
    /// on the thread that steps, in slot order of the contacts, before anything moves; then again where a
    /// fast body is about to be stopped at a shape, in the solver's order of bodies. Values out of range
    /// (`Error`) leave `step` as an exception does.
    void set_pre_solve_callback(PreSolve callback);
    /// @}

    /// @name Queries
    /// Queries use the current poses. Between steps several threads may query at once, as long as none
    /// changes the world; a query inside a step (from a callback) throws `Error`, as do values that are not
    /// finite. The order of results does not depend on the world's history. `stats` gets the cost, if given.
    /// @{
    /// Returns the nearest hit; of two at the same fraction, that of the smaller slot. A ray skips shapes
    /// that contain its origin, unless `RayCast::hits_initial_overlaps`.
    [[nodiscard]] std::optional<RayHit> cast_ray(const RayCast& ray, QueryStats* stats = nullptr) const;
    /// Returns the first hit with every shape, by fraction, then slot.
    [[nodiscard]] std::vector<RayHit> cast_ray_all(const RayCast& ray, QueryStats* stats = nullptr) const;
    /// Writes these hits to `out`; allocates only where it grows. Likewise below.
    void cast_ray_all(const RayCast& ray, std::vector<RayHit>& out, QueryStats* stats = nullptr) const;
    /// Returns whether there is a hit. Stops at the first hit that it finds.
    [[nodiscard]] bool cast_ray_any(const RayCast& ray, QueryStats* stats = nullptr) const;
    /// Returns the nearest hit of each ray; `stats` is the sum.
    [[nodiscard]] std::vector<std::optional<RayHit>> cast_rays(std::span<const RayCast> rays,
                                                               QueryStats* stats = nullptr) const;
    /// Writes them to `out`, which has as many items as there are rays (`Error`).
    void cast_rays(std::span<const RayCast> rays, std::span<std::optional<RayHit>> out,
                   QueryStats* stats = nullptr) const;
    /// Returns the first hit of a swept shape, of two at the same fraction that of the smaller slot. Accurate
    /// to 1e-6 of the sizes and distances; if the shape turns, curved shapes count as their outlines.
    [[nodiscard]] std::optional<RayHit> cast_shape(const ShapeCastInput& cast,
                                                   QueryStats* stats = nullptr) const;
    /// Returns the hits with all shapes, by fraction, then slot.
    [[nodiscard]] std::vector<RayHit> cast_shape_all(const ShapeCastInput& cast,
                                                     QueryStats* stats = nullptr) const;
    /// Writes them to `out`.
    void cast_shape_all(const ShapeCastInput& cast, std::vector<RayHit>& out,
                        QueryStats* stats = nullptr) const;
    /// Returns the shape nearest to a point, at most `max_distance` [m] away; of two at the same distance,
    /// the one of the smaller slot.
    [[nodiscard]] std::optional<NearestPoint> nearest(const Vec2& point, float max_distance,
                                                      const QueryFilter& filter = {},
                                                      QueryStats* stats = nullptr) const;
    /// Returns the `count` >= 1 shapes nearest to a point, or fewer, likewise, by distance, then slot.
    [[nodiscard]] std::vector<NearestPoint> nearest_shapes(const Vec2& point, float max_distance, int count,
                                                           const QueryFilter& filter = {},
                                                           QueryStats* stats = nullptr) const;
    /// Writes them to `out`.
    void nearest_shapes(const Vec2& point, float max_distance, int count, std::vector<NearestPoint>& out,
                        const QueryFilter& filter = {}, QueryStats* stats = nullptr) const;
    /// Returns the tight box around all enabled shapes of enabled bodies [m]; empty: there are none.
    [[nodiscard]] std::optional<Aabb> bounds() const;
    /// Visits shapes whose tight box overlaps `box`, in slot order, until the visitor returns false.
    void overlap(const Aabb& box, FunctionRef<bool(ShapeId)> visitor, const QueryFilter& filter = {},
                 QueryStats* stats = nullptr) const;
    /// Calls the visitor for shapes that contain the point.
    void overlap(const Vec2& point, FunctionRef<bool(ShapeId)> visitor, const QueryFilter& filter = {},
                 QueryStats* stats = nullptr) const;
    /// Calls the visitor for shapes that overlap or touch the geometry in the frame `pose`.
    void overlap(const ShapeGeometry& geometry, const Pose& pose, FunctionRef<bool(ShapeId)> visitor,
                 const QueryFilter& filter = {}, QueryStats* stats = nullptr) const;
    /// Calls the visitor for shapes that overlap or touch a custom shape in the frame `pose`.
    void overlap(const CustomShape& shape, const Pose& pose, FunctionRef<bool(ShapeId)> visitor,
                 const QueryFilter& filter = {}, QueryStats* stats = nullptr) const;
    /// Writes the contacts of a shape in the frame `pose` with the shapes of the world to `out`, in slot
    /// order: one for each shape within `ContactQuery::distance`. They are found as contacts of bodies are:
    /// internal edges of chains, tiles and outlines give no normals, and where a neighbour continues the
    /// surface, it alone reports the contact. Chains that are solid from one side report nothing from the
    /// other. One-way shapes are reported from all sides. Cost: one search of the trees and one manifold for
    /// each shape whose box is within the distance; allocates only where `out` grows, or for the outline of
    /// a custom shape.
    void contacts_of(const ShapeGeometry& geometry, const Pose& pose, std::vector<ShapeContact>& out,
                     const ContactQuery& query = {}, QueryStats* stats = nullptr) const;
    /// Writes the contacts of a custom shape.
    void contacts_of(const CustomShape& shape, const Pose& pose, std::vector<ShapeContact>& out,
                     const ContactQuery& query = {}, QueryStats* stats = nullptr) const;
    /// Returns the first contact of a shape that moves from `pose` by the translation of `cast`, as
    /// `contacts_of` finds it: where the distance of the surfaces falls to `ContactQuery::distance`. Of two
    /// at the same fraction, the one of the smaller slot. A shape that is nearer than that at the start
    /// counts, at fraction 0, if the motion goes against its normal, and is ignored otherwise: sliding along
    /// a surface, and moving out of an overlap, hit nothing. A contact for which `accepts` returns false is
    /// ignored, together with its shape. Accurate to 1e-6 of the sizes and distances. Source of the sweep:
    /// Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems, 1996 (conservative advancement).
    [[nodiscard]] std::optional<SweptContact> cast_contact(
        const ShapeGeometry& geometry, const Pose& pose, const ContactCast& cast,
        FunctionRef<bool(const ShapeContact&)> accepts = accept_contact, QueryStats* stats = nullptr) const;
    /// Returns the first contact of a custom shape.
    [[nodiscard]] std::optional<SweptContact> cast_contact(
        const CustomShape& shape, const Pose& pose, const ContactCast& cast,
        FunctionRef<bool(const ShapeContact&)> accepts = accept_contact, QueryStats* stats = nullptr) const;
    /// @}

    /// @name Settings, see WorldDefinition
    /// Values out of range throw `Error` as in the constructor.
    /// @{
    /// Returns a definition that creates a world with these settings, on as many threads of its own.
    [[nodiscard]] WorldDefinition definition() const;
    [[nodiscard]] Vec2 gravity() const;     ///< Returns the gravity [m/s^2].
    void set_gravity(const Vec2& gravity);  ///< Sets the gravity [m/s^2]; wakes all bodies.
    /// Return or set the maximum speeds of all bodies, see `WorldDefinition` [m/s], [rad/s]; > 0.
    [[nodiscard]] float maximum_linear_speed() const;
    [[nodiscard]] float maximum_angular_speed() const;     ///< Returns that of angular speeds [rad/s].
    void set_maximum_speeds(float linear, float angular);  ///< Sets both.
    [[nodiscard]] ContactTuning contact_tuning() const;    ///< Returns the softness of contacts.
    void set_contact_tuning(const ContactTuning& tuning);  ///< Sets it; wakes all bodies.
    /// Return or set the speeds below which impacts do not bounce, and are not reported; >= 0 [m/s].
    [[nodiscard]] float restitution_threshold() const;
    void set_restitution_threshold(float speed);  ///< Sets it.
    [[nodiscard]] float hit_threshold() const;    ///< Returns the speed of impacts that are reported [m/s].
    void set_hit_threshold(float speed);          ///< Sets it; >= 0 [m/s].
    [[nodiscard]] bool sleeping() const;          ///< Returns whether bodies may sleep.
    void set_sleeping(bool sleeping);            ///< Allows or forbids sleep. Forbidding it wakes all bodies.
    [[nodiscard]] std::uint16_t number() const;  ///< Returns `Handle::world` of the world's handles.
    [[nodiscard]] std::uint64_t user_data() const;  ///< Returns `WorldDefinition::user_data`.
    void set_user_data(std::uint64_t user_data);    ///< Sets it. Wakes nothing.
    [[nodiscard]] SimdTarget simd_target() const;   ///< Returns the instruction set of the world's kernels.
    [[nodiscard]] int threads() const;  ///< Returns the number of threads that may work on a step.
    void set_threads(int count);        ///< Works from now on with >= 1 threads of the world's own.
    /// @}

    /// @name Mechanics: sums over all enabled dynamic bodies
    /// @{
    /// Returns the kinetic energy [J]. Fields are not counted in energies.
    [[nodiscard]] double kinetic_energy() const;
    [[nodiscard]] double potential_energy() const;  ///< Returns the potential energy in gravity [J].
    [[nodiscard]] double energy() const;            ///< Returns the sum of both [J].
    /// Returns the linear momentum [kg m/s].
    [[nodiscard]] Vec2d momentum() const;
    /// Returns the angular momentum about a point of the world [kg m^2/s].
    [[nodiscard]] double angular_momentum(const Vec2& about = Vec2{0.0f, 0.0f}) const;
    /// @}

    /// @name State
    /// @{
    /// Returns the whole state of the world, to be restored later: objects, settings, user data and names.
    /// Callbacks, the scheduler and the events of the last step are no part of it. Not allowed inside a step.
    /// Cost: one copy of the state, about 1 to 2 kB a body.
    [[nodiscard]] Snapshot snapshot() const;
    /// Saves the state in a snapshot that was made before; allocates only where the state has grown.
    void snapshot(Snapshot& into) const;
    /// Saves only what differs from `base`, and shares the rest with it in pieces of 4 kB: a delta. The
    /// result is a whole snapshot, and `base` may go; both must be two objects (`Error`). Cost: a comparison.
    void snapshot(Snapshot& into, const Snapshot& base) const;
    /// Returns to the state of a snapshot of this world, or of a world that it is a clone of. All later steps
    /// give the same bits as they would have without what happened in between, on any number of threads, if
    /// callbacks do the same. Handles that were valid at the moment of the snapshot are valid; those made
    /// later are not, until the same calls make the same objects again. Clears the events of the last step.
    /// Throws `Error` for an empty snapshot and one of another world. Cost: one copy of the state.
    void restore(const Snapshot& snapshot);
    /// Returns a copy that lives on its own, with `threads` threads of its own (>= 1) and the same callbacks,
    /// to look ahead. Handles are valid in both worlds. The copy of a player's world has no callbacks.
    [[nodiscard]] World clone(int threads = 1) const;
    /// Returns the state as the bytes of a save file, which `load` reads on any machine, and later versions
    /// of the library read too; `docs/save_format.md` describes them. The steps after `load` give the same
    /// bits as they would without it. Custom shapes and callbacks are saved by the names in `options`
    /// (`Error`). Not allowed inside a step. Cost: a few copies of the state.
    [[nodiscard]] std::vector<std::byte> save() const;
    /// Returns the state with names for callbacks and custom shapes.
    [[nodiscard]] std::vector<std::byte> save(const SaveOptions& options) const;
    /// Saves into an array that was used before; allocates only where the state has grown.
    void save(std::vector<std::byte>& into, const SaveOptions& options) const;
    /// Returns the world of a save file. Handles of the saved world are valid in it, as in a clone. To load
    /// into a world that exists, assign the result: references to the world stay. Throws `Error` for bytes
    /// that are no save file, are damaged or of a later version, and for names that are missing in `options`.
    /// No bytes, made with any intent, do more than that, or give a world that later breaks. Memory: at most
    /// a small multiple of the size of the bytes.
    [[nodiscard]] static World load(std::span<const std::byte> saved);
    /// Returns the world with callbacks, custom shapes and threads.
    [[nodiscard]] static World load(std::span<const std::byte> saved, const LoadOptions& options);
    /// @}

    /// @name Inspection
    /// @{
    [[nodiscard]] const Profile& profile() const;   ///< Returns the time of the last step by stage.
    [[nodiscard]] Counters counters() const;        ///< Returns numbers. Cost: one pass over the contacts.
    [[nodiscard]] std::vector<Hint> hints() const;  ///< Returns what is mostly a mistake, see `Hint`.
    /// Returns a hash over the dynamic state: poses, velocities, impulses. Equal states have equal hashes on
    /// every platform.
    [[nodiscard]] std::uint64_t state_hash() const;
    /// Checks every invariant of the arrays, the trees and the graph, in every build; throws `Error` with the
    /// broken invariant. Not allowed inside a step. Cost: linear in the size of the world. For tests.
    void validate() const;
    /// @}

private:
    friend class NearShapes;
    friend class Recorder;
    friend struct PlayerState;
    friend struct WorldBatchState;
    friend struct StateOfWorld;

    World(const WorldDefinition& definition, detail::StandardLibrary);
    detail::Owned<WorldState> state_;
};

}  // namespace drystone
