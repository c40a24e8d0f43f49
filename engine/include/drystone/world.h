#pragma once

#include <drystone/body.h>
#include <drystone/body_ref.h>
#include <drystone/chain.h>
#include <drystone/chain_ref.h>
#include <drystone/contact.h>
#include <drystone/debug_draw.h>
#include <drystone/detail/owned.h>
#include <drystone/detail/standard_library.h>
#include <drystone/effects.h>
#include <drystone/error.h>
#include <drystone/events.h>
#include <drystone/field_ref.h>
#include <drystone/fields.h>
#include <drystone/fwd.h>
#include <drystone/joint.h>
#include <drystone/joint_ref.h>
#include <drystone/pre_solve.h>
#include <drystone/profile.h>
#include <drystone/queries.h>
#include <drystone/settings.h>
#include <drystone/shape.h>
#include <drystone/shape_ref.h>

#include <drystone/collision/custom_shape.h>
#include <drystone/collision/function_ref.h>
#include <drystone/collision/polygons.h>

#include <optional>
#include <span>
#include <vector>

namespace drystone {

/// Bodies, their shapes and contacts, and the steps that move them.
///
/// What concerns one body, shape, joint, chain or field is on its reference: `world[body].position()`.
///
/// Any number of worlds can live side by side; they share nothing. A world is used by one thread at a time,
/// except that several may read and query it between steps.
/// Misuse and bad data throw `Error` before anything is changed. Quantities are in metres, seconds, kilograms
/// and radians.
class World {
public:
    explicit World(const WorldDefinition& definition = {}) : World(definition, detail::StandardLibrary{}) {}
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
    /// Anything convex that has a support mapping. `ConstShapeRef::geometry` tells its sampled outline.
    ShapeId create_shape(BodyId body, const CustomShape& shape, const ShapeDefinition& definition = {});
    /// A simple outline, concave or not, less its holes [m, frame of the body], as convex pieces; the radius
    /// rounds each. Bodies that slide over it do not feel where the pieces meet. Throws with the fault, see
    /// `make_polygons`.
    std::vector<ShapeId> create_outline(BodyId body, std::span<const Vec2> outline,
                                        std::span<const std::vector<Vec2>> holes = {},
                                        const ShapeDefinition& definition = {},
                                        const PolygonsOptions& options = {});
    void destroy_shape(ShapeId shape, bool update_mass = true);
    /// See `ChainRef`. Throws as `make_chain` does, and where there is neither one material nor one for each
    /// segment.
    ChainId create_chain(BodyId body, const ChainDefinition& definition);
    void destroy_chain(ChainId chain);
    /// Joins two bodies, one of which may be static. Gears and ropes name their bodies themselves: see below.
    JointId create_joint(BodyId body_a, BodyId body_b, const JointDefinition& definition,
                         const JointSettings& settings = {});
    JointId create_joint(const GearJoint& gear, const JointSettings& settings = {});
    JointId create_joint(const RopeJoint& rope, const JointSettings& settings = {});
    /// Its bodies wake; gears that turn on the joint go with it.
    void destroy_joint(JointId joint);
    /// Making and destroying wakes the bodies on which the field acts: those in its region, or all.
    FieldId create_field(const FieldDefinition& definition);
    void destroy_field(FieldId field);
    /// @}

    /// @name References
    /// What a handle stands for: `world[body].set_linear_velocity({3, 0})`. Throws `Error` where the handle
    /// is null, of another world, or of something that was destroyed. Of a const world one can only read.
    /// Cost: a comparison of the slot's generation.
    /// @{
    [[nodiscard]] BodyRef operator[](BodyId body);
    [[nodiscard]] ShapeRef operator[](ShapeId shape);
    [[nodiscard]] JointRef operator[](JointId joint);
    [[nodiscard]] ChainRef operator[](ChainId chain);
    [[nodiscard]] FieldRef operator[](FieldId field);
    [[nodiscard]] ConstBodyRef operator[](BodyId body) const;
    [[nodiscard]] ConstShapeRef operator[](ShapeId shape) const;
    [[nodiscard]] ConstJointRef operator[](JointId joint) const;
    [[nodiscard]] ConstChainRef operator[](ChainId chain) const;
    [[nodiscard]] ConstFieldRef operator[](FieldId field) const;
    /// Whether the handle is of something that exists in this world.
    [[nodiscard]] bool is_valid(BodyId body) const;
    [[nodiscard]] bool is_valid(ShapeId shape) const;
    [[nodiscard]] bool is_valid(JointId joint) const;
    [[nodiscard]] bool is_valid(ChainId chain) const;
    [[nodiscard]] bool is_valid(FieldId field) const;
    [[nodiscard]] bool is_valid(ContactId contact) const;
    /// @}

    /// @name Everything in the world, in the order of slots
    /// The lists are copies: what they name may be destroyed while they are read.
    /// @{
    [[nodiscard]] std::vector<BodyRef> bodies();
    [[nodiscard]] std::vector<ShapeRef> shapes();
    [[nodiscard]] std::vector<JointRef> joints();
    [[nodiscard]] std::vector<FieldRef> fields();
    [[nodiscard]] std::vector<ConstBodyRef> bodies() const;
    [[nodiscard]] std::vector<ConstShapeRef> shapes() const;
    [[nodiscard]] std::vector<ConstJointRef> joints() const;
    [[nodiscard]] std::vector<ConstFieldRef> fields() const;
    [[nodiscard]] ContactView contact(ContactId contact) const;
    /// Every pair whose fat boxes overlap, touching or not.
    void visit_contacts(FunctionRef<void(const ContactView&)> visitor) const;
    /// Boxes of the AABB trees' inner nodes and leaf blocks, for drawing; level 0 is the leaves'.
    void visit_tree(FunctionRef<void(int level, const Aabb& box)> visitor) const;
    /// Shows the world as it stands after the last step. Throws on sizes that are negative, and on sizes and
    /// places that are not finite or beyond 1e30 m.
    void draw(DebugDraw& out, const DebugDrawOptions& options = {}) const;
    /// @}

    /// Moves time on by `time_step` [s], > 0 (0 updates contacts only), in `sub_steps` >= 1 solver steps.
    void step(float time_step, int sub_steps = 4);
    /// Pushes what is near at once, and wakes it; in the order of slots. Returns how many shapes were pushed.
    int explode(const Explosion& explosion);

    /// @name Events of the last step
    /// In an order that depends on the scene alone; valid until the next step.
    /// @{
    [[nodiscard]] std::span<const ContactBegin> contact_begins() const;
    [[nodiscard]] std::span<const ContactEnd> contact_ends() const;
    /// Of shapes that ask for them, see `ShapeDefinition::hit_events`.
    [[nodiscard]] std::span<const ContactHit> contact_hits() const;
    /// Of shapes that ask for them, by the slot of the contact, while one of its bodies is awake.
    [[nodiscard]] std::span<const ContactForce> contact_forces() const;
    /// A sensor sees the shapes of other bodies of any type, awake or not, that ask for `sensor_events` and
    /// whose filter agrees with its own; exclusions, joints and callbacks have no say. It is looked at after
    /// each step: what overlaps or touches it then is inside. Shapes that move by more than a quarter of
    /// their width in a step, and sensors that do, are followed on their way: what passes through begins and
    /// ends in that step. Sensors wake nothing. Events are by the slot of the sensor, then of the visitor.
    [[nodiscard]] std::span<const SensorBegin> sensor_begins() const;
    [[nodiscard]] std::span<const SensorEnd> sensor_ends() const;
    [[nodiscard]] std::span<const BodyMoved> moved_bodies() const;
    /// Bodies that sleep now and did not when this was last told, and the other way round, whatever the cause
    /// and whether in the step or before it; by slot. Who woke and fell asleep again is not named, nor who
    /// was made asleep, disabled or destroyed.
    [[nodiscard]] std::span<const BodyId> sleep_begins() const;
    [[nodiscard]] std::span<const BodyId> sleep_ends() const;
    /// Bodies that had to be taken out, see `BodyQuarantined`; by slot.
    [[nodiscard]] std::span<const BodyQuarantined> quarantined_bodies() const;
    [[nodiscard]] std::span<const JointBreak> joint_breaks() const;
    /// @}

    /// @name Which shapes meet, and how
    /// Beside the shapes' own filters and materials. The callbacks are called where a pair of shapes begins,
    /// that is when their fat boxes begin to overlap, by the thread that steps, one after another in the
    /// order of the pairs' slots, so that results do not depend on the number of threads. They may read the
    /// world, but neither change it nor query it (`Error`). An exception that leaves one leaves `step`, which
    /// is complete by then; the pair is treated as if there were no callback. An empty function takes a
    /// callback away.
    /// @{
    /// Whether shapes of the two bodies may collide; they may unless forbidden, and are no longer forbidden
    /// when one of the bodies is destroyed. Contacts end and begin accordingly.
    [[nodiscard]] bool collision_enabled(BodyId body_a, BodyId body_b) const;
    void set_collision(BodyId body_a, BodyId body_b, bool enabled);
    /// Is asked about pairs that all else allows. Pairs that exist stay as they are, see
    /// `ShapeRef::refilter`.
    void set_collision_filter(CollisionFilter filter);
    /// Replaces the rules of `Material`, for pairs that begin and materials that are set from now on. It must
    /// return values that a `Material` may have, else there is an `Error`.
    void set_material_mixing(MaterialMixing mixing);
    /// The callback sees, once in a step, every pair of shapes that is about to touch, where one of the two
    /// asks for it (`ShapeDefinition::pre_solve`) and a body is awake. It may drop the pair for this step,
    /// drop single points, and change what `PreSolveContact` says. What is dropped does not touch: it begins
    /// and ends accordingly. Called by the thread that steps, in the order of contacts' slots, before
    /// anything moves; after that once more where a fast body is about to be stopped at a shape, in the order
    /// of bodies in the solver. Values out of range (`Error`) leave `step` as an exception does.
    void set_pre_solve_callback(PreSolve callback);
    /// @}

    /// @name Queries
    /// They see the poses of the last step. Between steps several threads may query at once, as long as none
    /// changes the world; a query from inside a step (from a callback) throws `Error`. Results are ordered as
    /// said below and do not depend on the world's history. Values that are not finite throw `Error`. What a
    /// query cost is written to `stats` where that is given.
    /// @{
    /// The nearest hit, if any; of two at the same fraction that of the smaller slot. A ray passes over
    /// shapes that hold its origin.
    [[nodiscard]] std::optional<RayHit> cast_ray(const RayCast& ray, QueryStats* stats = nullptr) const;
    /// The first hit with every shape, by fraction, then slot.
    [[nodiscard]] std::vector<RayHit> cast_ray_all(const RayCast& ray, QueryStats* stats = nullptr) const;
    /// Whether there is a hit. Stops at the first that it finds.
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
    void overlap(const Aabb& box, FunctionRef<bool(ShapeId)> visitor, const QueryFilter& filter = {},
                 QueryStats* stats = nullptr) const;
    /// Shapes that hold the point.
    void overlap(const Vec2& point, FunctionRef<bool(ShapeId)> visitor, const QueryFilter& filter = {},
                 QueryStats* stats = nullptr) const;
    /// Shapes that overlap or touch the geometry in the frame `pose`.
    void overlap(const ShapeGeometry& geometry, const Pose& pose, FunctionRef<bool(ShapeId)> visitor,
                 const QueryFilter& filter = {}, QueryStats* stats = nullptr) const;
    void overlap(const CustomShape& shape, const Pose& pose, FunctionRef<bool(ShapeId)> visitor,
                 const QueryFilter& filter = {}, QueryStats* stats = nullptr) const;
    /// @}

    /// @name Settings, see `WorldDefinition`
    /// Values out of range throw as the constructor does.
    /// @{
    [[nodiscard]] Vec2 gravity() const;
    void set_gravity(const Vec2& gravity);
    /// No body is faster, nor turns faster, see `WorldDefinition` [m/s], [rad/s]; > 0.
    [[nodiscard]] float maximum_linear_speed() const;
    [[nodiscard]] float maximum_angular_speed() const;
    void set_maximum_speeds(float linear, float angular);
    /// Setting it wakes all.
    [[nodiscard]] ContactTuning contact_tuning() const;
    void set_contact_tuning(const ContactTuning& tuning);
    /// Impacts slower than this do not bounce, or are not reported; >= 0 [m/s].
    [[nodiscard]] float restitution_threshold() const;
    void set_restitution_threshold(float speed);
    [[nodiscard]] float hit_threshold() const;
    void set_hit_threshold(float speed);
    /// Whether bodies may sleep at all. Forbidding it wakes all.
    [[nodiscard]] bool sleeping() const;
    void set_sleeping(bool sleeping);
    /// The instruction set that the world works with.
    [[nodiscard]] SimdTarget simd_target() const;
    /// Threads that work on a step.
    [[nodiscard]] int threads() const;
    /// @}

    /// @name Mechanics: sums over all dynamic bodies that are enabled
    /// @{
    /// The third is the sum of both. Fields are not counted [J].
    [[nodiscard]] double kinetic_energy() const;
    [[nodiscard]] double potential_energy() const;
    [[nodiscard]] double energy() const;
    /// [kg m/s]
    [[nodiscard]] Vec2d momentum() const;
    /// About a point of the world [kg m^2/s].
    [[nodiscard]] double angular_momentum(const Vec2& about = Vec2{0.0f, 0.0f}) const;
    /// @}

    /// @name Inspection
    /// @{
    /// Time of the last step by stage.
    [[nodiscard]] const Profile& profile() const;
    [[nodiscard]] Counters counters() const;
    /// A hash over the dynamic state: poses, velocities, impulses. Equal states have equal hashes on every
    /// platform.
    [[nodiscard]] std::uint64_t state_hash() const;
    /// Checks every invariant of the arrays, the trees and the graph, in every build; throws `Error` that
    /// says what is broken. Not from inside a step. Cost: linear in all that the world holds. For tests.
    void validate() const;
    /// @}

private:
    World(const WorldDefinition& definition, detail::StandardLibrary);

    detail::Owned<WorldState> state_;
};

}  // namespace drystone
