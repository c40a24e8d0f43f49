#pragma once

#include <drystone/detail/owned.h>
#include <drystone/world.h>

#include "step/world_state.h"

namespace drystone {

/// Gives the state of a world, for functions that are not members of it. Throws `Error` for a world that was
/// moved from, or that can only be destroyed or restored.
struct StateOfWorld {
    static WorldState& state(World& world) { return *world.state_; }
    static const WorldState& state(const World& world) { return *world.state_; }
};

}  // namespace drystone
