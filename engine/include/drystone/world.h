#pragma once

#include <drystone/body.h>
#include <drystone/contact.h>
#include <drystone/error.h>
#include <drystone/events.h>
#include <drystone/handles.h>
#include <drystone/joint.h>
#include <drystone/profile.h>
#include <drystone/queries.h>
#include <drystone/settings.h>
#include <drystone/shape.h>

#include <drystone/collision/manifold.h>
#include <drystone/collision/mass.h>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace drystone {

struct WorldState;

/// Bodies, their shapes and contacts, and the steps that move them.
///
/// Any number of worlds can live side by side; they share nothing. A world is used by one thread at a time.
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
    /// The geometry is in the body's frame and is copied. The body's mass follows.
    ShapeId create_shape(BodyId body, const ShapeGeometry& geometry, const ShapeDefinition& definition = {});
    void destroy_shape(ShapeId shape);
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
    /// Static bodies are never awake.
    [[nodiscard]] bool is_awake(BodyId body) const;
    /// Wakes the body and all that rest with it.
    void wake(BodyId body);
    /// Mass, centre of mass in the body's frame, and inertia about it. Zero for static and kinematic bodies.
    [[nodiscard]] MassProperties mass(BodyId body) const;
    [[nodiscard]] float gravity_scale(BodyId body) const;
    void set_gravity_scale(BodyId body, float scale);
    void set_damping(BodyId body, float linear, float angular);
    [[nodiscard]] std::uint64_t user_data(BodyId body) const;
    void set_user_data(BodyId body, std::uint64_t user_data);
    [[nodiscard]] std::vector<ShapeId> shapes(BodyId body) const;
    /// @}

    /// @name Shapes
    /// @{
    [[nodiscard]] bool is_valid(ShapeId shape) const;
    [[nodiscard]] BodyId body(ShapeId shape) const;
    /// The geometry in the body's frame.
    [[nodiscard]] ShapeGeometry geometry(ShapeId shape) const;
    [[nodiscard]] Material material(ShapeId shape) const;
    void set_material(ShapeId shape, const Material& material);
    [[nodiscard]] Filter filter(ShapeId shape) const;
    /// All contacts of the shape end and those that the new filter allows begin anew with the next step.
    void set_filter(ShapeId shape, const Filter& filter);
    [[nodiscard]] std::uint64_t user_data(ShapeId shape) const;
    /// The box that the broad phase keeps: the shape's own and a margin.
    [[nodiscard]] Aabb fat_aabb(ShapeId shape) const;
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

    /// @name Everything in the world, in the order of slots
    /// @{
    [[nodiscard]] std::vector<BodyId> bodies() const;
    [[nodiscard]] std::vector<ShapeId> shapes() const;
    [[nodiscard]] std::vector<JointId> joints() const;
    [[nodiscard]] bool is_valid(ContactId contact) const;
    [[nodiscard]] ContactView contact(ContactId contact) const;
    /// Every pair whose fat boxes overlap, touching or not.
    void visit_contacts(const std::function<void(const ContactView&)>& visitor) const;
    /// Boxes of the AABB trees' inner nodes and leaf blocks, for drawing; level 0 is the leaves'.
    void visit_tree(const std::function<void(int level, const Aabb& box)>& visitor) const;
    /// @}

    /// @name Queries
    /// Between steps. They see the poses of the last step.
    /// @{
    /// The nearest hit, if any. Shapes that hold the origin are passed over.
    [[nodiscard]] std::optional<RayHit> cast_ray(const RayCast& ray) const;
    /// Shapes whose own box overlaps `box`; the visitor returns false to stop.
    void overlap(const Aabb& box, const std::function<bool(ShapeId)>& visitor,
                 const QueryFilter& filter = {}) const;
    /// Shapes that hold the point; the visitor returns false to stop.
    void overlap(const Vec2& point, const std::function<bool(ShapeId)>& visitor,
                 const QueryFilter& filter = {}) const;
    /// @}

    [[nodiscard]] Vec2 gravity() const;
    void set_gravity(const Vec2& gravity);
    /// Time of the last step by stage.
    [[nodiscard]] const Profile& profile() const;
    [[nodiscard]] Counters counters() const;
    /// Kinetic plus potential energy of all dynamic bodies, the latter in the world's gravity [J].
    [[nodiscard]] double energy() const;
    /// A hash over the dynamic state: poses, velocities, impulses. Equal states have equal hashes on every
    /// platform.
    [[nodiscard]] std::uint64_t state_hash() const;
    /// Checks every invariant of the arrays, the trees and the graph; ends the program in checked builds
    /// where one is broken.
    void validate() const;

private:
    std::unique_ptr<WorldState> state_;
};

}  // namespace drystone
