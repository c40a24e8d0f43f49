#pragma once

#include "joints/body_state64.h"
#include "joints/direct/block_matrix.h"
#include "joints/sequential/sequential_joints.h"
#include "store/joint_store.h"

#include <cstddef>
#include <cstdint>

namespace drystone {

/// One row of what a joint locks or drives: what the bodies feel of a unit impulse.
struct DirectRow {
    Twist a, b;
    double error = 0.0;  ///< Of what is locked [m] or [rad].
    int index = 0;       ///< Which of the joint's impulses of its kind it is.
    bool drives = false;
    double speed = 0.0;  ///< Of a motor; it does not pass the limit within h.
};

/// Is the motor of this degree of freedom solved with what the joint locks? Limits over more than a turn, and
/// maxima that several motors share, are the business of lanes.
bool is_motor_direct(const JointRecord& record, std::size_t degree);

/// The rows that a direct joint locks and drives, where its bodies are; at most three.
int collect_direct_rows(const SequentialContext& context, std::uint32_t joint, double h, const BodyState64& a,
                        const BodyState64& b, DirectRow (&rows)[3]);

}  // namespace drystone
