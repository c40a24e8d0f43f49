#pragma once

#include <drystone/body.h>
#include <drystone/contact.h>
#include <drystone/detail/object_ref.h>
#include <drystone/export.h>

#include <drystone/collision/function_ref.h>
#include <drystone/collision/mass.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace drystone {

/// Read access to a body, as a `const World` returns it. See `detail::ObjectRef` for what a reference is.
class DRYSTONE_API ConstBodyRef : public detail::ObjectRef<BodyId> {
public:
    /// Returns true while the body exists.
    [[nodiscard]] bool is_valid() const;
    /// Returns a definition that creates the body as it is now, without its shapes. `name` is valid until the
    /// name changes.
    [[nodiscard]] BodyDefinition definition() const;

    /// @name Motion
    /// @{
    /// Returns the pose of the body's origin in the world [m], [rad].
    [[nodiscard]] Pose pose() const;
    /// Returns the position of the body's origin in the world [m].
    [[nodiscard]] Vec2 position() const;
    /// Returns the angle of the body in (-pi, pi] [rad].
    [[nodiscard]] float angle() const;
    /// Returns the centre of mass in the world [m].
    [[nodiscard]] Vec2 center_of_mass() const;
    /// Returns the tight box around the enabled shapes of the body; the point of its origin if there are none
    /// [m].
    [[nodiscard]] Aabb aabb() const;
    /// Returns the velocity of the centre of mass [m/s].
    [[nodiscard]] Vec2 linear_velocity() const;
    /// Returns the angular velocity, positive counter-clockwise [rad/s].
    [[nodiscard]] float angular_velocity() const;
    /// Returns the velocity of the body's material at a point of the world [m/s].
    [[nodiscard]] Vec2 velocity_at(const Vec2& world_point) const;
    /// Returns the pose of the body's origin after `time` [s], which may be negative, at the present
    /// velocity.
    [[nodiscard]] Pose predict_pose(float time) const;
    /// Returns the same with gravity: the parabola of free flight, without damping and contacts.
    [[nodiscard]] Pose predict_free_flight(float time) const;
    /// Converts between the frames of the body and the world.
    /// Returns the point of the world that a point of the body's frame is at [m].
    [[nodiscard]] Vec2 world_point(const Vec2& local_point) const;
    /// Returns the point of the body's frame that a point of the world is at [m].
    [[nodiscard]] Vec2 local_point(const Vec2& world_point) const;
    /// Rotates a direction of the body's frame into the world.
    [[nodiscard]] Vec2 world_vector(const Vec2& local_vector) const;
    /// Rotates a direction of the world into the body's frame.
    [[nodiscard]] Vec2 local_vector(const Vec2& world_vector) const;
    /// @}

    /// @name Shapes, joints and contacts
    /// @{
    /// Returns the enabled shapes in the order of creation, then the disabled ones; a shape that was enabled
    /// again counts as created then. The list is a copy: shapes may be destroyed while it is read.
    [[nodiscard]] std::vector<ConstShapeRef> shapes() const;
    /// Returns the joints of the body, in slot order; a copy. Cost: linear in their number.
    [[nodiscard]] std::vector<ConstJointRef> joints() const;
    /// Calls the visitor for every contact of the body, touching or not, in slot order. The visitor must not
    /// change the world.
    void visit_contacts(FunctionRef<void(const ContactView&)> visitor) const;
    /// @}

    /// @name Properties
    /// @{
    /// Returns the type.
    [[nodiscard]] BodyType type() const;
    /// Returns whether the body takes part in steps and queries.
    [[nodiscard]] bool is_enabled() const;
    /// Returns the locked axes.
    [[nodiscard]] AxisLocks locks() const;
    /// Returns `BodyDefinition::dominance_group`.
    [[nodiscard]] int dominance_group() const;
    /// Returns `BodyDefinition::extra_iterations`.
    [[nodiscard]] int extra_iterations() const;
    /// Returns `BodyDefinition::bullet`.
    [[nodiscard]] bool is_bullet() const;
    /// Returns `BodyDefinition::discrete`.
    [[nodiscard]] bool is_discrete() const;
    /// Returns the name, valid until it changes.
    [[nodiscard]] std::string_view name() const;
    /// Returns the user's value.
    [[nodiscard]] std::uint64_t user_data() const;
    /// Returns the mass [kg], the centre of mass in the body's frame [m] and the inertia about it [kg m^2].
    /// Mass and inertia of static and kinematic bodies are zero.
    [[nodiscard]] MassProperties mass() const;
    /// Returns the mass that `BodyRef::set_mass_properties` has set, whatever the body's type; empty: the
    /// mass is that of the shapes.
    [[nodiscard]] std::optional<MassProperties> mass_override() const;
    /// @}

    /// @name Forces and limits
    /// @{
    /// Returns the factor on gravity.
    [[nodiscard]] float gravity_scale() const;
    /// Returns the force of `BodyRef::set_constant_force` [N].
    [[nodiscard]] Vec2 constant_force() const;
    /// Returns its torque [N m].
    [[nodiscard]] float constant_torque() const;
    /// Returns the gravity of this body that replaces the world's, before `gravity_scale` [m/s^2]; empty:
    /// none.
    [[nodiscard]] std::optional<Vec2> own_gravity() const;
    /// Returns the damping of the velocity, see `BodyDefinition::linear_damping` [1/s].
    [[nodiscard]] float linear_damping() const;
    /// Returns the damping of the angular velocity [1/s].
    [[nodiscard]] float angular_damping() const;
    /// Return the speed limits of this body [m/s], [rad/s].
    [[nodiscard]] float maximum_linear_speed() const;
    /// Returns the limit of this body's angular speed [rad/s].
    [[nodiscard]] float maximum_angular_speed() const;
    /// @}

    /// @name Sleep
    /// @{
    /// Returns whether the solver moves the body. Static and disabled bodies are never awake.
    [[nodiscard]] bool is_awake() const;
    /// Returns whether the body may fall asleep.
    [[nodiscard]] bool can_sleep() const;
    /// Returns the speed of its fastest point below which the body counts as still [m/s].
    [[nodiscard]] float sleep_speed() const;
    /// @}

    /// @name Mechanics of a dynamic body; zero for others
    /// @{
    /// Returns the kinetic energy [J].
    [[nodiscard]] double kinetic_energy() const;
    /// Returns the potential energy in the gravity that acts on the body; zero with its centre of mass at the
    /// world's origin [J].
    [[nodiscard]] double potential_energy() const;
    /// Returns the linear momentum [kg m/s].
    [[nodiscard]] Vec2d momentum() const;
    /// Returns the angular momentum about a point of the world [kg m^2/s].
    [[nodiscard]] double angular_momentum(const Vec2& about = Vec2{0.0f, 0.0f}) const;
    /// @}

protected:
    /// Makes a reference; for the library.
    ConstBodyRef(WorldState* state, BodyId id) : ObjectRef(state, id) {}
    friend class World;
    friend class ConstShapeRef;
    friend class ConstJointRef;
    friend class ConstChainRef;
};

/// Read and write access to a body: `world[id]`. See `detail::ObjectRef` for what a reference is.
///
/// Changes wake the bodies that they can affect. Throws `Error` for values that are not finite or out of
/// range, and for calls without effect on the body's type: a force, a torque or an impulse on a body that is
/// not dynamic, and a velocity or a target pose of a static one.
class DRYSTONE_API BodyRef : public ConstBodyRef {
public:
    /// @name Motion
    /// @{
    /// Teleports the body [m], [rad]; contacts are updated in the next step.
    void set_pose(const Vec2& position, float angle) const;
    /// Sets the velocity [m/s], [rad/s] of a body that is not static. Components along locked axes are
    /// dropped.
    void set_linear_velocity(const Vec2& velocity) const;
    /// Sets the angular velocity [rad/s] of a body that is not static. Zero if rotation is locked.
    void set_angular_velocity(float angular_velocity) const;
    /// Sets the velocity of a kinematic or dynamic body that takes it to the pose within `time_step` > 0 [s].
    void set_target_pose(const Vec2& position, float angle, float time_step) const;
    /// Applies a force or a torque to a dynamic body during the next step; then it is cleared [N], [N m].
    void apply_force(const Vec2& force) const;
    /// Applies a force at a point of the world: it also turns the body [N], [m].
    void apply_force(const Vec2& force, const Vec2& world_point) const;
    /// Applies a torque during the next step, positive counter-clockwise [N m].
    void apply_torque(float torque) const;
    /// Changes the velocity of a dynamic body at once [N s], [N m s].
    void apply_impulse(const Vec2& impulse) const;
    /// Applies an impulse at a point of the world: it also turns the body [N s], [m].
    void apply_impulse(const Vec2& impulse, const Vec2& world_point) const;
    /// Changes the angular velocity of a dynamic body at once [N m s].
    void apply_angular_impulse(float impulse) const;
    /// Takes back the forces and torques that were applied since the last step. Wakes no body.
    void clear_forces() const;
    /// Sets a force at the centre of mass, and a torque counter-clockwise, that act in every step until they
    /// are replaced [N], [N m]: a thruster. They act while the body is dynamic and awake; as under gravity,
    /// it may come to rest and sleep. Zero removes them.
    void set_constant_force(const Vec2& force, float torque = 0.0f) const;
    /// @}

    /// @name Shapes and joints, see ConstBodyRef
    /// @{
    /// Returns the shapes, in the order of `ConstBodyRef::shapes`.
    [[nodiscard]] std::vector<ShapeRef> shapes() const;
    /// Returns the joints, in slot order; a copy.
    [[nodiscard]] std::vector<JointRef> joints() const;
    /// @}

    /// @name Properties
    /// @{
    /// Changes the type. The body keeps its pose, its handle and its shapes. All its contacts end; those that
    /// still apply begin again in the next step. A body that becomes static stops; one that becomes dynamic
    /// gets the mass of its shapes.
    void set_type(BodyType type) const;
    /// Enables or disables the body. A disabled body keeps its state, but it does not move, collide, or
    /// appear in queries.
    void set_enabled(bool enabled) const;
    /// Sets the locked axes. The velocity along them becomes zero.
    void set_locks(const AxisLocks& locks) const;
    /// Sets `BodyDefinition::dominance_group`. Touching contacts persist.
    void set_dominance_group(int group) const;
    /// Sets `BodyDefinition::extra_iterations`. Wakes no body: sleeping bodies keep their rest state.
    void set_extra_iterations(int count) const;
    /// Enables continuous collision against kinematic and dynamic bodies too.
    void set_bullet(bool bullet) const;
    /// Sets `BodyDefinition::discrete`.
    void set_discrete(bool discrete) const;
    /// Sets the name; copied.
    void set_name(std::string_view name) const;
    /// Sets the user's value. Wakes no body.
    void set_user_data(std::uint64_t user_data) const;
    /// @}

    /// @name Mass
    /// @{
    /// Overrides the mass, whatever the shapes do later; the origin stays where it is. A dynamic body of mass
    /// 0 cannot be pushed, one of inertia 0 cannot be turned. A body that is not dynamic stores the override
    /// until it becomes dynamic.
    void set_mass_properties(const MassProperties& mass) const;
    /// Removes the override: the mass is that of the shapes again.
    void reset_mass_properties() const;
    /// Applies the mass changes that `ShapeDefinition::update_mass = false` has deferred.
    void update_mass() const;
    /// @}

    /// @name Forces and limits
    /// @{
    /// Sets the factor on gravity; finite.
    void set_gravity_scale(float scale) const;
    /// Sets `BodyDefinition::own_gravity`; empty: the world's gravity.
    void set_own_gravity(const std::optional<Vec2>& gravity) const;
    /// Sets both dampings, see `BodyDefinition`; >= 0 [1/s].
    void set_damping(float linear, float angular) const;
    /// Sets the maximum speeds of this body, in addition to the world's [m/s], [rad/s]; > 0. They are applied
    /// in each sub-step before contacts act.
    void set_maximum_speeds(float linear, float angular) const;
    /// Makes the body move as in a film whose speed is `factor` > 0 times the present one: its velocities and
    /// damping are scaled by it, `gravity_scale` and the constant force by its square, `sleep_speed` by it.
    /// The reciprocal takes it back. Contacts and joints act on the body as on any other of these velocities;
    /// forces of your own are yours to scale.
    void scale_time(float factor) const;
    /// @}

    /// @name Sleep
    /// @{
    /// Wakes the body and its whole sleeping island. Static and disabled bodies stay as they are.
    void wake() const;
    /// Puts a dynamic body to sleep at once, with all bodies of its island, connected by touching contacts
    /// and joints; they lose their velocities and forces. Returns whether the body sleeps now: false where
    /// the world or one of the bodies forbids sleep, or where a moving kinematic body touches the island.
    bool put_to_sleep() const;
    /// Allows or forbids the body, and with it its island, to fall asleep.
    void set_can_sleep(bool can_sleep) const;
    /// Sets `ConstBodyRef::sleep_speed` [m/s]; >= 0.
    void set_sleep_speed(float speed) const;
    /// @}

private:
    BodyRef(WorldState* state, BodyId id) : ConstBodyRef(state, id) {}
    friend class World;
    friend class ShapeRef;
    friend class JointRef;
    friend class ChainRef;
};

static_assert(sizeof(BodyRef) == sizeof(void*) + sizeof(BodyId));

}  // namespace drystone
