#pragma once

#include <drystone/events.h>

#include "parallel/team.h"
#include "step/motion_sums.h"
#include "store/body_store.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// Writes an event for every body that the solver moves, in the solver's order, and adds these bodies to
/// `sum` unless it is null.
void publish_moved_bodies(const BodyStore& bodies, std::uint16_t world, Team& team,
                          std::vector<BodyMoved>& moved, MotionSum* sum);

/// Marks the events of bodies that fell asleep after they moved.
void mark_fallen_asleep(const BodyStore& bodies, std::vector<BodyMoved>& moved);

}  // namespace drystone
