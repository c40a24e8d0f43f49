#pragma once

#include <drystone/detail/object_ref.h>
#include <drystone/fields.h>

namespace drystone {

/// A field of a `const World`: all that can be read of it. See `detail::ObjectRef` for what a reference is.
class ConstFieldRef : public detail::ObjectRef<FieldId> {
public:
    /// Whether the field still exists.
    [[nodiscard]] bool is_valid() const;
    [[nodiscard]] FieldDefinition definition() const;

protected:
    ConstFieldRef(WorldState* state, FieldId id) : ObjectRef(state, id) {}
    friend class World;
};

/// A field of a world: `world[id]`. See `detail::ObjectRef` for what a reference is.
class FieldRef : public ConstFieldRef {
public:
    /// Wakes the bodies on which the field acted and acts: those in its region, or all.
    void set_definition(const FieldDefinition& definition) const;

private:
    FieldRef(WorldState* state, FieldId id) : ConstFieldRef(state, id) {}
    friend class World;
};

static_assert(sizeof(FieldRef) == 16);

}  // namespace drystone
