#pragma once

#include <drystone/fields.h>

#include "step/world_state.h"

#include <cstdint>

namespace drystone {

/// Throws unless the definition is valid and the world may be changed. Returns the slot of the body that the
/// field moves with, or `no_index`.
std::uint32_t check_field(const WorldState& world, const char* function, const FieldDefinition& definition);

}  // namespace drystone
