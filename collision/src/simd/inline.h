#pragma once

/// Inlined always, in builds without optimisation too: a lane operation is one instruction, and the kernels
/// over two polygons keep what they know in registers.
#if defined(_MSC_VER)
#define DRYSTONE_INLINE __forceinline
#define DRYSTONE_NOINLINE __declspec(noinline)
#else
#define DRYSTONE_INLINE inline __attribute__((always_inline))
#define DRYSTONE_NOINLINE __attribute__((noinline))
#endif
