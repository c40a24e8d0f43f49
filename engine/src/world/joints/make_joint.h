#pragma once

#include "store/joint_store.h"

#include <drystone/joint.h>

#include <cstdint>
#include <vector>

namespace drystone {

/// Returns the points of a cable, or the bodies of a gear; empty for other joints.
std::vector<CablePoint> make_cable(const JointStore& joints, const JointRecord& record,
                                   const JointDefinition& definition);

/// Returns the settings with `collide_connected` set, as a joint of this definition has it by default unless
/// it is set already: recordings do not depend on defaults.
JointSettings complete(const JointSettings& settings, const JointDefinition& definition);
/// Likewise for an existing joint; returns the settings as they are for a slot that has none.
JointSettings complete(const JointStore& joints, std::uint32_t joint, const JointSettings& settings);

/// Fills the rows of a joint that has a definition, and its cable. A maximum force of a pin needs
/// `JointKind::Frame`, whose locks have a maximum. Cannot run out of memory for a joint that was filled
/// before.
void make_joint_rows(JointStore& joints, std::uint32_t joint, std::vector<CablePoint> cable);

}  // namespace drystone
