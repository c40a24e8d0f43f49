#pragma once

#include <drystone/body.h>

#include "step/world_state.h"

#include <cstdint>

namespace drystone {

/// Adds a body without shapes; the definition is valid. Returns its slot.
std::uint32_t add_body(WorldState& world, const BodyDefinition& definition);

/// Destroys a body with its shapes, contacts and joints, and the fields that move with it; see
/// `prepare_change`.
void drop_body(WorldState& world, std::uint32_t index);

}  // namespace drystone
