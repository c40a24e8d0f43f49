#pragma once

#include <drystone/pre_solve.h>
#include <drystone/shape.h>

#include "step/world_state.h"
#include "world/state/snapshot_state.h"

namespace drystone {

/// Writes the beginning of a step to the recording of the world, if it has one, and all that was recorded
/// before.
void begin_recorded_step(WorldState& world, float time_step, int sub_steps);
/// Writes the end of a step.
void end_recorded_step(WorldState& world);
/// Returns the place of the next call in the recording of the world, for a snapshot of its present state;
/// none without a recording, and inside of a call.
RecordedPlace recorded_place(const WorldState& world);
/// Writes that the world was restored: to its state at a place of its recording, or the whole world if the
/// snapshot is not of this recording.
void record_restore(WorldState& world, const RecordedPlace& place);

/// Return a callback that calls the given one and records its answers, if the world has a recorder; else the
/// given one.
CollisionFilter recorded(WorldState& world, CollisionFilter filter);
MaterialMixing recorded(WorldState& world, MaterialMixing mixing);
PreSolve recorded(WorldState& world, PreSolve callback);

/// Return the callbacks that the user gave to the world.
const CollisionFilter& user_filter(const WorldState& world);
const MaterialMixing& user_mixing(const WorldState& world);
const PreSolve& user_pre_solve(const WorldState& world);

}  // namespace drystone
