#pragma once

#include <drystone/fwd.h>

namespace drystone::detail {

/// A handle together with its world: what the references to bodies, shapes, joints, chains and fields have in
/// common.
///
/// A reference is 16 bytes and trivially copyable: pass it by value. Like a pointer, it may be const and
/// still change what it refers to; a reference from a `const World` is of a type that only reads. It is valid
/// as long as its world lives, also after the world was moved. Every method checks, as `World::operator[]`
/// does, that the object still exists, and throws `Error` with the method's name where it was destroyed; this
/// costs a comparison of the slot's generation, one or two nanoseconds. For keeping there is `id`: a
/// reference converts into it.
template <class Id>
class ObjectRef {
public:
    [[nodiscard]] Id id() const { return id_; }
    // NOLINTNEXTLINE(google-explicit-constructor): it is meant to stand where a handle is asked for.
    operator Id() const { return id_; }

    friend bool operator==(const ObjectRef& a, const ObjectRef& b) { return a.id_ == b.id_; }

protected:
    ObjectRef(WorldState* state, Id id) : state_(state), id_(id) {}

    WorldState* state_;
    Id id_;
};

}  // namespace drystone::detail
