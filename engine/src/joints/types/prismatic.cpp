#include "joints/types/joint_types.h"

namespace drystone {

JointRows make_rows(const PrismaticJoint& joint) {
    JointRows rows = make_frame(joint.anchor_a, joint.anchor_b, joint.axis_a, joint.reference_angle);
    rows.degrees[0] = make_degree(joint.limit, joint.motor, joint.spring);
    rows.degrees[1] = locked_degree();
    rows.degrees[2] = locked_degree();
    return rows;
}

}  // namespace drystone
