#pragma once

#include <drystone/joint.h>

#include <optional>

namespace drystone {

/// Throws `Error` unless every number of the definition is valid.
void check(const char* function, const JointDefinition& definition);
void check(const char* function, const JointSettings& settings);
void check(const char* function, const std::optional<JointMotor>& motor);

}  // namespace drystone
