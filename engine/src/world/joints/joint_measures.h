#pragma once

#include "step/world_state.h"

#include <drystone/joint.h>

#include <cstdint>

namespace drystone {

// Joint coordinates from the current poses: the solver's states are those of the last step, and bodies may
// have been moved since.

/// Computes translation, angle and separations; `record` has the current state of the joint.
void measure_joint(const WorldState& world, std::uint32_t joint, const JointRecord& record,
                   JointState& state);
/// Chooses the turn in which a new joint begins: the one that satisfies its limits, or else the nearest to
/// zero.
void choose_turn(const WorldState& world, JointRecord& record);
/// Returns whether the joint is a gear or a rope, which are made without bodies.
bool names_own_bodies(const JointDefinition& definition);
/// Throws unless the handles in the definition are of objects of this world, and of joints that gears can
/// couple.
void check_references(const WorldState& world, const char* function, const JointDefinition& definition);
/// Stores the present coordinates of both joints of a gear as the value that it keeps.
void mesh_gear(WorldState& world, std::uint32_t gear);

}  // namespace drystone
