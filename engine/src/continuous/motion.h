#pragma once

#include "continuous/continuous.h"

#include <cstdint>

namespace drystone {

/// The motion of a body in the step that has just ended, as long as it is where the step left it.
Sweep sweep_of(const ContinuousContext& context, std::uint32_t body);

/// Puts the body to where it was at that part of its motion.
void put_at(BodyStore& bodies, std::uint32_t body, const Sweep& sweep, float fraction);

}  // namespace drystone
