#pragma once

#include <viewer/model/inspection.h>

namespace viewer {

/// Returns the name of the type: "revolute".
[[nodiscard]] std::string joint_type_name(const drystone::JointDefinition& definition);
/// Returns the values of a joint: its state, and what can be set of its motor, spring, limits and settings.
[[nodiscard]] std::vector<Value> inspect_joint(const drystone::World& world, drystone::JointId joint);
/// Returns the bodies of a joint; those of a gear are the bodies of its two joints.
[[nodiscard]] std::vector<drystone::BodyId> bodies_of(const drystone::World& world, drystone::JointId joint);

}  // namespace viewer
