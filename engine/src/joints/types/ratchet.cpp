#include "joints/types/joint_types.h"

namespace drystone {

/// Makes a free angle. `JointConstraintSolver::follow_ratchets` moves its limit from tooth to tooth.
JointRows make_rows(const RatchetJoint& joint) {
    JointRows rows = make_frame(Vec2{0.0f, 0.0f}, Vec2{0.0f, 0.0f}, Vec2{1.0f, 0.0f}, 0.0f);
    rows.tooth = joint.tooth;
    return rows;
}

}  // namespace drystone
