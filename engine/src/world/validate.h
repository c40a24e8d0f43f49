#pragma once

#include "step/world_state.h"

namespace drystone {

/// Checks every invariant that links the arrays of a world; throws `Error` where one is broken. Cost: linear
/// in bodies, shapes and contacts.
void validate_world(const WorldState& world);

}  // namespace drystone
