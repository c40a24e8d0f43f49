#include "joints/types/joint_types.h"

namespace drystone {

/// A limit that follows the teeth, see `move_ratchet`.
JointRows make_rows(const RatchetJoint& joint) {
    JointRows rows = make_frame(Vec2{0.0f, 0.0f}, Vec2{0.0f, 0.0f}, Vec2{1.0f, 0.0f}, 0.0f);
    rows.tooth = joint.tooth;
    return rows;
}

}  // namespace drystone
