#pragma once

#include "joints/iterative/joint_graph.h"
#include "joints/iterative/spring.h"

#include <cstddef>
#include <cstdint>

namespace drystone {

/// Block and lane of a place in a list.
struct JointLane {
    JointLane(const JointList& list, std::uint32_t place)
        : block(place / static_cast<std::uint32_t>(list.lanes_per_block)),
          lane(static_cast<int>(place % static_cast<std::uint32_t>(list.lanes_per_block))) {}

    std::size_t block;
    int lane;
};

/// Returns the number of blocks of degrees of freedom per block of joints.
constexpr std::size_t degrees_of(JointKind kind) {
    return kind == JointKind::Point ? 0 : kind == JointKind::Frame ? 3 : 1;
}

/// Returns whether lanes solve any part of the joint. What a direct joint locks is solved by elimination.
bool needs_lane(const JointRecord& record);
/// Makes the blocks for the list's number of joints, with empty lanes.
void open_blocks(JointKind kind, JointList& list);
/// Appends an empty lane to the list and returns its place.
std::uint32_t push_lane(JointKind kind, JointList& list);
/// Removes the last lane of the list.
void pop_lane(JointKind kind, JointList& list);
/// Returns the joint of a lane.
std::uint32_t joint_in(const JointList& list, std::uint32_t place);
/// Writes the solver slots of a lane's bodies.
void write_slots(std::uint32_t place, std::uint32_t slot_a, std::uint32_t slot_b, JointList& list);
/// Writes all of the joint's lane that does not depend on the poses.
void write_lane(const JointStore& joints, std::uint32_t joint, std::uint32_t slot_a, std::uint32_t slot_b,
                SpringTable& springs, JointList& list);
/// Returns the parts that some joints of a run have. Cost: some 30 numbers for each joint.
JointParts parts_of(const JointRun& run);
/// Reads impulses and angle from the lane of a record.
void read_lane(const JointList& list, JointRecord& record);

}  // namespace drystone
