#include "joints/types/joint_types.h"

namespace drystone {

JointRows make_rows(const RevoluteJoint& joint) {
    JointRows rows;
    rows.anchor_a = joint.anchor_a;
    rows.anchor_b = joint.anchor_b;
    rows.reference_angle = joint.reference_angle;
    rows.degrees[2] = make_degree(joint.limit, joint.motor, joint.spring);
    rows.kind = rows.degrees[2].is_free() ? JointKind::Point : JointKind::Hinge;
    return rows;
}

}  // namespace drystone
