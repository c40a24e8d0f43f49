#pragma once

/// Forces inlining, also in builds without optimisation. The operations of a lane type need it: g++ passes
/// vectors wider than the baseline's according to the caller's instruction set, and a template that is
/// instantiated at the end of the file has a different one from the operation.
#if defined(_MSC_VER)
#define DRYSTONE_LANE_INLINE __forceinline
#else
#define DRYSTONE_LANE_INLINE inline __attribute__((always_inline))
#endif

/// Marks a division of lanes, of which some may divide by zero: a mask replaces their results.
#if defined(_MSC_VER)
#define DRYSTONE_LANE_DIVISION
#else
#define DRYSTONE_LANE_DIVISION __attribute__((no_sanitize("float-divide-by-zero")))
#endif
