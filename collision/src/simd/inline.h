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
