#pragma once

#include "step/world_state.h"

namespace drystone {

/// Finds out which shapes overlap sensors after the step, and which passed through them on their way, and
/// writes the events. Cost: nothing without sensors; else a query of the trees and a GJK run for each shape
/// nearby, for each sensor; a sweep for each fast body on whose way a sensor's box lies.
void update_sensors(WorldState& world, const ContinuousContext& context);

}  // namespace drystone
