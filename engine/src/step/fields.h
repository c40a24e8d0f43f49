#pragma once

#include "step/world_state.h"

namespace drystone {

/// Wakes the bodies whose box meets the region of a field that moves with its body, and on which it acts.
void wake_by_fields(WorldState& world);

/// Wakes the sleeping bodies on which a field acts, or acted: after it was made or changed. Those whose box
/// meets its region count, all where it has none.
void wake_in_field(WorldState& world, std::uint32_t field);

/// The same for all fields that move with a body: before and after it was moved, enabled or disabled.
void wake_in_fields_of(WorldState& world, std::uint32_t body);

/// Adds what fields do to the forces on bodies.
void apply_fields(WorldState& world, float time_step, int sub_steps);

}  // namespace drystone
