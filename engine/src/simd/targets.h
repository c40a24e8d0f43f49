#pragma once

#include <drystone/simd.h>

#include <cstdint>

/// Highway's names for the targets that `SimdTarget` knows. Kernels are made for these only, and not for what
/// Highway adds to them: its own scalar or emulated lanes.
#define DRYSTONE_WIDE_TARGETS (HWY_AVX3 | HWY_AVX3_DL | HWY_AVX2 | HWY_SSE4 | HWY_SSSE3 | HWY_NEON)

namespace drystone {

/// Highway's names for a target, one bit each; only those that the machine has. Zero for `Scalar`.
std::int64_t highway_targets(SimdTarget target);

/// The target that `Widest` stands for; every other stands for itself.
SimdTarget resolve(SimdTarget target);

}  // namespace drystone
