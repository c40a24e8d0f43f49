#pragma once

#include "step/world_state.h"

namespace drystone {

/// Checks every invariant that links the arrays of a world; an assertion fails where one is broken.
/// Does nothing in builds without assertions. Cost: linear in bodies, shapes and contacts.
void validate_world(const WorldState& world);

}  // namespace drystone
