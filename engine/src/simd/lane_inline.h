#pragma once

/// Always inlined, in builds without optimisation too. The operations of a lane type must be: where they are
/// called, g++ passes vectors wider than the baseline's as the caller's instruction set would, and a template
/// that is instantiated at the end of the file has another one than the operation.
#if defined(_MSC_VER)
#define DRYSTONE_LANE_INLINE __forceinline
#else
#define DRYSTONE_LANE_INLINE inline __attribute__((always_inline))
#endif
