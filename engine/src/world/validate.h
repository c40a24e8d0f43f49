#pragma once

#include "step/world_state.h"

namespace drystone {

/// Checks the invariants of a world's stores, trees and constraint graph; throws `Error` for a broken one.
/// Cost: linear in bodies, shapes and contacts.
void validate_world(const WorldState& world);

}  // namespace drystone
