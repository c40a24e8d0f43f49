#pragma once

#include "joints/joint_graph.h"
#include "joints/spring.h"

#include <cstdint>

namespace drystone {

/// Has the joint anything that lanes solve? What a direct joint locks is solved elsewhere.
bool needs_lane(const JointRecord& record);
/// Makes the blocks of empty lanes that the list's joints fill.
void open_blocks(JointKind kind, JointList& list);
/// Fills the joint's lane with all that does not depend on where the bodies are.
void write_lane(const JointStore& joints, std::uint32_t joint, std::uint32_t slot_a, std::uint32_t slot_b,
                SpringTable& springs, JointList& list);
/// The lane's impulses and angle.
void read_lane(const JointList& list, JointRecord& record);

}  // namespace drystone
