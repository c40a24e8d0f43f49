#include "joints/types/joint_types.h"

namespace drystone {

JointRows make_rows(const DistanceJoint& joint) {
    JointRows rows;
    rows.kind = JointKind::Distance;
    rows.anchor_a = joint.anchor_a;
    rows.anchor_b = joint.anchor_b;
    rows.length = joint.length;
    rows.rigid = !joint.spring && !joint.limit && !joint.motor;
    rows.degrees[0] = make_degree(joint.limit, joint.motor, joint.spring);
    if (joint.limit && joint.limit->lower == 0.0f) {
        // Distances are never negative: without the limit, the anchors may pass through each other.
        rows.degrees[0].limit.lower = -JointDegree::far_away;
    }
    return rows;
}

}  // namespace drystone
