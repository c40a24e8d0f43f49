#pragma once

#include "step/world_state.h"

#include <cstdint>

namespace drystone {

/// Records a new joint between two bodies whose anchors are far from where it holds them.
void record_far_anchors(WorldState& world, std::uint32_t joint);

}  // namespace drystone
