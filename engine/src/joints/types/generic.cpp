#include "joints/types/joint_types.h"

namespace drystone {

JointRows make_rows(const GenericJoint& joint) {
    JointRows rows = make_frame(joint.anchor_a, joint.anchor_b, joint.axis_a, joint.reference_angle);
    const auto degree = [](const DegreeOfFreedom& free) {
        return free.locked ? locked_degree() : make_degree(free.limit, free.motor, free.spring);
    };
    rows.degrees[0] = degree(joint.along);
    rows.degrees[1] = degree(joint.across);
    rows.degrees[2] = degree(joint.angle);
    return rows;
}

}  // namespace drystone
