#pragma once

#include <drystone/detail/object_ref.h>
#include <drystone/joint.h>

namespace drystone {

/// A joint of a `const World`: all that can be read of it. See `detail::ObjectRef` for what a reference is.
class ConstJointRef : public detail::ObjectRef<JointId> {
public:
    /// Whether the joint still exists.
    [[nodiscard]] bool is_valid() const;
    /// Null, so that `is_valid` is false, for gears and ropes, which name their bodies themselves.
    [[nodiscard]] ConstBodyRef body_a() const;
    [[nodiscard]] ConstBodyRef body_b() const;
    [[nodiscard]] JointDefinition definition() const;
    [[nodiscard]] JointSettings settings() const;
    [[nodiscard]] bool is_enabled() const;
    /// Forces and coordinates after the last step.
    [[nodiscard]] JointState state() const;

protected:
    ConstJointRef(WorldState* state, JointId id) : ObjectRef(state, id) {}
    friend class World;
    friend class ConstBodyRef;
};

/// A joint of a world: `world[id]`. See `detail::ObjectRef` for what a reference is.
class JointRef : public ConstJointRef {
public:
    [[nodiscard]] BodyRef body_a() const;
    [[nodiscard]] BodyRef body_b() const;
    /// Changes anything of a joint but its type, and wakes its bodies. Impulses are kept.
    void set_definition(const JointDefinition& definition) const;
    void set_settings(const JointSettings& settings) const;
    /// A joint that is disabled does nothing, and lets its bodies collide.
    void set_enabled(bool enabled) const;

private:
    JointRef(WorldState* state, JointId id) : ConstJointRef(state, id) {}
    friend class World;
    friend class BodyRef;
};

static_assert(sizeof(JointRef) == 16);

}  // namespace drystone
