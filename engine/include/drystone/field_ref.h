#pragma once

#include <drystone/detail/object_ref.h>
#include <drystone/export.h>
#include <drystone/fields.h>

namespace drystone {

/// Read access to a field, as a `const World` returns it. See `detail::ObjectRef` for what a reference is.
class DRYSTONE_API ConstFieldRef : public detail::ObjectRef<FieldId> {
public:
    /// Returns true while the field exists.
    [[nodiscard]] bool is_valid() const;
    /// Returns a definition that creates the field as it is now.
    [[nodiscard]] FieldDefinition definition() const;

protected:
    /// Makes a reference; for the library.
    ConstFieldRef(WorldState* state, FieldId id) : ObjectRef(state, id) {}
    friend class World;
};

/// Read and write access to a field: `world[id]`. See `detail::ObjectRef` for what a reference is.
class DRYSTONE_API FieldRef : public ConstFieldRef {
public:
    /// Replaces the definition. Wakes the bodies on which the field acted and now acts: those in its region,
    /// or all.
    void set_definition(const FieldDefinition& definition) const;

private:
    FieldRef(WorldState* state, FieldId id) : ConstFieldRef(state, id) {}
    friend class World;
};

static_assert(sizeof(FieldRef) == sizeof(void*) + sizeof(FieldId));

}  // namespace drystone
