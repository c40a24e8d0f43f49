#pragma once

#include <drystone/detail/object_ref.h>
#include <drystone/export.h>
#include <drystone/joint.h>

#include <optional>
#include <string_view>

namespace drystone {

/// Read access to a joint, as a `const World` returns it. See `detail::ObjectRef` for what a reference is.
class DRYSTONE_API ConstJointRef : public detail::ObjectRef<JointId> {
public:
    /// Returns true while the joint exists.
    [[nodiscard]] bool is_valid() const;
    /// Returns the body; null, so that `is_valid` is false, for gears and ropes, which name their own bodies.
    [[nodiscard]] ConstBodyRef body_a() const;
    /// Returns the second body, likewise.
    [[nodiscard]] ConstBodyRef body_b() const;
    /// Returns a definition that creates the joint as it is now.
    [[nodiscard]] JointDefinition definition() const;
    /// Returns the motor of a distance, revolute, prismatic or wheel joint; none if it has none or is of
    /// another type.
    [[nodiscard]] std::optional<JointMotor> motor() const;
    /// Returns the settings that all types share.
    [[nodiscard]] JointSettings settings() const;
    /// Returns the name; empty unless one was set. Valid until the next change of the world.
    [[nodiscard]] std::string_view name() const;
    /// Returns whether the joint itself is enabled; its bodies may be disabled.
    [[nodiscard]] bool is_enabled() const;
    /// Returns forces after the last step, and coordinates at the present poses.
    [[nodiscard]] JointState state() const;

protected:
    /// Makes a reference; for the library.
    ConstJointRef(WorldState* state, JointId id) : ObjectRef(state, id) {}
    friend class World;
    friend class ConstBodyRef;
};

/// Read and write access to a joint: `world[id]`. See `detail::ObjectRef` for what a reference is.
class DRYSTONE_API JointRef : public ConstJointRef {
public:
    /// Returns the first body, as `ConstJointRef::body_a`.
    [[nodiscard]] BodyRef body_a() const;
    /// Returns the second body, as `ConstJointRef::body_b`.
    [[nodiscard]] BodyRef body_b() const;
    /// Replaces the definition, except its type (`Error`), and wakes its bodies. Impulses are kept.
    void set_definition(const JointDefinition& definition) const;
    /// Sets the motor of a distance, revolute, prismatic or wheel joint: what `set_definition` does with
    /// another motor, for controls that change it in every step. Wakes the bodies; impulses are kept. Throws
    /// `Error` for joints of other types.
    void set_motor(const JointMotor& motor) const;
    /// Replaces the settings and wakes its bodies. Impulses are kept.
    void set_settings(const JointSettings& settings) const;
    /// Sets the name for display; copied. Need not be unique. The settings do not hold it.
    void set_name(std::string_view name) const;
    /// Enables or disables the joint. A disabled joint does nothing and lets its bodies collide.
    void set_enabled(bool enabled) const;

private:
    JointRef(WorldState* state, JointId id) : ConstJointRef(state, id) {}
    friend class World;
    friend class BodyRef;
};

static_assert(sizeof(JointRef) == sizeof(void*) + sizeof(JointId));

}  // namespace drystone
