#pragma once

#include "joints/direct/block_matrix.h"
#include "joints/direct/mechanism_body.h"
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
    bool limits = false;  ///< Its coordinate, which `error` holds, has limits.
    double speed = 0.0;   ///< Target speed of a motor, reduced so that it does not pass a limit within h.
};

/// Returns whether the motor of this degree of freedom is solved directly. Lanes solve motors with a spring,
/// with angle limits beyond half a turn to a side, or with a maximum shared by both axes; and those of
/// ratchets and distance joints.
bool is_motor_direct(const JointRecord& record, std::size_t degree);

/// Returns whether the limits of this degree of freedom are solved directly. Lanes solve limits of
/// translations, those that span a turn or more, and those of ratchets.
bool is_limit_direct(const JointRecord& record, std::size_t degree);

/// Motor and limits of a degree of freedom.
struct DirectMotor {
    double speed = 0.0;               ///< [m/s] or [rad/s]
    double lower = 0.0, upper = 0.0;  ///< Limits of the coordinate [m] or [rad].
    bool limited = false;             ///< There is a limit.
    double maximum = 0.0;             ///< Largest force [N] or torque [N m].

    /// Returns whether the limits leave one value.
    [[nodiscard]] bool is_fixed() const { return limited && lower == upper; }
};

/// Constants of a joint in a step: all that its rows depend on besides the places of its bodies.
struct DirectJoint {
    JointKind kind = JointKind::Point;
    /// Degrees of freedom that are locked, driven or limited; not the angle of a pin that is limited only.
    bool has_row[3] = {};
    bool drives[3] = {};                  ///< Driven ones.
    bool limits[3] = {};                  ///< Limited ones.
    DoubleVector anchor_a{}, anchor_b{};  ///< From the centres of mass, in the bodies' frames [m].
    DoubleVector axis{1.0, 0.0};          ///< In the frame of A.
    double length = 0.0;                  ///< Distance joints: length [m].
    double reference_angle = 0.0;
    DirectMotor motors[3];  ///< Motors and limits of the degrees of freedom.

    [[nodiscard]] bool has_motor() const { return drives[0] || drives[1] || drives[2]; }
    [[nodiscard]] bool has_limit() const { return limits[0] || limits[1] || limits[2]; }
    /// Returns the description of a joint with the current settings.
    static DirectJoint describe(const BodyStore& bodies, const JointRecord& record);
};

/// Arms of a joint's anchors, and the vector from A's anchor to B's, in world axes [m].
struct JointArms {
    DoubleVector a{}, b{};
    DoubleVector separation{};
};

/// Computes the rows that a direct joint locks and drives at the given places. Returns their number, at most
/// three.
int collect_direct_rows(const DirectJoint& joint, double h, const Place64& a, const Place64& b,
                        JointArms& arms, DirectRow (&rows)[3]);
/// Makes the row of a limited angle of a pin.
void write_limited_angle(const DirectJoint& joint, const Place64& a, const Place64& b, DirectRow& row);
/// Computes only the errors of the same rows; those of driven or limited angles are left out.
void find_direct_errors(const DirectJoint& joint, const Place64& a, const Place64& b, double (&errors)[3]);

}  // namespace drystone
