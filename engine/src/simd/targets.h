#pragma once

#include <drystone/simd.h>

#include <cstdint>

namespace drystone {

/// Highway's names for a target, one bit each; only those that the machine has. Zero for `Scalar`.
std::int64_t highway_targets(SimdTarget target);

/// The target that `Widest` stands for; every other stands for itself.
SimdTarget resolve(SimdTarget target);

}  // namespace drystone
