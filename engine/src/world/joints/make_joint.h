#pragma once

#include "store/joint_store.h"

#include <drystone/joint.h>

#include <cstdint>
#include <vector>

namespace drystone {

/// Returns the points of a cable, or the bodies of a gear; empty for other joints.
std::vector<CablePoint> make_cable(const JointStore& joints, const JointRecord& record,
                                   const JointDefinition& definition);

/// Fills the rows of a joint that has a definition, and its cable. A maximum force of a pin needs
/// `JointKind::Frame`, whose locks have a maximum. Cannot run out of memory for a joint that was filled
/// before.
void make_joint_rows(JointStore& joints, std::uint32_t joint, std::vector<CablePoint> cable);

}  // namespace drystone
