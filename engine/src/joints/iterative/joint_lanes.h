#pragma once

#include "joints/iterative/joint_graph.h"
#include "joints/iterative/spring.h"

#include <cstddef>
#include <cstdint>

namespace drystone {

/// Where a joint is in a list.
struct JointLane {
    JointLane(const JointList& list, std::uint32_t place)
        : block(place / static_cast<std::uint32_t>(list.lanes_per_block)),
          lane(static_cast<int>(place % static_cast<std::uint32_t>(list.lanes_per_block))) {}

    std::size_t block;
    int lane;
};

/// Blocks of degrees of freedom to a block of joints.
constexpr std::size_t degrees_of(JointKind kind) {
    return kind == JointKind::Point ? 0 : kind == JointKind::Frame ? 3 : 1;
}

/// Has the joint anything that lanes solve? What a direct joint locks is solved elsewhere.
bool needs_lane(const JointRecord& record);
/// Makes the blocks of empty lanes that the list's joints fill.
void open_blocks(JointKind kind, JointList& list);
/// One more lane at the end of the list, empty; returns its place.
std::uint32_t push_lane(JointKind kind, JointList& list);
/// Takes the last lane away.
void pop_lane(JointKind kind, JointList& list);
/// The joint of a lane.
std::uint32_t joint_in(const JointList& list, std::uint32_t place);
/// Writes where the solver has the bodies of a lane.
void write_slots(std::uint32_t place, std::uint32_t slot_a, std::uint32_t slot_b, JointList& list);
/// Fills the joint's lane with all that does not depend on where the bodies are.
void write_lane(const JointStore& joints, std::uint32_t joint, std::uint32_t slot_a, std::uint32_t slot_b,
                SpringTable& springs, JointList& list);
/// The lane's impulses and angle.
void read_lane(const JointList& list, JointRecord& record);

}  // namespace drystone
