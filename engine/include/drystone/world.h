#pragma once

#include <drystone/body.h>
#include <drystone/chain.h>
#include <drystone/contact.h>
#include <drystone/contact_force.h>
#include <drystone/debug_draw.h>
#include <drystone/effects.h>
#include <drystone/error.h>
#include <drystone/events.h>
#include <drystone/fields.h>
#include <drystone/handles.h>
#include <drystone/joint.h>
#include <drystone/pre_solve.h>
#include <drystone/profile.h>
#include <drystone/quarantine.h>
#include <drystone/queries.h>
#include <drystone/sensor.h>
#include <drystone/settings.h>
#include <drystone/shape.h>

#include <drystone/collision/chain.h>
#include <drystone/collision/custom_shape.h>
#include <drystone/collision/decomposition.h>
#include <drystone/collision/manifold.h>
#include <drystone/collision/mass.h>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drystone {

struct WorldState;

/// Bodies, their shapes and contacts, and the steps that move them.
///
/// Any number of worlds can live side by side; they share nothing. A world is used by one thread at a time,
/// except that several may read and query it between steps.
/// Misuse and bad data throw `Error` before anything is changed. Quantities are in metres, seconds, kilograms
/// and radians.
class World {
public:
    explicit World(const WorldDefinition& definition = {});
    ~World();
    World(World&&) noexcept;
    World& operator=(World&&) noexcept;

    /// @name Making and destroying
    /// Throw on values that are not finite, negative damping, density or radius, and on dead handles.
    /// @{
    BodyId create_body(const BodyDefinition& definition = {});
    /// Destroys the body with its shapes and contacts; ends of contacts are reported after the next step.
    void destroy_body(BodyId body);
    /// The geometry is in the body's frame and is copied. The body's mass follows, see
    /// `ShapeDefinition::update_mass`.
    ShapeId create_shape(BodyId body, const ShapeGeometry& geometry, const ShapeDefinition& definition = {});
    void destroy_shape(ShapeId shape, bool update_mass = true);
    /// Joins two bodies, one of which may be static. Gears and ropes name their bodies themselves: see below.
    JointId create_joint(BodyId body_a, BodyId body_b, const JointDefinition& definition,
                         const JointSettings& settings = {});
    JointId create_joint(const GearJoint& gear, const JointSettings& settings = {});
    JointId create_joint(const RopeJoint& rope, const JointSettings& settings = {});
    /// Its bodies wake; gears that turn on the joint go with it.
    void destroy_joint(JointId joint);
    /// @}

    /// The instruction set that the world works with.
    [[nodiscard]] SimdTarget simd_target() const;
    /// Threads that work on a step.
    [[nodiscard]] int threads() const;

    /// Moves time on by `time_step` [s], > 0 (0 updates contacts only), in `sub_steps` >= 1 solver steps.
    void step(float time_step, int sub_steps = 4);

    /// @name Events of the last step
    /// In an order that depends on the scene alone; valid until the next step.
    /// @{
    [[nodiscard]] std::span<const ContactBegin> contact_begins() const;
    [[nodiscard]] std::span<const ContactEnd> contact_ends() const;
    /// Of shapes that ask for them, see `ShapeDefinition::hit_events`.
    [[nodiscard]] std::span<const ContactHit> contact_hits() const;
    [[nodiscard]] std::span<const BodyMoved> moved_bodies() const;
    [[nodiscard]] std::span<const JointBreak> joint_breaks() const;
    /// @}

    /// @name Sensors, forces and what befell bodies
    /// A sensor sees the shapes of other bodies of any type, awake or not, that ask for `sensor_events` and
    /// whose filter agrees with its own; exclusions, joints and callbacks have no say. It is looked at after
    /// each step: what overlaps or touches it then is inside. Shapes that move by more than a quarter of
    /// their width in a step, and sensors that do, are followed on their way: what passes through begins and
    /// ends in that step. Sensors wake nothing. Events are by the slot of the sensor, then of the visitor.
    /// @{
    [[nodiscard]] std::span<const SensorBegin> sensor_begins() const;
    [[nodiscard]] std::span<const SensorEnd> sensor_ends() const;
    /// What was inside after the last step, by slot; valid until the next change of the world.
    [[nodiscard]] std::span<const ShapeId> sensor_overlaps(ShapeId sensor) const;
    [[nodiscard]] bool is_sensor(ShapeId shape) const;
    /// Contacts of the shape, or its overlaps as a sensor, end; others begin with the next step.
    void set_sensor(ShapeId shape, bool sensor);
    [[nodiscard]] bool sensor_events(ShapeId shape) const;
    void set_sensor_events(ShapeId shape, bool enabled);
    /// Of shapes that ask for them, by the slot of the contact, while one of its bodies is awake.
    [[nodiscard]] std::span<const ContactForce> contact_forces() const;
    [[nodiscard]] bool force_events(ShapeId shape) const;
    [[nodiscard]] float force_threshold(ShapeId shape) const;
    void set_force_events(ShapeId shape, bool enabled, float threshold = 0.0f);
    /// Bodies that sleep now and did not when this was last told, and the other way round, whatever the cause
    /// and whether in the step or before it; by slot. Who woke and fell asleep again is not named, nor who
    /// was made asleep, disabled or destroyed.
    [[nodiscard]] std::span<const BodyId> fallen_asleep() const;
    [[nodiscard]] std::span<const BodyId> woken() const;
    /// Bodies that had to be taken out, see `BodyQuarantined`; by slot.
    [[nodiscard]] std::span<const BodyQuarantined> quarantined() const;
    /// @}

    /// @name Bodies
    /// @{
    [[nodiscard]] bool is_valid(BodyId body) const;
    [[nodiscard]] BodyType type(BodyId body) const;
    /// Of the body's origin.
    [[nodiscard]] Pose pose(BodyId body) const;
    [[nodiscard]] Vec2 position(BodyId body) const;
    [[nodiscard]] float angle(BodyId body) const;
    /// Teleports the body; contacts follow in the next step.
    void set_pose(BodyId body, const Vec2& position, float angle);
    /// Centre of mass in the world.
    [[nodiscard]] Vec2 center_of_mass(BodyId body) const;
    /// Of the centre of mass [m/s].
    [[nodiscard]] Vec2 linear_velocity(BodyId body) const;
    [[nodiscard]] float angular_velocity(BodyId body) const;
    [[nodiscard]] Vec2 velocity_at(BodyId body, const Vec2& world_point) const;
    void set_linear_velocity(BodyId body, const Vec2& velocity);
    void set_angular_velocity(BodyId body, float angular_velocity);
    /// Gives a kinematic (or dynamic) body the velocity that takes it to the pose within `time_step` > 0 [s].
    void set_target_pose(BodyId body, const Vec2& position, float angle, float time_step);
    /// Forces and torques act during the next step and are then cleared [N], [N m].
    void apply_force(BodyId body, const Vec2& force);
    void apply_force(BodyId body, const Vec2& force, const Vec2& world_point);
    void apply_torque(BodyId body, float torque);
    /// Changes the velocity at once [N s], [N m s].
    void apply_impulse(BodyId body, const Vec2& impulse);
    void apply_impulse(BodyId body, const Vec2& impulse, const Vec2& world_point);
    void apply_angular_impulse(BodyId body, float impulse);
    [[nodiscard]] std::vector<ShapeId> shapes(BodyId body) const;
    /// @}

    /// @name Bodies: what they are
    /// Changes wake the bodies that they can matter to.
    /// @{
    /// The body keeps its pose, its handle and its shapes. Its contacts end and those that it still has begin
    /// anew in the next step. A body that turns static stops; one that turns dynamic has the mass of its
    /// shapes.
    void set_type(BodyId body, BodyType type);
    [[nodiscard]] bool is_enabled(BodyId body) const;
    /// A disabled body keeps its state, but it does not move, touch anything, or show in queries.
    void set_enabled(BodyId body, bool enabled);
    [[nodiscard]] AxisLocks locks(BodyId body) const;
    void set_locks(BodyId body, const AxisLocks& locks);
    /// See `BodyDefinition::dominance_group`. What touches goes on doing so.
    [[nodiscard]] int dominance_group(BodyId body) const;
    void set_dominance_group(BodyId body, int group);
    /// See `BodyDefinition::extra_iterations`. Wakes nobody: what sleeps stays as it came to rest.
    [[nodiscard]] int extra_iterations(BodyId body) const;
    void set_extra_iterations(BodyId body, int count);
    /// Asks for continuous collision against kinematic and dynamic bodies too.
    [[nodiscard]] bool is_bullet(BodyId body) const;
    void set_bullet(BodyId body, bool bullet);
    [[nodiscard]] std::string name(BodyId body) const;
    void set_name(BodyId body, std::string_view name);
    [[nodiscard]] std::uint64_t user_data(BodyId body) const;
    void set_user_data(BodyId body, std::uint64_t user_data);
    /// @}

    /// @name Bodies: mass
    /// @{
    /// Mass, centre of mass in the body's frame, and inertia about it. Zero for static and kinematic bodies.
    [[nodiscard]] MassProperties mass(BodyId body) const;
    /// Gives the body a mass of its own, which stays whatever its shapes do; the origin stays where it is.
    /// Nothing pushes a dynamic body of mass 0, nor turns one of inertia 0.
    void set_mass_properties(BodyId body, const MassProperties& mass);
    /// The mass is that of the shapes again.
    void reset_mass_properties(BodyId body);
    /// Does what `update_mass = false` has put off.
    void update_mass(BodyId body);
    /// @}

    /// @name Bodies: what acts on them
    /// @{
    [[nodiscard]] float gravity_scale(BodyId body) const;
    void set_gravity_scale(BodyId body, float scale);
    /// In place of the world's, scaled likewise [m/s^2].
    [[nodiscard]] std::optional<Vec2> own_gravity(BodyId body) const;
    void set_own_gravity(BodyId body, const std::optional<Vec2>& gravity);
    [[nodiscard]] float linear_damping(BodyId body) const;
    [[nodiscard]] float angular_damping(BodyId body) const;
    void set_damping(BodyId body, float linear, float angular);
    /// The body is held to these speeds, and to the world's, before contacts act on it [m/s], [rad/s]; > 0.
    [[nodiscard]] float maximum_linear_speed(BodyId body) const;
    [[nodiscard]] float maximum_angular_speed(BodyId body) const;
    void set_maximum_speeds(BodyId body, float linear, float angular);
    /// @}

    /// @name Bodies: sleep
    /// @{
    /// Static and disabled bodies are never awake.
    [[nodiscard]] bool is_awake(BodyId body) const;
    /// Wakes the body and all that rest with it.
    void wake(BodyId body);
    /// Puts a dynamic body to sleep at once, with all that touch it, be it over others: they lose their
    /// velocities. Returns whether it sleeps now; not where the world or one of them forbids sleep, or where
    /// a kinematic body that moves touches them.
    bool put_to_sleep(BodyId body);
    [[nodiscard]] bool can_sleep(BodyId body) const;
    void set_can_sleep(BodyId body, bool can_sleep);
    /// Below this speed of its fastest point the body counts as still [m/s]; >= 0.
    [[nodiscard]] float sleep_speed(BodyId body) const;
    void set_sleep_speed(BodyId body, float speed);
    /// @}

    /// @name Bodies: mechanics
    /// Of dynamic bodies, zero for others; those of the world sum over all that are enabled.
    /// @{
    /// [J]
    [[nodiscard]] double kinetic_energy(BodyId body) const;
    /// In the gravity that acts on the body, zero where its centre of mass is at the world's origin [J].
    [[nodiscard]] double potential_energy(BodyId body) const;
    /// Of the world; the third is the sum of both. Fields are not counted [J].
    [[nodiscard]] double kinetic_energy() const;
    [[nodiscard]] double potential_energy() const;
    [[nodiscard]] double energy() const;
    /// [kg m/s]
    [[nodiscard]] Vec2d momentum(BodyId body) const;
    [[nodiscard]] Vec2d momentum() const;
    /// About a point of the world [kg m^2/s].
    [[nodiscard]] double angular_momentum(BodyId body, const Vec2& about = Vec2{0.0f, 0.0f}) const;
    [[nodiscard]] double angular_momentum(const Vec2& about = Vec2{0.0f, 0.0f}) const;
    /// Where the body's origin will be after `time` [s], which may be negative, with the velocity it has.
    [[nodiscard]] Pose predict_pose(BodyId body, float time) const;
    /// The same with gravity, but without damping and contacts: the parabola.
    [[nodiscard]] Pose predict_free_flight(BodyId body, float time) const;
    /// Between the frames of the body and the world.
    [[nodiscard]] Vec2 world_point(BodyId body, const Vec2& local_point) const;
    [[nodiscard]] Vec2 local_point(BodyId body, const Vec2& world_point) const;
    [[nodiscard]] Vec2 world_vector(BodyId body, const Vec2& local_vector) const;
    [[nodiscard]] Vec2 local_vector(BodyId body, const Vec2& world_vector) const;
    /// @}

    /// @name Shapes
    /// @{
    [[nodiscard]] bool is_valid(ShapeId shape) const;
    [[nodiscard]] BodyId body(ShapeId shape) const;
    /// The geometry in the body's frame.
    [[nodiscard]] ShapeGeometry geometry(ShapeId shape) const;
    [[nodiscard]] Material material(ShapeId shape) const;
    /// Acts on existing contacts too.
    void set_material(ShapeId shape, const Material& material);
    [[nodiscard]] bool is_enabled(ShapeId shape) const;
    /// A disabled shape keeps all that it was given, but it does not collide, sense, weigh anything, or show
    /// in queries. Not for segments of chains.
    void set_enabled(ShapeId shape, bool enabled);
    /// Replaces the geometry; the handle stays. The shape's contacts end and those that it still has begin
    /// anew in the next step. The body's mass follows.
    void set_geometry(ShapeId shape, const ShapeGeometry& geometry);
    void set_geometry(ShapeId shape, const CustomShape& geometry);
    /// [kg/m^2]
    [[nodiscard]] float density(ShapeId shape) const;
    /// The body's mass follows, or `update_mass` has to be called.
    void set_density(ShapeId shape, float density, bool update_mass = true);
    /// Of the shape alone, in the body's frame, by its density; whatever the body's type.
    [[nodiscard]] MassProperties mass(ShapeId shape) const;
    [[nodiscard]] bool contact_events(ShapeId shape) const;
    /// Holds for what begins and ends from now on.
    void set_contact_events(ShapeId shape, bool enabled);
    [[nodiscard]] bool hit_events(ShapeId shape) const;
    void set_hit_events(ShapeId shape, bool enabled);
    [[nodiscard]] Filter filter(ShapeId shape) const;
    /// All contacts of the shape end and those that the new filter allows begin anew with the next step.
    void set_filter(ShapeId shape, const Filter& filter);
    /// See `ShapeDefinition::solver_filter`. What touches goes on doing so.
    [[nodiscard]] Filter solver_filter(ShapeId shape) const;
    void set_solver_filter(ShapeId shape, const Filter& filter);
    [[nodiscard]] std::uint64_t user_data(ShapeId shape) const;
    void set_user_data(ShapeId shape, std::uint64_t user_data);
    /// The smallest box around the shape in the world.
    [[nodiscard]] Aabb aabb(ShapeId shape) const;
    /// Does the shape hold the point of the world, surface included?
    [[nodiscard]] bool contains(ShapeId shape, const Vec2& world_point) const;
    /// The point of the shape that is nearest to a point of the world.
    [[nodiscard]] NearestPoint closest_point(ShapeId shape, const Vec2& world_point) const;
    /// Where the ray meets this shape, whatever the ray's filter.
    [[nodiscard]] std::optional<RayHit> cast_ray(ShapeId shape, const RayCast& ray) const;
    /// The box that the broad phase keeps: the shape's own and a margin.
    [[nodiscard]] Aabb fat_aabb(ShapeId shape) const;
    /// @}

    /// @name Shapes of any kind
    /// @{
    /// Anything convex that has a support mapping. `geometry` tells its sampled outline.
    ShapeId create_shape(BodyId body, const CustomShape& shape, const ShapeDefinition& definition = {});
    /// What the shape was made of, if it was made so.
    [[nodiscard]] std::optional<CustomShape> custom_shape(ShapeId shape) const;
    /// A simple outline, concave or not, less its holes [m, frame of the body], as convex pieces; the radius
    /// rounds each. Bodies that slide over it do not feel where the pieces meet. Throws with the fault, see
    /// `make_polygons`.
    std::vector<ShapeId> create_outline(BodyId body, std::span<const Vec2> outline,
                                        std::span<const std::vector<Vec2>> holes = {},
                                        const ShapeDefinition& definition = {},
                                        const PolygonsOptions& options = {});
    /// @}

    /// @name Chains
    /// Their segments are shapes: materials, filters and events are set there, for one segment or all, and
    /// contacts and queries name them. Segments are made and destroyed, and get their geometry, with the
    /// chain alone.
    /// @{
    /// Throws as `make_chain` does, and where there is neither one material nor one for each segment.
    ChainId create_chain(BodyId body, const ChainDefinition& definition);
    void destroy_chain(ChainId chain);
    [[nodiscard]] bool is_valid(ChainId chain) const;
    [[nodiscard]] BodyId body(ChainId chain) const;
    /// Segment i leads from point i to point i + 1.
    [[nodiscard]] std::vector<ShapeId> shapes(ChainId chain) const;
    /// The chain whose segment the shape is; null where it is none.
    [[nodiscard]] ChainId chain(ShapeId shape) const;
    void set_material(ChainId chain, const Material& material);
    /// In the frame of the body.
    [[nodiscard]] Chain geometry(ChainId chain) const;
    /// Moves points, ghosts and solid sides, all at once. The chain stays what it is: `Error` unless it has
    /// as many points as before and is a loop where it was one. Only segments that are no longer the same are
    /// touched: what lies on them wakes, and contacts keep their handles and impulses as long as the two
    /// touch. The surface jumps; it has no velocity that would carry or throw what is there.
    void set_geometry(ChainId chain, const Chain& geometry);
    /// Moves the points alone: the first and last keep the ghosts that they were given. Throws as
    /// `make_chain` and `set_geometry` do.
    void set_points(ChainId chain, std::span<const Vec2> points);
    /// @}

    /// @name Joints
    /// @{
    [[nodiscard]] bool is_valid(JointId joint) const;
    [[nodiscard]] BodyId body_a(JointId joint) const;
    [[nodiscard]] BodyId body_b(JointId joint) const;
    [[nodiscard]] JointDefinition joint(JointId joint) const;
    /// Changes anything of a joint but its type, and wakes its bodies. Impulses are kept.
    void set_joint(JointId joint, const JointDefinition& definition);
    [[nodiscard]] JointSettings joint_settings(JointId joint) const;
    void set_joint_settings(JointId joint, const JointSettings& settings);
    /// A joint that is disabled does nothing, and lets its bodies collide.
    void set_joint_enabled(JointId joint, bool enabled);
    /// Forces and coordinates after the last step.
    [[nodiscard]] JointState joint_state(JointId joint) const;
    [[nodiscard]] std::vector<JointId> joints(BodyId body) const;
    /// @}

    /// @name Which shapes meet, and how
    /// Beside the shapes' own filters and materials. The callbacks are called where a pair of shapes begins,
    /// that is when their fat boxes begin to overlap, by the thread that steps, one after another in the
    /// order of the pairs' slots, so that results do not depend on the number of threads. They may read the
    /// world, but neither change it nor query it (`Error`). An exception that leaves one leaves `step`, which
    /// is complete by then; the pair is treated as if there were no callback.
    /// @{
    /// Whether shapes of the two bodies may collide; they may unless forbidden, and are no longer forbidden
    /// when one of the bodies is destroyed. Contacts end and begin accordingly.
    [[nodiscard]] bool collision_enabled(BodyId body_a, BodyId body_b) const;
    void set_collision(BodyId body_a, BodyId body_b, bool enabled);
    /// Is asked about pairs that all else allows. Pairs that exist stay as they are, see `refilter`. An empty
    /// function takes it away.
    void set_collision_filter(CollisionFilter filter);
    /// Ends the contacts of a shape and asks anew, in the next step, which pairs it makes.
    void refilter(ShapeId shape);
    /// Replaces the rules of `Material`, for pairs that begin and materials that are set from now on. It must
    /// return values that a `Material` may have, else there is an `Error`. An empty function takes it away.
    void set_material_mixing(MaterialMixing mixing);
    /// @}

    /// @name Contacts before they are solved
    /// @{
    /// The callback sees, once in a step, every pair of shapes that is about to touch, where one of the two
    /// asks for it and a body is awake. It may drop the pair for this step, drop single points, and change
    /// what `PreSolveContact` says. What is dropped does not touch: it begins and ends accordingly. Called by
    /// the thread that steps, in the order of contacts' slots, before anything moves; after that once more
    /// where a fast body is about to be stopped at a shape, in the order of bodies in the solver. It may read
    /// the world, but neither change nor query it; an exception, or values out of range (`Error`), leave
    /// `step`, which is complete by then, and the pair is treated as if there were no callback.
    void set_pre_solve(PreSolve callback);
    [[nodiscard]] bool pre_solve(ShapeId shape) const;
    /// See `ShapeDefinition::pre_solve`.
    void set_pre_solve(ShapeId shape, bool enabled);
    /// Of unit length, see `ShapeDefinition::one_way`.
    [[nodiscard]] std::optional<Vec2> one_way(ShapeId shape) const;
    /// What touches the shape goes on doing so until it parts.
    void set_one_way(ShapeId shape, const std::optional<Vec2>& direction);
    /// @}

    /// @name Everything in the world, in the order of slots
    /// @{
    [[nodiscard]] std::vector<BodyId> bodies() const;
    [[nodiscard]] std::vector<ShapeId> shapes() const;
    [[nodiscard]] std::vector<JointId> joints() const;
    [[nodiscard]] bool is_valid(ContactId contact) const;
    [[nodiscard]] ContactView contact(ContactId contact) const;
    /// Every pair whose fat boxes overlap, touching or not.
    void visit_contacts(const std::function<void(const ContactView&)>& visitor) const;
    /// The same of one body or shape, in the order of slots.
    void visit_contacts(BodyId body, const std::function<void(const ContactView&)>& visitor) const;
    void visit_contacts(ShapeId shape, const std::function<void(const ContactView&)>& visitor) const;
    /// Boxes of the AABB trees' inner nodes and leaf blocks, for drawing; level 0 is the leaves'.
    void visit_tree(const std::function<void(int level, const Aabb& box)>& visitor) const;
    /// Shows the world as it stands after the last step. Throws on sizes that are negative, and on sizes and
    /// places that are not finite or beyond 1e30 m.
    void draw(DebugDraw& out, const DebugDrawOptions& options = {}) const;
    /// @}

    /// @name Queries
    /// They see the poses of the last step. Between steps several threads may query at once, as long as none
    /// changes the world; a query from inside a step (from a callback) throws `Error`. Results are ordered as
    /// said below and do not depend on the world's history. Values that are not finite throw `Error`. What a
    /// query cost is written to `stats` where that is given; overlaps return it.
    /// @{
    /// The nearest hit, if any; of two at the same fraction that of the smaller slot. A ray passes over
    /// shapes that hold its origin.
    [[nodiscard]] std::optional<RayHit> cast_ray(const RayCast& ray, QueryStats* stats = nullptr) const;
    /// The first hit with every shape, by fraction, then slot.
    [[nodiscard]] std::vector<RayHit> cast_ray_all(const RayCast& ray, QueryStats* stats = nullptr) const;
    /// Is there a hit? Stops at the first that it finds.
    [[nodiscard]] bool cast_ray_any(const RayCast& ray, QueryStats* stats = nullptr) const;
    /// The nearest hit of each ray; `stats` is the sum.
    [[nodiscard]] std::vector<std::optional<RayHit>> cast_rays(std::span<const RayCast> rays,
                                                               QueryStats* stats = nullptr) const;
    /// The first shape that a moving shape meets, and all of them, by fraction, then slot. Exact up to 1e-6
    /// of the sizes and distances; of shapes that turn, curved ones count as their outlines.
    [[nodiscard]] std::optional<RayHit> cast_shape(const ShapeCastInput& cast,
                                                   QueryStats* stats = nullptr) const;
    [[nodiscard]] std::vector<RayHit> cast_shape_all(const ShapeCastInput& cast,
                                                     QueryStats* stats = nullptr) const;
    /// The shape nearest to a point, at most `max_distance` [m] away; of two the one of the smaller slot.
    [[nodiscard]] std::optional<NearestPoint> nearest(const Vec2& point, float max_distance,
                                                      const QueryFilter& filter = {},
                                                      QueryStats* stats = nullptr) const;
    /// Shapes whose own box overlaps `box`, in the order of slots; the visitor returns false to stop.
    QueryStats overlap(const Aabb& box, const std::function<bool(ShapeId)>& visitor,
                       const QueryFilter& filter = {}) const;
    /// Shapes that hold the point.
    QueryStats overlap(const Vec2& point, const std::function<bool(ShapeId)>& visitor,
                       const QueryFilter& filter = {}) const;
    /// Shapes that overlap or touch the geometry in the frame `pose`.
    QueryStats overlap(const ShapeGeometry& geometry, const Pose& pose,
                       const std::function<bool(ShapeId)>& visitor, const QueryFilter& filter = {}) const;
    QueryStats overlap(const CustomShape& shape, const Pose& pose,
                       const std::function<bool(ShapeId)>& visitor, const QueryFilter& filter = {}) const;
    /// @}

    /// @name Explosions and fields
    /// @{
    /// Pushes what is near at once, and wakes it; in the order of slots. Returns how many shapes were pushed.
    int explode(const Explosion& explosion);
    /// Making, changing and destroying wakes the bodies on which the field acts: those in its region, or all.
    FieldId create_field(const FieldDefinition& definition);
    void destroy_field(FieldId field);
    void set_field(FieldId field, const FieldDefinition& definition);
    [[nodiscard]] bool is_valid(FieldId field) const;
    [[nodiscard]] FieldDefinition field(FieldId field) const;
    [[nodiscard]] std::vector<FieldId> fields() const;
    /// @}

    [[nodiscard]] Vec2 gravity() const;
    void set_gravity(const Vec2& gravity);
    /// No body is faster, nor turns faster, see `WorldDefinition` [m/s], [rad/s]; > 0.
    [[nodiscard]] float maximum_linear_speed() const;
    [[nodiscard]] float maximum_angular_speed() const;
    void set_maximum_speeds(float linear, float angular);
    /// Setting it wakes all. Throws as the constructor does.
    [[nodiscard]] ContactTuning contact_tuning() const;
    void set_contact_tuning(const ContactTuning& tuning);
    /// Impacts slower than this do not bounce, or are not reported; >= 0 [m/s].
    [[nodiscard]] float restitution_threshold() const;
    void set_restitution_threshold(float speed);
    [[nodiscard]] float hit_threshold() const;
    void set_hit_threshold(float speed);
    /// May bodies sleep at all? Forbidding it wakes all.
    [[nodiscard]] bool sleeping() const;
    void set_sleeping(bool sleeping);
    /// Time of the last step by stage.
    [[nodiscard]] const Profile& profile() const;
    [[nodiscard]] Counters counters() const;
    /// A hash over the dynamic state: poses, velocities, impulses. Equal states have equal hashes on every
    /// platform.
    [[nodiscard]] std::uint64_t state_hash() const;
    /// Checks every invariant of the arrays, the trees and the graph, in every build; throws `Error` that
    /// says what is broken. Not from inside a step. Cost: linear in all that the world holds. For tests.
    void validate() const;

private:
    std::unique_ptr<WorldState> state_;
};

}  // namespace drystone
