#pragma once

#include <drystone/fwd.h>

namespace drystone::detail {

/// Base of the references to bodies, shapes, joints, chains and fields: a handle together with its world.
///
/// A reference is 16 bytes and trivially copyable: pass it by value. Like a pointer, it may be const and
/// still change its object; references from a `const World` have a read-only type. It is valid as long as its
/// world exists, also after the world was moved. Like `World::operator[]`, every method checks that the
/// object still exists, and throws `Error` with the method's name if it was destroyed; this costs a
/// comparison of the slot's generation, one or two nanoseconds. To store an object, store `id`: a reference
/// converts into it.
template <class Id>
class ObjectRef {
public:
    [[nodiscard]] Id id() const { return id_; }
    // NOLINTNEXTLINE(google-explicit-constructor): a reference stands wherever a handle is expected.
    operator Id() const { return id_; }

    friend bool operator==(const ObjectRef& a, const ObjectRef& b) { return a.id_ == b.id_; }

protected:
    ObjectRef(WorldState* state, Id id) : state_(state), id_(id) {}

    WorldState* state_;
    Id id_;
};

}  // namespace drystone::detail
