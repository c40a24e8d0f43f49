#pragma once

#include <drystone/world.h>

#include "step/world_state.h"

namespace drystone::test {

namespace detail {

/// Access to a private member: an explicit instantiation may name one, so tests reach a world's state without
/// an accessor in its interface.
template <class Tag, typename Tag::Pointer member>
struct Access {
    friend typename Tag::Pointer pointer_of(Tag) { return member; }
};
struct StateTag {
    using Pointer = drystone::detail::Owned<drystone::WorldState> drystone::World::*;
    friend Pointer pointer_of(StateTag);
};
template struct Access<StateTag, &drystone::World::state_>;

}  // namespace detail

/// Returns the internal state of a world.
inline drystone::WorldState& state_of(drystone::World& world) {
    return *(world.*pointer_of(detail::StateTag{}));
}

}  // namespace drystone::test
