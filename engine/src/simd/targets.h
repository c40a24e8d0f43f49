#pragma once

#include <drystone/simd.h>

#include <cstdint>

/// Highway's bits of the targets in `SimdTarget`. Kernels are compiled for these only, and not for Highway's
/// own scalar or emulated targets.
#define DRYSTONE_WIDE_TARGETS (HWY_AVX3 | HWY_AVX3_DL | HWY_AVX2 | HWY_SSE4 | HWY_SSSE3 | HWY_NEON)

namespace drystone {

/// Returns Highway's bits of a target, limited to those that the machine supports. Zero for `Scalar`.
std::int64_t highway_targets(SimdTarget target);

/// Returns the target that `Widest` stands for; any other target is returned unchanged.
SimdTarget resolve(SimdTarget target);

}  // namespace drystone
