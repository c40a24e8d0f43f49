#pragma once

#include "step/world_state.h"

#include <drystone/joint.h>

#include <cstdint>

namespace drystone {

// What is told of joints, from where the bodies are: the solver's states are of the last step, and bodies may
// have been moved since.

/// Translation, angle and separations; `record` as it is now.
void measure_joint(const WorldState& world, std::uint32_t joint, const JointRecord& record,
                   JointState& state);
/// Finds the turn in which a new joint begins: the one that its limits hold, or else the nearest to zero.
void choose_turn(const WorldState& world, JointRecord& record);
/// What a gear couples stays from now on what it is: notes the coordinates of both joints.
void mesh_gear(WorldState& world, std::uint32_t gear);

}  // namespace drystone
