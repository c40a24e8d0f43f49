#pragma once

#include "step/world_state.h"

#include <cstdint>

namespace drystone {

/// Looks at every watched contact that may touch by now, in the order of their slots: shapes that are solid
/// from one side let it pass or not, and the user is asked. What is refused is taken out of the graph and of
/// the candidates that begin. Cost: nothing where no contact is watched, else a manifold for each.
void screen_contacts(WorldState& world);

/// Writes the values that the user gave contacts for this step into their lanes.
void write_verdicts(WorldState& world);

/// After the lanes have their points: takes those out that the user dropped.
void drop_points(WorldState& world);

/// Contacts of the shape follow what it asks for now.
void watch_anew(WorldState& world, std::uint32_t shape);

/// Whether the two shapes, one of which is watched, stop each other there.
bool admits_hit(WorldState& world, const SweptHit& hit);

}  // namespace drystone
