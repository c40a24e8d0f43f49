#include "joints/types/joint_types.h"

namespace drystone {

JointRows make_rows(const WheelJoint& joint) {
    JointRows rows = make_frame(joint.anchor_a, joint.anchor_b, joint.axis_a, 0.0f);
    rows.degrees[0] = make_degree(joint.limit, std::nullopt, joint.suspension);
    rows.degrees[1] = locked_degree();
    rows.degrees[2] = make_degree(std::nullopt, joint.motor, std::nullopt);
    return rows;
}

}  // namespace drystone
