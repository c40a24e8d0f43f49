#pragma once

#include <drystone/joint.h>

namespace drystone {

/// Throws `Error` unless every number of the definition is valid.
void check(const char* function, const JointDefinition& definition);
void check(const char* function, const JointSettings& settings);

}  // namespace drystone
