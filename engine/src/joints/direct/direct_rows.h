#pragma once

#include "joints/body_state64.h"
#include "joints/direct/block_matrix.h"
#include "joints/sequential/sequential_joints.h"
#include "store/joint_store.h"

#include <cstddef>
#include <cstdint>

namespace drystone {

/// One row that a joint locks or drives: the Jacobian for both bodies.
struct DirectRow {
    Twist a, b;
    double error = 0.0;  ///< Error of a locked coordinate [m] or [rad].
    int index = 0;       ///< Index into `JointImpulses::lock`, or `motor` if it drives.
    bool drives = false;
    double speed = 0.0;  ///< Target speed of a motor, reduced so that it does not pass a limit within h.
};

/// Returns whether the motor of this degree of freedom is solved directly. Lanes solve motors with a spring,
/// with angle limits beyond half a turn to a side, or with a maximum shared by both axes; and those of
/// ratchets and distance joints.
bool is_motor_direct(const JointRecord& record, std::size_t degree);

/// Computes the rows that a direct joint locks and drives at the given poses. Returns their number, at most
/// three.
int collect_direct_rows(const SequentialContext& context, std::uint32_t joint, double h, const BodyState64& a,
                        const BodyState64& b, DirectRow (&rows)[3]);
/// Computes only the errors of the same rows.
void find_direct_errors(const SequentialContext& context, std::uint32_t joint, const BodyState64& a,
                        const BodyState64& b, double (&errors)[3]);

}  // namespace drystone
