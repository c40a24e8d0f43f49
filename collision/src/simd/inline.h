#pragma once

/// Always inlined, even in builds without optimisation: a lane operation is one instruction, and the kernels
/// for two polygons keep their data in registers.
#if defined(_MSC_VER)
#define DRYSTONE_INLINE __forceinline
#define DRYSTONE_NOINLINE __declspec(noinline)
#else
#define DRYSTONE_INLINE inline __attribute__((always_inline))
#define DRYSTONE_NOINLINE __attribute__((noinline))
#endif

/// Marks a division of lanes, of which some may divide by zero: a mask replaces their results.
#if defined(_MSC_VER)
#define DRYSTONE_LANE_DIVISION
#else
#define DRYSTONE_LANE_DIVISION __attribute__((no_sanitize("float-divide-by-zero")))
#endif
