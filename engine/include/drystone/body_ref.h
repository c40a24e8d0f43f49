#pragma once

#include <drystone/body.h>
#include <drystone/contact.h>
#include <drystone/detail/object_ref.h>

#include <drystone/collision/function_ref.h>
#include <drystone/collision/mass.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace drystone {

/// A body of a `const World`: all that can be read of it. See `detail::ObjectRef` for what a reference is.
class ConstBodyRef : public detail::ObjectRef<BodyId> {
public:
    /// Whether the body still exists.
    [[nodiscard]] bool is_valid() const;
    /// What would make the body as it is now, without its shapes. `name` is valid until the name changes.
    [[nodiscard]] BodyDefinition definition() const;

    /// @name Motion
    /// @{
    /// Of the body's origin.
    [[nodiscard]] Pose pose() const;
    [[nodiscard]] Vec2 position() const;
    [[nodiscard]] float angle() const;
    /// Centre of mass in the world.
    [[nodiscard]] Vec2 center_of_mass() const;
    /// Of the centre of mass [m/s].
    [[nodiscard]] Vec2 linear_velocity() const;
    [[nodiscard]] float angular_velocity() const;
    [[nodiscard]] Vec2 velocity_at(const Vec2& world_point) const;
    /// Where the body's origin will be after `time` [s], which may be negative, with the velocity it has.
    [[nodiscard]] Pose predict_pose(float time) const;
    /// The same with gravity, but without damping and contacts: the parabola.
    [[nodiscard]] Pose predict_free_flight(float time) const;
    /// Between the frames of the body and the world.
    [[nodiscard]] Vec2 world_point(const Vec2& local_point) const;
    [[nodiscard]] Vec2 local_point(const Vec2& world_point) const;
    [[nodiscard]] Vec2 world_vector(const Vec2& local_vector) const;
    [[nodiscard]] Vec2 local_vector(const Vec2& world_vector) const;
    /// @}

    /// @name What belongs to it
    /// @{
    /// In the order in which they were made; one that was disabled and enabled again counts as made then, and
    /// those that are disabled now come last. The list is a copy: shapes may be destroyed while it is read.
    [[nodiscard]] std::vector<ConstShapeRef> shapes() const;
    [[nodiscard]] std::vector<ConstJointRef> joints() const;
    /// Every contact of the body, touching or not, in the order of slots. The visitor must not change the
    /// world.
    void visit_contacts(FunctionRef<void(const ContactView&)> visitor) const;
    /// @}

    /// @name What it is
    /// @{
    [[nodiscard]] BodyType type() const;
    [[nodiscard]] bool is_enabled() const;
    [[nodiscard]] AxisLocks locks() const;
    [[nodiscard]] int dominance_group() const;
    [[nodiscard]] int extra_iterations() const;
    [[nodiscard]] bool is_bullet() const;
    /// Valid until the name changes.
    [[nodiscard]] std::string_view name() const;
    [[nodiscard]] std::uint64_t user_data() const;
    /// Mass, centre of mass in the body's frame, and inertia about it. Zero for static and kinematic bodies.
    [[nodiscard]] MassProperties mass() const;
    /// @}

    /// @name What acts on it
    /// @{
    [[nodiscard]] float gravity_scale() const;
    /// In place of the world's, scaled likewise [m/s^2].
    [[nodiscard]] std::optional<Vec2> own_gravity() const;
    [[nodiscard]] float linear_damping() const;
    [[nodiscard]] float angular_damping() const;
    /// [m/s], [rad/s]
    [[nodiscard]] float maximum_linear_speed() const;
    [[nodiscard]] float maximum_angular_speed() const;
    /// @}

    /// @name Sleep
    /// @{
    /// Static and disabled bodies are never awake.
    [[nodiscard]] bool is_awake() const;
    [[nodiscard]] bool can_sleep() const;
    /// Below this speed of its fastest point the body counts as still [m/s].
    [[nodiscard]] float sleep_speed() const;
    /// @}

    /// @name Mechanics of a dynamic body; zero for others
    /// @{
    /// [J]
    [[nodiscard]] double kinetic_energy() const;
    /// In the gravity that acts on the body, zero where its centre of mass is at the world's origin [J].
    [[nodiscard]] double potential_energy() const;
    /// [kg m/s]
    [[nodiscard]] Vec2d momentum() const;
    /// About a point of the world [kg m^2/s].
    [[nodiscard]] double angular_momentum(const Vec2& about = Vec2{0.0f, 0.0f}) const;
    /// @}

protected:
    ConstBodyRef(WorldState* state, BodyId id) : ObjectRef(state, id) {}
    friend class World;
    friend class ConstShapeRef;
    friend class ConstJointRef;
    friend class ConstChainRef;
};

/// A body of a world: `world[id]`. See `detail::ObjectRef` for what a reference is.
///
/// Changes wake the bodies that they can matter to. Values that are not finite or out of range throw `Error`,
/// and so does what cannot have an effect because of the body's type: a force, a torque or an impulse on a
/// body that is not dynamic, and a velocity or a target pose of a static one.
class BodyRef : public ConstBodyRef {
public:
    /// @name Motion
    /// @{
    /// Teleports the body; contacts follow in the next step.
    void set_pose(const Vec2& position, float angle) const;
    /// Not of a static body; what the axis locks forbid is left out.
    void set_linear_velocity(const Vec2& velocity) const;
    void set_angular_velocity(float angular_velocity) const;
    /// Gives a kinematic (or dynamic) body the velocity that takes it to the pose within `time_step` > 0 [s].
    void set_target_pose(const Vec2& position, float angle, float time_step) const;
    /// Forces and torques on a dynamic body act during the next step and are then cleared [N], [N m].
    void apply_force(const Vec2& force) const;
    void apply_force(const Vec2& force, const Vec2& world_point) const;
    void apply_torque(float torque) const;
    /// Changes the velocity of a dynamic body at once [N s], [N m s].
    void apply_impulse(const Vec2& impulse) const;
    void apply_impulse(const Vec2& impulse, const Vec2& world_point) const;
    void apply_angular_impulse(float impulse) const;
    /// @}

    /// @name What belongs to it, see `ConstBodyRef`
    /// @{
    [[nodiscard]] std::vector<ShapeRef> shapes() const;
    [[nodiscard]] std::vector<JointRef> joints() const;
    /// @}

    /// @name What it is
    /// @{
    /// The body keeps its pose, its handle and its shapes. Its contacts end and those that it still has begin
    /// again in the next step. A body that turns static stops; one that turns dynamic has the mass of its
    /// shapes.
    void set_type(BodyType type) const;
    /// A disabled body keeps its state, but it does not move, touch anything, or show in queries.
    void set_enabled(bool enabled) const;
    void set_locks(const AxisLocks& locks) const;
    /// See `BodyDefinition::dominance_group`. What touches goes on doing so.
    void set_dominance_group(int group) const;
    /// See `BodyDefinition::extra_iterations`. Wakes nobody: what sleeps stays as it came to rest.
    void set_extra_iterations(int count) const;
    /// Asks for continuous collision against kinematic and dynamic bodies too.
    void set_bullet(bool bullet) const;
    void set_name(std::string_view name) const;
    void set_user_data(std::uint64_t user_data) const;
    /// @}

    /// @name Mass
    /// @{
    /// Gives the body a mass of its own, which stays whatever its shapes do; the origin stays where it is.
    /// Nothing pushes a dynamic body of mass 0, nor turns one of inertia 0. A body that is not dynamic keeps
    /// it for when it becomes so.
    void set_mass_properties(const MassProperties& mass) const;
    /// The mass is that of the shapes again.
    void reset_mass_properties() const;
    /// Does what `ShapeDefinition::update_mass = false` has put off.
    void update_mass() const;
    /// @}

    /// @name What acts on it
    /// @{
    void set_gravity_scale(float scale) const;
    /// See `BodyDefinition::own_gravity`; empty: the world's.
    void set_own_gravity(const std::optional<Vec2>& gravity) const;
    void set_damping(float linear, float angular) const;
    /// The body is held to these speeds, and to the world's, before contacts act on it [m/s], [rad/s]; > 0.
    void set_maximum_speeds(float linear, float angular) const;
    /// @}

    /// @name Sleep
    /// @{
    /// Wakes the body and all that rest with it. Static and disabled bodies stay as they are.
    void wake() const;
    /// Puts a dynamic body to sleep at once, with all that touch it, be it over others: they lose their
    /// velocities. Returns whether it sleeps now; not where the world or one of them forbids sleep, or where
    /// a kinematic body that moves touches them.
    bool put_to_sleep() const;
    void set_can_sleep(bool can_sleep) const;
    /// See `ConstBodyRef::sleep_speed`; >= 0.
    void set_sleep_speed(float speed) const;
    /// @}

private:
    BodyRef(WorldState* state, BodyId id) : ConstBodyRef(state, id) {}
    friend class World;
    friend class ShapeRef;
    friend class JointRef;
    friend class ChainRef;
};

static_assert(sizeof(BodyRef) == 16);

}  // namespace drystone
